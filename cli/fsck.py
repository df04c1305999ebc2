"""`kronika fsck`: is every game's log still the one that was signed?"""

from __future__ import annotations

import argparse
import json
import os

from rich.console import Console
from rich.progress import track

from cli.damages import print_damages
from service.app import compose
from service.queries.integrity import damage, every_game
from service.settings import Settings

HELP = "Check every game's log: its bytes, its secrets, and the last checkpoint that this service signed."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    kronika = compose(Settings.from_env(os.environ))
    games = every_game(kronika.store)
    shown = track(games, "checking", console=Console(stderr=True), disable=args.json)
    damages = [found for game in shown if (found := damage(kronika.store, kronika.signer, game)) is not None]
    if args.json:
        print(json.dumps({"games": len(games), "damages": [d._asdict() for d in damages]}))
    else:
        print_damages(damages)
        print(f"{len(games)} games checked, {len(damages)} damaged")
    return 1 if damages else 0
