"""`kronika token`: issues and revokes bearer tokens."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from contextlib import closing

from cli import Sorry
from domain.hidden import AUDITOR
from projections import meetings, tournaments
from service.identity.access import ORGANISER
from service.identity.hiding import deleted
from service.identity.tokens import grant, new_token, revoke
from service.operation.app import Kronika, compose
from service.system.clock import HOUR, now
from service.system.settings import Settings

HELP = "Issue a token for a game, a tournament or the organiser of a meeting, or revoke one."
MOST_HOURS = 1_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", help="the id of a game, of a tournament and so of all its games, or of a meeting"
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
    _check_role(args.role, _roles(kronika, args.game))
    token = new_token()
    expires = None if args.expires is None else now() + int(args.expires * HOUR)
    kronika.store.append("", [], [grant(token, args.game, args.role, expires)])
    return token


def _roles(kronika: Kronika, id: str) -> tuple[str, ...]:
    """The roles that there may be tokens for."""
    if meetings.load(kronika.store.query, id) is not None:
        return (ORGANISER,)
    return (AUDITOR, ORGANISER, *(f"seat:{seat}" for seat in range(1, _seats(kronika, id) + 1)))


def _seats(kronika: Kronika, id: str) -> int:
    if kronika.store.version(id):
        return kronika.repository.get(id).table.setup.seats
    tournament = tournaments.load(kronika.store.query, id)
    if tournament is None:
        raise Sorry(f"there is no game, tournament or meeting {id} in this database.")
    return tournament.seats


def _check_role(role: str, roles: Sequence[str]) -> None:
    if role not in roles:
        raise Sorry(f"a role is {', '.join(roles)} here, not {role!r}.")
