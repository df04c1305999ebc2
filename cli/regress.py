"""`kronika regress`: the store's games, or files, under today's rules.

Logs suffice to find decisions that differ. They do not contain the other choices or the view of each seat. To compare these,
make a record with the old version (`--record`) and compare the new version with it (`--against`).
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from cli import Sorry
from cli.records import Earlier, Record, Written, new_file, read_record
from service.operation.app import compose
from service.operation.regress import (
    RegressionResult,
    named,
    of_file,
    of_store,
)
from service.system.settings import Settings

HELP = "Replay games under today's rules, and print which would differ and from which action on. Exit code 1 if any would."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="audit or game files; without any, the database"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    records = parser.add_mutually_exclusive_group()
    records.add_argument(
        "--record", metavar="FILE", help="write the choices and views of every decision to a new file"
    )
    records.add_argument("--against", metavar="FILE", help="compare choices and views with a record")


def run(args: argparse.Namespace) -> int:
    """0: all games are unchanged; 1: some differ; 2: some could not be replayed."""
    with _record(args) as record:
        found = list(_from_files(args, record) if args.files else _from_store(args, record))
    if args.json:
        print(json.dumps([{**one._asdict(), "same": one.same} for one in found]))
    else:
        _print(found)
        if record.summary:
            print(record.summary)
    if any(one.version is not None for one in found):
        return 1
    return 0 if all(one.tried for one in found) else 2


@contextmanager
def _record(args: argparse.Namespace) -> Iterator[Record]:
    if args.record:
        with new_file(args.record) as file:
            yield Written(file)
    elif args.against:
        yield Earlier(read_record(args.against))
    else:
        yield Record()


def _from_files(args: argparse.Namespace, record: Record) -> Iterator[RegressionResult]:
    for name in _tracked(args.files, args):
        file = _read(name)
        yield of_file(file, record.of(named(file)[0]))


def _from_store(args: argparse.Namespace, record: Record) -> Iterator[RegressionResult]:
    kronika = compose(Settings.from_env(os.environ), slow_reads=True)
    try:
        for game in _tracked(kronika.store.games(), args):
            yield of_store(kronika.repository, game, record.of(game))
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


def _print(found: Sequence[RegressionResult]) -> None:
    for one in found:
        if not one.tried:
            print(f"game {one.game} ({one.ruleset}): not tried, {one.why}")
        elif one.version is not None:
            print(f"game {one.game} ({one.ruleset}): different from version {one.version} on: {one.why}")
            if one.logged:
                print(f"  first   {one.first}")
                _print_events("logged", one.logged)
                _print_events("today ", one.today)
    different = sum(one.version is not None for one in found)
    untried = sum(not one.tried for one in found)
    print(f"{len(found)} games, {different} would differ, {untried} could not be tried")


def _print_events(which: str, events: Sequence[Mapping[str, Any]]) -> None:
    for event in events or [{"type": "no such event", "data": {}, "rules": []}]:
        print(f"  {which}  {event['type']} {json.dumps(event['data'])} [{', '.join(event['rules'])}]")
