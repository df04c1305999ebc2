"""The event store: bytes in, the same bytes out, in one global order in which no reader can miss an event.

The only package that imports `eventsourcing`. It knows nothing of games: a row's entry and secrets are bytes.
"""

from eventsourcing.persistence import Notification

from .fences import only_reading, set_fence
from .following import BATCH
from .layout import Migration
from .opening import open_store
from .probe import Probe
from .reading import Reader
from .secret_key import KeyOf, encrypt_secrets
from .store import Store
from .types import (
    Conflict,
    Duplicate,
    OrderedStatement,
    Row,
    SecretsAltered,
    Statement,
    StoreUnreachable,
    StoreUnusable,
    Trouble,
)

__all__ = [
    "BATCH",
    "Conflict",
    "Duplicate",
    "KeyOf",
    "Migration",
    "Notification",
    "OrderedStatement",
    "Probe",
    "Reader",
    "Row",
    "SecretsAltered",
    "Statement",
    "Store",
    "StoreUnreachable",
    "StoreUnusable",
    "Trouble",
    "encrypt_secrets",
    "only_reading",
    "open_store",
    "set_fence",
]
