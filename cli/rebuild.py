"""`kronika rebuild`: rebuilds async projections from the log."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from cli import Sorry, cores, end_tidily
from cli.checkpoint_file import Spool
from cli.cores import STOPPED, checkpointed, each, processes_for, progress
from projections import lobby_backfill
from service.log.async_projections import ASYNC_PROJECTIONS, Rows
from service.log.snapshotter import Snapshotter
from service.log.table_projection import TableProjection
from service.operation.app import Kronika, compose, prepare
from service.store import Statement
from service.system.settings import Settings

HELP = "Rebuild async projections from the log (for the lobby: its part), and delete snapshots, which are made again later."
REBUILT = {rows.NAME: rows for rows in (*ASYNC_PROJECTIONS, lobby_backfill)}
FOLDS = "folds"
NAMES = (*REBUILT, FOLDS)
FILE = "rebuild-{}.jsonl"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="*", help=f"{', '.join(NAMES)}; all by default")
    cores.arguments(parser)


def run(args: argparse.Namespace) -> int:
    if unknown := set(args.name) - set(NAMES):
        raise Sorry(
            f"there is no async projection {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}."
        )
    end_tidily()
    settings = Settings.from_env(os.environ)
    prepare(settings, begin=False)
    kronika = compose(settings, slow_reads=True)
    left = [name for name in NAMES if not args.name or name in args.name]
    try:
        while left:
            if left[0] == FOLDS:
                Snapshotter(kronika.store).reset()
            else:
                _rebuild(kronika, REBUILT[left[0]], args.resume, args.processes)
            del left[0]
    except KeyboardInterrupt:
        print(f"stopped; `kronika rebuild --resume {' '.join(left)}` continues from there", file=sys.stderr)
        return STOPPED
    finally:
        kronika.close()
    return 0


def _rebuild(kronika: Kronika, rows: Rows, resume: bool, processes: int | None) -> None:
    """Make the rows of all games, spool them to a file, and write them in one transaction at the end."""
    head = f"{rows.NAME} for layout {kronika.store.layout.number()} of {kronika.store.identity}"
    spool = Spool(kronika.settings.data / FILE.format(rows.NAME), head, resume)
    games = kronika.store.changed(spool.position, most=None)
    number = processes or processes_for(kronika.store.head() - spool.position)
    made = each(partial(rows_of, rows.NAME), [game for _, game in games], kronika, number)
    try:
        with progress(visible=True) as bar:
            task = bar.add_task(rows.NAME, total=spool.games + len(games), completed=spool.games)
            for _ in checkpointed(_spooled(spool, games, made), lambda _: spool.keep()):
                bar.advance(task)
    finally:
        spool.keep()
    TableProjection(kronika.repository, rows).replace_rows(spool.position, spool.rows)
    spool.done()


def _spooled(
    spool: Spool, games: Sequence[tuple[int, str]], made: Iterable[Sequence[Statement]]
) -> Iterator[None]:
    for (position, _), rows in zip(games, made, strict=True):
        spool.add(position, rows)
        yield


def rows_of(name: str, kronika: Kronika, game: str) -> Sequence[Statement]:
    return TableProjection(kronika.repository, REBUILT[name]).rows_of([game])
