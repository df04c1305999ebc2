"""What accounts may see and do, by the roles that they have."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from service.app import Kronika
from service.identity.account_roles import grant_role
from service.identity.credentials import revoke
from tests.accounts.kit import Person, person
from tests.api.kit import Seated
from tests.api.test_tournaments import filled


def with_role(kronika: Kronika, name: str, place: str, *roles: str) -> Person:
    somebody = person(kronika, name)
    kronika.store.append("", [], [grant_role(somebody.account, place, role) for role in roles])
    return somebody


ROLES = {
    "Player": (("seat:1",), "seat:1"),
    "Judge": (("referee:1",), "referee:1"),
    "Host": (("organiser",), "organiser"),
    "Both": (("organiser", "seat:2"), "seat:2"),
    "Nobody": ((), "spectator"),
}


@pytest.mark.parametrize("name", ROLES)
def test_an_account_reads_with_its_best_role(
    client: FlaskClient, kronika: Kronika, game: Seated, private_game: Seated, name: str
) -> None:
    roles, expected = ROLES[name]
    for one in (game, private_game):
        somebody = with_role(kronika, f"{name} {one.id}", one.id, *roles)
        answer = client.get(one.url, headers=somebody.headers)
        if roles or one is game:
            assert (answer.status_code, answer.json["viewer"]) == (200, expected)
        else:
            assert answer.status_code == 404
        assert answer.headers["Cache-Control"] == "private, no-store"


def test_a_role_in_a_tournament_counts_in_its_games(client: FlaskClient, kronika: Kronika) -> None:
    path, _ = filled(client)
    tournament = path.rpartition("/")[2]
    player = with_role(kronika, "Cup player", tournament, "seat:2")
    document = client.get(path, headers=player.headers).json
    assert document["viewer"] == "seat:2"
    game = document["games"][0]["id"]
    assert client.get(f"/v1/games/{game}", headers=player.headers).json["viewer"] == "seat:2"


def test_an_account_acts_with_every_role_that_it_has(
    client: FlaskClient, kronika: Kronika, game: Seated
) -> None:
    seat = game.to_act()
    both = with_role(kronika, "Both roles", game.id, "organiser", f"seat:{seat}")
    acted = client.post(f"{game.url}/actions", json=game.legal(seat)[0], headers=both.headers)
    assert acted.status_code == 201
    assert client.put(f"{game.url}/suspension", headers=both.headers).status_code == 200
    other = person(kronika, "No role")
    refused = client.post(f"{game.url}/actions", json={"type": "roll"}, headers=other.headers)
    assert (refused.status_code, refused.json["type"].rpartition("/")[2]) == (403, "forbidden")


def test_an_ended_session_opens_nothing(client: FlaskClient, kronika: Kronika, private_game: Seated) -> None:
    player = with_role(kronika, "Gone", private_game.id, "seat:1")
    [(id,)] = kronika.store.query("SELECT id FROM credentials WHERE account = ?", (player.account,))
    kronika.store.append("", [], [revoke(player.account, id)])
    answer = client.get(private_game.url, headers=player.headers)
    assert answer.status_code == 404
    assert "Max-Age=0" in answer.headers["Set-Cookie"]
