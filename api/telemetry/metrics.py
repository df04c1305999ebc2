"""Prometheus metrics. Workers share theirs (`api.telemetry.shared_metrics`).

Anyone may read the metrics, so nothing about a single private game is included: its requests and the number of such games
are rounded down, its commits and streams are left out. Failures and refusals by a limit always count: they must be noticed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from time import monotonic

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
from prometheus_client.registry import Collector

from api.telemetry.shared_metrics import FOLDER
from projections import lobby
from service.operation.app import Kronika
from service.operation.database_metrics import DatabaseMetrics, database_metrics
from service.store import StoreUnusable
from service.system.clock import now

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30)
CACHE_SECONDS = 15.0
"""How long counts from the database are cached."""
_REGISTRY = CollectorRegistry()

REQUESTS = Counter("kronika_requests", "Requests, by operation.", ("operation", "status"), registry=_REGISTRY)
PRIVATE_REQUESTS = Counter(
    "kronika_private_requests",
    "Requests about what may be private, by operation; for operators alone.",
    ("operation", "status"),
    registry=_REGISTRY,
)
SECONDS = Histogram(
    "kronika_request_seconds", "Time to respond.", ("operation",), buckets=BUCKETS, registry=_REGISTRY
)
STREAMS = Gauge(
    "kronika_open_streams",
    "Open streams.",
    registry=_REGISTRY,
    multiprocess_mode="livesum",
)
STREAMS_DROPPED = Counter(
    "kronika_streams_dropped",
    "Streams ended because their clients read too slowly, or to make room for others.",
    registry=_REGISTRY,
)
STREAM_MESSAGES = Counter("kronika_stream_messages", "Events sent on streams.", registry=_REGISTRY)
WRITE_WAIT = Histogram(
    "kronika_write_wait_seconds",
    "Time that a writer waited in the write queue.",
    buckets=BUCKETS,
    registry=_REGISTRY,
)
COMMIT = Histogram(
    "kronika_commit_seconds",
    "Time that a commit took, without waiting in the write queue.",
    buckets=BUCKETS,
    registry=_REGISTRY,
)
STORE_ERRORS = Counter(
    "kronika_store_errors",
    "Requests refused because of a store error, by error.",
    ("trouble",),
    registry=_REGISTRY,
)

READS = Counter(
    "kronika_standby_reads",
    "Reads of games and lists that a standby may answer: by a `standby`, or by the primary because it was `behind`, `away` or "
    "`busy`, or `cancelled` the query.",
    ("served",),
    registry=_REGISTRY,
)


class DatabaseCollector:
    """Metrics read from the database on each scrape: the same in every process, and after a restart."""

    def __init__(self, kronika: Kronika) -> None:
        self._kronika = kronika
        self._counted_at = float("-inf")
        self._figures: DatabaseMetrics

    def collect(self) -> Iterable[Metric]:
        """Empty while the database is unreachable, because that is when the other metrics matter most."""
        with suppress(StoreUnusable):
            yield from list(self._collected())

    def _collected(self) -> Iterable[Metric]:
        about = "Events of public games; approximate on PostgreSQL."
        head = lobby.head(self._kronika.store.query)
        yield CounterMetricFamily("kronika_events_appended", about, value=head)
        yield from _families(self._fresh())

    def _fresh(self) -> DatabaseMetrics:
        at = monotonic()
        if at - self._counted_at > CACHE_SECONDS:
            self._figures = database_metrics(self._kronika.repository, self._kronika.settings.witnesses)
            self._counted_at = at
        return self._figures


def _families(stored: DatabaseMetrics) -> Iterable[Metric]:
    yield _labelled("kronika_games", "Public games.", "status", stored.games)
    yield _labelled("kronika_seats", "Seats of public games.", "status", stored.seats)
    lag = "Events that a stored projection is behind, in thousands, rounded down."
    yield _labelled("kronika_projection_lag_thousands", lag, "projection", stored.lag)
    expired = "Expired records that were deleted, in thousands, rounded down."
    yield _labelled("kronika_expired_thousands", expired, "what", stored.expired)
    waiting = "Analyses of public games that are queued or running."
    yield _labelled("kronika_analyses", waiting, "status", stored.analyses)
    ended = "Analyses of public games that finished or failed."
    yield _labelled("kronika_analyses_ended", ended, "status", stored.analyses_ended, CounterMetricFamily)
    private = "Private games played here, in tens, rounded down."
    yield _labelled("kronika_private_games_tens", private, "status", stored.private)
    closed = "Games that lack entries which were signed: some, all, or for good."
    yield _labelled("kronika_closed_games", closed, "state", stored.closed)
    silent = "Since a witness that should have cosigned the log of logs has not."
    yield _labelled("kronika_witness_silent_seconds", silent, "witness", stored.silent)
    if stored.backed_up_at is not None:
        age = (now() - stored.backed_up_at) // 1000
        about = "Since the last back-up, continuous or in one file."
        yield GaugeMetricFamily("kronika_backup_age_seconds", about, value=max(0, age))
    if stored.cleaned_at is not None:
        last = "When expired records were last deleted."
        yield GaugeMetricFamily("kronika_cleaned_timestamp_seconds", last, value=stored.cleaned_at)


def _labelled(
    name: str,
    about: str,
    label: str,
    values: Mapping[str, float],
    kind: type[GaugeMetricFamily | CounterMetricFamily] = GaugeMetricFamily,
) -> Metric:
    family = kind(name, about, labels=[label])
    for labelled, value in values.items():
        family.add_metric([labelled], value)
    return family


class _Coarse:
    """What the processes have counted, without what would tell of a single private game."""

    def __init__(self, counted: Collector) -> None:
        self._counted = counted

    def collect(self) -> Iterable[Metric]:
        for family in self._counted.collect():
            if family.name == "kronika_private_requests":
                total = sum(sample.value for sample in family.samples if sample.name.endswith("_total"))
                about = "Requests about what may be private; in thousands, rounded down."
                family = GaugeMetricFamily("kronika_private_requests_thousands", about, value=total // 1000)
            yield family


def exposition(*collectors: Collector) -> tuple[bytes, str]:
    """The metrics of all workers and those of these collectors as text, and its media type."""
    counted = _REGISTRY
    if os.environ.get(FOLDER):
        counted = CollectorRegistry()
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    text = b"".join(map(generate_latest, (_Coarse(counted), *collectors)))
    return text, CONTENT_TYPE_LATEST
