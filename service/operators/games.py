"""Closing, reopening and abandoning a game. Its players see the operator's sentence; the log has its salted hash."""

from __future__ import annotations

from service.operators.acts import Act
from service.play.context import Context


def close_game(context: Context, game: str, reason: str, lang: str = "en") -> Act:
    """Nobody acts in a game that has begun until it is reopened; its clocks stop. Referees go on with what is at their desk.

    `Refused` not-found for an unknown game, illegal-action for one that has not begun, is over, or is closed already, malformed
    for a blank reason. `lang` ("en" or "pl") is the language of the reason, which everybody sees who may see the game.
    """
    raise NotImplementedError


def reopen_game(context: Context, game: str, reason: str) -> Act:
    """A closed game goes on, unless its organiser or a case halts it; the reason is for the operator's acts alone.

    Refused as `close_game`, and illegal-action for a game that is not closed.
    """
    raise NotImplementedError


def abandon_game(context: Context, game: str, reason: str, lang: str = "en") -> Act:
    """A game ends without a result. Refused as `close_game`, and illegal-action while a case is open; games that have not
    begun can be abandoned, too.
    """
    raise NotImplementedError
