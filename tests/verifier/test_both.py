"""The page's verifier and the independent one judge every file alike, whatever stands in it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.verifier.adversary.page import PAGE, on_the_page
from tests.verifier.bundles import manifested, zipped
from tests.verifier.cases import bundled, court
from tests.verifier.cases import files as case_files
from tests.verifier.changes import base
from tests.verifier.games import begun, cosigned_audit
from tests.verifier.mutations import assert_judged_alike, bundle_mutated
from tests.verifier.page_verifier import Both, Judgement
from tests.verifier.primitives import b64u, digest_of, jcs
from tests.verifier.synthetic import CARDS, Audit, Hide, Log, file_bytes, signed_again
from verifier import NOT_AVAILABLE, PASSED, verify

HONEST = ("game", "signed", "plain", "seen", "tournament", "waiting")


def test_the_page_has_the_tables_of_the_format_page(both: Both) -> None:
    found = both.ask({"tables": True})
    its = {f"format {n}, before the closed tables": block for n, block in found["formats"].items()}
    for revision, table in found["tables"].items():
        its[f"table {revision}, table and desk"] = table["own"]
        for ruleset, editions in table["rulesets"].items():
            its |= {f"table {revision}, {ruleset}, edition {n}": block for n, block in editions.items()}
    assert {name: {it: members(line) for it, line in block.items()} for name, block in its.items()} == (
        on_the_page(PAGE.read_text())
    )


def members(line: str) -> dict[str, str]:
    return dict(member.split(": ") for member in line.split("; ")) if line else {}


def agreed(both: Both, file: Audit | str) -> Judgement:
    """What both verifiers say of a file."""
    page, other = both.judge(file)
    assert page.agrees(other), (page, other)
    return page


UNJUDGED = {"L0": PASSED, "L1": NOT_AVAILABLE, "L2": NOT_AVAILABLE, "L3": NOT_AVAILABLE}
OLDER = {"L0": PASSED, "L1": NOT_AVAILABLE, "L2": PASSED, "L3": NOT_AVAILABLE}
LACKING: dict[str, tuple[dict[str, Any], str, dict[str, str]]] = {
    "a higher table": ({"table": 7, "more": [1], "seats": None}, "needs table {n}", UNJUDGED),
    "another ruleset": ({"ruleset": "chess"}, "no table of {name}", UNJUDGED),
    "a ruleset that objects are born with": ({"ruleset": "constructor"}, "no table of {name}", UNJUDGED),
    "another edition": ({"edition": "2"}, "no table of {name}", UNJUDGED),
    "no table": ({"table": None}, "format {n}, before the closed tables", OLDER),
}


def ruled(times: int) -> Log:
    """So many rulings take the game back past a throw, each with new draws and the deck shuffled anew."""
    log = begun()
    deck = log.shuffle(CARDS)
    log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
    for number in range(1, times + 1):
        to = len(log.trees)
        log.throw()
        log.reshuffle(log.ruled_back(to, number), *(f"{deck}/d/draw/order/{n}" for n in range(6)))
    return log


@pytest.mark.parametrize(
    ("times", "polish"),
    [
        (0, []),
        (1, ["Sędzia raz zarządził nowe losowania.", "Sędzia raz zarządził nowe tasowanie kart."]),
        (6, ["Sędzia zarządzał nowe losowania 6 razy.", "Sędzia zarządzał nowe tasowanie kart 6 razy."]),
    ],
)
def test_the_verdict_says_how_often_a_referee_had_draws_made_anew(
    both: Both, times: int, polish: list[str]
) -> None:
    file = ruled(times).audit()
    english, in_polish = both.ask({"file": file})["said"]
    assert english == verify(file).words()
    assert in_polish[1:-2] == polish
    assert agreed(both, file).entropy == {
        **(verify(begun().audit()).entropy or {}),
        "fresh": times,
    }


@pytest.mark.parametrize("what", LACKING)
def test_what_a_reader_lacks_fails_nothing_and_gives_no_verdict(both: Both, what: str) -> None:
    change, why, levels = LACKING[what]
    audit = Log().audit()
    first = json.loads(audit["entries"][0])
    first["d"] = {
        name: it for name, it in (first["d"] | change).items() if it is not None or name == "disputes"
    }
    bound = {name: first["d"][name] for name in ("ruleset", "edition")}
    found = agreed(both, signed_again(audit | bound | {"entries": [jcs(first), *audit["entries"][1:]]}))
    assert (found.levels, found.entropy) == (levels, None)
    assert f"draws: {NOT_AVAILABLE}: {why}" in found.details


def test_a_table_to_come_may_have_other_actors_and_members(both: Both) -> None:
    """Nothing that a later revision brings makes an honest game of tomorrow fail."""
    log = Log(created={"table": 7})
    log.add("clock-set", {"seats": []}, "bot:1", more=1, sig={"old": ""})
    witnessed = [it | {"more": 1} for it in cosigned_audit(log)["cosignatures"]]
    assert agreed(both, log.audit() | {"service_log": {}, "cosignatures": witnessed}).levels == UNJUDGED
    assert agreed(both, log.audit() | {"cosignatures": [witnessed[0] | {"note": 1}]}).failed == "L0"
    assert agreed(both, log.audit() | {"checkpoint": log.checkpoint(1)}).failed == "L0"
    log.trees[1]["a"] = 7
    assert agreed(both, signed_again(log.audit() | {"entries": list(map(jcs, log.trees))})).failed == "L0"


@pytest.mark.parametrize("name", ["constructor", "__proto__", "toString", "hasOwnProperty"])
def test_names_that_objects_are_born_with_are_no_types(both: Both, name: str) -> None:
    log = begun()
    log.add(name, {})
    assert agreed(both, log.audit()).failed == "L2"
    log = begun()
    log.add("rewound", {"to_version": 5, name: 1})
    assert agreed(both, log.audit()).failed == "L2"


def digest(text: str) -> str:
    return b64u(digest_of(text.encode()))


def shuffled(places: int) -> dict[str, Any]:
    order = [{"...": digest(str(n))} for n in range(places)]
    return {"epoch": 0, "slot": 0, "order": order, "of": CARDS[:places], "refs": []}


@pytest.mark.parametrize(
    ("type_", "data"),
    [
        ("deck-shuffled", {"draw": shuffled(0)}),
        ("stack-reshuffled", {"places": ["/deck/0"], "draw": shuffled(1)}),
        ("card-chosen", {"_sd": sorted([digest("a"), digest("b")])}),
        ("cards-marked", {"_sd": [digest("a")], "marks": []}),
        ("cards-marked", {"_sd": sorted(map(digest, "abc")), "marks": []}),
    ],
)
def test_draws_have_places_and_hidden_members_are_counted(
    both: Both, type_: str, data: dict[str, Any]
) -> None:
    log = begun()
    log.add(type_, data)
    assert agreed(both, log.audit()).failed == "L2"


def test_a_list_that_may_be_left_out_is_not_empty(both: Both) -> None:
    """An empty list and none at all would be two spellings of one ruling."""
    penalty = {"seat": 1, "kind": "caution", "code": "referee.conduct.1", "nth": 1}
    for penalties, failed in ((None, None), ([penalty], None), ([], "L2")):
        log = begun()
        log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
        log.rule(6, penalties=penalties)
        assert agreed(both, log.audit()).failed == failed


def test_a_mark_of_the_byte_order_is_a_part_of_what_is_disclosed(both: Both) -> None:
    text = jcs([b64u(bytes(16)), "card", "ace"])
    for spelt, failed in ((text, None), ("\ufeff" + text, "L2")):
        disclosure, log = b64u(spelt.encode()), begun()
        log.add("card-chosen", {"_sd": [digest(disclosure)]})
        row = {"index": 6, "path": "/d/card", "disclosure": disclosure}
        assert agreed(both, log.audit() | {"disclosures": [row]}).failed == failed


def test_a_ruling_becomes_final_once(both: Both) -> None:
    log = begun()
    log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
    log.end(log.rule(6))
    assert agreed(both, log.audit()).failed is None
    log.end()
    assert agreed(both, log.audit()).failed == "L3"


def test_what_is_committed_in_a_position_has_one_place(both: Both) -> None:
    """A slash in a name would give two values the same one."""
    log = Log()
    log.add("forked", {"game": "0" * 32, "version": 1})
    log.add("position-set", {"state": {"a": {"b": Hide(1)}, "x": [Hide(2)]}})
    assert agreed(both, log.audit()).failed is None
    log.add("position-set", {"state": {"a/b": {"c": Hide(1)}, "a": {"b/c": 1}}})
    assert agreed(both, log.audit()).failed == "L2"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"format"', ' "format"'),
        ('"index":', '"index":0,"index":'),
        ('"slot":0}', '"slot":0.0}'),
        ('"slot":0}', '"slot":-0}'),
        ("play.example", "\\u0070lay.example"),
        ('"seat":2,"seed"', '"seat":2e0,"seed"'),
        ("kronika-audit/1", "kronika-audit/2"),
        ('"ruleset":"toy"', '"ruleset":"\\ud800"'),
        ('"seat":2,"seed"', '"seat":9007199254740993,"seed"'),
    ],
)
def test_a_file_that_is_spelt_otherwise(both: Both, old: str, new: str) -> None:
    text = file_bytes(base("plain")).decode()
    assert old in text
    assert agreed(both, text).failed is None
    assert agreed(both, text.replace(old, new, 1)).failed == "L0"


def test_one_member_more_or_less_is_judged_alike(both: Both) -> None:
    for seed in range(50):
        assert_judged_alike(both, base(HONEST[seed % len(HONEST)]), seed)


def check_bundles(both: Both, seeds: range) -> None:
    log = court()
    for seed in seeds:
        rng = random.Random(seed)
        files = manifested(log, case_files())
        where, changed_files = bundle_mutated(files, rng)
        if not where.startswith("manifest") and rng.random() < 0.9:
            changed_files = manifested(
                log, {n: data for n, data in changed_files.items() if n != "manifest.json"}
            )
        page, other = both.judge_bundle(zipped(changed_files))
        assert page.agrees(other), (seed, where, page, other)


def test_bundles_are_judged_alike(both: Both) -> None:
    page, other = both.judge_bundle(bundled())
    assert page.agrees(other)
    assert page.failed is None
    for data in (bundled() + b"x", b"PK\x03\x04", bundled()[:-1], bundled()[:500]):
        page, other = both.judge_bundle(data)
        assert (page.failed, other.failed) == ("B0", "B0")
    check_bundles(both, range(20))


@pytest.mark.soak
def test_bundles_are_judged_alike_2_000_times(both: Both) -> None:
    check_bundles(both, range(1000, 3000))


@pytest.mark.soak
def test_one_member_more_or_less_is_judged_alike_5_000_times(both: Both) -> None:
    for seed in range(1000, 6000):
        assert_judged_alike(both, base(HONEST[seed % len(HONEST)]), seed)
