"""The event store: bytes in, the same bytes out, in one global order in which no reader can miss an event.

The only package that imports `eventsourcing`. It knows nothing of games: a row's entry and secrets are bytes.
"""

from eventsourcing.persistence import Notification

from .change_log import Changed, ChangeLog, Event, Mark, Snapshot
from .changes_tables import CHANGE_LOG, EVENTS, NOT_FOLLOWED, SECRETS, STORES_OWN, TRACKING, Followed, Tables
from .engine import Load
from .fences import only_reading, set_fence
from .following import BATCH
from .layout import Migration
from .notifier import COMMITS
from .opening import open_store
from .probe import Probe
from .reading import Reader
from .relocation import Relocation
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
    "CHANGE_LOG",
    "COMMITS",
    "EVENTS",
    "NOT_FOLLOWED",
    "SECRETS",
    "STORES_OWN",
    "TRACKING",
    "ChangeLog",
    "Changed",
    "Conflict",
    "Duplicate",
    "Event",
    "Followed",
    "KeyOf",
    "Load",
    "Mark",
    "Migration",
    "Notification",
    "OrderedStatement",
    "Probe",
    "Reader",
    "Relocation",
    "Row",
    "SecretsAltered",
    "Snapshot",
    "Statement",
    "Store",
    "StoreUnreachable",
    "StoreUnusable",
    "Tables",
    "Trouble",
    "encrypt_secrets",
    "only_reading",
    "open_store",
    "set_fence",
]
