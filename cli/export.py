"""`kronika export`: the games of this service in one file, one portable game per line."""

from __future__ import annotations

import argparse
import os
from contextlib import closing
from functools import partial

from rich.console import Console
from rich.progress import track

from cli import Sorry
from projections.lobby import GameFilter, next_after
from service.log.repository import Repository
from service.operation.app import compose
from service.queries.exporting import lines, next_for_operator
from service.store.private_files import open_private
from service.system.settings import Settings

HELP = "Write finished public games to a file, one a line; with --all every game that is over."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="the file; it must not exist yet, and only its owner may read it"
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="include private, abandoned, imported and hidden games, with all their secrets; no deleted ones or analyses",
    )


def run(args: argparse.Namespace) -> int:
    with closing(compose(Settings.from_env(os.environ), slow_reads=True)) as kronika:
        count = _export(kronika.repository, args)
    print(f"{count} games written to {args.file}")
    return 0


def _export(repository: Repository, args: argparse.Namespace) -> int:
    """Returns the number of games written."""
    following = next_for_operator if args.all else partial(next_after, GameFilter(status="finished"))
    try:
        file = os.fdopen(open_private(args.file, os.O_WRONLY | os.O_EXCL), "wb")
    except FileExistsError as error:
        raise Sorry(f"{args.file} already exists; name another file.") from error
    except OSError as error:
        raise Sorry(f"{args.file} cannot be written: {error.strerror}.") from error
    with file:
        written = lines(repository, following)
        return sum(bool(file.write(line)) for line in track(written, "writing", console=Console(stderr=True)))
