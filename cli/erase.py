"""`kronika erase`: deletes the texts of a case for good."""

from __future__ import annotations

import argparse
import os

from cli import Sorry
from domain.table.refusals import Refused
from service.app import compose
from service.operation.erasure import erase
from service.system.settings import Settings

HELP = "Delete the texts of a case that is over, with their salts and requests, for good; the log still verifies."
ASKED = "This cannot be undone. Type yes to erase: "


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the id of the game")
    parser.add_argument("dispute", type=int, help="the number of the case")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace) -> int:
    if not args.yes:
        _ask(args)
    kronika = compose(Settings.from_env(os.environ))
    try:
        erased = erase(kronika.repository, args.game, args.dispute)
    except Refused as refused:
        raise Sorry(refused.detail) from refused
    finally:
        kronika.close()
    print(f"erased: {erased} texts of case {args.dispute} of game {args.game}")
    return 0


def _ask(args: argparse.Namespace) -> None:
    print(f"about to erase what was written in case {args.dispute} of game {args.game}")
    try:
        answer = input(ASKED)
    except EOFError:
        answer = ""
    if answer.strip() != "yes":
        raise Sorry("nothing was erased.")
