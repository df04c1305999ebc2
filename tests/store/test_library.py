"""The log is a plain log of the `eventsourcing` library, which reads and extends it without this package."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from eventsourcing.persistence import (
    InfrastructureFactory,
    IntegrityError,
    ProcessRecorder,
    StoredEvent,
    Tracking,
)
from eventsourcing.utils import Environment

from service.store import Store

from .kit import rows


def settings(url: str) -> dict[str, str]:
    parts = urlsplit(url)
    common = {"ORIGINATOR_ID_TYPE": "text", "CREATE_TABLE": "no"}
    if parts.scheme == "sqlite":
        return common | {
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": parts.path.removeprefix("/"),
        }
    return common | {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": parts.path.removeprefix("/"),
        "POSTGRES_HOST": parse_qs(parts.query)["host"][0],
        "POSTGRES_USER": "postgres",
        "POSTGRES_PASSWORD": "",
    }


@pytest.fixture
def recorder(store: Store, url: str) -> Iterator[ProcessRecorder]:
    factory = InfrastructureFactory.construct(Environment("", settings(url)))
    yield factory.process_recorder()
    factory.close()


def test_the_library_reads_the_log(store: Store, recorder: ProcessRecorder) -> None:
    store.append("g", rows(1, 2, secrets=b"s"))
    store.append("h", rows(1))
    expected = [StoredEvent("g", v, "dice-rolled", f"entry {v}".encode()) for v in (1, 2)]
    assert recorder.select_events("g") == expected
    told = recorder.select_notifications(1, 10)
    assert [(n.id, n.originator_id, n.originator_version) for n in told] == [
        (1, "g", 1),
        (2, "g", 2),
        (3, "h", 1),
    ]
    assert recorder.max_notification_id() == store.head()


def test_the_library_tracks_the_same_positions(store: Store, recorder: ProcessRecorder) -> None:
    store.project("statistics", 4, [])
    assert recorder.max_tracking_id("statistics") == 4
    with pytest.raises(IntegrityError):
        recorder.insert_tracking(Tracking("statistics", 4))
    recorder.insert_tracking(Tracking("statistics", 6))
    assert store.position("statistics") == 6
