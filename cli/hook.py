"""`kronika hook`: makes webhooks that may reach the networks of KRONIKA_HOOKS."""

from __future__ import annotations

import argparse
import os

from cli import Sorry
from domain.table.refusals import Refused
from service.accounts.notices.hook_making import NewHook, make_for_operator, remove_of_operator
from service.identity.hiding import exists
from service.operation.app import Kronika, compose
from service.system.settings import Settings

HELP = (
    "Make a webhook of the operator's, which may reach the networks of KRONIKA_HOOKS, too; prints its secret."
)
ACCOUNT = "SELECT id FROM accounts WHERE name = ? OR id = ?"


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="add|remove")
    add = commands.add_parser("add", help="make a webhook")
    add.add_argument("url", help="where notices are sent")
    about = add.add_mutually_exclusive_group(required=True)
    about.add_argument("--game", metavar="ID", help="notices of this game")
    about.add_argument("--account", metavar="NAME", help="notices of this account")
    add.set_defaults(command=_add)
    remove = commands.add_parser("remove", help="delete a webhook of the operator's")
    remove.add_argument("id", help="the hook's id")
    remove.set_defaults(command=_remove)


def run(args: argparse.Namespace) -> int:
    kronika = compose(Settings.from_env(os.environ))
    try:
        args.command(kronika, args)
    except Refused as refused:
        raise Sorry(refused.detail) from refused
    finally:
        kronika.close()
    return 0


def _add(kronika: Kronika, args: argparse.Namespace) -> None:
    made = make_for_operator(kronika.store, kronika.settings.hooks, *_about(kronika, args))
    print(f"hook: {made.id}\nsecret: {made.secret}")


def _remove(kronika: Kronika, args: argparse.Namespace) -> None:
    if not remove_of_operator(kronika.store, args.id):
        raise Sorry(f"there is no hook {args.id} of the operator's.")
    print(f"removed: {args.id}")


def _about(kronika: Kronika, args: argparse.Namespace) -> tuple[str | None, NewHook]:
    if args.game is not None:
        if not exists(kronika.store, args.game):
            raise Sorry(f"there is no game {args.game} in this database.")
        return None, NewHook(args.url, "game", args.game)
    found = kronika.store.query(ACCOUNT, (args.account, args.account))
    if not found:
        raise Sorry(f"there is no account {args.account} in this database.")
    [(account,)] = found
    return account, NewHook(args.url, "me", account)
