"""Where logs are stored: bytes in, the same bytes out, in one order that nobody can skip over.

The only package that imports `eventsourcing`. It knows nothing of games: a row's entry and secrets are bytes.
"""

from .opening import open_store
from .pulse import Pulse
from .rows import (
    Conflict,
    Duplicate,
    Followed,
    InTurn,
    Migration,
    Row,
    Statement,
    StoreAway,
    StoreUnusable,
    Trouble,
)
from .store import BATCH, KeyOf, Store
from .subscription import Subscription

__all__ = [
    "BATCH",
    "Conflict",
    "Duplicate",
    "Followed",
    "InTurn",
    "KeyOf",
    "Migration",
    "Pulse",
    "Row",
    "Statement",
    "Store",
    "StoreAway",
    "StoreUnusable",
    "Subscription",
    "Trouble",
    "open_store",
]
