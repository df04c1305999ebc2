"""The games of an account, private ones too: those that run by what runs out first, then those that are over, the newest first.

The games that an account plays at one time are read together, because clocks change with every move; those that are over are
found page by page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from domain.table.refusals import Refusal, Refused
from domain.table.state import OVER
from projections.documents.games import STATUSES
from projections.documents.profiles import MyGame, MyGames
from projections.lobby import summaries_of
from projections.paging import Query, make_cursor, marks, read_cursor
from service.accounts.notices.writing import account as recipient
from service.accounts.notices.writing import newest
from service.store import Store

AT_PLAY = """SELECT account_games.game, seat, account_games.created_at, to_act, clock FROM account_games
    JOIN lobby ON lobby.game = account_games.game WHERE account = ? AND account_games.status IN ({})"""
ENDED = """SELECT game, seat, created_at FROM account_games WHERE account = ? AND status = ?
    AND created_at <= ? AND (created_at < ? OR game > ?) ORDER BY created_at DESC, game LIMIT ?"""
RUNS_OUT, TO_ACT, WAITS, IS_OVER = range(4)
NEWEST = 2**52
"""Times are subtracted from it where the newest comes first."""
ENDLESS = NEWEST


class _Deadline(msgspec.Struct):
    seat: int
    deadline: int | UnsetType = UNSET


class _Clock(msgspec.Struct):
    seats: tuple[_Deadline, ...]


_TO_ACT, _CLOCK = msgspec.json.Decoder(tuple[int, ...]), msgspec.json.Decoder(_Clock)


class Place(NamedTuple):
    """A game's place in the list: its group, its time there, its id."""

    group: int
    key: int
    game: str


class _Listed(NamedTuple):
    place: Place
    seat: int
    deadline: int | UnsetType = UNSET


def my_games(
    store: Store, account: str, status: str | None, to_act: bool, limit: int, cursor: str | None
) -> MyGames:
    """A page of them. `to_act`: only those that wait for this account."""
    notices = newest(store, recipient(account))  # before the games, which may be newer
    after = _BEGINNING if cursor is None else _place(cursor)
    wanted = STATUSES if status is None else (status,)
    found = sorted(it for it in _at_play(store.query, account, wanted, to_act) if it.place > after)
    if len(found) <= limit and not to_act:
        ended = [_ended(store.query, account, one, after, limit + 1) for one in wanted if one in OVER]
        found += sorted(it for some in ended for it in some)
    page = found[:limit]
    following = _cursor(page[-1].place) if len(found) > limit else None
    return MyGames(games=tuple(_documents(store.query, page)), next=following, notices=notices)


def _at_play(query: Query, account: str, statuses: Sequence[str], to_act: bool) -> Iterator[_Listed]:
    running = [one for one in statuses if one not in OVER]
    rows = query(AT_PLAY.format(marks(running)), (account, *running)) if running else []
    for game, seat, created_at, acting, clock in rows:
        acts = seat in _TO_ACT.decode(acting)
        if acts or not to_act:
            yield _listed(game, seat, created_at, acts, clock)


def _listed(game: str, seat: int, created_at: int, acts: bool, clock: str | None) -> _Listed:
    clocks = () if clock is None else _CLOCK.decode(clock).seats
    deadline = next((it.deadline for it in clocks if it.seat == seat), UNSET)
    if deadline is not UNSET:
        return _Listed(Place(RUNS_OUT, deadline, game), seat, deadline)
    return _Listed(Place(TO_ACT if acts else WAITS, NEWEST - created_at, game), seat)


def _ended(query: Query, account: str, status: str, after: Place, limit: int) -> list[_Listed]:
    last, game = (NEWEST - after.key, after.game) if after.group == IS_OVER else (ENDLESS, "")
    rows = query(ENDED, (account, status, last, last, game, limit))
    return [_Listed(Place(IS_OVER, NEWEST - at, game), seat) for game, seat, at in rows]


def _documents(query: Query, page: Sequence[_Listed]) -> Iterator[MyGame]:
    """Without games that were deleted meanwhile."""
    own = {it.place.game: it for it in page}
    for summary in summaries_of(query, list(own), hidden_too=True):
        listed = own[summary.id]
        yield MyGame(**asdict(summary), seat=listed.seat, deadline=listed.deadline)


_BEGINNING = Place(-1, 0, "")


def _cursor(place: Place) -> str:
    return make_cursor(place.key, f"{place.group}{place.game}")


def _place(cursor: str) -> Place:
    """`Refused` malformed for a cursor of another list."""
    key, rest = read_cursor(cursor)
    group, game = rest[:1], rest[1:]
    if group not in map(str, range(4)):
        detail = "This is not a cursor that this list gave out."
        raise Refused(Refusal.MALFORMED, detail, errors={"cursor": [detail]})
    return Place(int(group), key, game)
