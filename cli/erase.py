"""`kronika erase`: deletes the texts of a case, or of a judge call, for good."""

from __future__ import annotations

import argparse
import os

from cli import Sorry
from domain.table.refusals import Refused
from service.log.repository import Repository
from service.operation.app import compose
from service.operation.erasure import erase, erase_call
from service.system.settings import Settings

HELP = "Delete the texts of a closed case, or of a judge call of a game that is over, for good; the log still verifies."
QUESTION = "This cannot be undone. Type yes to erase: "


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the id of the game")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("dispute", type=int, nargs="?", help="the number of the case")
    which.add_argument("--call", type=int, help="the number of the judge call")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace) -> int:
    if not args.yes:
        _ask(args)
    kronika = compose(Settings.from_env(os.environ))
    try:
        erased = _erased(kronika.repository, args)
    except Refused as refused:
        raise Sorry(refused.detail) from refused
    finally:
        kronika.close()
    print(f"erased: {erased} texts of {_named(args)}")
    return 0


def _erased(repository: Repository, args: argparse.Namespace) -> int:
    if args.call is not None:
        return erase_call(repository, args.game, args.call)
    return erase(repository, args.game, args.dispute)


def _named(args: argparse.Namespace) -> str:
    what = f"case {args.dispute}" if args.call is None else f"call {args.call}"
    return f"{what} of game {args.game}"


def _ask(args: argparse.Namespace) -> None:
    print(f"about to erase what was written in {_named(args)}")
    try:
        answer = input(QUESTION)
    except EOFError:
        answer = ""
    if answer.strip() != "yes":
        raise Sorry("nothing was erased.")
