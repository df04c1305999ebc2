"""The event store: bytes in, the same bytes out, in one global order in which no reader can miss an event.

The only package that imports `eventsourcing`. It knows nothing of games: a row's entry and secrets are bytes.
"""

from .following import BATCH, Subscription
from .layout import Migration
from .opening import open_store
from .probe import Probe
from .reading import Reader
from .secret_key import KeyOf, encrypt_secrets
from .store import Store
from .types import (
    Conflict,
    Duplicate,
    EventRef,
    OrderedStatement,
    Row,
    Statement,
    StoreUnreachable,
    StoreUnusable,
    Trouble,
)

__all__ = [
    "BATCH",
    "Conflict",
    "Duplicate",
    "EventRef",
    "KeyOf",
    "Migration",
    "OrderedStatement",
    "Probe",
    "Reader",
    "Row",
    "Statement",
    "Store",
    "StoreUnreachable",
    "StoreUnusable",
    "Subscription",
    "Trouble",
    "encrypt_secrets",
    "open_store",
]
