"""Names of accounts in documents: the present one, wherever the account plays, played or referees, and whatever was cached."""

from __future__ import annotations

from flask.testing import FlaskClient

from service.identity import hiding
from service.operation.app import Kronika
from service.store import Statement
from tests.accounts.kit import Person, person
from tests.accounts.test_own_seats import claim
from tests.accounts.test_seats import seat, table
from tests.api.kit import Seated, bearer
from tests.api.test_forks import forked


def renamed(client: FlaskClient, who: Person, name: str) -> None:
    answer = client.put("/v1/me/name", json={"name": name}, headers=who.headers)
    assert answer.status_code == 200, answer.json


def test_a_renamed_account_has_its_new_name_in_all_documents(client: FlaskClient, kronika: Kronika) -> None:
    owner, bot = person(kronika, "Old owner"), person(kronika, "Owned bot")
    owned = Statement("UPDATE accounts SET owner = ? WHERE id = ?", (owner.account, bot.account))
    kronika.store.append("", [], [owned])
    url, of_bot = table(client), table(client)
    seat(client, url, owner)
    client.post(f"{url}/seats", json={"name": "Guest"})
    seat(client, of_bot, bot)
    cup = client.post("/v1/tournaments", json={"ruleset": "age-of-war", "seats": 2, "games": 2}).json
    seat(client, f"/v1/tournaments/{cup['id']}", owner)
    before = client.get(url)
    renamed(client, owner, "New owner")
    after = client.get(url, headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert (after.json["seats"][0]["name"], after.json["seats"][0]["account"]["name"]) == ("New owner",) * 2
    assert client.get(of_bot).json["seats"][0]["account"]["owner"]["name"] == "New owner"
    assert client.get(f"/v1/tournaments/{cup['id']}").json["seats"][0]["name"] == "New owner"
    assert "Old owner" not in client.get("/v1/games").text
    assert "Old owner" not in client.get(f"{url}/states/2").text


def test_an_account_whose_name_is_removed_is_not_shown(client: FlaskClient, kronika: Kronika) -> None:
    who, url = person(kronika, "Rude name"), table(client)
    seat(client, url, who)
    game = url.rpartition("/")[2]
    for remove in (hiding.hide_names, hiding.delete_names):
        remove(kronika.store, hiding.names_at_seat(game, 1))
        for path in (url, "/v1/games"):
            assert "Rude name" not in client.get(path).text
            assert who.account not in client.get(path).text
        row = client.get(url).json["seats"][0]
        assert (row["name"], row["guest"], row["account"]) == ("#1", False, None)
    renamed(client, who, "Polite name")
    assert client.get(url).json["seats"][0]["name"] == "#1"


def test_analyses_name_those_who_had_the_seats_when_they_began(
    client: FlaskClient, kronika: Kronika, game: Seated
) -> None:
    """Also when somebody else has the seat by then."""
    first, second = person(kronika, "First owner"), person(kronika, "Second owner")
    of_guest = forked(game, seat=2)
    assert claim(game, first).status_code == 201
    of_first = forked(game, seat=2)
    again = forked(of_first, seat=2)
    code = client.post(f"{game.url}/invitations", json={"seat": 1}, headers=bearer(game.organiser)).json
    assert seat(client, game.url, second, invitation=code["code"]).status_code == 201
    of_second = forked(game, seat=2)
    renamed(client, first, "Another name")

    def names() -> list[tuple[str, bool]]:
        rows = [it.get(seat=1).json["seats"][0] for it in (of_guest, of_first, again, of_second)]
        assert all(row["account"] is None and row["account_salt"] is None for row in rows)
        return [(row["name"], row["guest"]) for row in rows]

    both = [("Another name", False)] * 2
    assert names() == [("Ada", True), *both, ("Second owner", False)]
    assert client.delete("/v1/me", headers=first.headers).status_code == 204
    assert [name for name, _ in names()] == ["Ada", "somebody", "somebody", "Second owner"]


def test_a_hidden_name_does_not_come_back_in_the_place_of_the_next(
    client: FlaskClient, kronika: Kronika
) -> None:
    who, rude = person(kronika, "Rude again"), hiding.names_spelled("Rude again")
    url = table(client)
    hiding.hide_names(kronika.store, rude)
    found = client.post(f"{url}/referees", json={"account": "Rude again"}, headers=who.headers)
    assert found.status_code in (403, 404)
    renamed(client, who, "Polite again")
    hiding.show_names(kronika.store, rude)
    assert client.get(f"/v1/accounts/{who.account}").json["name"] == "Polite again"
    assert client.get("/v1/accounts/polite again").json["id"] == who.account
