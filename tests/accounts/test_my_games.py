"""The games of one's own, and what others see of them."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.accounts import closing, profiles
from service.accounts import my_games as service_games
from service.identity import account_invitations, hiding
from service.operation.app import Kronika
from tests.accounts.kit import Person, person, personal_token, seated
from tests.api.kit import Seated, bearer
from tests.api.test_scans import PASSES

CLOCK = {"bank": 600, "increment": 0, "grace": 0, "on_time_out": "forfeit", "start_within": 600}


def mine(client: FlaskClient, who: Person, query: str = "") -> dict[str, Any]:
    answer = client.get(f"/v1/me/games{query}", headers=who.headers)
    assert answer.status_code == 200, answer.json
    assert answer.headers["Cache-Control"] == "private, no-store"
    found: dict[str, Any] = answer.json
    return found


def ids(page: dict[str, Any]) -> list[str]:
    return [game["id"] for game in page["games"]]


def ended(game: Seated) -> None:
    assert game.client.post(f"{game.url}/abandonment", headers=bearer(game.organiser)).status_code == 200


def finish(game: Seated, loser: int) -> None:
    """The seat gives up, and the other one wins."""
    assert game.post("/resignations", loser, {}).status_code == 201


def test_games_come_by_what_runs_out_first(client: FlaskClient, kronika: Kronika) -> None:
    ada = person(kronika, "Ada Lovelace")
    over, waits, acts = (Seated.at(client) for _ in range(3))
    slow, quick = (Seated.at(client, clock={**CLOCK, "bank": bank}) for bank in (5000, 600))
    for game in (over, acts, slow, quick):
        seated(kronika, ada, game.id, game.to_act())
    seated(kronika, ada, waits.id, 3 - waits.to_act())
    ended(over)
    page = mine(client, ada)
    assert ids(page) == [it.id for it in (quick, slow, acts, waits, over)]
    assert (page["next"], page["notices"]) == (None, 0)
    first = page["games"][0]
    clocks = quick.get().json["clock"]["seats"]
    assert first["deadline"] == next(it["deadline"] for it in clocks if it["seat"] == first["seat"])
    assert "deadline" not in page["games"][2]
    assert ids(mine(client, ada, "?to_act=true")) == [it.id for it in (quick, slow, acts)]
    assert ids(mine(client, ada, "?status=abandoned")) == [over.id]
    assert ids(mine(client, ada, "?status=playing&to_act=false")) == [
        it.id for it in (quick, slow, acts, waits)
    ]


def test_pages_have_each_game_once(client: FlaskClient, kronika: Kronika) -> None:
    ada = person(kronika, "Ada of pages")
    games = [Seated.at(client) for _ in range(6)]
    for game in games:
        seated(kronika, ada, game.id, 1)
    for game in games[:3]:
        ended(game)
    whole, found, cursor = ids(mine(client, ada)), [], ""
    while True:
        page = mine(client, ada, f"?limit=1{cursor}")
        found += ids(page)
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert found == whole
    assert sorted(found) == sorted(game.id for game in games)
    assert client.get("/v1/me/games?cursor=WzEsIngiXQ==", headers=ada.headers).status_code == 422


def test_private_games_are_for_their_own_account(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada in private"), person(kronika, "Bo in private")
    private, public = Seated.at(client, visibility="private"), Seated.at(client)
    for game in (private, public):
        seated(kronika, ada, game.id, 1)
    finish(private, 2)
    finish(public, 2)
    assert set(ids(mine(client, ada))) == {private.id, public.id}
    assert ids(mine(client, bo)) == []
    for headers in ({}, ada.headers, bo.headers):
        profile = client.get(f"/v1/accounts/{ada.account}", headers=headers).json
        assert profile["rulesets"] == [{"ruleset": "age-of-war", "games": 1, "won": 1}]
        assert ids(client.get(f"/v1/accounts/{ada.account}/games", headers=headers).json) == [public.id]


@pytest.mark.parametrize("take_away", [hiding.hide, hiding.delete])
def test_what_an_operator_hides_is_in_no_profile(
    client: FlaskClient, kronika: Kronika, take_away: Any
) -> None:
    ada = person(kronika, f"Ada {take_away.__name__}")
    game = Seated.at(client)
    seated(kronika, ada, game.id, 1)
    finish(game, 1)
    path = f"/v1/accounts/{ada.account}"
    assert client.get(path).json["rulesets"] == [{"ruleset": "age-of-war", "games": 1, "won": 0}]
    take_away(kronika.store, game.id)
    assert client.get(path).json["rulesets"] == []
    assert ids(client.get(f"{path}/games").json) == []
    assert ids(mine(client, ada)) == ([game.id] if take_away is hiding.hide else [])
    if take_away is hiding.hide:
        hiding.show(kronika.store, game.id)
        assert client.get(path).json["rulesets"][0]["games"] == 1


def test_a_profile_is_found_by_equal_names_only(client: FlaskClient, kronika: Kronika) -> None:
    ola = person(kronika, "Ola")
    for wanted in ("Ola", "oLA", "\uff2fla", ola.account):
        found = client.get(f"/v1/accounts/{wanted}").json
        assert (found["id"], found["name"], found["bot"]) == (ola.account, "Ola", False)
        assert "owner" not in found
    for wanted in ("0la", "Olа", "Ol", "a" * 32, "x" * 300):
        assert client.get(f"/v1/accounts/{wanted}").status_code == 404
        assert client.get(f"/v1/accounts/{wanted}/games").status_code == 404


def test_who_may_read_the_games_of_an_account(client: FlaskClient, kronika: Kronika) -> None:
    ada = person(kronika, "Ada with tokens")
    assert client.get("/v1/me/games").status_code == 401
    reads = personal_token(kronika, ada.account, "read")
    plays = personal_token(kronika, ada.account, "play", "tables")
    assert client.get("/v1/me/games", headers=bearer(reads)).status_code == 200
    refused = client.get("/v1/me/games", headers=bearer(plays))
    assert (refused.status_code, refused.json["scope"]) == (403, "read")


@pytest.mark.parametrize(
    ("sql", "params"),
    [
        (service_games.AT_PLAY.format("?"), 2),
        (service_games.ENDED, 6),
        (profiles.FIGURES, 1),
        (profiles.LISTED, 5),
        (account_invitations.PLAYED, 2),
        (account_invitations.OF_ACCOUNT, 2),
        (account_invitations.OF_PLACE, 2),
        (account_invitations.LATELY, 2),
        (closing.AT_PLAY, 2),
        (closing.WAITING, 2),
    ],
)
def test_nothing_is_found_by_passing_all_rows(kronika: Kronika, sql: str, params: int) -> None:
    plan = kronika.store.query(f"EXPLAIN QUERY PLAN {sql}", ("x",) * params)
    assert not [step for *_, step in plan if PASSES.findall(step)], plan
