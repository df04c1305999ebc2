"""The players of a game, who are stored beside its log, and times as text."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from domain.by_seat import BySeat
from domain.ruleset import Ruleset
from domain.table.fold import options_of
from domain.table.state import Table
from projections.documents.games import Seat


class Player(NamedTuple):
    """The player of a seat. `bot` is the kind of bot, or None for a person."""

    name: str
    bot: str | None


Players = Mapping[int, Player]
QUICK_BOTS, THINKING_BOTS = ("random", "greedy"), ("search",)
"""Kinds of bots: quick ones, played by every process, and searching ones, played by one process, one at a time."""
BOTS = (*QUICK_BOTS, *THINKING_BOTS)


def stand_in(seat: int) -> str:
    """The replacement for a hidden name, in every language."""
    return f"#{seat}"


def nameless(players: Players) -> Players:
    """The same people without their names."""
    return {seat: player._replace(name=stand_in(seat)) for seat, player in players.items()}


def names_of(players: Players) -> Mapping[int, str]:
    """The names by seat."""
    return {seat: player.name for seat, player in players.items()}


def rfc3339(at: int) -> str:
    """Milliseconds since the epoch as RFC 3339 UTC."""
    return f"{_second(at // 1000)}.{at % 1000:03d}Z"


@lru_cache(maxsize=1024)
def _second(at: int) -> str:
    """Cached, because many events share a second and are formatted several times."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").removesuffix("+00:00")


def seats_of(ruleset: Ruleset[Any], table: Table, players: Players) -> tuple[Seat, ...]:
    """Every seat of a game."""
    options = options_of(ruleset, table.setup.options)
    seated = {seat: player for seat, player in players.items() if seat in table.seats.numbers}
    seats = seated_at(ruleset.sides(table.setup.seats, options), seated, table.seats.keys)
    away = table.absence.away
    return tuple(replace(it, away=away.get(it.seat, UNSET)) for it in seats) if away else seats


def seated_at(sides: BySeat[str], players: Players, keys: Mapping[int, str]) -> tuple[Seat, ...]:
    """`keys` are those of the seats that have one."""
    return tuple(_seat(n, players.get(n), side, keys.get(n)) for n, side in enumerate(sides, 1))


def _seat(number: int, player: Player | None, side: str, key: str | None) -> Seat:
    name, bot = player or (None, None)
    return Seat(seat=number, name=name, side=side or None, bot=bot, key=key)
