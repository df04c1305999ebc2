"""The desk as a verifier derives it from a log: cases, timelines, and the procedure (B2)."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import orjson
import pytest

from domain.hidden import AUDITOR
from domain.table.referee.hearing import Hearing
from domain.table.referee.state import Case
from projections.case_documents import Reader, case_document, missing_text, text_rows
from projections.timelines import timeline
from tests.verifier.cases import FIRST, STEPS, TEXTS, Json, bundled, court, files, time, written
from tests.verifier.courts import anything, entries_of
from verifier import FAILED, NOT_AVAILABLE, PASSED, verify
from verifier.desk.comparing import check_same
from verifier.desk.document import Known, case_of
from verifier.desk.folding import desk_of
from verifier.desk.procedure import check_procedure
from verifier.desk.timeline import timeline_of


def judged(name: str, change: Callable[[Json], Any]) -> str:
    """What B2 says of a bundle in whose file something was changed, and which the game's key signed."""
    tree = json.loads(files()[name])
    change(tree)
    report = verify(bundled({name: written(tree)}))
    assert report["B1"].status == PASSED
    assert report["B2"].status == FAILED, report.table()
    return report["B2"].detail


def test_a_bundle_whose_case_is_that_of_its_log_passes() -> None:
    report = verify(bundled())
    assert report["B2"].status == PASSED, report.table()


