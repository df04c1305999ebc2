"""Whether the service is ready, and how near this machine and the service's processes on it are to their limits.

Anyone may read the metrics, so shares are rounded to hundredths: a private game fills no disk by so much.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from prometheus_client.core import GaugeMetricFamily, Metric

from service.operation.app import Kronika
from service.operation.folders import folders_of
from service.store import StoreUnusable
from service.system.clock import now

HEADS_COPIED = "heads.copied"
"""A file in the data folder; a program that copies the signed heads touches it then."""
PROC, CGROUPS = Path("/proc"), Path("/sys/fs/cgroup")
OPEN_FILES = re.compile(r"^Max open files +(\d+)", re.MULTILINE)
MEMORY = re.compile(r"^(MemTotal|MemAvailable): +(\d+)", re.MULTILINE)


class MachineCollector:
    """Of the machine that answers. `under_master`: this process is one of several of the service there."""

    def __init__(self, kronika: Kronika, under_master: bool) -> None:
        self._kronika, self._under_master = kronika, under_master

    def collect(self) -> Iterable[Metric]:
        settings = self._kronika.settings
        yield _gauge("kronika_ready", "1 while /health/ready answers 200, otherwise 0.", self._ready())
        disk = "Used part of the file system of the data folder or of SQLite's file, whichever is fuller."
        yield _gauge("kronika_disk_used_ratio", disk, max(map(_used, folders_of(settings))))
        descriptors = (
            "Open file descriptors of the service's process that is nearest to its limit, as a part of that."
        )
        yield _gauge("kronika_descriptors_used_ratio", descriptors, max(map(_descriptors, self._processes())))
        memory = (
            "Used memory of the machine or of the service's control group, whichever is nearer to its limit."
        )
        yield _gauge("kronika_memory_used_ratio", memory, memory_used())
        with suppress(OSError):  # nobody copies them
            copied = (settings.data / HEADS_COPIED).stat().st_mtime
            about = "Since the signed heads were last copied."
            yield GaugeMetricFamily(
                "kronika_heads_copy_age_seconds", about, value=now() // 1000 - int(copied)
            )

    def _ready(self) -> bool:
        with suppress(StoreUnusable):
            return not self._kronika.ready()
        return False

    def _processes(self) -> list[int]:
        """The workers and the background worker; only this process if there is no master."""
        if not self._under_master:
            return [os.getpid()]
        master = os.getppid()
        children = _read(PROC / str(master) / "task" / str(master) / "children")
        return [os.getpid(), *map(int, children.split())]


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(name, about, value=round(value, 2))


def _used(folder: Path) -> float:
    try:
        disk = shutil.disk_usage(folder)
    except OSError:
        return 0.0  # it is gone, and the service is not ready
    return 1 - disk.free / (disk.used + disk.free)


def _descriptors(pid: int) -> float:
    found = OPEN_FILES.search(_read(PROC / str(pid) / "limits"))
    try:
        count = len(os.listdir(PROC / str(pid) / "fd"))
    except OSError:
        return 0.0  # it has ended
    return count / int(found[1]) if found else 0.0


def memory_used() -> float:
    """The larger of two shares: of the machine's memory, and of what its control group allows."""
    machine = {name: int(kib) for name, kib in MEMORY.findall(_read(PROC / "meminfo"))}
    of_machine = 1 - machine["MemAvailable"] / machine["MemTotal"] if len(machine) == 2 else 0.0
    group = CGROUPS / _read(PROC / "self" / "cgroup").strip().removeprefix("0::/")
    most = _read(group / "memory.max").strip()
    if not most.isdecimal():
        return of_machine
    stat = dict(line.split() for line in _read(group / "memory.stat").splitlines())
    used = int(_read(group / "memory.current")) - int(stat.get("inactive_file", 0))
    return max(of_machine, used / int(most))


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
