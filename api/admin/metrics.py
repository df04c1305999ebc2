"""Metrics for the operator alone: the public ones, and those that count private games, too."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from api.telemetry.load import Usage, read_load
from api.telemetry.machine_metrics import MachineCollector
from api.telemetry.metrics import DatabaseCollector
from service.operation.app import Kronika
from service.operation.status import Status, status_of
from service.store import StoreUnusable

STATUS_SECONDS = 60.0
"""How long the state of the service is cached, because it reads the whole log of the operator."""


class PrivateCollector:
    """What only operators may see."""

    def __init__(self, kronika: Kronika, figures: Path | None) -> None:
        self._kronika, self._figures = kronika, figures
        self._status: Status | None = None
        self._until = 0.0

    def collect(self) -> Iterable[Metric]:
        """Of what needs the database nothing while it is unreachable."""
        with suppress(StoreUnusable):
            yield from list(_families(self._fresh()))
        if self._figures is not None:
            yield _usage(read_load(self._figures).load.all.minute)

    def _fresh(self) -> Status:
        if self._status is None or monotonic() > self._until:
            self._status = status_of(self._kronika)
            self._until = monotonic() + STATUS_SECONDS
        return self._status


def _families(status: Status) -> Iterable[Metric]:
    private = GaugeMetricFamily("kronika_private_games", "Private games.", labels=["status"])
    for label, count in status.games.private.items():
        private.add_metric([label], count)
    yield private
    free = GaugeMetricFamily("kronika_disk_free_bytes", "Free bytes of a folder's disk.", labels=["folder"])
    total = GaugeMetricFamily("kronika_disk_bytes", "Bytes of a folder's disk.", labels=["folder"])
    for disk in status.disks:
        free.add_metric([disk.folder], disk.free)
        total.add_metric([disk.folder], disk.total)
    yield from (free, total)
    yield GaugeMetricFamily("kronika_blocks", "Blocked addresses and tokens.", value=len(status.blocks))
    yield GaugeMetricFamily(
        "kronika_operator_acts", "Acts of the operator's log.", value=status.operator_log.size
    )


def _usage(usage: Usage) -> Metric:
    about = "Requests of the last minute, of public and private games."
    family = GaugeMetricFamily("kronika_last_minute", about, labels=["what"])
    for what in usage.__struct_fields__:
        family.add_metric([what], getattr(usage, what))
    return family


class AdminMetrics:
    """The metrics of a service. `figures`: the folder in which its workers share theirs."""

    def __init__(self, kronika: Kronika, figures: Path | None) -> None:
        self._figures = figures
        self._stored: Any = CollectorRegistry()
        self._stored.register(DatabaseCollector(kronika))
        self._stored.register(MachineCollector(kronika, figures is not None))
        self._stored.register(PrivateCollector(kronika, figures))

    def exposition(self) -> tuple[bytes, str]:
        """All of them as text, and its media type."""
        shared = CollectorRegistry()
        if self._figures is not None:
            MultiProcessCollector(shared, path=str(self._figures))  # type: ignore[no-untyped-call]
        return generate_latest(shared) + generate_latest(self._stored), CONTENT_TYPE_LATEST
