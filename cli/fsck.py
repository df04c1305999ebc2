"""`kronika fsck`: is every game's log still the one that was signed?"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cli import end_tidily
from cli.cores import STOPPED, each, processes_for, progress
from cli.damages import print_damages
from service.app import Kronika, compose
from service.own_files import open_own
from service.queries.integrity import Damage, damage, every_game
from service.settings import Settings

HELP = "Check every game's log: its bytes, its secrets, and the last checkpoint that this service signed."
FILE = "fsck.json"
KEPT_EVERY = 2.0
"""Seconds between two times that it is written down how far the check has come."""


class Reached(NamedTuple):
    """How far a check has come: the last game, and what was found up to it."""

    after: str = ""
    damages: Sequence[Damage] = ()


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--resume", action="store_true", help="go on where a check was stopped or killed")
    parser.add_argument(
        "--processes", type=int, metavar="N", help="at work at once; as many as there are cores by default"
    )


def run(args: argparse.Namespace) -> int:
    end_tidily()
    kronika = compose(Settings.from_env(os.environ))
    file = kronika.settings.data / FILE
    games = every_game(kronika.store)
    identity = kronika.store.identity
    before = _read(file, identity) if args.resume else Reached()
    if file.exists() and not args.resume:
        print(
            "an earlier check was stopped; this one begins anew (--resume goes on with that one)",
            file=sys.stderr,
        )
    keep = partial(_keep, file, identity)
    left = [game for game in games if game > before.after]
    reached, stopped = before, False
    with progress(not args.json) as bar:
        task = bar.add_task("checking", total=len(games), completed=len(games) - len(left))
        try:
            for so_far in _checked(kronika, left, before, args.processes or processes_for(len(left)), keep):
                reached = so_far
                bar.advance(task)
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        keep(reached)
        done = sum(game <= reached.after for game in games)
        print(
            f"stopped after {done} of {len(games)} games; `kronika fsck --resume` goes on from there",
            file=sys.stderr,
        )
        return STOPPED
    file.unlink(missing_ok=True)
    return _tell(len(games), reached.damages, args.json)


def _checked(
    kronika: Kronika, games: Sequence[str], reached: Reached, processes: int, keep: Callable[[Reached], None]
) -> Iterator[Reached]:
    """After every game how far it has come, which is kept now and then."""
    kept = time.monotonic()
    for game, found in zip(games, each(_damage, games, kronika, processes), strict=True):
        reached = Reached(game, reached.damages if found is None else [*reached.damages, found])
        if time.monotonic() - kept > KEPT_EVERY:
            kept = time.monotonic()
            keep(reached)
        yield reached


def _damage(kronika: Kronika, game: str) -> Damage | None:
    return damage(kronika.store, kronika.signer, game)


def _keep(file: Path, identity: str, reached: Reached) -> None:
    """Whole or not at all. Without it the check goes on as well, and cannot be resumed."""
    draft = file.with_suffix(".draft")
    with suppress(OSError):
        with os.fdopen(open_own(draft, os.O_WRONLY | os.O_TRUNC), "w") as written:
            json.dump([identity, reached.after, reached.damages], written)
        draft.replace(file)


def _read(file: Path, identity: str) -> Reached:
    """How far the check of this database had come: what was found in one that it took the place of says nothing of it."""
    try:
        checked, after, damages = json.loads(file.read_text())
    except FileNotFoundError:
        return Reached()
    if checked != identity:
        print("the earlier check was of another database; this one begins anew", file=sys.stderr)
        return Reached()
    return Reached(after, [Damage(*found) for found in damages])


def _tell(games: int, damages: Sequence[Damage], as_json: bool) -> int:
    if as_json:
        print(json.dumps({"games": games, "damages": [d._asdict() for d in damages]}))
    else:
        print_damages(damages)
        print(f"{games} games checked, {len(damages)} damaged")
    return 1 if damages else 0
