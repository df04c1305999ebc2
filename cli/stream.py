"""`kronika stream`: serves event streams on connections that the workers pass on. `kronika serve` starts it."""

from __future__ import annotations

import argparse
import os
import resource
import signal
import socket
from logging.config import dictConfig
from pathlib import Path

import structlog

from api.telemetry import logs
from api.telemetry.shared_metrics import share
from service.app import open_store_of
from service.log.migrations import MIGRATIONS
from service.log.warm_up import warm_up_decoders
from service.store import StoreUnusable
from service.system.clock import ClockWrong
from service.system.parent import end_with_parent
from service.system.settings import BadSetting, Settings

log = structlog.get_logger()
HELP = "Serve event streams (serve starts it by itself)."
KEPT_FREE = 64
"""Descriptors reserved for purposes other than streams."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--under", type=int, metavar="PID", help="end when this process, its parent, has ended"
    )
    parser.add_argument("--listener", type=int, metavar="FD", required=True, help="where the workers connect")
    parser.add_argument(
        "--figures", type=Path, metavar="FOLDER", required=True, help="the folder of all processes' metrics"
    )
    parser.add_argument("--place", required=True, help="the name of this process's metrics there")


def run(args: argparse.Namespace) -> int:
    if args.under is not None:
        end_with_parent(args.under, signal.SIGTERM)
    settings = Settings.from_env(os.environ)
    logs.configure(level=settings.log)
    dictConfig(logs.library_config(settings.log))
    _share(args)
    from api.streaming import process  # imported late, since it creates its metrics

    try:
        store = open_store_of(settings)
        store.check_layout(MIGRATIONS)
    except (BadSetting, ClockWrong, StoreUnusable) as error:
        log.error("not-streaming", reason=str(error))
        return 1
    warm_up_decoders()
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = min(max(1, soft - KEPT_FREE), _share_of(settings.streams, settings))
    each = _share_of(settings.streams_each, settings)
    process.run(store, socket.socket(fileno=args.listener), most, each)
    return 0


def _share_of(most: int, settings: Settings) -> int:
    """This process's share of all stream connections, which are assigned in turn."""
    return -(-most // settings.streamers)


def _share(args: argparse.Namespace) -> None:
    try:
        share(args.figures, args.place)
    except OSError as error:
        log.warning("figures-not-shared", reason=str(error))
