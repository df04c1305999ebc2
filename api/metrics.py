"""Figures for Prometheus. Those of several workers lie together (`api.shared_figures`)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from api.shared_figures import FOLDER

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30)
_OWN = CollectorRegistry()

REQUESTS = Counter("kronika_requests", "Requests answered.", ("route", "method", "status"), registry=_OWN)
SECONDS = Histogram(
    "kronika_request_seconds", "Time to answer.", ("route", "method"), buckets=BUCKETS, registry=_OWN
)


class Appended:
    """The events of public games, read when asked: the same figure from every process, also after a restart."""

    def __init__(self, head: Callable[[], int]) -> None:
        self._head = head

    def collect(self) -> Iterable[Metric]:
        yield CounterMetricFamily("kronika_events_appended", "Events of public games.", value=self._head())


def exposition(head: Callable[[], int]) -> tuple[bytes, str]:
    """The figures of all worker processes as text, and its media type."""
    registry: Any = CollectorRegistry()
    registry.register(Appended(head))
    own = generate_latest(registry)
    if os.environ.get(FOLDER):
        shared = CollectorRegistry()
        MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
        return generate_latest(shared) + own, CONTENT_TYPE_LATEST
    return generate_latest(_OWN) + own, CONTENT_TYPE_LATEST
