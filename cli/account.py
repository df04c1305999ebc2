"""`kronika account`: suspends an account of the running service, or lifts that."""

from __future__ import annotations

import argparse

from cli.admin import do
from cli.admin_tables import TABLES

HELP = "Suspend an account of the running service: it reads and plays what has begun, and begins nothing. Or resume it."
NO_REASON = "No reason was given."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("suspend", "resume"), help="what to do")
    parser.add_argument("name", metavar="NAME", help="the account's name")
    parser.add_argument(
        "--by",
        required=True,
        metavar="ACCOUNT",
        help="the name of your own account: nobody suspends the other players of a running game",
    )
    parser.add_argument("--reason", default=NO_REASON, metavar="SENTENCE", help="why, for the operator's log")


def run(args: argparse.Namespace) -> int:
    fields = {"act": f"{args.what}-account", "subject": args.name, "by": args.by, "reason": args.reason}
    print(TABLES["done"](do(fields).json()))
    return 0
