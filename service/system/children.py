"""Processes that this one starts to work for it. They get no settings, no secrets and no open files, and end with it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def working(module: str, order: bytes, at_most: float) -> Iterator[subprocess.Popen[bytes]]:
    """A new process that runs `module` with this process's id as argument and `order` as its standard input.

    Its answer is its `stdout`. It is killed after `at_most` seconds, and at the end. A process that has ended before it has
    read its order raises nothing here.
    """
    command = [sys.executable, "-P", "-m", module, str(os.getpid())]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KRONIKA_")}
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    assert process.stdin is not None
    assert process.stdout is not None
    patience = threading.Timer(at_most, process.kill)
    patience.daemon = True
    patience.start()
    try:
        with suppress(BrokenPipeError), process.stdin as asked:
            asked.write(order)
        yield process
    finally:
        patience.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
