"""Figures for Prometheus. Those of several workers lie together (`api.telemetry.shared_metrics`).

What concerns private games is in none of them, for anybody may read them: neither requests nor commits, not even in sums.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from time import monotonic
from typing import Any

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from api.telemetry.shared_metrics import FOLDER
from projections import lobby
from service.app import Kronika
from service.operation.database_metrics import DatabaseMetrics, database_metrics
from service.store import StoreUnusable

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30)
FRESH_SECONDS = 15.0
"""What is counted in the database is counted so often at most."""
_OWN = CollectorRegistry()

REQUESTS = Counter(
    "kronika_requests", "Requests answered, by operation.", ("operation", "status"), registry=_OWN
)
SECONDS = Histogram(
    "kronika_request_seconds", "Time to answer.", ("operation",), buckets=BUCKETS, registry=_OWN
)
STREAMS = Gauge(
    "kronika_open_streams",
    "Streams that are open.",
    registry=_OWN,
    multiprocess_mode="livesum",
)
STREAMS_DROPPED = Counter(
    "kronika_streams_dropped",
    "Streams ended because their clients took too little, or to make room for others.",
    registry=_OWN,
)
STREAM_MESSAGES = Counter("kronika_stream_messages", "Events sent on streams.", registry=_OWN)
TURN = Histogram(
    "kronika_turn_seconds", "Time that a writer waited for its turn.", buckets=BUCKETS, registry=_OWN
)
COMMIT = Histogram(
    "kronika_commit_seconds", "Time that a commit took, once it had its turn.", buckets=BUCKETS, registry=_OWN
)
TROUBLES = Counter(
    "kronika_store_errors",
    "Requests refused because of the store, by what is wrong.",
    ("trouble",),
    registry=_OWN,
)


class Read:
    """What is read from the database when asked: the same from every process, also after a restart."""

    def __init__(self, kronika: Kronika) -> None:
        self._kronika = kronika
        self._counted_at = float("-inf")
        self._found: DatabaseMetrics

    def collect(self) -> Iterable[Metric]:
        """Nothing while the database is away: that is when the other figures are wanted most."""
        with suppress(StoreUnusable):
            yield from list(self._collected())

    def _collected(self) -> Iterable[Metric]:
        about = "Events of public games; on PostgreSQL about so many."
        head = lobby.head(self._kronika.store.query)
        yield CounterMetricFamily("kronika_events_appended", about, value=head)
        yield from _told(self._fresh())

    def _fresh(self) -> DatabaseMetrics:
        now = monotonic()
        if now - self._counted_at > FRESH_SECONDS:
            self._found = database_metrics(self._kronika.repository)
            self._counted_at = now
        return self._found


def _told(found: DatabaseMetrics) -> Iterable[Metric]:
    yield _labelled("kronika_games", "Public games.", "status", found.games)
    yield _labelled("kronika_seats", "Seats of public games.", "status", found.seats)
    lag = "Events that an async projection is behind, in thousands, rounded down."
    yield _labelled("kronika_projection_lag_thousands", lag, "projection", found.lag)
    expired = "What was deleted because it had expired, in thousands, rounded down."
    yield _labelled("kronika_expired_thousands", expired, "what", found.expired)
    waiting = "Analyses of public games that wait or are being made."
    yield _labelled("kronika_analyses", waiting, "status", found.analyses)
    ended = "Analyses of public games that were made, or failed."
    yield _labelled("kronika_analyses_ended", ended, "status", found.analyses_ended, CounterMetricFamily)
    if found.cleaned_at is not None:
        last = "When what had expired was last deleted."
        yield GaugeMetricFamily("kronika_cleaned_timestamp_seconds", last, value=found.cleaned_at)


def _labelled(
    name: str,
    about: str,
    label: str,
    values: dict[str, int],
    kind: type[GaugeMetricFamily | CounterMetricFamily] = GaugeMetricFamily,
) -> Metric:
    family = kind(name, about, labels=[label])
    for of, value in values.items():
        family.add_metric([of], value)
    return family


def exposition(read: Read) -> tuple[bytes, str]:
    """The figures of all worker processes as text, and its media type."""
    registry: Any = CollectorRegistry()
    registry.register(read)
    own = generate_latest(registry)
    if os.environ.get(FOLDER):
        shared = CollectorRegistry()
        MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
        return generate_latest(shared) + own, CONTENT_TYPE_LATEST
    return generate_latest(_OWN) + own, CONTENT_TYPE_LATEST
