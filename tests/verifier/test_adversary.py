"""A differential adversary: random games, most with one thing wrong in them, of which three readers say the same.

A seed on which they differ is added to `adversary/seeds.txt`, which every run begins with.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.packages.absent import events_of
from domain.packages.notation import BadTable, check_lines
from tests.verifier.adversary import packages
from tests.verifier.adversary.cases import Case, case_of
from tests.verifier.adversary.readers import READ, REFUSED, Said, asked, service_of
from tests.verifier.games import begun
from tests.verifier.page_verifier import Both
from tests.verifier.primitives import b64u
from tests.verifier.synthetic import PROMISED, Hide, Log, file_bytes
from verifier import FAILED, PASSED, verify

DECK = "6/d/draw/order/0"
SHUFFLE = {"epoch": 0, "slot": 0, "order": [Hide("ace"), Hide("king")], "of": ["ace", "king"], "refs": []}
SEEDS = Path(__file__).parent / "adversary" / "seeds.txt"
EVERY_DAY, SOAKED = 100, 200_000
LEAST = {"accepted": 0.3, "L0": 0.05, "L1": 0.03, "L2": 0.05, "L3": 0.03, "B": 0.01}
"""The share of the cases that reach each level, the three of a bundle together; a writer of garbage alone would never get
beyond L0.
"""
LEAST_OF_BUNDLES = {"B0": 0.01, "B1": 0.003, "B2": 0.003}
"""One by one, of so many cases that chance does not matter."""


def kept() -> list[int]:
    return [int(line.partition("#")[0]) for line in SEEDS.read_text().splitlines() if line]


def day() -> int:
    """The soak has seeds of its own every day, which are the same all day."""
    return datetime.now(UTC).date().toordinal()


def agreed(both: Both, seeds: Iterable[int]) -> Counter[str]:
    """How many cases fail at each level, all readers agreeing on it."""
    levels: Counter[str] = Counter()
    for seed in seeds:
        said = asked(both, case_of(seed))
        assert not [*said.differences()], problem(seed, said)
        assert said.case.did or said.level == "accepted", problem(seed, said)
        levels[said.level] += 1
    return levels


def problem(seed: int, said: Said) -> str:
    different = "\n".join(said.differences()) or f"an honest file fails: {said.other}"
    return f"seed {seed} (keep it in {SEEDS.name}), {said.case.did or 'honest'}:\n{different}"


def test_three_readers_agree_on_the_first_cases(both: Both) -> None:
    """The same ones every day, so that nobody's change is refused for what it has not done."""
    agreed(both, kept())
    levels = agreed(both, range(EVERY_DAY))
    levels["B"] = sum(levels[level] for level in LEAST_OF_BUNDLES)
    assert all(levels[level] >= least * EVERY_DAY for level, least in LEAST.items()), levels


@pytest.mark.soak
def test_three_readers_agree_on_200_000_cases(both: Both) -> None:
    levels = agreed(both, range(day() * SOAKED, (day() + 1) * SOAKED))
    assert all(levels[level] >= least * SOAKED for level, least in LEAST_OF_BUNDLES.items()), levels


