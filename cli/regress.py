"""`kronika regress`: replays the store's games, or files, under today's rules."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from cli import Sorry
from service.app import compose
from service.operation.regress import Regressed, of_file, of_store
from service.system.settings import Settings

HELP = "Replay games under today's rules: which would go otherwise, from which action on? Exit code 1 if any would."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="audit or game files; without any, the database"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """0: all games are unchanged; 1: some differ; 2: some could not be replayed."""
    found = list(_from_files(args) if args.files else _from_store(args))
    if args.json:
        print(json.dumps([{**one._asdict(), "same": one.same} for one in found]))
    else:
        _print(found)
    if any(one.version is not None for one in found):
        return 1
    return 0 if all(one.tried for one in found) else 2


def _from_files(args: argparse.Namespace) -> Iterator[Regressed]:
    for name in _tracked(args.files, args):
        yield of_file(_read(name))


def _from_store(args: argparse.Namespace) -> Iterator[Regressed]:
    kronika = compose(Settings.from_env(os.environ), patient=True)
    try:
        for game in _tracked(kronika.store.games(), args):
            yield of_store(kronika.repository, game)
    finally:
        kronika.close()


def _tracked(things: Sequence[str], args: argparse.Namespace) -> Iterator[str]:
    yield from track(things, "replaying", console=Console(stderr=True), disable=args.json)


def _read(name: str) -> dict[str, Any]:
    try:
        read = json.loads(Path(name).read_bytes())
    except (OSError, ValueError) as error:
        raise Sorry(f"{name} cannot be read: {error}") from error
    if not isinstance(read, dict):
        raise Sorry(f"{name} is no audit or game file.")
    return read


def _print(found: Sequence[Regressed]) -> None:
    for one in found:
        if not one.tried:
            print(f"game {one.game} ({one.ruleset}): not tried, {one.why}")
        elif one.version is not None:
            print(f"game {one.game} ({one.ruleset}): otherwise from version {one.version} on: {one.why}")
            _print_events("logged", one.logged)
            _print_events("today ", one.today)
    otherwise = sum(one.version is not None for one in found)
    untried = sum(not one.tried for one in found)
    print(f"{len(found)} games, {otherwise} would go otherwise, {untried} could not be tried")


def _print_events(which: str, events: Sequence[Mapping[str, Any]]) -> None:
    for event in events or [{"type": "nothing like it", "data": {}, "rules": []}]:
        print(f"  {which}  {event['type']} {json.dumps(event['data'])} [{', '.join(event['rules'])}]")
