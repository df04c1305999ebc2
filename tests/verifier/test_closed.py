"""No member can be added to the data of an entry or taken away from it, at any depth: L0 or L2 fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from domain.rulesets import registry
from tests.verifier.adversary.twists import NAMES
from tests.verifier.bundles import hash_of
from tests.verifier.games import begun, played, tournament
from tests.verifier.matches import match_file, matches
from tests.verifier.primitives import b64u, digest_of, jcs
from tests.verifier.synthetic import Audit, Hide, Log, signed_again
from tests.verifier.table_page import blocks
from verifier import FAILED, PASSED, Report, verify

Steps = tuple[str | int, ...]
OPEN = ("options", "scores", "state")
"""Members whose own names no table gives: plain data, maps and positions."""
OPTIONAL = {
    name.removesuffix("?")
    for table in blocks().values()
    for members in table.values()
    for name in members
    if name.endswith("?") and name != "remedy?"
}
VALUES = (0, None, True, "x", [], {}, [b64u(bytes(32))], {"...": b64u(bytes(32))}, {"of": "0/d/x", "to": [1]})


def desk() -> Log:
    """A game with rulings of every kind that has a remedy, of which one takes effect."""
    log = begun()
    log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
    stretch = {"from": 1, "to": 2}
    claim = {"dispute": 1, "seat": 1, "clauses": [], "wants": "explanation", "claim_hash": hash_of("Wrong!")}
    log.add("dispute-opened", stretch | claim, "seat:1")
    release = {"referee": 1, "seats": [1], "reason_hash": hash_of("Why")}
    log.add("evidence-released", stretch | release, "referee:1")
    log.rule(1, kind="stands", remedy=None, findings_hash=hash_of("No."), why_hash=hash_of("No."))
    log.throw()
    back = len(log.trees) - 1
    log.rule(back, 2, kind="replayed", remedy={"chapter": back + 1})
    action = {"type": "name", "card": 1}
    log.rule(back, 3, kind="corrected", remedy={"to_version": back, "seat": 1, "action": Hide(action)})
    result = {"winners": [1], "ranking": [[1], [2]], "scores": {"1": 1, "2": 0}}
    log.rule(back, 4, kind="result", remedy=result)
    log.rule(back, 5, kind="void", remedy=None)
    penalty = {"seat": 1, "kind": "caution", "code": "referee.conduct.1", "nth": 1}
    log.rule(back, 6, penalties=[penalty], why_hash=b64u(digest_of(b"why")))
    log.rewind(back, ruling=6, rng="fresh", a=log.end(number=6))
    log.add("result-set", result | {"ruling": 4})
    return log


@cache
def file_of(name: str) -> Audit:
    if ":" in name:
        return match_file(*name.split(":"))
    return {"desk": desk, "played": played, "tournament": lambda: tournament(3)[1]}[name]().audit()


def everyday() -> list[str]:
    """The shortest match of every ruleset, and made-up games with what is not in matches."""
    return [*(f"{it}:{matches(it)[0]}" for it in registry()), "desk", "played", "tournament"]


def objects(node: Any, steps: Steps = ()) -> Iterator[Steps]:
    """Every object of an entry's data, but for those whose names are free."""
    if type(node) is dict:
        yield steps
    for step, item in node.items() if type(node) is dict else enumerate(node):
        if type(item) in (dict, list) and step not in OPEN:
            yield from objects(item, (*steps, step))


def changed(audit: Audit, i: int, tree: Any) -> Report:
    """What is said of the file with this entry, signed again by the operator."""
    entries = [*audit["entries"][:i], jcs(tree), *audit["entries"][i + 1 :]]
    return verify(signed_again(audit | {"entries": entries}))


def picked(data: st.DataObject, audit: Audit) -> tuple[int, Any, dict[str, Any]]:
    """An entry, all types alike, with its tree and an object in its data."""
    trees = [json.loads(text) for text in audit["entries"]]
    kind = data.draw(st.sampled_from(sorted({tree["t"] for tree in trees})))
    i = data.draw(st.sampled_from([tree["i"] for tree in trees if tree["t"] == kind]))
    node = trees[i]["d"]
    for step in data.draw(st.sampled_from(list(objects(node)))):
        node = node[step]
    return i, trees[i], node


def check_added(name: str, data: st.DataObject) -> None:
    audit = file_of(name)
    i, tree, node = picked(data, audit)
    member = data.draw(st.sampled_from(NAMES) | st.text("abcdefgh_", min_size=1, max_size=4))
    assume(member not in node and member not in OPTIONAL)
    node[member] = data.draw(st.sampled_from(VALUES))
    report = changed(audit, i, tree)
    assert FAILED in (report["L0"].status, report["L2"].status), report.table()


def check_removed(name: str, data: st.DataObject) -> None:
    audit = file_of(name)
    i, tree, node = picked(data, audit)
    names = sorted(node.keys() - OPTIONAL)
    assume(names)
    del node[data.draw(st.sampled_from(names))]
    if i == 0 and "table" not in tree["d"]:
        assert verify_older(audit, tree).lacking.startswith("format 4")
        return
    report = changed(audit, i, tree)
    assert FAILED in (report["L0"].status, report["L2"].status), report.table()


def verify_older(audit: Audit, first: Any) -> Report:
    """Without `table` a log is of an older format, which fails nothing and has no verdict."""
    plain = {"entries": [jcs(first)], "disclosures": [], "draws": [], "seeds": []}
    return verify(signed_again(audit | plain))


def few(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )


@pytest.mark.parametrize("name", everyday())
def test_the_files_themselves_pass(name: str) -> None:
    report = verify(file_of(name))
    assert (report["L0"].status, report["L2"].status) == (PASSED, PASSED), report.table()


@pytest.mark.parametrize("name", everyday())
@few(12)
@given(data=st.data())
def test_a_member_more_fails(name: str, data: st.DataObject) -> None:
    check_added(name, data)


@pytest.mark.parametrize("name", everyday())
@few(12)
@given(data=st.data())
def test_a_member_less_fails(name: str, data: st.DataObject) -> None:
    check_removed(name, data)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", registry())
@few(1000)
@given(data=st.data())
def test_any_member_more_or_less_fails_in_any_match(ruleset: str, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(matches(ruleset)))
    check = data.draw(st.sampled_from([check_added, check_removed]))
    check(f"{ruleset}:{name}", data)
