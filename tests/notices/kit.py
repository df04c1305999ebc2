"""Games of accounts, and the notices of what happens there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.accounts.notices.follower import NAME, NoticeFollower
from service.accounts.notices.writing import account
from service.identity.account_log import new_id, opening
from service.operation.app import Kronika
from service.store import Statement
from tests.service.conftest import House

ROWS = "SELECT n, kind, version, seat FROM notices WHERE recipient = ? AND game = ? ORDER BY n"


def people(kronika: Kronika, *names: str) -> list[str]:
    """Accounts with these names."""
    ids = [new_id() for _ in names]
    rows = [
        it for id, name in zip(ids, names, strict=True) for it in opening(id, name, name.casefold(), None)
    ]
    kronika.store.append("", [], rows)
    return ids


def give(kronika: Kronika, account: str, place: str, role: str) -> None:
    sql = "INSERT INTO account_roles (account, place, role) VALUES (?, ?, ?)"
    kronika.store.append("", [], [Statement(sql, (account, place, role))])


def seated(house: House, *accounts: str, **new: Any) -> tuple[str, dict[int, str]]:
    """A game that has begun, whose seats belong to these accounts: its id and the seats' tokens."""
    game, organiser = house.create(seats=len(accounts), **new)
    tokens = {}
    for seat, id in enumerate(accounts, 1):
        give(house.kronika, id, game, f"seat:{seat}")
        tokens[seat] = house.sit(game, organiser, {"name": f"P{seat}"})
    return game, tokens


def catch_up(kronika: Kronika, follower: NoticeFollower | None = None, at_once: int = 500) -> None:
    """Write the notices of everything so far, in stretches of so many events."""
    follower, store = follower or NoticeFollower(kronika.repository), kronika.store
    after = store.position(NAME)
    while events := store.recorder.select_notifications(after, at_once, inclusive_of_start=False):
        follower.process(events)
        after = events[-1].id


def notices(kronika: Kronika, id: str, game: str) -> Sequence[tuple[int, str, int, int]]:
    """Number, kind, version and seat of an account's notices of a game."""
    return [
        (n, kind, version, seat) for n, kind, version, seat in kronika.store.query(ROWS, (account(id), game))
    ]
