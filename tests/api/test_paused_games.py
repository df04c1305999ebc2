"""No new games begin while the operator pauses them; those under way go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.table.refusals import Refused
from service.log import restrictions
from service.operation.app import Kronika
from service.operation.moderation.acts import acts_after
from service.operation.moderation.pausing import pause_games, resume_games
from tests.api.kit import LONG_KEY, Seated
from tests.api.test_portable import FILE, abandoned, abroad

__all__ = ["abroad"]
REASON = "We move to another machine at eight."
GAME = {"ruleset": "age-of-war", "seats": 2}
TOURNAMENT = {**GAME, "games": 3}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restrictions, "FRESH_SECONDS", -1.0)


@pytest.fixture
def over(client: FlaskClient) -> Seated:
    return abandoned(client)


@pytest.fixture
def paused(kronika: Kronika, over: Seated) -> Iterator[str]:
    """What the operator has said, after a game was played that may be had again."""
    pause_games(kronika.context, REASON)
    yield REASON
    if kronika.repository.restrictions.pause is not None:
        resume_games(kronika.context, "The test is over.")


@pytest.mark.usefixtures("checked_here")
def test_nothing_begins_and_clients_learn_why(
    client: FlaskClient, abroad: FlaskClient, kronika: Kronika, over: Seated, paused: str
) -> None:
    games = kronika.store.newest_game()
    file = abandoned(abroad).get("/export").data
    assert over.post("/rematches", 1, {"accept": True}).json["waiting"] == [2]
    for refused in (
        client.post("/v1/games", json=GAME),
        client.post("/v1/tournaments", json=TOURNAMENT),
        client.post(f"{over.url}/forks", json={"version": over.get().json["version"]}),
        client.post("/v1/imports", data=file, content_type=FILE),
        over.post("/rematches", 2, {"accept": True}),
    ):
        said = refused.json
        assert (refused.status_code, said["type"]) == (503, "/problems/games-paused"), said
        assert (said["reason"], said["reason_lang"]) == (paused, "en")
        assert said["detail"].endswith(paused)
        assert int(refused.headers["Retry-After"]) > 0
    assert kronika.store.newest_game() == games
    told = {"reason": paused, "lang": "en"}
    assert client.get("/health/ready").json == {"status": "ready", "paused": told}
    assert client.get("/", headers={"Accept": "application/json"}).json["paused"] == told


def test_games_under_way_go_on_and_so_does_a_tournament(client: FlaskClient, kronika: Kronika) -> None:
    game, (tournament, seats) = Seated.at(client), entered(client)
    pause_games(kronika.context, REASON)
    assert game.act().status_code == 201
    last = client.post(f"/v1/tournaments/{tournament}/seats", json={"name": "Bo"})
    assert (last.status_code, len(seats)) == (201, 1)
    assert len(client.get(f"/v1/tournaments/{tournament}").json["games"]) == 1
    resume_games(kronika.context, "Done.")


def entered(client: FlaskClient) -> tuple[str, list[Any]]:
    made = client.post("/v1/tournaments", json=TOURNAMENT).json["id"]
    return made, [client.post(f"/v1/tournaments/{made}/seats", json={"name": "Ada"}).json]


def test_a_repeated_request_gets_its_first_response(client: FlaskClient, kronika: Kronika) -> None:
    sent: dict[str, Any] = {"json": GAME, "headers": {"Idempotency-Key": LONG_KEY}}
    first = client.post("/v1/games", **sent)
    pause_games(kronika.context, REASON)
    again = client.post("/v1/games", **sent)
    assert (again.status_code, again.json) == (201, first.json)
    resume_games(kronika.context, "Done.")


def test_a_later_pause_changes_the_sentence_and_an_end_is_an_act(
    client: FlaskClient, kronika: Kronika
) -> None:
    for reason, lang in ((REASON, "en"), ("Wracamy o ósmej.", "pl")):
        pause_games(kronika.context, reason, lang)
    said = client.post("/v1/games", json=GAME).json
    assert (said["reason"], said["reason_lang"]) == ("Wracamy o ósmej.", "pl")
    resume_games(kronika.context, "Done.")
    assert client.post("/v1/games", json=GAME).status_code == 201
    with pytest.raises(Refused, match="not paused"):
        resume_games(kronika.context, "Done.")
    assert [it.act for it in acts_after(kronika.store, 0, 1000)][-3:] == [
        "pause-games",
        "pause-games",
        "resume-games",
    ]
