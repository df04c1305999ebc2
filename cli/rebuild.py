"""`kronika rebuild`: kept projections from nothing."""

from __future__ import annotations

import argparse
import os

from rich.progress import Progress

from cli import Sorry
from projections import lobby_mending
from service.app import compose, prepare
from service.log.projection_runner import KEPT, ProjectionRunner
from service.settings import Settings

HELP = "Make kept projections anew from the log; of the lobby, what the log tells."
MADE_ANEW = (*KEPT, lobby_mending)
NAMES = [projection.NAME for projection in MADE_ANEW]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="*", help=f"{', '.join(NAMES)}; all by default")


def run(args: argparse.Namespace) -> int:
    if unknown := set(args.name) - set(NAMES):
        raise Sorry(
            f"there is no kept projection {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}."
        )
    settings = Settings.from_env(os.environ)
    prepare(settings)
    kronika = compose(settings)
    chosen = [p for p in MADE_ANEW if not args.name or p.NAME in args.name]
    with Progress() as progress:
        for projection in chosen:
            bar = progress.add_task(projection.NAME, total=kronika.store.head())
            ProjectionRunner(kronika.repository, projection).rebuild(
                lambda at, bar=bar: progress.update(bar, completed=at)  # type: ignore[misc]
            )
    kronika.close()
    return 0
