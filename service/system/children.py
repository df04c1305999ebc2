"""Child processes. They get no settings, no secrets and no open files, and end with their parent."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def child_process(module: str, order: bytes, at_most: float) -> Iterator[subprocess.Popen[bytes]]:
    """A child that runs `module` with this process's id as argument and `order` as its standard input.

    Its result is on its `stdout`. It is killed after `at_most` seconds, and at the end of the context. A child that ends before
    it has read its order raises no error here.
    """
    command = [sys.executable, "-P", "-m", module, str(os.getpid())]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KRONIKA_")}
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    assert process.stdin is not None
    assert process.stdout is not None
    timeout = threading.Timer(at_most, process.kill)
    timeout.daemon = True
    timeout.start()
    try:
        with suppress(BrokenPipeError), process.stdin as stdin:
            stdin.write(order)
        yield process
    finally:
        timeout.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
