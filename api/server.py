"""How gunicorn serves the application; used by the command line, which starts it."""

from __future__ import annotations

import os
import shutil
import signal
from typing import Any

from service.parent import end_with
from service.settings import Settings

MOST_CONNECTIONS = 10_000
"""Of a worker; fewer if there are not so many descriptors."""
METRICS = "PROMETHEUS_MULTIPROC_DIR"


def options(settings: Settings) -> dict[str, Any]:
    """gunicorn's settings. Also makes an empty folder for the workers' figures and names it in the environment,
    which has to happen before anything imports prometheus_client.
    """
    _empty_metrics_folder(settings)
    return {
        "bind": f"{settings.host}:{settings.port}",
        "worker_class": f"{__package__}.worker.Worker",
        "workers": settings.workers,
        "threads": settings.threads,
        "worker_connections": MOST_CONNECTIONS,
        "keepalive": 15,  # of any length: api.worker says how long
        "forwarder_headers": "",  # SCRIPT_NAME and PATH_INFO are no headers here
        "timeout": 60,
        "graceful_timeout": 10,
        "control_socket_disable": True,
        "accesslog": None,
        "loglevel": "warning",
        "post_fork": end_with_master,
        "post_worker_init": open_door,
        "worker_exit": close_door,
        "child_exit": forget_worker,
    }


def _empty_metrics_folder(settings: Settings) -> None:
    folder = settings.data / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ[METRICS] = str(folder)


def end_with_master(server: Any, worker: Any) -> None:
    """In each worker: a master that is killed takes its workers along, or they would keep the port."""
    end_with(worker.ppid, signal.SIGTERM)


def open_door(worker: Any) -> None:
    """In each worker, after the fork: begin to compose the service; requests are taken once that was tried."""
    worker.app.callable.open(worker.welcome)


def close_door(server: Any, worker: Any) -> None:
    worker.app.callable.close()


def forget_worker(server: Any, worker: Any) -> None:
    """In the master: gauges of a worker that is gone count no longer; its counters stay."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
