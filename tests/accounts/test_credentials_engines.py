"""Races for what opens an account, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest

from domain.table.refusals import Refused
from service.accounts import bots, devices, invited_signups, personal_tokens
from service.accounts.personal_tokens import NewToken, mint, tokens
from service.accounts.sessions import end_session, sessions
from service.identity.account_log import load
from service.identity.credentials import Holder, holder_of, note_use
from service.identity.invitations import issue
from service.identity.tokens import digest
from service.operation.app import Kronika
from service.store import Statement, Store
from service.system.clock import DAY, HOUR, now
from tests.accounts.kit import Person, organises, person
from tests.notices.conftest import services
from tests.service.conftest import House, quick_keys

__all__ = ["quick_keys", "services"]
Open = Callable[[], House]


def reading(account: str) -> NewToken:
    return NewToken(account, "script", frozenset({"read"}), 3600)


def held(store: Store, who: Person) -> Holder:
    found = holder_of(store, f"session:{who.headers['Cookie'].partition('=')[2]}")
    assert found is not None
    return found


def at_once(times: int, act: Callable[[int], object]) -> list[Any]:
    """What each of these acts returns, or False if it is refused."""

    def attempt(n: int) -> object:
        try:
            return act(n)
        except Refused:
            return False

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(attempt, range(times)))


def the_most_holds_at_once(kronika: Kronika, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((personal_tokens, "MOST"), (bots, "MOST"), (invited_signups, "MOST_A_DAY")):
        monkeypatch.setattr(module, name, 2)
    store, holder = kronika.store, held(kronika.store, ada)
    made = at_once(4, lambda _: mint(store, kronika.signer, holder, reading(ada.account), None))
    opened = at_once(4, lambda n: bots.open_bot(store, holder, f"Robot {n}", None))
    assert [sum(map(bool, it)) for it in (made, opened)] == [2, 2]
    assert len(tokens(store, ada.account).tokens) == len(load(store, ada.account).tokens) == 2
    age = "UPDATE accounts SET opened_at = ? WHERE id = ?"
    store.append("", [], [Statement(age, (now() - 8 * DAY, ada.account))])
    game = uuid4().hex
    organises(kronika, ada, game)
    codes = [f"ki_{uuid4().hex}" for _ in range(4)]
    store.append("", [], [row for it in codes for row in issue(it, game, None, now() + HOUR, None)])
    spared = at_once(4, lambda n: invited_signups.is_invited(store, digest(codes[n])))
    assert sum(spared) == 2


def the_same_key_at_once_makes_one_token(kronika: Kronika, ada: Person) -> None:
    key, holder, wanted = uuid4().hex, held(kronika.store, ada), reading(ada.account)
    made = at_once(4, lambda _: mint(kronika.store, kronika.signer, holder, wanted, key))
    assert len({it.document.token for it in made}) == 1
    assert [it.replayed for it in made].count(False) == 1
    assert len(tokens(kronika.store, ada.account).tokens) == 1


def a_device_enters_once_and_not_after_the_session(kronika: Kronika, ada: Person) -> None:
    store, holder = kronika.store, held(kronika.store, ada)
    code = devices.show_code(store, holder)
    opened = at_once(3, lambda _: devices.open_code(store, code.url.partition("#")[2]))
    [first] = [it for it in opened if it]
    assert not at_once(1, lambda _: devices.confirm(store, holder, code.device, first.digits))[0]
    code = devices.show_code(store, holder)
    new = devices.open_code(store, code.url.partition("#")[2])
    devices.confirm(store, holder, code.device, new.digits)
    entered = at_once(3, lambda _: devices.enter(store, new.ticket, "a phone"))
    assert sum(map(bool, entered)) == 1
    assert len(sessions(store, holder).sessions) == 2
    code = devices.show_code(store, holder)
    new = devices.open_code(store, code.url.partition("#")[2])
    devices.confirm(store, holder, code.device, new.digits)
    end_session(store, holder, holder.id)
    assert at_once(1, lambda _: devices.enter(store, new.ticket, "a phone")) == [False]


def use_is_noted(kronika: Kronika, ada: Person) -> None:
    store = kronika.store
    minted = mint(store, kronika.signer, held(store, ada), reading(ada.account), None).document
    holder = holder_of(store, minted.token)
    assert holder is not None
    note_use(store, minted.token, holder)
    [row] = tokens(store, ada.account).tokens
    assert row.last_used_at is not None
    assert row.expires_at == minted.expires_at


def test_races_on_both_databases(services: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """One database for all of it, because PostgreSQL takes seconds to be prepared."""
    kronika = services().kronika
    the_same_key_at_once_makes_one_token(kronika, person(kronika, "Ada with a key"))
    a_device_enters_once_and_not_after_the_session(kronika, person(kronika, "Ada with a phone"))
    use_is_noted(kronika, person(kronika, "Ada with a program"))
    the_most_holds_at_once(kronika, person(kronika, "Ada with many"), monkeypatch)
