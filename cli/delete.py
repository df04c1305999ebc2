"""`kronika delete`: deletes a game, a tournament or a name for good."""

from __future__ import annotations

import argparse
import os

from cli import Sorry
from cli.target import Chosen, chosen, chosen_arguments
from service.identity import hiding
from service.operation.app import compose
from service.store import Store
from service.system.settings import Settings

HELP = "Permanently delete a game, a tournament or a name from everything except the signed log; `hide` can be undone."
QUESTION = "This cannot be undone. Type yes to delete: "


def arguments(parser: argparse.ArgumentParser) -> None:
    chosen_arguments(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace) -> int:
    kronika = compose(Settings.from_env(os.environ))
    try:
        what = chosen(kronika.store, args)
        if not args.yes:
            _ask(what)
        _delete(kronika.store, what)
    finally:
        kronika.close()
    print(f"deleted: {what.description}")
    return 0


def _ask(what: Chosen) -> None:
    print(f"about to delete: {what.description}")
    try:
        answer = input(QUESTION)
    except EOFError:
        answer = ""
    if answer.strip() != "yes":
        raise Sorry("nothing was deleted.")


def _delete(store: Store, what: Chosen) -> None:
    if what.names is not None:
        hiding.delete_names(store, what.names)
    else:
        hiding.delete(store, what.id)
