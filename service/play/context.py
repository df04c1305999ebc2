"""What every command works with."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from service.log.keys_ahead import KeysAhead
from service.log.repository import Repository


class Context(NamedTuple):
    """`wake_bots` is called with the id of each game with bots that was written: one of them may have to act.

    `keys_ahead` are those of games to come, where some are made ahead.
    """

    repository: Repository
    wake_bots: Callable[[str], None]
    keys_ahead: KeysAhead
