"""Notes on versions over HTTP: who writes them and when, who reads them, what they may hold."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.analyses import notes as written
from service.identity.tokens import grant
from service.operation.app import Kronika
from tests.api.kit import Seated, bearer
from tests.api.test_forks import forked
from tests.api.test_portable import abandon, abandoned


def note(game: Seated, token: str | None, version: int, text: str, **more: Any) -> TestResponse:
    headers = bearer(token) if token else {}
    return game.client.put(f"{game.url}/notes/{version}", json={"text": text, **more}, headers=headers)


def notes(game: Seated, seat: int | None = None) -> list[tuple[int, str, str]]:
    """Version, author and text of each note that is shown."""
    told = game.get("/notes", seat).json
    return [(it["version"], it["author"], it["text"]) for it in told["notes"]]


@pytest.fixture
def over(client: FlaskClient) -> Seated:
    return abandoned(client)


def test_seats_and_organiser_write_on_a_game_that_is_over_and_everybody_reads(over: Seated) -> None:
    written = note(over, over.tokens[2], 4, "Why not the castle?", marks=["/castles/3", "/dice/a~1b"])
    assert written.status_code == 200
    assert note(over, over.organiser, 4, "Well played.").status_code == 200
    assert note(over, over.tokens[1], 3, "Źle!\nO, nein.").status_code == 200
    told = over.get("/notes").json
    assert (told["version"], told["imported"]) == (over.get().json["version"], False)
    assert told["notes"][2] == written.json
    assert written.json["marks"] == ["/castles/3", "/dice/a~1b"]
    assert (
        notes(over)
        == notes(over, 1)
        == [
            (3, "seat:1", "Źle!\nO, nein."),
            (4, "organiser", "Well played."),
            (4, "seat:2", "Why not the castle?"),
        ]
    )


def test_one_note_a_version_and_author_and_an_empty_one_is_none(over: Seated) -> None:
    note(over, over.tokens[1], 3, "First.", marks=["/dice"])
    note(over, over.tokens[1], 3, "Second.")
    assert over.get("/notes").json["notes"][0]["marks"] == []
    assert notes(over) == [(3, "seat:1", "Second.")]
    gone = note(over, over.tokens[1], 3, " \n ")
    assert (gone.status_code, gone.data) == (204, b"")
    assert notes(over) == []
    assert note(over, over.tokens[1], 3, "").status_code == 204


def test_the_etag_changes_with_the_notes_and_the_log_does_not(over: Seated) -> None:
    before, log = over.get("/notes"), over.get("/audit").data
    assert over.get("/notes", If_None_Match=before.headers["ETag"]).status_code == 304
    note(over, over.tokens[1], 3, "First.")
    after = over.get("/notes", If_None_Match=before.headers["ETag"])
    assert after.status_code == 200
    assert after.headers["ETag"].split("-")[0] == before.headers["ETag"].split("-")[0]
    assert (after.headers["Cache-Control"], over.get("/audit").data) == ("private, no-cache", log)
    assert over.get("/notes", 1).headers["Cache-Control"] == "private, no-store"


def test_nobody_writes_while_the_game_goes_on(game: Seated) -> None:
    for token in (game.tokens[1], game.organiser):
        refused = note(game, token, 3, "I hold the seven.")
        assert (refused.status_code, refused.json["rule"]) == (409, "table.notes")
    assert notes(game) == []


def test_notes_are_not_told_of_a_game_that_goes_on_again(
    client: FlaskClient, kronika: Kronika, over: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    note(over, over.tokens[1], 3, "I held the seven.")
    monkeypatch.setattr(
        "service.log.notes.fully_disclosed", lambda loaded: False
    )  # as a ruling that takes it back does
    assert (notes(over), notes(over, 1)) == ([], [])
    assert note(over, over.tokens[1], 3, "Now.").status_code == 409


def test_who_only_looks_on_writes_nothing(client: FlaskClient, kronika: Kronika, over: Seated) -> None:
    kronika.store.append("", [], [grant("an-auditor", over.id, "auditor")])
    assert note(over, None, 3, "Hm.").status_code == 401
    assert note(over, "an-auditor", 3, "Hm.").status_code == 403
    assert note(over, Seated.at(client).tokens[1], 3, "Hm.").status_code == 403
    assert notes(over) == []


def test_a_private_games_notes_are_its_holders(client: FlaskClient, private_game: Seated) -> None:
    abandon(private_game)
    assert note(private_game, private_game.tokens[1], 3, "Ours.").status_code == 200
    assert notes(private_game, 2) == [(3, "seat:1", "Ours.")]
    assert private_game.get("/notes").status_code == 404
    assert note(private_game, None, 3, "Hm.").status_code == 401
    assert note(private_game, Seated.at(client).tokens[1], 3, "Hm.").status_code == 404


def test_an_analyst_writes_on_every_line_of_his_analysis(game: Seated) -> None:
    analysis = forked(game, seat=1)
    begun = analysis.get("", 1).json["version"]
    seat = analysis.get("", 1).json["to_act"][0]
    analysis.post("/actions", seat, analysis.legal(seat)[0])
    analysis.post("/lines", 1, {"to_version": begun})
    assert note(analysis, analysis.organiser, begun + 1, "A line that was left.").status_code == 200
    assert notes(analysis, 1) == [(begun + 1, "analyst", "A line that was left.")]
    assert analysis.get("/notes").status_code == 404
    assert notes(game) == []
    game.client.delete(analysis.url, headers=bearer(analysis.organiser))
    assert note(analysis, analysis.organiser, begun, "Late.").status_code == 404


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"text": "x" * 2001}, "text"),
        ({"text": "turned \u202e round"}, "text"),
        ({"text": "bell \x07"}, "text"),
        ({"text": None}, "text"),
        ({}, "text"),
        ({"text": "x", "marks": ["dice"]}, "marks[0]"),
        ({"text": "x", "marks": ["/a~2"]}, "marks[0]"),
        ({"text": "x", "marks": ["/" + "a" * 200]}, "marks[0]"),
        ({"text": "x", "marks": ["/a"] * 21}, "marks"),
        ({"text": "x", "author": "seat:2"}, "author"),
    ],
)
def test_what_no_note_may_hold(over: Seated, wrong: dict[str, Any], path: str) -> None:
    answer = over.client.put(f"{over.url}/notes/3", json=wrong, headers=bearer(over.tokens[1]))
    assert (answer.status_code, [*answer.json["errors"]]) == (422, [path])
    assert notes(over) == []


def test_texts_are_kept_in_one_spelling(over: Seated) -> None:
    assert note(over, over.tokens[1], 3, "Zo\u0308e").json["text"] == "Zöe"
    assert notes(over) == [(3, "seat:1", "Zöe")]


def test_versions_that_are_not_there_have_no_notes(over: Seated) -> None:
    last = over.get().json["version"]
    for version, status in ((0, 404), (1, 200), (last, 200), (last + 1, 404), (10**15, 404)):
        assert note(over, over.tokens[1], version, "Here.").status_code == status
    assert [version for version, *_ in notes(over)] == [1, last]


def test_an_author_has_so_many_notes_and_may_change_them(
    over: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(written, "MAX_NOTES", 2)
    for version in (1, 2):
        note(over, over.tokens[1], version, "Mine.")
    full = note(over, over.tokens[1], 3, "One more.")
    assert (full.status_code, full.json["type"]) == (409, "/problems/gone-elsewhere")
    assert note(over, over.tokens[1], 2, "Changed.").status_code == 200
    assert note(over, over.tokens[2], 3, "Another's.").status_code == 200
    assert note(over, over.tokens[1], 1, "").status_code == 204
    assert note(over, over.tokens[1], 3, "One more.").status_code == 200


ARROW = {"start": "die:0", "end": "castle:3"}


def test_a_note_may_judge_the_action_and_draw_arrows_and_the_file_has_both(over: Seated) -> None:
    written = note(over, over.tokens[2], 4, "", glyph="?!", arrows=[ARROW])
    assert written.status_code == 200
    assert (written.json["glyph"], written.json["arrows"], written.json["text"]) == ("?!", [ARROW], "")
    note(over, over.tokens[1], 4, "Plain.")
    plain, judged = over.get("/notes").json["notes"]
    assert judged == written.json
    assert {"glyph", "arrows"} & plain.keys() == set()
    file = over.get("/export")
    assert file.json["notes"] == [plain, judged]
    other = over.client.application.test_client()
    assert other.get(f"{over.url}/notes").json["notes"][1]["glyph"] == "?!"
    assert note(over, over.tokens[2], 4, "").status_code == 204
    assert [it["author"] for it in over.get("/notes").json["notes"]] == ["seat:1"]


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"glyph": "!!!"}, "glyph"),
        ({"arrows": [ARROW] * 21}, "arrows"),
        ({"arrows": [{"start": "die:0"}]}, "arrows[0].end"),
        ({"arrows": [{**ARROW, "end": '"]<b>'}]}, "arrows[0].end"),
        ({"arrows": [{**ARROW, "colour": "red"}]}, "arrows[0].colour"),
        ({"arrows": [ARROW, {**ARROW, "end": "tower:3"}]}, "arrows[1].end"),
        ({"arrows": [{**ARROW, "start": "die:0:1"}]}, "arrows[0].start"),
    ],
)
def test_bad_glyphs_and_arrows_are_refused(over: Seated, more: dict[str, Any], place: str) -> None:
    refused = note(over, over.tokens[1], 4, "Text.", **more)
    assert refused.status_code == 422
    assert list(refused.json["errors"]) == [place]
    assert over.get("/notes").json["notes"] == []


def test_the_refusal_of_a_place_names_the_places_of_the_board(over: Seated) -> None:
    refused = note(over, over.tokens[1], 4, "", arrows=[{**ARROW, "end": "view:dice"}])
    assert refused.json["detail"] == (
        "The board has no place 'view:dice' at version 4. Its places are castle:*, die:*, keep:*, line:*:*, stack:*."
    )
