"""What every command works with."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from service.log.repository import Repository


class Context(NamedTuple):
    """`wake_bots` is called with the id of each game with bots that was written: one of them may have to act."""

    repository: Repository
    wake_bots: Callable[[str], None]
