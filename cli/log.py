"""`kronika log start`: starts another log of logs, after the tiles of the one before were lost."""

from __future__ import annotations

import argparse
import os

from cli import Sorry
from service.log.transparency.log import LogUnusable
from service.log.transparency.logs import NAME
from service.operation.app import compose
from service.system.settings import Settings

HELP = "Start another log of logs, if the files of the one before are lost for good."


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    start = commands.add_parser("start", help="start a log of another name")
    start.add_argument(
        "name", metavar="NAME", help="1 to 32 small letters, digits and hyphens, such as second"
    )


def run(args: argparse.Namespace) -> int:
    if NAME.fullmatch(args.name) is None:
        raise Sorry(
            f"{args.name!r} cannot be the name of a log: use 1 to 32 small letters, digits and hyphens, and no word that "
            "already names a file or folder there (tile, checkpoint, log, names, head, lock, draft)."
        )
    kronika = compose(Settings.from_env(os.environ))
    try:
        logs = kronika.repository.logs
        try:
            usable = logs.check_open()
        except LogUnusable as error:
            print(error)
        else:
            raise Sorry(
                f"the log {usable} is in order. Games of it would get no more leaves, so no other is started."
            )
        print(f"started: {logs.start(args.name, kronika.signer)}")
    finally:
        kronika.close()
    return 0
