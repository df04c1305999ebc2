"""Closing an account: when it may be, and that nothing of it is left."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.accounts.events import PasskeyAdded
from projections.people import Player, SeatAccount
from service.accounts import closing
from service.accounts import erasure as account_erasure
from service.accounts.erasure import OWNED
from service.disputes import acceptances
from service.identity.account_log import Change, change, new_id, opening
from service.operation.app import Kronika
from service.store import Duplicate, Statement, Store
from service.tables import own_seats
from service.tables.entrants import Entrant
from tests.accounts.kit import Person, met, person, personal_token, seated
from tests.api.kit import Seated, bearer

TOLD = {"hooks", "notices", "notice_counts"}
"""The tables of notices and webhooks, whose modules delete what is an account's."""
KEPT = {
    "account_events": "the last entry stays",
    "account_names": "hashes of names, which stay reserved for a while",
    "accounts": "the id stays",
    "tournament_seats": "the seat stays, without its account",
    "referees": "the referee stays, without their account",
}


def closed(client: FlaskClient, who: Person) -> Any:
    return client.delete("/v1/me", headers=who.headers)


def tables_of_accounts(kronika: Kronika) -> set[str]:
    """Those with a column that names an account."""
    sql = "SELECT DISTINCT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'"
    names = {"account", "owner", "inviter", "bot", "recipient"}
    found = {table for table, column in kronika.store.query(sql) if column in names}
    return found - {"players", "former_players", "lobby", "away"}  # whose `bot` is the service's own


def bot_of(kronika: Kronika, who: Person, name: str) -> Person:
    id = new_id()
    kronika.store.append("", [], opening(id, name, name.casefold(), who.account))
    return Person(id, name, bearer(personal_token(kronika, id, "read", "play")))


