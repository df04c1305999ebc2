"""Files on which two readers of the format could differ: both verifiers judge each alike, and as the format has it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.verifier.accounts import by_service, folded
from tests.verifier.attacks import ATTACKS
from tests.verifier.cases import bundled
from tests.verifier.cases import files as case_files
from tests.verifier.changes import CHANGES, changed
from tests.verifier.games import begun
from tests.verifier.page_verifier import Both, Judgement
from tests.verifier.players import Player
from tests.verifier.primitives import Key, b64u, jcs
from tests.verifier.synthetic import Audit, Hide, Log, resigned


def agreed(both: Both, file: Audit) -> Judgement:
    page, other = both.judge(file)
    assert page.agrees(other), (page, other)
    return page


def test_every_attack_and_every_change_is_judged_alike(both: Both) -> None:
    """And the service makes the same account of what passes."""
    accounts = 0
    for file in files():
        if account := agreed(both, file).account:
            assert account == by_service(folded(file))
            accounts += 1
    assert accounts > 30


def files() -> Iterator[Audit]:
    for attack in ATTACKS.values():
        made = attack.make()
        yield from made if isinstance(made, list) else [made]
    for change in CHANGES.values():
        yield changed(change)


# Who signs what.

Deed = Callable[[Log, Player], Any]


def freed(log: Log, ala: Player) -> Any:
    log.add("seat-freed", {"seat": 2}, ala.by)


def freed_and_signed(log: Log, ala: Player) -> Any:
    log.add("seat-freed", {"seat": 2}, ala.by, sig=log.signing(ala, {"type": "table.free"}))


@pytest.mark.parametrize(("deed", "failed"), [(freed, "L2"), (freed_and_signed, None)])
def test_a_seat_with_a_key_signs_that_it_frees_another(both: Both, deed: Deed, failed: str | None) -> None:
    log, ala = Log(seats=3), Player(1, key=True)
    log.take(ala)
    log.take(Player(2))
    deed(log, ala)
    assert agreed(both, log.audit()).failed == failed


def given(log: Log, ala: Player) -> Any:
    said, sig = ala.replacing(log.ctx)
    log.add("seat-reassigned", said, ala.by, sig=sig)


def given_in_an_action_of_its_own(log: Log, ala: Player) -> Any:
    log.act(ala, "card-named", {"card": 1})
    said, sig = ala.replacing(log.ctx)
    log.add("seat-reassigned", said, ala.by, sig=sig, a=log.trees[-1]["a"])


def another_given(log: Log, ala: Player) -> Any:
    log.add("seat-reassigned", {"seat": 2}, ala.by)


@pytest.mark.parametrize(
    ("deed", "failed"), [(given, "L2"), (given_in_an_action_of_its_own, None), (another_given, "L2")]
)
def test_a_seat_with_a_key_signs_that_it_gives_a_seat_away(
    both: Both, deed: Deed, failed: str | None
) -> None:
    log = begun(keys=True)
    deed(log, Player(1, key=True))
    assert agreed(both, log.audit()).failed == failed


@pytest.mark.parametrize("seat", [-1, 0, 256, 257, 2**40])
def test_a_key_is_given_to_a_seat_that_a_byte_can_name(both: Both, seat: int) -> None:
    log, key = begun(), Key("thief")
    message = b"gamelog/v1/seat\n" + log.ctx + bytes((seat % 256,)) + key.public + bytes(32)
    said = {"seat": seat, "key": b64u(key.public)}
    log.add("seat-reassigned", said, "organiser", sig={"s": b64u(key.sign(message))})
    assert agreed(both, log.audit()).failed == "L2"


# What rulings had drawn.


def refereed() -> Log:
    log = begun()
    log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
    return log


def test_a_draw_in_the_action_of_a_ruling_counts_wherever_it_stands_there(both: Both) -> None:
    log = refereed()
    log.rule(7)
    log.end(a=log.trees[log.throw()]["a"])
    found = agreed(both, log.audit())
    assert (found.failed, found.entropy and found.entropy["fresh"]) == (None, 1)


def test_draws_made_anew_in_an_analysis_are_no_rulings(both: Both) -> None:
    log = Log()
    log.add("forked", {"game": "0" * 32, "version": 7})
    for seat in (1, 2):
        log.take(Player(seat), seed_commitment=None, by="table")
    log.start()
    log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
    log.throw()
    log.rewind(6, rng="fresh", a=log.end(log.rule(7, kind="stands", remedy=None)))
    found = agreed(both, log.audit())
    assert (found.failed, found.entropy and found.entropy["fresh"]) == (None, 0)


# Numbers, names, sizes.


@pytest.mark.parametrize(("count", "failed"), [(2**32, None), (2**33, "L0"), (2**52, "L0"), (0, "L0")])
def test_slots_are_numbered_in_four_bytes(both: Both, count: int, failed: str | None) -> None:
    def counting(trees: list[Any]) -> None:
        trees[0]["d"]["draw_count"] = count

    assert agreed(both, resigned(Log().audit(), counting)).failed == failed


@pytest.mark.parametrize("letter", [*"\x00\x1c\x1f\x7f\x85\xa0\u0301\u200b\u2028\ufeff ż+"], ids=ascii)
def test_names_of_keys_are_printable_ascii(both: Both, letter: str) -> None:
    """What is white space differs from language to language."""

    class Elsewhere(Log):
        """Its host has this letter."""

        def _created(self) -> dict[str, Any]:
            self.origin = f"play{letter}.example.org/g/{self.game}"
            return super()._created()

    assert agreed(both, Elsewhere().audit()).failed == "L0"


@pytest.mark.parametrize(("letters", "failed"), [(65_000, None), (66_000, "L2"), (300_000, "L2")])
def test_a_disclosure_is_as_long_as_an_entry_may_be(both: Both, letters: int, failed: str | None) -> None:
    log = begun(keys=True)
    log.act(Player(1, key=True), "card-named", {"card": 1}, more="x" * letters)
    assert agreed(both, log.audit()).failed == failed


def test_a_place_is_written_one_way(both: Both) -> None:
    """The numbers of entry and path are not read as one."""
    log = begun()
    for card in range(5):
        log.add("card-named", {"card": card})
    log.add("card-chosen", {"card": Hide("ace")})
    file = log.audit()
    [row] = file["disclosures"]
    assert (row["index"], agreed(both, file).failed) == (11, None)
    row.update(index=1, path="1/d/card")
    assert agreed(both, file).failed == "L2"


# Bundles.


@pytest.mark.parametrize(("levels", "failed"), [(64, None), (65, "B0"), (900, "B0"), (3000, "B0")])
def test_a_file_nests_as_deep_as_every_reader_can_read(both: Both, levels: int, failed: str | None) -> None:
    page, other = both.judge_bundle(bundled({"clauses.json": b"[" * levels + b"]" * levels}))
    assert (page.failed, other.failed) == (failed, failed)


def test_the_texts_of_a_case_are_named_one_by_one(both: Both) -> None:
    """Two names with a comma between them are not the name of one text."""
    files = case_files()
    assert agreed_on_case(both, files["case.json"]) is None
    assert agreed_on_case(both, joined_names(files["case.json"])) == "B2"


def agreed_on_case(both: Both, case: bytes) -> str | None:
    page, other = both.judge_bundle(bundled({"case.json": case}))
    assert page.agrees(other), (page, other)
    return page.failed


def joined_names(case: bytes) -> bytes:
    """A case whose first two texts, in the order of their names, are listed as one that is erased."""
    tree = json.loads(case)
    rows = sorted(tree["texts"], key=lambda row: f"{row['entry']}/{row['member']}")
    one, two = rows[:2]
    both = {"entry": one["entry"], "member": f"{one['member']},{two['entry']}/{two['member']}", "text": None}
    return jcs(tree | {"texts": [both, *rows[2:]]}).encode()
