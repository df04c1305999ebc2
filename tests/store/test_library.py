"""The log is a plain log of the `eventsourcing` library: it reads the log without this package, and this one has its methods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from eventsourcing.persistence import (
    InfrastructureFactory,
    IntegrityError,
    Notification,
    ProcessRecorder,
    StoredEvent,
    Tracking,
)
from eventsourcing.utils import Environment

from service.store import Conflict, Row, Store

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


READS: list[Callable[[ProcessRecorder], object]] = [
    lambda recorder: recorder.select_events("g"),
    lambda recorder: recorder.select_events("g", gt=1),
    lambda recorder: recorder.select_events("g", gt=1, lte=3),
    lambda recorder: recorder.select_events("g", desc=True, limit=2),
    lambda recorder: recorder.select_events("unknown"),
    lambda recorder: recorder.select_notifications(None, 10),
    lambda recorder: recorder.select_notifications(2, 2),
    lambda recorder: recorder.select_notifications(2, 10, inclusive_of_start=False),
    lambda recorder: recorder.select_notifications(1, 10, stop=3),
    lambda recorder: recorder.select_notifications(1, 10, topics=["turn-ended"]),
    lambda recorder: recorder.select_notifications(2, 1, 6, ["turn-ended", "dice-rolled"]),
    lambda recorder: recorder.max_notification_id(),
    lambda recorder: recorder.max_tracking_id("statistics"),
    lambda recorder: recorder.max_tracking_id("unknown"),
    lambda recorder: recorder.has_tracking_id("statistics", 4),
]


def test_our_recorder_answers_as_the_library_s_own(store: Store, recorder: ProcessRecorder) -> None:
    assert store.recorder.max_notification_id() is recorder.max_notification_id() is None
    store.append("g", [*rows(1, 3, secrets=b"s"), Row(4, "turn-ended", b"entry 4")])
    store.append("h", [Row(1, "turn-ended", b"of h"), *rows(2)])
    store.project("statistics", 4, [])
    for read in READS:
        assert read(store.recorder) == read(recorder)


def test_what_is_inserted_by_the_library_s_names_is_in_the_log(
    store: Store, recorder: ProcessRecorder
) -> None:
    store.recorder.insert_events([StoredEvent("g", 1, "dice-rolled", b"entry 1")], tracking=Tracking("p", 1))
    assert (store.rows("g"), store.position("p")) == (rows(1), 1)
    store.recorder.insert_tracking(Tracking("p", 2))
    assert recorder.max_tracking_id("p") == 2
    for insert in (
        lambda: store.recorder.insert_tracking(Tracking("p", 2)),
        lambda: store.recorder.insert_events([StoredEvent("g", 1, "dice-rolled", b"again")]),
    ):
        with pytest.raises(Conflict):
            insert()


@pytest.mark.parametrize("events", [[("a", 1), ("b", 1)], [("a", 1), ("a", 3)]])
def test_only_consecutive_events_of_one_game_are_inserted(
    store: Store, events: list[tuple[str, int]]
) -> None:
    with pytest.raises(ValueError, match="one game"):
        store.recorder.insert_events([StoredEvent(*event, "dice-rolled", b"entry") for event in events])
    assert store.head() == 0


def test_a_subscription_is_of_the_topics_that_it_names(store: Store) -> None:
    store.append("g", [*rows(1), Row(2, "turn-ended", b""), *rows(3)])
    with store.recorder.subscribe(topics=["turn-ended"]) as told:
        assert next(told) == Notification("g", 2, "turn-ended", b"", 2)


def test_the_library_tracks_the_same_positions(store: Store, recorder: ProcessRecorder) -> None:
    store.project("statistics", 4, [])
    assert recorder.max_tracking_id("statistics") == 4
    with pytest.raises(IntegrityError):
        recorder.insert_tracking(Tracking("statistics", 4))
    recorder.insert_tracking(Tracking("statistics", 6))
    assert store.position("statistics") == 6
