"""A seat's turns, one after the other, and an account's in all its games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kronika_client import api
from kronika_client.errors import MovedOn
from kronika_client.steps import Emit, Flow, sending
from kronika_client.streams import following

OVER = ("finished", "abandoned")
WAIT = 20
"""The duration of a long poll, in seconds."""
Act = Callable[[Any, int], Flow[Any]]
"""How a seat acts: an action, and the version that it was chosen at."""


Run = Callable[[Flow[Any]], Any]
"""How a client carries out a flow: its value, or for `AsyncClient` what is awaited for it."""


@dataclass(frozen=True)
class Turn:
    """The seat `seat` is to act."""

    game: str
    seat: int
    version: int
    document: Any
    """The game document (`models.GameDocument`), as this seat may know it."""
    legal: list[Any]
    """The actions of which the seat may take any as it is (`models.Action`): never empty."""
    _act: Act
    _run: Run

    @property
    def view(self) -> Any:
        """The board, a struct of the ruleset such as `models.RomansView`."""
        return self.document.view

    def act(self, action: Any) -> Any:
        """Act, once; what happened (`models.Acted`), or None if the position has changed since: a turn to come shows it.

        A turn of `AsyncClient` is awaited: `await turn.act(action)`.
        """
        return self._run(_acted(self._act(action, self.version)))


def acting(game: str, token: str | None, patience: float) -> Act:
    """How a seat without a key acts."""

    def act(action: Any, version: int) -> Flow[Any]:
        call = api.act(game, action, if_match=f'"{version}"')
        return (yield from sending(call, token, patience))

    return act


def _acted(acting: Flow[Any]) -> Flow[Any]:
    try:
        return (yield from acting)
    except MovedOn:
        return None


def playing(game: str, token: str | None, patience: float, act: Act, run: Run) -> Flow[None]:
    """Emit the turns of a seat, until the game is over."""
    document = yield from sending(api.get_game(game), token, patience)
    while document.status not in OVER:
        if document.to_act:
            yield from _turns(game, token, patience, act, run, document)
        # It is answered at once if the game has moved on by now.
        waiting = api.get_game(game, wait=WAIT, after=document.version)
        document = yield from sending(waiting, token, patience)


def _turns(
    game: str, token: str | None, patience: float, act: Act, run: Run, document: Any = None
) -> Flow[None]:
    """Emit turns as long as this caller is to act, and acts; `document` is the newest that the caller has."""
    version = 0
    while True:
        legal = yield from sending(api.list_legal_actions(game), token, patience)
        if not legal.actions or legal.version == version:
            return
        if document is None or document.version != legal.version:
            document = yield from sending(api.get_game(game), token, patience)
        if document.version == legal.version:
            version = legal.version
            yield Emit(Turn(game, legal.seat or 0, version, document, legal.actions, act, run))


def playing_everywhere(token: str | None, patience: float, run: Run) -> Flow[None]:
    """Emit the turns in all games of an account; ends only when it is interrupted."""

    def turns(game: str) -> Flow[None]:
        return _turns(game, token, patience, acting(game, token, patience), run)

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
