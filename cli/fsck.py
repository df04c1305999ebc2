"""`kronika fsck`: checks whether every game's log is still the one that was signed."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cli import cores, end_tidily
from cli.cores import STOPPED, checkpointed, each, processes_for, progress
from cli.problems import print_damages
from service.operation.app import Kronika, compose
from service.operation.integrity import Damage, every_game, find_damage
from service.store.private_files import open_private
from service.system.settings import Settings

HELP = "Check every game's log: its bytes, its secrets, and the last checkpoint that this service signed."
FILE = "fsck.json"


class Reached(NamedTuple):
    """The progress of a check: the last game, and the problems found so far."""

    after: str = ""
    damages: Sequence[Damage] = ()


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")
    cores.arguments(parser)


def run(args: argparse.Namespace) -> int:
    end_tidily()
    with closing(compose(Settings.from_env(os.environ), slow_reads=True)) as kronika:
        return _check(kronika, args)


def _check(kronika: Kronika, args: argparse.Namespace) -> int:
    file = kronika.settings.data / FILE
    games = every_game(kronika.store)
    reached = _begun(file, kronika.store.identity, args.resume)
    keep = partial(_keep, file, kronika.store.identity)
    left = [game for game in games if game > reached.after]
    events = kronika.store.head() * len(left) // max(1, len(games))  # an estimate of what is left
    steps = _checked(kronika, left, reached, args.processes or processes_for(events))
    with progress(not args.json) as bar:
        task = bar.add_task("checking", total=len(games), completed=len(games) - len(left))
        try:
            for step in checkpointed(steps, keep):
                reached = step
                bar.advance(task)
        except KeyboardInterrupt:
            bar.stop()
            keep(reached)
            return _stopped(sum(game <= reached.after for game in games), len(games))
    file.unlink(missing_ok=True)
    return _tell(len(games), reached.damages, args.json)


def _begun(file: Path, identity: str, resume: bool) -> Reached:
    if resume:
        return _read(file, identity)
    if file.exists():
        _say("an earlier check was stopped; this one starts from the beginning (--resume continues that one)")
    return Reached()


def _checked(kronika: Kronika, games: Sequence[str], reached: Reached, processes: int) -> Iterator[Reached]:
    """The progress after every game."""
    for game, found in zip(games, each(damage_of, games, kronika, processes), strict=True):
        reached = Reached(game, reached.damages if found is None else [*reached.damages, found])
        yield reached


def _stopped(done: int, games: int) -> int:
    _say(f"stopped after {done} of {games} games; `kronika fsck --resume` continues from there")
    return STOPPED


def _say(what: str) -> None:
    print(what, file=sys.stderr)


def damage_of(kronika: Kronika, game: str) -> Damage | None:
    return find_damage(kronika.store, kronika.signer, game)


def _keep(file: Path, identity: str, reached: Reached) -> None:
    """Written atomically. If that fails, the check continues but cannot be resumed."""
    draft = file.with_suffix(".draft")
    with suppress(OSError):
        with os.fdopen(open_private(draft, os.O_WRONLY | os.O_TRUNC), "w") as written:
            json.dump([identity, reached.after, reached.damages], written)
        draft.replace(file)


def _read(file: Path, identity: str) -> Reached:
    """The progress of the check of this database; the progress for an earlier database is ignored."""
    try:
        checked, after, damages = json.loads(file.read_text())
    except FileNotFoundError:
        return Reached()
    if checked != identity:
        _say("the earlier check was of another database; this one starts from the beginning")
        return Reached()
    return Reached(after, [Damage(*found) for found in damages])


def _tell(games: int, damages: Sequence[Damage], as_json: bool) -> int:
    if as_json:
        print(json.dumps({"games": games, "damages": [d._asdict() for d in damages]}))
    else:
        print_damages(damages)
        print(f"{games} games checked, {len(damages)} damaged")
    return 1 if damages else 0
