"""What every command works with."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from service.log.key_pool import KeyPool
from service.log.repository import Repository


class Context(NamedTuple):
    """`wake_bots` is called with the id of each game with bots that was written: one of them may have to act.

    `key_pool` has keys for new games, where some were made ahead.
    """

    repository: Repository
    wake_bots: Callable[[str], None]
    key_pool: KeyPool
