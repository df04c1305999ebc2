"""Running the `kronika` command as users do, but for the time that Python takes to import it.

One process of this test run has imported the commands and forks for each call: every command has a process of its own, with its
own environment, output and exit code. The README and the tests of `kronika serve` start it as users do.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import IO, Any

from tests.running import environment, free_port

SERVING = ("serve", "keep", "stream")
"""They look at how they were started, so they are."""


def kronika(folder: Path, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The command with its data in `folder`."""
    variables = environment(folder, int(env.pop("port", 0)) or free_port(), **env)
    if args[0] in SERVING:
        command = [sys.executable, "-m", "cli", *args]
        return subprocess.run(command, env=variables, capture_output=True, text=True, timeout=900)
    with tempfile.TemporaryDirectory(prefix="kronika-command-") as place:
        out, err = Path(place, "out"), Path(place, "err")
        call = {"args": args, "env": variables, "folder": os.getcwd(), "out": str(out), "err": str(err)}
        code = _forking().run(call)
        return subprocess.CompletedProcess(args, code, out.read_text(), err.read_text())


class Forking:
    """The process that forks. It and we write lines of JSON to each other."""

    def __init__(self) -> None:
        asked, self._ask = os.pipe()
        self._hear, told = os.pipe()
        command = [sys.executable, "-m", __name__, str(asked), str(told)]
        self._process = subprocess.Popen(command, pass_fds=(asked, told), stdin=subprocess.DEVNULL)
        os.close(asked)
        os.close(told)
        self._answers, self._turn = os.fdopen(self._hear), Lock()

    def run(self, call: dict[str, Any]) -> int:
        with self._turn:
            os.write(self._ask, json.dumps(call).encode() + b"\n")
            return int(self._answers.readline())

    def end(self) -> None:
        os.close(self._ask)
        self._process.wait()


@cache
def _forking() -> Forking:
    forking = Forking()
    atexit.register(forking.end)
    return forking


def serve(asked: IO[str], told: int) -> int:
    """Fork for each call; gives the exit code of a command in its own process, and 0 in this one when nobody asks any more."""
    from cli import COMMANDS, main

    for name in set(COMMANDS) - set(SERVING):
        import_module(f"cli.{name.replace('-', '_')}")
    while line := asked.readline():
        child = os.fork()
        if not child:
            asked.close()
            os.close(told)
            return main(_become(**json.loads(line)))
        _, status = os.waitpid(child, 0)
        os.write(told, b"%d\n" % os.waitstatus_to_exitcode(status))
    return 0


def _become(args: list[str], env: dict[str, str], folder: str, out: str, err: str) -> list[str]:
    """What a new process of this command has; gives its arguments."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = ["kronika", *args]
    for descriptor, path in ((1, out), (2, err)):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(file, descriptor)
        os.close(file)
    return args


if __name__ == "__main__":
    sys.exit(serve(os.fdopen(int(sys.argv[1])), int(sys.argv[2])))
