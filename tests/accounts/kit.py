"""Persons with accounts, made without the ceremony in a browser."""

from __future__ import annotations

from typing import NamedTuple

from api.http.sessions import cookie_name
from service.app import Kronika
from service.identity.account_log import new_id, opening
from service.identity.credentials import SESSION, new_personal_token, new_session
from service.system.clock import now


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
