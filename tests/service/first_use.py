"""Run by itself by `test_first_use.py`: `first_use.py FOLDER TIMES`. In fresh processes, many threads read at once first."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from service.operation.app import compose
from tests.service.conftest import settings_in

THREADS = 8


def read_at_once(folder: Path) -> None:
    """Open every game in all threads, which change places as often as Python can."""
    kronika = compose(settings_in(folder))
    games, together = kronika.store.games(), threading.Barrier(THREADS)
    sys.setswitchinterval(1e-6)

    def read() -> None:
        together.wait()
        for game in games:
            kronika.repository.versions.load(game, None)

    threads = [threading.Thread(target=read) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main(folder: str, times: str) -> None:
    for _ in range(int(times)):
        child = os.fork()
        if child == 0:
            read_at_once(Path(folder))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(*sys.argv[1:])
