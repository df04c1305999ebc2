"""What the background worker does about the log of logs, done at once."""

from __future__ import annotations

from typing import Any

import orjson

from service.log.transparency.leaf_lists import LeafLists
from service.operation.app import Kronika


def sequence(kronika: Kronika, lists: LeafLists | None = None) -> None:
    """Sequence all queued leaves, and make the lists of leaves."""
    sequencer, lists = kronika.sequencer(), lists or kronika.leaf_lists()
    while sequencer.sequence():
        pass
    while lists.make():
        pass


def all_leaves(kronika: Kronika) -> list[dict[str, Any]]:
    """The leaves of the log of logs, with what is queued."""
    sequence(kronika)
    log = kronika.repository.logs.current()
    return [orjson.loads(log.leaf(index)) for index in range(log.head().size)]
