"""`kronika reconcile`: lists games that lack signed entries, and explains what to do about it."""

from __future__ import annotations

import argparse
import json
import os

from service.log.head_journal import FILE, LOST
from service.operation.app import compose
from service.operation.reconciling import WAYS_BACK, IncompleteLog, incomplete_logs
from service.system.settings import Settings

HELP = "List games that lack entries signed by this service, for example after an older copy was restored."
ADVICE = f"""
These games can be read, but nothing is added to them: people hold the signed entries, and signing anything else in their
place would be provably false. The games continue as soon as their entries are back:
- {WAYS_BACK[0]};
- {WAYS_BACK[1]}.
Otherwise they stay as they are: ask their players to start new games.
Never delete {FILE}: it is the only record of these entries."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    kronika = compose(Settings.from_env(os.environ), slow_reads=True)
    try:
        found = list(incomplete_logs(kronika.repository))
    finally:
        kronika.close()
    if args.json:
        print(json.dumps({"incomplete": [one._asdict() for one in found]}))
    else:
        _print(found)
    return 1 if found else 0


def _print(found: list[IncompleteLog]) -> None:
    for game, here, signed in found:
        what = f"{here} of {signed} entries" if here < signed else f"other entries than the {signed}"
        lost = signed == LOST
        print(f"game {game}: " + ("told to be lost" if lost else f"{what} that were signed are here"))
    print(f"{len(found)} games lack entries that were signed")
    if found:
        print(ADVICE)
