"""Metrics for the operator alone: the public ones, and those that count private games, too."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from api.telemetry.load import Usage, read_load
from api.telemetry.metrics import DatabaseCollector
from service.app import Kronika
from service.operation.status import Status, status_of


class PrivateCollector:
    """What only operators may see."""

    def __init__(self, kronika: Kronika, figures: Path | None) -> None:
        self._kronika, self._figures = kronika, figures

    def collect(self) -> Iterable[Metric]:
        yield from _families(status_of(self._kronika))
        if self._figures is not None:
            yield _usage(read_load(self._figures).all.minute)


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
    yield GaugeMetricFamily(
        "kronika_closed_games", "Games that miss entries which were signed.", value=status.closed_games
    )
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


def exposition_of_all(kronika: Kronika, figures: Path | None) -> tuple[bytes, str]:
    """The metrics as text, and its media type. `figures`: the folder in which the workers share theirs."""
    registry: Any = CollectorRegistry()
    registry.register(DatabaseCollector(kronika))
    registry.register(PrivateCollector(kronika, figures))
    shared = CollectorRegistry()
    if figures is not None:
        MultiProcessCollector(shared, path=str(figures))  # type: ignore[no-untyped-call]
    return generate_latest(shared) + generate_latest(registry), CONTENT_TYPE_LATEST
