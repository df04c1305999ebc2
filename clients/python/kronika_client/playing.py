"""A seat's turns, one after the other, and an account's in all its games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from kronika_client import api
from kronika_client.errors import MovedOn
from kronika_client.steps import Emit, Flow, sending
from kronika_client.streams import following

OVER = ("finished", "abandoned")
WAIT = 20
"""The duration of a long poll, in seconds."""
Act = Callable[[Any, int], Flow[Any]]
"""How a seat acts: an action, and the version that it was chosen at."""


class Position(NamedTuple):
    """The seat `seat` is to act: the game document, and the actions of which it may take any as it is."""

    game: str
    seat: int
    version: int
    document: Any
    legal: list[Any]
    act: Act


def acting(game: str, token: str | None, patience: float) -> Act:
    """How a seat without a key acts."""

    def act(action: Any, version: int) -> Flow[Any]:
        call = api.act(game, action, if_match=f'"{version}"')
        return (yield from sending(call, token, patience))

    return act


def acted(position: Position, action: Any) -> Flow[Any]:
    """What happened; None if the position had changed before, so that there will be another turn."""
    try:
        return (yield from position.act(action, position.version))
    except MovedOn:
        return None


def playing(game: str, token: str | None, patience: float, act: Act) -> Flow[None]:
    """Emit every position in which the seat is to act, until the game is over."""
    document = yield from sending(api.get_game(game), token, patience)
    while document.status not in OVER:
        if document.to_act:
            yield from _turns(game, token, patience, act, document)
        waiting = api.get_game(
            game, wait=WAIT, after=document.version
        )  # answered at once if it is newer by now
        document = yield from sending(waiting, token, patience)


def _turns(game: str, token: str | None, patience: float, act: Act, document: Any = None) -> Flow[None]:
    """Emit positions as long as this caller is to act, and acts; `document` is the newest that the caller has."""
    version = 0
    while True:
        legal = yield from sending(api.list_legal_actions(game), token, patience)
        if not legal.actions or legal.version == version:
            return
        if document is None or document.version != legal.version:
            document = yield from sending(api.get_game(game), token, patience)
        if document.version == legal.version:
            version = legal.version
            yield Emit(Position(game, legal.seat or 0, version, document, legal.actions, act))


def playing_everywhere(token: str | None, patience: float) -> Flow[None]:
    """Emit the positions of all games of an account in which it is to act; ends only when it is interrupted."""

    def turns(game: str) -> Flow[None]:
        return _turns(game, token, patience, acting(game, token, patience))

    def take(notice: Any) -> Flow[None]:
        if getattr(notice, "kind", "") == "your-turn":
            yield from turns(notice.game)
        elif hasattr(notice, "from_"):  # a gap: notices that are no longer stored
            yield from waiting()

    def waiting() -> Flow[int]:
        """The games that wait for the account now; the number of its last notice before."""
        games: list[str] = []
        cursor, notices = None, None
        while notices is None or cursor:
            ask = api.list_my_games(status="playing", to_act=True, limit=100, cursor=cursor)
            mine = yield from sending(ask, token, patience)
            games += [row.id for row in mine.games]
            cursor, notices = mine.next, mine.notices if notices is None else notices
        for game in games:
            yield from turns(game)
        return notices

    after = yield from waiting()
    yield from following(api.stream_notices(), token, patience, after, take)