def _paths(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where each value of a document is that is no object or list, or an empty one."""
    if type(tree) in (dict, list) and tree:
        items = tree.items() if type(tree) is dict else enumerate(tree)
        return [found for name, it in items for found in _paths(it, (*path, name))]
    return [path]


def _other(value: Any) -> Any:
    """Another value of the same kind, or something where there was nothing."""
    if type(value) is bool:
        return not value
    if type(value) is int:
        return value + 1
    return {str: f"{value}x", list: [1], dict: {"x": 1}}.get(type(value), 1)


def _set(tree: Any, path: tuple[Any, ...], value: Callable[[Any], Any]) -> None:
    for step in path[:-1]:
        tree = tree[step]
    tree[path[-1]] = value(tree[path[-1]])


def check_case(share: int) -> None:
    """Each `share`-th member is changed, and found by its name."""
    tree = json.loads(files()["case.json"])
    for path in _paths(tree["case"])[::share]:
        said = judged("case.json", lambda it, path=path: _set(it["case"], path, _other))
        assert "/".join(map(str, ("case.json: case", *path))) in said, said
    for name in [*tree["case"]][::share]:
        assert f"has no {name!r}" in judged("case.json", lambda it, name=name: it["case"].pop(name))
    assert "has 'more'" in judged("case.json", lambda it: it["case"].update(more=1))


def test_a_member_of_a_case_says_nothing_else() -> None:
    check_case(5)


def test_a_part_of_a_case_is_an_object() -> None:
    said = judged("case.json", lambda it: it["case"].update(claim="Źle!"))
    assert said == "case.json: case/claim is no object"


@pytest.mark.soak
def test_no_member_of_a_case_says_anything_else() -> None:
    check_case(1)


def check_timeline(share: int) -> None:
    tree = json.loads(files()["timeline.json"])
    derived = [path for path in _paths(tree) if not {"text", "known"} & {*path}]
    for path in derived[::share]:
        said = judged("timeline.json", lambda it, path=path: _set(it, path, _other))
        assert "/".join(map(str, ("timeline.json", *path))) in said, said


@pytest.mark.soak
def test_no_member_of_a_timeline_says_anything_else() -> None:
    check_timeline(1)


def test_a_member_of_a_timeline_says_nothing_else_but_its_sentences() -> None:
    check_timeline(7)
    tree = json.loads(files()["timeline.json"])
    changed = deepcopy(tree)
    changed["moments"][3]["text"]["en"] = "Somebody cheated."
    assert verify(bundled({"timeline.json": written(changed)}))["B2"].status == PASSED
    judged("timeline.json", lambda it: it["moments"][0].pop("text"))
    judged("timeline.json", lambda it: it["moments"][0].update(known=None))
    judged("timeline.json", lambda it: it["moments"].pop())


def test_a_text_that_is_not_there_is_not_available_and_everything_else_is_compared() -> None:
    def erase(tree: Json) -> None:
        tree["texts"][0]["text"] = None
        tree["case"]["claim"] |= {"status": "erased", "text": None, "lang": None, "salt": None}

    tree = json.loads(files()["case.json"])
    erase(tree)
    report = verify(bundled({"case.json": written(tree)}))
    assert (report.ok, report["B2"].status) == (True, NOT_AVAILABLE)
    assert report["B2"].detail == "1 of 9 texts are erased, or withheld from spectator"
    tree["case"]["claim"]["status"] = "lost"
    assert "none of withheld, erased" in verify(bundled({"case.json": written(tree)}))["B2"].detail
    tree["case"]["claim"]["status"] = "withheld"
    tree["case"]["state"] = "expired"
    assert "case/state is 'expired'" in verify(bundled({"case.json": written(tree)}))["B2"].detail


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it["texts"].reverse(),
        lambda it: it["texts"].pop(),
        lambda it: it["texts"].append(it["texts"][0]),
        lambda it: it["texts"][0]["text"].update(lang="de"),
        lambda it: it["texts"][0]["text"].update(text="Good!"),
        lambda it: it["texts"][0]["text"].update(salt="AAAA"),
        lambda it: it["texts"][0].update(more=1),
        lambda it: it.update(assessment=None),
        lambda it: it.update(explanations={}),
        lambda it: it.update(format="kronika-case/1"),
    ],
)
def test_the_file_of_a_case_has_one_form(change: Callable[[Json], Any]) -> None:
    judged("case.json", change)


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it["seats"].pop("2"),
        lambda it: it["seats"].update({"3": "Ola"}),
        lambda it: it["referees"].update({"4": None}),
        lambda it: it["referees"].update({"1": 7}),
        lambda it: it.update(more={}),
    ],
)
def test_names_are_of_seats_and_referees_of_the_log(change: Callable[[Json], Any]) -> None:
    assert judged("names.json", change).startswith("names.json")


@pytest.mark.parametrize("manifest", [{"viewer": "seat:0"}, {"viewer": "king"}, {"dispute": 2}])
def test_the_manifest_names_a_viewer_and_a_case_of_the_log(manifest: Json) -> None:
    report = verify(bundled(**manifest))
    assert (report["B1"].status, report["B2"].status) == (PASSED, FAILED)


Wanted = tuple[str, list[int], int | None, int]
STATEMENT: Wanted = ("statement", [2], None, 80)
DUE: dict[int, list[Wanted]] = {
    14: [STATEMENT, ("taking", [], None, 620)],
    15: [("taking", [], None, 620)],
    16: [("refusal", [1, 2], None, 91), ("ruling", [], 1, 631)],
    17: [("taking", [], None, 632)],
    18: [("refusal", [1], None, 100), ("ruling", [], 2, 640)],
    19: [("ruling", [], 2, 640)],
    22: [("appeal", [1, 2], None, 170)],
    23: [("appeal", [2], None, 170)],
    24: [("answer", [1, 2], None, 121)],
    25: [("answer", [2], None, 121)],
    26: [("appeal-taking", [], None, 663)],
    27: [("decision", [], 3, 663)],
    30: [],
}
"""What the case waits for after an entry: what, of which seats, of which referee, until how many seconds after the start."""


@pytest.mark.parametrize("entry", DUE)
def test_what_is_due_is_told_after_each_step(entry: int) -> None:
    log = court(STEPS[: entry - FIRST + 1])
    desk = check_procedure(log.trees, frozenset(("card-named",)))
    texts = {(row["entry"], row["member"]): row["text"] for row in TEXTS}
    found = case_of(log.trees, desk, desk.cases[1], Known(texts, {}, "spectator"))
    names = ("what", "seats", "referee", "at")
    assert found["due"] == [
        dict(zip(names, (*wanted[:3], time(wanted[3])), strict=True)) for wanted in DUE[entry]
    ]


def test_the_service_makes_the_same_cases_and_timelines() -> None:
    """Of games in which anything is done at the desk, in any order."""
    for seed in range(100, 115):
        room = anything(seed, 100)
        entries, hearing = entries_of(room), room.hearing._replace(now=room.log[-1].at)
        desk = desk_of(entries)
        for case in room.desk.cases:
            shown = written_by_the_service(hearing, case)
            derived = case_of(entries, desk, desk.cases[case.number], Known(shown["texts"], {}, "auditor"))
            check_same(derived, shown["case"], "case")
            check_same(timeline_of(entries, desk.cases[case.number], "auditor"), shown["line"], "line")


def written_by_the_service(hearing: Hearing, case: Case) -> Json:
    """The documents of a case whose texts were erased."""
    erased = lambda logged, member: missing_text(getattr(logged.event, member), "erased")  # noqa: E731
    reader = Reader("auditor", AUDITOR, erased)
    made = (
        case_document(hearing, case, reader),
        text_rows(hearing, case, reader),
        timeline(hearing, case, reader, {}),
    )
    document, rows, line = (orjson.loads(orjson.dumps(msgspec.to_builtins(it))) for it in made)
    del document["appeal"]
    return {"case": document, "texts": {(it["entry"], it["member"]): it["text"] for it in rows}, "line": line}
