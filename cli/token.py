"""`kronika token`: issues and revokes bearer tokens."""

from __future__ import annotations

import argparse
import os
import re
from contextlib import closing

from cli import Sorry
from domain.hidden import AUDITOR
from projections import tournaments
from service.app import Kronika, compose
from service.identity.hiding import deleted
from service.identity.tokens import grant, new_token, revoke
from service.system.clock import HOUR, now
from service.system.settings import Settings

HELP = "Issue a token for a game or a tournament, or revoke one."
MOST_HOURS = 1_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", help="the id of a game, or of a tournament and so of all its games"
    )
    parser.add_argument(
        "--role", default=AUDITOR, help="auditor (default), who sees everything, organiser or seat:N"
    )
    parser.add_argument("--expires", type=hours, metavar="HOURS", help="hours from now; never by default")
    parser.add_argument("--revoke", metavar="TOKEN", help="revoke this token")


def hours(text: str) -> float:
    number = float(text)
    if not 0 < number < MOST_HOURS:
        raise ValueError
    return number


def run(args: argparse.Namespace) -> int:
    if (args.game is None) == (args.revoke is None):
        raise Sorry("name a game to issue a token for, or a token to --revoke.")
    with closing(compose(Settings.from_env(os.environ))) as kronika:
        if args.revoke is None:
            print(_issued(kronika, args))
        else:
            kronika.store.append("", [], [revoke(args.revoke)])
    return 0


def _issued(kronika: Kronika, args: argparse.Namespace) -> str:
    if deleted(kronika.store, args.game):
        raise Sorry(f"{args.game} has been deleted; no token opens it.")
    _check_role(args.role, _seats(kronika, args.game))
    token = new_token()
    expires = None if args.expires is None else now() + int(args.expires * HOUR)
    kronika.store.append("", [], [grant(token, args.game, args.role, expires)])
    return token


def _seats(kronika: Kronika, id: str) -> int:
    if kronika.store.version(id):
        return kronika.repository.get(id).table.setup.seats
    tournament = tournaments.load(kronika.store.query, id)
    if tournament is None:
        raise Sorry(f"there is no game or tournament {id} in this database.")
    return tournament.seats


def _check_role(role: str, seats: int) -> None:
    match = re.fullmatch(rf"{AUDITOR}|organiser|seat:([1-9][0-9]?)", role)
    if match is None or (match[1] and int(match[1]) > seats):
        raise Sorry(f"a role is {AUDITOR}, organiser or seat:1 to seat:{seats}, not {role!r}.")
