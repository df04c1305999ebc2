"""gunicorn's master, for a service whose children may fail, and which hands its port over to its successor."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import time
from contextlib import suppress
from typing import Any

from gunicorn import systemd
from gunicorn.arbiter import Arbiter

from api.server.accept_balance import ALONE, HELD, SERVED
from api.server.drain import LEAVE, LEAVE_SECONDS, turn_newcomers_away
from cli.succession import INHERITED, own_command
from service.system.clock import now

PAUSE = 0.25
"""Seconds between replacements of dead workers; the next check is a second later at most."""
ENDING = (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)


class Master(Arbiter):  # type: ignore[misc]  # gunicorn has no types
    """It survives any failure of its children, and looks after the process beside whenever it looks after its workers, once a
    second. With a predecessor, it asks it to leave once all its own workers are ready.
    """

    WORKER_BOOT_ERROR = APP_LOAD_ERROR = -1
    """gunicorn's master ends when a worker ends with one of these; no process ends with a number below 0."""
    SIGNALS = (*Arbiter.SIGNALS, LEAVE)
    SIG_NAMES = {**Arbiter.SIG_NAMES, LEAVE: "leave"}

    def __init__(self, app: Any, inherits: bool) -> None:
        """`inherits`: the listening socket is given to it, by a predecessor or by systemd."""
        super().__init__(app)
        self._spawned, self._inherits = -math.inf, inherits
        self._predecessor: int | None = None
        self._successor: subprocess.Popen[bytes] | None = None
        self._succeeded = False
        self._notices = os.environ.pop("NOTIFY_SOCKET", None)
        """Where systemd waits to hear that the service has started: when its workers are ready."""
        self._watched = self._notices is not None

    def signal(self, sig: int, frame: Any) -> None:
        """Ctrl-C and SIGQUIT end the service as SIGTERM does, which cuts nobody off, but ends streams."""
        if self._succeeded and sig in ENDING:
            super().kill_workers(signal.SIGTERM)
        super().signal(signal.SIGTERM if sig in ENDING else sig, frame)

    def stop(self, graceful: bool = True) -> None:
        if self._sharing() == ALONE:
            turn_newcomers_away(self.LISTENERS)
        super().stop(graceful)

    def manage_workers(self) -> None:
        now()  # workers that are forked later continue from this time, which must follow the machine's clock
        self._take_charge()
        try:
            super().manage_workers()
            self.app.beside.run()
        except (
            OSError
        ) as error:  # no memory, processes or descriptors at the moment; a later attempt may succeed
            self.log.error("A process cannot be started: %s", error)

    def spawn_workers(self) -> None:
        """Pause before replacing workers that die right after their start."""
        if time.monotonic() - self._spawned > PAUSE:
            self._spawned = time.monotonic()
            super().spawn_workers()

    # The hand-over

    def _sharing(self) -> int:
        """Who else has the listening socket."""
        if self._succeeded or self._successor is not None or self._predecessor is not None:
            return SERVED
        return HELD if self.systemd else ALONE

    def _take_charge(self) -> None:
        """Unless another master has it. A predecessor leaves once this service is ready."""
        holder = self.app.charge.take()
        self._predecessor = holder if self._inherits else None
        if self._successor is not None and self._successor.poll() is not None:
            self._successor = None
        self.app.balance.share(self._sharing())
        if len(self.WORKERS) == self.num_workers and all(it.place.accepts for it in self.WORKERS.values()):
            self._tell_systemd()
            if self._predecessor is not None and self._predecessor > 0:  # 0: of another container
                with suppress(ProcessLookupError):
                    os.kill(self._predecessor, LEAVE)

    def _tell_systemd(self) -> None:
        if self._notices is not None:
            os.environ["NOTIFY_SOCKET"], self._notices = self._notices, None
            systemd.sd_notify("READY=1", self.log, unset_environment=True)

    def reexec(self) -> None:
        """SIGUSR2: start the successor, by the command that started this process. It is a child until this process ends."""
        if self.systemd or self._watched:
            self.log.error(
                "SIGUSR2 is ignored: systemd starts the successor (`systemctl start kronika@VERSION`)."
            )
        elif self._successor is None:
            listeners = [listener.fileno() for listener in self.LISTENERS]
            environ = {k: v for k, v in self.cfg.env_orig.items() if k not in INHERITED}
            environ |= {"GUNICORN_PID": str(self.pid), "GUNICORN_FD": ",".join(map(str, listeners))}
            try:
                self._successor = subprocess.Popen(own_command(), env=environ, pass_fds=listeners)
            except OSError as error:
                self.log.error("No successor can be started: %s", error)

    def handle_leave(self) -> None:
        """A successor is ready: all that is left to do is what is under way, and streams."""
        self._succeeded = True
        self.app.beside.end()
        self.app.charge.release()
        self.cfg.set("graceful_timeout", LEAVE_SECONDS)
        raise StopIteration

    def kill_workers(self, sig: int) -> None:
        super().kill_workers(LEAVE if self._succeeded and sig == signal.SIGTERM else sig)
