"""What the service takes at rest, with its default settings: memory of all its processes, and time of the processor.

`make run` is `kronika serve` below make; here it is started so. Memory is the proportional share (PSS): pages that processes
share are counted once. The figures come from /proc, so this needs Linux.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bench.processes import kilobytes, tree, used
from bench.size import size
from tests.running import is_background_worker, serving

PROC = Path("/proc")
CALM_SECONDS = size(60.0, 0.1)
"""After the start: until then the keeper draws keys ahead."""
SECONDS = size(30.0, 0.5)


def wake_ups(pid: int) -> int:
    """How often its threads have waited for something."""
    status = [(task / "status").read_text() for task in (PROC / str(pid) / "task").iterdir()]
    lines = [line for text in status for line in text.splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))


def name(pid: int, first: int) -> str:
    if pid == first:
        return "master"
    return "background worker" if is_background_worker(pid) else "worker"


def main() -> list[str]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), KRONIKA_LIMITS="default") as server:
        assert server.process is not None
        time.sleep(CALM_SECONDS)
        pids = list(tree(server.process.pid))
        before = {pid: (used(pid), wake_ups(pid)) for pid in pids}
        time.sleep(SECONDS)
        rows: list[tuple[str, float, float, float]] = []
        for pid in pids:
            spent, woken = used(pid) - before[pid][0], wake_ups(pid) - before[pid][1]
            rows.append((name(pid, pids[0]), kilobytes(pid) / 1024, 100 * spent / SECONDS, woken / SECONDS))
    memory, spent, woken = (sum(figures) for figures in list(zip(*rows, strict=True))[1:])
    rows.append(("all", memory, spent, woken))
    return [
        "| process | PSS, MB | CPU, % of one | wakes up, times/s |",
        "|---|---|---|---|",
        *(f"| {told} | {mb:.0f} | {cpu:.2f} | {woken:.1f} |" for told, mb, cpu, woken in rows),
    ]


if __name__ == "__main__":
    print("\n".join(main()))