def everything(kronika: Kronika) -> str:
    """All of the database that is text."""
    tables = [name for (name,) in kronika.store.query("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return "\n".join(
        str(row)
        for table in tables
        if "ruling_words" not in table
        for row in kronika.store.query(f"SELECT * FROM {table}")
    )


def test_every_table_of_accounts_is_known_to_the_deletion(kronika: Kronika) -> None:
    assert tables_of_accounts(kronika) == {*OWNED, *KEPT, *TOLD}


def test_nothing_of_a_closed_account_is_left(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada goes away"), person(kronika, "Bo stays")
    bot = bot_of(kronika, ada, "A bot goes away")
    client.put("/v1/me/settings", json={"invitations": "everybody"}, headers=ada.headers)
    table = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json["id"]
    taken = client.post(f"/v1/games/{table}/seats", json={}, headers=ada.headers)
    assert taken.status_code == 201, taken.json
    guest = client.post(f"/v1/games/{table}/seats", json={"name": "A guest"}).json["token"]
    path = f"/v1/games/{table}"
    tag = client.get(path).headers["ETag"]
    early = closed(client, ada)
    assert (early.status_code, early.json["games"]) == (409, [table])
    assert client.get("/v1/me/games", headers=ada.headers).status_code == 200
    assert client.post(f"{path}/resignations", json={}, headers=bearer(guest)).status_code == 201
    noted = client.put(f"{path}/notes/1", json={"text": "What I thought"}, headers=ada.headers)
    assert noted.status_code < 300, noted.json
    assert closed(client, ada).status_code == 204
    for who in (ada, bot):
        assert client.get("/v1/me/games", headers=who.headers).status_code == 401
        assert client.get(f"/v1/accounts/{who.account}").status_code == 404
        assert client.get(f"/v1/accounts/{who.name}").status_code == 404
        rows = kronika.store.query("SELECT type, data FROM account_events WHERE account = ?", (who.account,))
        assert rows == [("closed", '{"type":"closed"}')]
    assert kronika.store.query("SELECT author FROM notes WHERE game = ?", (table,)) == []
    left = everything(kronika)
    for secret in (ada.name, bot.name, ada.name.casefold(), "What I thought"):
        assert secret not in left
    again = client.get(path, headers={"If-None-Match": tag})
    [seat, other] = again.json["seats"]
    assert (seat["name"], seat["account"], seat["guest"]) == ("somebody", None, False)
    assert (other["name"], other["guest"]) == ("A guest", True)
    for below in ("/replay", "/events", "/export", "/news"):
        assert ada.name not in client.get(path + below, headers=bo.headers).text
    assert ada.name not in client.get("/v1/games").text


def test_seats_of_tables_that_are_not_full_are_freed(client: FlaskClient, kronika: Kronika) -> None:
    ada = person(kronika, "Ada frees")
    waiting = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json["id"]
    assert client.post(f"/v1/games/{waiting}/seats", json={}, headers=ada.headers).status_code == 201
    assert closed(client, ada).status_code == 204
    document = client.get(f"/v1/games/{waiting}").json
    assert [it["name"] for it in document["seats"]] == [None, None]
    last = client.get(f"/v1/games/{waiting}/events").json["events"][-1]
    assert (last["type"], last["actor"]) == ("seat-freed", "table")
    assert ada.name not in client.get(f"/v1/games/{waiting}/replay").text


def test_who_plays_or_whose_bot_plays_cannot_close(client: FlaskClient, kronika: Kronika) -> None:
    ada = person(kronika, "Ada has a bot")
    bot = bot_of(kronika, ada, "A bot plays")
    game = Seated.at(client)
    seated(kronika, bot, game.id, 1)
    for path in ("/v1/me", f"/v1/me/bots/{bot.account}"):
        refused = client.delete(path, headers=ada.headers)
        assert (refused.status_code, refused.json["games"]) == (409, [game.id])
    assert game.post("/resignations", 2, {}).status_code == 201
    assert client.delete(f"/v1/me/bots/{bot.account}", headers=ada.headers).status_code == 204
    assert client.delete(f"/v1/me/bots/{bot.account}", headers=ada.headers).status_code == 404
    assert client.get("/v1/me/games", headers=ada.headers).status_code == 200
    assert closed(client, ada).status_code == 204


def test_who_may_close_and_export(client: FlaskClient, kronika: Kronika) -> None:
    ada, lazy = person(kronika, "Ada may close"), person(kronika, "Ada without", asserted=False)
    for method, path in (("DELETE", "/v1/me"), ("GET", "/v1/me/export")):
        token = personal_token(kronika, ada.account, "read", "play", "tables", "referee", "hooks")
        assert (
            client.open(
                path, method=method, headers={**bearer(token), "Sec-Fetch-Site": "same-origin"}
            ).status_code
            == 403
        )
        for site in ("cross-site", "same-site", "none"):
            refused = client.open(path, method=method, headers={**ada.headers, "Sec-Fetch-Site": site})
            assert (refused.status_code, refused.json["type"]) == (403, "/problems/other-site")
        refused = client.open(path, method=method, headers=lazy.headers)
        assert (refused.status_code, refused.json["type"]) == (403, "/problems/assertion-needed")
        assert client.open(path, method=method, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 401
    recovered = Change([PasskeyAdded("a passkey", by_recovery=True)])
    change(kronika.store, ada.account, lambda account: recovered)
    for method, path in (("DELETE", "/v1/me"), ("GET", "/v1/me/export")):
        refused = client.open(path, method=method, headers=ada.headers)
        assert (refused.status_code, refused.json["type"]) == (409, "/problems/too-early")
        assert refused.json["until"]


def test_a_deletion_is_whole_or_nothing(
    client: FlaskClient, kronika: Kronika, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that dies in it leaves the account as it was: whichever statement is the last, nothing was written."""
    ada, bo = person(kronika, "Ada half gone"), person(kronika, "Bo half gone")
    game = met(kronika, client, ada, bo)
    assert game.post("/resignations", 2, {}).status_code == 201
    before = everything(kronika)
    failing = Statement("INSERT INTO accounts (id, opened_at, status) SELECT id, 0, '' FROM accounts", ())
    monkeypatch.setattr(
        account_erasure, "write", lambda store, word, key, rows: store.append("", [], [*rows, failing])
    )
    with pytest.raises(Duplicate):
        account_erasure.erase_account(kronika.store, ada.account)
    assert everything(kronika) == before


def test_a_seat_that_is_taken_meanwhile_is_found_or_refused(
    client: FlaskClient, kronika: Kronika, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = person(kronika, "Ada is quick")
    game = Seated.at(client)
    real = closing.erase_account

    def late(store: Store, id: str, unless: Any) -> None:
        monkeypatch.undo()
        seated(kronika, ada, game.id, 1)
        real(store, id, unless)

    monkeypatch.setattr(closing, "erase_account", late)
    assert closed(client, ada).json["games"] == [game.id]
    assert game.post("/resignations", 2, {}).status_code == 201
    assert closed(client, ada).status_code == 204
    late_one = Entrant(Player(ada.name, None, SeatAccount(ada.account, ada.name, "AA")), "hash")
    with pytest.raises(Duplicate):
        kronika.store.append("", [], late_one.role_rows(game.id, 2, "a token"))


def test_everything_of_mine_is_in_one_zip(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada exports"), person(kronika, "Bo exports")
    bot = bot_of(kronika, ada, "A bot of exports")
    private = Seated.at(client, visibility="private")
    seated(kronika, ada, private.id, 1)
    other = Seated.at(client, visibility="private")
    seated(kronika, bo, other.id, 1)
    answer = client.get("/v1/me/export", headers=ada.headers)
    assert (answer.status_code, answer.mimetype) == (200, "application/zip")
    assert answer.headers["Cache-Control"] == "private, no-store"
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert archive.testzip() is None
        content = {name: archive.read(name).decode() for name in archive.namelist()}
    assert f"games/{private.id}.kronika.json" in content
    assert private.id in content["seats.ndjson"]
    assert bot.account in content["bots.ndjson"]
    assert "account-opened" in content["log.ndjson"]
    whole = "".join(content.values())
    assert other.id not in whole
    assert bo.name not in whole
    secret = ada.headers["Cookie"].partition("=")[2]
    assert secret not in whole
    assert private.tokens[2] not in whole


@pytest.mark.parametrize("step", ["claim", "acceptance"])
def test_an_account_that_closes_meanwhile_leaves_its_name_nowhere(
    client: FlaskClient, kronika: Kronika, game: Seated, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    who = person(kronika, f"Gone before the {step}")
    appointed = {"account": who.account}
    client.post(f"{game.url}/referees", json=appointed, headers=bearer(game.organiser))
    module, name = {"claim": (own_seats, "read_claim"), "acceptance": (acceptances, "check_referee_name")}[
        step
    ]
    real = getattr(module, name)

    def late(*given: Any) -> Any:
        closing.close_account(who.account, kronika.context)
        return real(*given)

    monkeypatch.setattr(module, name, late)
    path, body = {
        "claim": ("/seats/1/claims", {"token": game.tokens[1]}),
        "acceptance": ("/referees/acceptances", {}),
    }[step]
    assert client.post(game.url + path, json=body, headers=who.headers).status_code in (404, 412)
    for table in ("players", "referees"):
        assert (who.name,) not in kronika.store.query(f"SELECT name FROM {table}")
    assert not kronika.store.query("SELECT 1 FROM account_roles WHERE account = ?", (who.account,))
    assert game.get("", 1).status_code == 200
