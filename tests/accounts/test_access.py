"""What accounts may see and do, by the roles that they have."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from service.identity import hiding
from service.identity.account_roles import grant_role
from service.identity.credentials import revoke
from service.operation.app import Kronika
from tests.accounts.kit import Person, person, personal_token
from tests.api.kit import Seated, bearer
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


def test_each_role_needs_its_own_scope(client: FlaskClient, kronika: Kronika, game: Seated) -> None:
    """Also where the operation is open to several."""
    both = with_role(kronika, "Scopes", game.id, "organiser", "seat:1").account
    reads = bearer(personal_token(kronika, both, "read", "tables"))
    note = client.put(f"{game.url}/notes/3", json={"text": "Mine."}, headers=reads)
    assert (note.status_code, note.json["scope"]) == (403, "play")
    plays = bearer(personal_token(kronika, both, "play"))
    freed = client.delete(f"{game.url}/seats/2", headers=plays)
    assert (freed.status_code, freed.json["detail"]) == (403, "Only the organiser may do this.")


def test_what_is_deleted_is_gone_for_a_player_of_its_tournament(
    client: FlaskClient, kronika: Kronika
) -> None:
    path, _ = filled(client)
    player = with_role(kronika, "Player of what is gone", path.rpartition("/")[2], "seat:2")
    game = client.get(path).json["games"][0]["id"]
    hiding.delete(kronika.store, game)
    assert client.get(f"/v1/games/{game}", headers=player.headers).status_code == 404


def test_who_organises_a_meeting_has_no_part_in_its_tables(client: FlaskClient, kronika: Kronika) -> None:
    host = person(kronika, "Host of a meeting")
    meeting = client.post("/v1/meetings", json={"name": "Open"}, headers=host.headers).json["id"]
    new = {"ruleset": "age-of-war", "seats": 2, "visibility": "private", "meeting": meeting}
    game = client.post("/v1/games", json=new, headers=host.headers).json["id"]
    assert client.get(f"/v1/games/{game}", headers=host.headers).json["viewer"] == "organiser"
    other = person(kronika, "Host of the meeting alone")
    kronika.store.append("", [], [grant_role(other.account, meeting, "organiser")])
    assert client.get(f"/v1/games/{game}", headers=other.headers).status_code == 404
