"""The dependencies of every command."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from service.log.key_pool import KeyPool
from service.log.repository import Repository
from service.play.refusal_counts import RefusalCounts


class Context(NamedTuple):
    """`wake_bots` is called with the id of each written game that has bots, since a bot may have to act.

    `key_pool` is the pool of prepared keys for new games.
    """

    repository: Repository
    wake_bots: Callable[[str], None]
    key_pool: KeyPool
    refusals: RefusalCounts
