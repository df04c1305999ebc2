"""Persons with accounts, made without the ceremony in a browser."""

from __future__ import annotations

from typing import NamedTuple

from flask.testing import FlaskClient

from api.http.sessions import cookie_name
from projections import account_games
from service.identity.account_log import new_id, opening
from service.identity.account_roles import grant_role
from service.identity.credentials import SESSION, new_personal_token, new_session
from service.operation.app import Kronika
from service.store import Statement
from service.system.clock import now
from tests.api.kit import Seated


class Person(NamedTuple):
    """An account, and the headers by which its page asks: with a session that has just presented a passkey."""

    account: str
    name: str
    headers: dict[str, str]


def person(kronika: Kronika, name: str, asserted: bool = True) -> Person:
    id = new_id()
    session = new_session(id, "a browser", None, asserted)
    kronika.store.append("", [], [*opening(id, name, name.casefold(), None), session.row])
    cookie = f"{cookie_name(kronika.settings)}={session.secret.removeprefix(SESSION)}"
    return Person(id, name, {"Cookie": cookie, "Sec-Fetch-Site": "same-origin"})


def personal_token(kronika: Kronika, account: str, *scopes: str) -> str:
    """A token with these scopes, for an hour."""
    token = new_personal_token(account, "a program", frozenset(scopes), now() + 3_600_000)
    kronika.store.append("", [], [token.row])
    return token.secret


def seated(kronika: Kronika, who: Person, game: str, seat: int) -> None:
    """Make a seat of a game the account's own, with the rows that taking it writes, and the next events of the game."""
    rows = [
        Statement(
            "INSERT INTO account_roles (account, place, role) VALUES (?, ?, ?)",
            (who.account, game, f"seat:{seat}"),
        ),
        Statement(
            "INSERT INTO account_seats (game, version, seat, account, salt) VALUES (?, ?, ?, ?, ?)",
            (game, seat + 1, seat, who.account, "AA"),
        ),
    ]
    named = "UPDATE players SET name = ?, account_entry = ? WHERE game = ? AND seat = ?"
    rows.append(Statement(named, (who.name, seat + 1, game, seat)))
    loaded = kronika.repository.get(game).commit("")
    kronika.store.append("", [], [*rows, *(Statement(*sql) for sql in account_games.rows_for(loaded))])


def organises(kronika: Kronika, who: Person, place: str) -> None:
    """Let the account organise a game or a tournament."""
    kronika.store.append("", [], [grant_role(who.account, place, "organiser")])


def met(kronika: Kronika, client: FlaskClient, one: Person, other: Person) -> Seated:
    """A game that both play."""
    game = Seated.at(client)
    seated(kronika, one, game.id, 1)
    seated(kronika, other, game.id, 2)
    return game
