"""Bundles that say something false, signed with the game's own key: `kronika verify` finds each of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from projections.case_files import DOCUMENTS
from service.operation.app import Kronika
from tests.api.courts import Court, files, forged, judged, signed, written
from verifier import FAILED, NOT_AVAILABLE, PASSED

Change = Callable[[Any], Any]
SHORT = {"open_within": 60, "answer_within": 60, "rule_within": 3600, "appeal_within": 60, "pause": True}


@pytest.fixture(scope="module")
def honest(app: Any) -> bytes:
    """The bundle of a case with a release that was read, a ruling with a remedy and a penalty, and an appeal."""
    court = Court.at(app.test_client(), (True, True), disputes=SHORT)
    court.act()
    number = court.heard(about={"from": court.played + 1, "to": court.version}, clauses=["war.turn.1"])
    release = {"seats": [1], "from": court.played, "to": court.played + 1, "reason": "Why I looked."}
    assert court.referee(1, f"/{number}/releases", release).status_code == 201
    assert court.referee(1, f"/{number}/releases/1/readings", {"seat": 1}).status_code == 201
    penalty = {"seat": 2, "kind": "warning", "code": "referee.conduct.slow"}
    more = {"clauses": ["war.turn.1"], "penalties": [penalty], "why_not_stand": "It cannot stand."}
    ruled = court.rule(number, kind="backed-up", remedy={"to_version": court.played}, **more)
    assert ruled.status_code == 201, ruled.json
    assert court.post(f"/disputes/{number}/appeals", 2, {"grounds": "It can."}).status_code == 201
    return court.bundle(court.referees[2])


def test_an_honest_bundle_passes(honest: bytes) -> None:
    report = judged(honest)
    assert {level.status for level in report.levels if level.name != "L1"} == {PASSED}, report.table()


def _case(path: str, value: Any) -> tuple[str, Change]:
    return "case.json", _setting(f"case/{path}", value)


def _setting(path: str, value: Any) -> Change:
    def change(tree: Any) -> None:
        *way, last = path.split("/")
        for step in way:
            tree = tree[int(step)] if isinstance(tree, list) else tree[step]
        assert tree[last] != value
        tree[last] = value

    return change


FORGED = {
    "ruling": _case("rulings/0/kind", "stands"),
    "remedy": _case("rulings/0/remedy", {"to_version": 1}),
    "penalty": _case("rulings/0/penalties/0/seat", 1),
    "no penalty": _case("rulings/0/penalties", []),
    "judged": _case("rulings/0/judged", 1),
    "release": _case("releases/0/seats", [2]),
    "not read": _case("releases/0/readings", []),
    "not marked": _case("referees/0/refused_by", [1]),
    "due": _case("due", []),
    "state": _case("state", "final"),
    "appeal": _case("appeals", []),
    "assessment": ("case.json", _setting("assessment/reachable/0/class", "clean")),
    "argument": ("case.json", _setting("explanations/0/steps/0/text/en", "Because I say so.")),
    "numbers": ("case.json", _setting("explanations/0/steps", [])),
    "clause": ("clauses.json", _setting("war.turn.1/pl", "Tura zaczyna się, kiedy chcę.")),
    "source": ("clauses.json", _setting("war.turn.1/source", "addition")),
    "no clause": ("clauses.json", lambda tree: tree.pop("war.turn.1")),
    "time": ("timeline.json", _setting("moments/0/at", "2020-01-01T00:00:00.000Z")),
    "actor": ("timeline.json", _setting("moments/0/actor", "table")),
    "sentence": ("timeline.json", _setting("moments/0/text/en", "Bo cheats.")),
    "known": ("timeline.json", _setting("moments/0/known", [{"place": "1/d/x", "to": [0]}])),
    "moment": ("timeline.json", lambda tree: tree["moments"].pop()),
    "name": ("names.json", _setting("seats/1", "Somebody")),
}


@pytest.mark.parametrize("what", FORGED)
def test_whatever_is_false_in_a_bundle_fails(honest: bytes, kronika: Kronika, what: str) -> None:
    report = judged(forged(kronika, honest, *FORGED[what]))
    assert report["B1"].status == PASSED
    assert FAILED in (report["B2"].status, report["B3"].status), report.table()


def test_names_are_the_operators_word_where_all_sentences_have_them(honest: bytes, kronika: Kronika) -> None:
    """Another name everywhere is another bundle, and no file shows which is true."""
    named = {name.replace(".", "_"): it.replace(b"Ada", b"Ewa") for name, it in files(honest).items()}
    del named["manifest_json"]
    assert judged(signed(kronika, honest, **named)).ok


def test_the_names_of_others_are_not_believed_one_by_one(honest: bytes, kronika: Kronika) -> None:
    assert "names.json" in files(honest)
    said = judged(forged(kronika, honest, "names.json", _setting("seats/1", "Eve")))["B3"].detail
    assert "follows" in said


def test_documents_of_another_revision_are_not_available_and_never_failed(
    honest: bytes, kronika: Kronika
) -> None:
    name, change = FORGED["sentence"]
    other = signed(kronika, forged(kronika, honest, name, change), documents=DOCUMENTS + 1)
    report = judged(other)
    assert (report["B3"].status, report.ok) == (NOT_AVAILABLE, True)
    assert f"revision {DOCUMENTS + 1}" in report["B3"].detail


def test_where_l4_is_not_available_b3_is_not(client: FlaskClient) -> None:
    """A spectator's file does not disclose the cards of others."""
    court = Court.at(client, ruleset="romans")
    court.heard()
    report = judged(court.bundle())
    assert (report["L4"].status, report["B3"].status) == (NOT_AVAILABLE, NOT_AVAILABLE), report.table()


def test_a_bundle_in_which_a_level_failed_proves_nothing(honest: bytes) -> None:
    changed = bytearray(honest)
    changed[-1] ^= 1
    assert judged(bytes(changed))["B3"].status == NOT_AVAILABLE


Path = tuple[Any, ...]


def places(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value of a document with the way to it, the document itself first."""
    yield path, tree
    if isinstance(tree, dict | list):
        for name, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from places(value, (*path, name))


def forgeries(value: Any) -> Iterator[tuple[str, Any]]:
    """False values in place of one, with what was done to it."""
    if isinstance(value, dict):
        yield "a member more", value | {"more": None}
        yield from (
            (f"without {name}", {its: it for its, it in value.items() if its != name}) for name in value
        )
    elif isinstance(value, list):
        yield "an item more", [*value, value[-1] if value else None]
        yield from ((f"without item {n}", value[:n] + value[n + 1 :]) for n in range(len(value)))
        if value != value[::-1]:
            yield "backwards", value[::-1]
    else:
        yield "another", {str: "x", int: -1, bool: value is not True}.get(type(value), 7)


def replaced(tree: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    copy = tree.copy()
    copy[path[0]] = replaced(tree[path[0]], path[1:], value)
    return copy


@pytest.mark.soak
@pytest.mark.parametrize("name", ["case.json", "clauses.json", "timeline.json", "names.json"])
def test_nothing_in_a_document_can_be_otherwise(honest: bytes, kronika: Kronika, name: str) -> None:
    """Changed, left out, added, in another order: the names of referees alone are in no sentence, so nothing binds them."""
    tree, passing = json.loads(files(honest)[name]), list[tuple[Path, str]]()
    for path, value in places(tree):
        for how, false in forgeries(value):
            said = written(replaced(tree, path, false))
            if judged(signed(kronika, honest, **{name.replace(".", "_"): said})).ok:
                passing.append((path, how))
    assert passing == [(("referees", n), "another") for n in ("1", "2") if name == "names.json"]
