"""`kronika witness`: what the operator of a witness decides when it no longer knows what it has cosigned."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from cli import Sorry
from domain.table.refusals import Refused
from service.log.witness_file import WitnessFile
from service.log.witnessing import renew_file
from service.operation.app import Kronika, compose
from service.system.settings import Settings

HELP = "Name the head from which this witness continues a log, or make its lost file anew."
NEW_FILE = "make the witness's file where it was lost; the logs that the database knows stay stopped"
CONTINUE = "continue a stopped log from this head"


def arguments(parser: argparse.ArgumentParser) -> None:
    tasks = parser.add_subparsers(metavar="TASK", required=True)
    renewing = tasks.add_parser("new-file", help=NEW_FILE, description=NEW_FILE)
    renewing.set_defaults(task=_renew)
    continuing = tasks.add_parser("continue", help=CONTINUE, description=CONTINUE)
    continuing.add_argument("origin", help="the log's origin, the first line of its checkpoints")
    continuing.add_argument(
        "note", type=Path, help="a file with a checkpoint of this log, as its service signed it"
    )
    continuing.set_defaults(task=_continue)


def run(args: argparse.Namespace) -> int:
    settings = Settings.from_env(os.environ)
    kronika = compose(settings)
    try:
        args.task(kronika, args)
    finally:
        kronika.close()
    return 0


def _renew(kronika: Kronika, args: argparse.Namespace) -> None:
    file = WitnessFile(kronika.settings.data)
    if not file.missing:
        raise Sorry(f"{file.path} exists; a new one is only made where it is lost.")
    print(
        f"made {file.path}; logs that stay stopped until you name a head: {renew_file(kronika.store, file)}"
    )


def _continue(kronika: Kronika, args: argparse.Namespace) -> None:
    try:
        signed = args.note.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise Sorry(f"{args.note} cannot be read as a checkpoint: {error}.") from error
    if signed.partition("\n")[0] != args.origin:
        raise Sorry(f"{args.note} is no checkpoint of {args.origin}; its first line is another.")
    try:
        head = kronika.witness.continue_from(signed)
    except Refused as refused:
        raise Sorry(refused.detail) from refused
    print(f"{head.origin} continues from {head.size} entries")
