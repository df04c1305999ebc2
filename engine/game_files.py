"""Games read from files, with their players, for `kronika explain` and `kronika dataset`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from domain.table.refusals import malformed
from engine.game import Game
from engine.logs import BadFile, read
from projections.people import Player, Players


class ReadGame(NamedTuple):
    """A game with all its secrets. An audit file names no players."""

    game: Game
    players: Players


class PlayerEntry(msgspec.Struct, frozen=True):
    """A player in a game file."""

    seat: int
    name: str
    bot: str | None


def read_game(file: Mapping[str, Any]) -> ReadGame:
    """`Refused` malformed if the file is no game or audit file, is inconsistent or hides anything."""
    try:
        return ReadGame(read(file), players_in(file))
    except BadFile as bad:
        raise malformed("", str(bad)) from bad


def players_in(file: Mapping[str, Any]) -> Players:
    """The players that a game file names; `Refused` malformed if its member `players` is none."""
    try:
        entries = msgspec.convert(file.get("players", ()), tuple[PlayerEntry, ...])
    except msgspec.ValidationError as error:
        raise malformed("players", str(error)) from error
    return {it.seat: Player(it.name, it.bot) for it in entries}
