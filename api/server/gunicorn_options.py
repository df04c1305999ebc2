"""How gunicorn serves the application; used by the command line, which starts it."""

from __future__ import annotations

import signal
from importlib.util import find_spec
from typing import Any

from gunicorn.glogging import Logger

from api.server.accept_balance import AcceptBalance
from api.server.protocol import use_c_parser
from api.telemetry import logs
from api.telemetry.shared_metrics import SharedMetrics
from service.system.parent import end_with_parent
from service.system.settings import Settings

MOST_CONNECTIONS = 10_000
"""Of a worker; fewer if there are not so many descriptors."""


class Log(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Without a line for each request: the service logs them itself (`api.telemetry.requests`)."""

    access_log_enabled = False
    """gunicorn takes any configuration of logging for a wish to have them, and puts together what nobody reads."""


def options(settings: Settings, balance: AcceptBalance) -> dict[str, Any]:
    """gunicorn's settings. Also makes a place for the workers' figures, which goes when this process ends."""
    metrics = SharedMetrics()

    def before_birth(server: Any, worker: Any) -> None:
        metrics.assign_slot(server, worker)
        balance.give_place(server, worker)

    def born(server: Any, worker: Any) -> None:
        end_with_master(worker)
        metrics.join(worker)

    def gone(server: Any, worker: Any) -> None:
        metrics.release_slot(server, worker)
        balance.free_place(server, worker)

    return {
        "bind": f"{settings.host}:{settings.port}",
        "worker_class": f"{__package__}.worker.Worker",
        "workers": settings.workers,
        "worker_connections": MOST_CONNECTIONS,
        "keepalive": 15,  # of any length: api.server.connections says how long
        "forwarder_headers": "",  # SCRIPT_NAME and PATH_INFO are no headers here
        "timeout": 60,
        "graceful_timeout": 12,  # 10 for requests, 2 to close the service
        "asgi_disconnect_grace_period": 0,  # a request ends as soon as its client disconnects
        "control_socket_disable": True,
        "accesslog": None,
        "logger_class": Log,
        "logconfig_dict": logs.library_config(settings.log),
        "worker_tmp_dir": str(metrics.folder),  # a heartbeat must not wait for a disk
        "when_ready": choose_parts,
        "pre_fork": before_birth,
        "post_fork": born,
        "worker_exit": close_door,
        "child_exit": gone,
    }


def choose_parts(server: Any) -> None:
    """In the master: parser and event loop of all workers. The log names them: slower ones serve where these are missing."""
    parser = "gunicorn_h1c" if use_c_parser() else "gunicorn's, in Python (gunicorn_h1c is not installed)"
    loop = "uvloop" if find_spec("uvloop") else "asyncio's (uvloop is not installed)"
    server.log.info("HTTP parser: %s; event loop: %s", parser, loop)


def end_with_master(worker: Any) -> None:
    """In each worker: a master that is killed takes its workers along, or they would keep the port."""
    end_with_parent(worker.ppid, signal.SIGTERM)


def close_door(server: Any, worker: Any) -> None:
    worker.app.callable.close()
