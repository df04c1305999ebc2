"""`kronika hide`: hides a game, a tournament or a name from users, and restores it."""

from __future__ import annotations

import argparse
import os

from cli import Sorry
from cli.target import Chosen, chosen, chosen_arguments
from projections.tournaments import DELETED
from service.identity import hiding
from service.identity.hiding import HIDDEN_IDS, HIDDEN_NAMES
from service.operation.app import compose
from service.store import Store
from service.system.settings import Settings

HELP = "Hide a game, a tournament or a name from lists, pages, streams and exports; --undo shows it again."


def arguments(parser: argparse.ArgumentParser) -> None:
    chosen_arguments(parser)
    parser.add_argument("--undo", action="store_true", help="show it again, as it was")
    parser.add_argument(
        "--list", action="store_true", help="list what is hidden or deleted, and do nothing else"
    )


def run(args: argparse.Namespace) -> int:
    kronika = compose(Settings.from_env(os.environ))
    try:
        if args.list:
            _tell(kronika.store)
        else:
            _hide(kronika.store, chosen(kronika.store, args), args.undo)
    finally:
        kronika.close()
    return 0


def _tell(store: Store) -> None:
    for id, hidden in store.query(HIDDEN_IDS):
        print(f"{id} {'deleted' if hidden == DELETED else 'hidden'}")
    for id, what, number, name in store.query(HIDDEN_NAMES):
        print(f"{id} {what} {number}: {name}")


def _hide(store: Store, what: Chosen, undo: bool) -> None:
    if what.names is None and hiding.deleted(store, what.id):
        raise Sorry(f"{what.id} has been deleted; it cannot be restored.")
    if undo and not _is_hidden(store, what):
        raise Sorry(f"this is not hidden, so there is nothing to show again: {what.description}")
    if what.names is not None:
        (hiding.show_names if undo else hiding.hide_names)(store, what.names)
    else:
        (hiding.show if undo else hiding.hide)(store, what.id)
    print(f"{'restored' if undo else 'hidden'}: {what.description}")


def _is_hidden(store: Store, what: Chosen) -> bool:
    return hiding.hidden(store, what.id) if what.names is None else what.names.hidden(store)
