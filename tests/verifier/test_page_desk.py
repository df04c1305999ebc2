"""B2 on the page: a member of the case or its timeline that is false is named; the procedure of the desk is not judged."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest

from tests.soaking import sampled
from tests.verifier.bundles import hash_of, manifested, zipped
from tests.verifier.cases import FOLLOWING, STEPS, bundled, court, files, opened, written
from tests.verifier.forged_bundles import agreeing
from tests.verifier.page_verifier import Both
from tests.verifier.synthetic import file_bytes
from verifier import FAILED, PASSED
from verifier.bundle import read_bundle

Json = dict[str, Any]
Path = tuple[str | int, ...]
BEYOND = ("text", "known")
"""Members of moments that need the rules: B3."""


def found(both: Both, bundle: bytes) -> dict[str, Any]:
    """The page's checks by name, with the values that their messages have."""
    said = both.ask({"bundle": b64encode(bundle).decode()})
    return {name: (status, message, said["values"][name]) for name, status, message in said["checks"]}


def leaves(tree: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of all values that are no objects or lists, and of empty ones."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    inside = [it for name, value in items for it in leaves(value, (*path, name))]
    yield from inside or [path]


def changed(tree: Any, path: Path) -> Any:
    """The tree with another value at a path."""
    first, *others = path
    tree[first] = changed(tree[first], tuple(others)) if others else "another"
    return tree


def test_a_whole_case_is_as_the_log_has_it(both: Both) -> None:
    checks = found(both, bundled())
    assert {checks[name][0] for name in ("texts", "case", "timeline", "names")} == {PASSED}
    assert "procedure of the desk is not checked here" in checks["case"][1]
    assert "sentences are not checked here" in checks["timeline"][1]


def test_the_meeting_of_a_game_is_an_id(both: Both) -> None:
    def form(meeting: str) -> str:
        log = court(meeting=meeting)
        audit = file_bytes(log.audit(over=False))
        return str(found(both, bundled({"audit.json": audit}, log))["form"][0])

    assert [form(it) for it in ("0" * 32, "0" * 31, "A" * 32)] == [PASSED, FAILED, FAILED]


def test_an_acceptance_is_of_the_start_only_if_its_whole_action_is(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever accepted in an action with something else may be refused, as section 13 says, to all readers alike."""
    monkeypatch.setitem(FOLLOWING, "referee-accepted", ("judge-called",))
    called = {"call": 1, "seat": 1, "question_hash": hash_of("Why?")}
    steps = (*STEPS[:4], (1, "seat:1", "judge-called", called), *STEPS[4:8], opened())
    bundle = agreeing(court(steps, meeting="0" * 32))
    assert [level.failed for level in both.judge_bundle(bundle)] == [None, None]
    referees = json.loads(read_bundle(bundle).files["case.json"])["case"]["referees"]
    assert [it["marked"] for it in referees] == [False, True, True]


def test_a_time_after_the_year_9999_has_no_spelling(both: Both) -> None:
    log = court((*STEPS[:8], opened(251_702_300_800)))
    page, other = both.judge_bundle(bundled({"audit.json": file_bytes(log.audit(over=False))}, log))
    assert (page.failed, other.failed) == ("B2", "B2")
    assert any("after the year 9999" in detail for detail in page.details)


def test_a_game_file_is_no_audit_file_of_a_bundle(both: Both) -> None:
    """Its other members are nobody's word."""
    audit = json.loads(files()["audit.json"])
    file = written({"format": "kronika-game/2", "audit": audit, "names": ["Ala"]})
    page, other = both.judge_bundle(bundled({"audit.json": file}))
    assert (page.failed, other.failed) == ("L0", "L0")


@pytest.mark.parametrize(("name", "member"), sampled([("timeline", "moments"), ("case", "case")], 2))
def test_each_false_member_is_named(both: Both, name: str, member: str) -> None:
    file, log, honest = f"{name}.json", court(), files()
    its = leaves(json.loads(honest[file])[member])
    paths = (it for it in its if name == "case" or not {*BEYOND} & {*it})
    kinds = {tuple(part for part in path if isinstance(part, str)): path for path in paths}
    assert len(kinds) >= 9
    for path in kinds.values():
        tree = json.loads(honest[file])
        changed(tree[member], path)
        bundle = zipped(manifested(log, honest | {file: written(tree)}))
        status, message, values = found(both, bundle)[name]
        assert (status, message) == (FAILED, "{name} says something else than the log: {member}")
        where = "/".join(map(str, path if name == "case" else (member, *path)))
        assert values["name"] == file
        assert values["member"]
        assert where.startswith(values["member"])  # a text that has become another is named as a whole


@pytest.mark.parametrize(("member", "other"), [("text", {"en": "Anything."}), ("known", ["anybody"])])
def test_what_needs_the_rules_is_not_compared_but_there(both: Both, member: str, other: Any) -> None:
    tree = json.loads(files()["timeline.json"])
    tree["moments"][0][member] = other
    assert found(both, bundled({"timeline.json": written(tree)}))["timeline"][0] == PASSED
    del tree["moments"][0][member]
    assert found(both, bundled({"timeline.json": written(tree)}))["timeline"][0] == FAILED


def test_names_are_of_all_seats_and_referees_and_of_no_others(both: Both) -> None:
    for whose, number in (("seats", "1"), ("referees", "3")):
        for name in ("Ala", None):
            tree = json.loads(files()["names.json"])
            tree[whose][number] = name
            assert found(both, bundled({"names.json": written(tree)}))["names"][0] == PASSED
        tree[whose]["9"] = None
        assert found(both, bundled({"names.json": written(tree)}))["names"][0] == FAILED
        del tree[whose]["9"], tree[whose][number]
        assert found(both, bundled({"names.json": written(tree)}))["names"][0] == FAILED