def test_the_writer_knows_only_the_format_page() -> None:
    """What writes the cases uses no code of the project, so that it cannot share a mistake with a reader."""
    known = (
        "import sys, tests.verifier.adversary.cases; print(*{name.partition('.')[0] for name in sys.modules})"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", known], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"verifier", "domain", "service", "projections", "api"} & {*loaded}


@pytest.mark.parametrize("seed", [0, 17, day()])
def test_a_case_follows_from_its_seed(seed: int) -> None:
    assert case_of(seed) == case_of(seed)


_THROW = {"epoch": 0, "slot": 0, "sides": [6, 6], "values": [1, 1]}
RULED = {
    "dispute": 1,
    "ruling": 1,
    "referee": 1,
    "clauses": [],
    "findings_hash": b64u(bytes(32)),
    "judged": 1,
}
MALFORMED: dict[str, tuple[str, dict[str, Any]]] = {
    "an epoch that there is not": ("dice-rolled", {"draw": _THROW | {"epoch": 4}}),
    "a slot that there is not": ("dice-rolled", {"draw": _THROW | {"slot": 8}}),
    "no dice": ("dice-rolled", {"draw": _THROW | {"sides": [], "values": []}}),
    "a die that shows nothing": ("dice-rolled", {"draw": _THROW | {"values": [1]}}),
    "a die without sides": ("dice-rolled", {"draw": _THROW | {"sides": [0, 6]}}),
    "nothing shuffled": ("deck-shuffled", {"draw": SHUFFLE | {"order": [], "of": []}}),
    "a card twice": ("deck-shuffled", {"draw": SHUFFLE | {"slot": 1, "of": [], "refs": [DECK] * 2}}),
    "a card too many": ("deck-shuffled", {"draw": SHUFFLE | {"of": ["ace", "king", "ten"]}}),
    "a way back to nowhere": ("ruled", RULED | {"kind": "backed-up", "remedy": {}}),
    "a way back that is none of a chapter": (
        "ruled",
        RULED | {"kind": "backed-up", "remedy": {"chapter": 1}},
    ),
    "a way back with more": (
        "ruled",
        RULED | {"kind": "backed-up", "remedy": {"chapter": 1, "to_version": 1}},
    ),
    "a remedy where there is none": ("ruled", RULED | {"kind": "void", "remedy": {}}),
    "no remedy where there is one": ("ruled", RULED | {"kind": "result"}),
    "seats that do not ascend": ("cards-shown", {"cards": [{"of": DECK, "to": [2, 1]}]}),
    "a seat twice": ("cards-shown", {"cards": [{"of": DECK, "to": [1, 1]}]}),
}


@pytest.mark.parametrize("what", MALFORMED)
def test_the_service_refuses_malformed_data_itself(what: str) -> None:
    """What the verifiers refuse for its form, so that neither relies on the other."""
    log = begun(created=PROMISED)
    log.shuffle(["ace", "king"])
    assert _judged(log) == (PASSED, READ)
    log.add(*MALFORMED[what])
    assert _judged(log) == (FAILED, REFUSED)


@pytest.mark.parametrize("what", packages.WRONG)
def test_no_reader_takes_a_table_that_no_package_has(both: Both, what: str) -> None:
    right = packages.toy()
    wrong = packages.toy(events=right["events"] | packages.WRONG[what])
    assert [_first_level(both, package) for package in (right, wrong)] == [(PASSED, PASSED), (FAILED, FAILED)]


def test_names_of_a_package_s_table_are_names_alone(both: Both) -> None:
    """Also those that mean something in JavaScript or Python; all readers take the same data."""
    for what, (lines, data, right) in packages.VALUES.items():
        log = begun(created=PROMISED | {"table": 6, "package": packages.toy(events=lines)})
        log.add("more", data)
        expected = PASSED if right else FAILED
        assert (what, *_levels(both, log, "L2"), _is_event(lines, data)) == (what, expected, expected, right)


def _is_event(lines: dict[str, str], data: dict[str, Any]) -> bool:
    """Whether the service without the package reads this data and writes it again."""
    [event] = events_of(lines)
    entry = {"type": "more", **data}
    try:
        return bool(msgspec.to_builtins(msgspec.convert(entry, event)) == entry)
    except msgspec.ValidationError:
        return False


@pytest.mark.parametrize("what", packages.WRONG)
def test_no_package_has_such_a_table(what: str) -> None:
    """The service refuses it before a game is made with it."""
    with pytest.raises((BadTable, TypeError, AttributeError)):
        check_lines(packages.WRONG[what], {"rewound"})


@pytest.mark.parametrize("changed", [{"hash": "5A" * 32}, {"hash": "5a" * 31}, {"version": 1}, {"more": ""}])
def test_no_reader_takes_a_malformed_package(both: Both, changed: dict[str, Any]) -> None:
    assert _first_level(both, packages.toy(**changed)) == (FAILED, FAILED)


def test_only_from_table_6_on_a_ruleset_comes_from_a_package(both: Both) -> None:
    created = PROMISED | {"table": 5, "package": packages.toy()}
    assert _levels(both, begun(created=created), "L0") == (FAILED, FAILED)


def test_the_table_of_a_package_takes_the_place_of_the_reader_s_own(both: Both) -> None:
    """A ruleset of the same name is another one, and its types are none of this game's."""
    log = begun(created=PROMISED | {"table": 6, "package": packages.toy(events={"passed": "seat: integer"})})
    log.add("passed", {"seat": 1})
    assert _levels(both, log, "L2") == (PASSED, PASSED)
    log.add("card-named", {"card": 1})
    assert _levels(both, log, "L2") == (FAILED, FAILED)


def _first_level(both: Both, package: dict[str, Any]) -> tuple[str, str]:
    return _levels(both, begun(created=PROMISED | {"table": 6, "package": package}), "L0")


def _levels(both: Both, log: Log, level: str) -> tuple[str, str]:
    """What the verifier and the page's say of a level."""
    case = Case(file_bytes(log.audit()))
    said = asked(both, case)
    return said.other.levels[level], said.page.levels[level]


def _judged(log: Log) -> tuple[str, str]:
    """L2 of the verifier, and what the service's reader says."""
    case = Case(file_bytes(log.audit()))
    report = verify(case.data)
    return report["L2"].status, service_of(case, report).status
