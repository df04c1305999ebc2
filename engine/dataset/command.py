"""`kronika dataset`: exported games as tables. It needs the engine alone."""

from __future__ import annotations

import argparse
import gzip
import os
import sys
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import orjson

from engine.dataset.tables import TABLES, Table, Verify
from engine.dataset.writing import FORMATS, NoArrow, batched, replacing
from engine.files import numbered_lines, opened, uncompressed
from engine.logs import BadFile

HELP = "Turn exported games into a table for dataframes: games, events, decisions or clocks; JSON lines, CSV or Parquet."
ENDINGS = {".csv": "csv", ".parquet": "parquet"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="portable games, one a line, .gz too; - reads standard input"
    )
    tables = "which table; refusals and tournaments are made of the files of these names in /v1/datasets"
    parser.add_argument("--table", choices=[*TABLES], default="games", help=tables)
    parser.add_argument(
        "--events", action="store_const", const="events", dest="table", help="the same as --table events"
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="the file to write; standard output by default"
    )
    parser.add_argument(
        "--format", choices=[*FORMATS], help="by default by the ending of --output, otherwise jsonl"
    )
    parser.add_argument(
        "--verify",
        choices=[*Verify],
        type=Verify,
        default=Verify.HEAD,
        help="nothing; that the signed head of each game is over its entries (the default); or all rules, which takes 15 to 30 "
        "times as long. decisions always verifies the rules",
    )


def run(args: argparse.Namespace) -> int:
    bad = Bad("standard input" if args.file == "-" else args.file)
    try:
        with sys.stdin.buffer if args.file == "-" else opened(Path(args.file)) as file:
            _write(args, rows(TABLES[args.table], uncompressed(file), args.verify, bad))
    except (NoArrow, EOFError, gzip.BadGzipFile, zlib.error) as error:
        return _failed(f"{args.file}: {error}" if not isinstance(error, NoArrow) else str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        return _failed(f"{error.filename or args.file}: {error.strerror or error}")
    return bad.summary()


def _failed(why: str) -> int:
    print(f"kronika: {why}", file=sys.stderr)
    return 1


def _write(args: argparse.Namespace, found: Iterator[Any]) -> None:
    ending = "" if args.output is None else args.output.suffix
    write = FORMATS[args.format or ENDINGS.get(ending, "jsonl")]
    row = TABLES[args.table].row
    if args.output is None:
        write(row, batched(found), sys.stdout.buffer)
        return
    with replacing(args.output) as file:
        count = write(row, batched(found), file)
    print(f"{count:,} rows written to {args.output}", file=sys.stderr)


class Bad:
    """Lines that are left out, each reported at once."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, 0

    def add(self, number: int, why: object) -> None:
        self._count += 1
        print(f"kronika: {self._name}, line {number}: {why}", file=sys.stderr)

    def summary(self) -> int:
        """The exit code: 1 if any line was left out."""
        if self._count:
            print(
                f"kronika: {self._count} of the lines of {self._name} were left out; all others were written.",
                file=sys.stderr,
            )
        return 1 if self._count else 0


def rows(table: Table, file: IO[bytes], verify: Verify, bad: Bad) -> Iterator[Any]:
    """The rows of all lines. A line that gives none whole gives none at all."""
    for number, line in numbered_lines(file):
        try:
            found = list(table.rows(_object(line), verify))
        except (BadFile, orjson.JSONDecodeError) as error:
            bad.add(number, error)
        else:
            yield from found


def _object(line: bytes) -> dict[str, Any]:
    read = orjson.loads(line)
    if not isinstance(read, dict):
        raise BadFile("This is no game file.")
    return read


def main(argv: Sequence[str]) -> int:
    """The command where the service is not installed."""
    parser = argparse.ArgumentParser(prog="kronika dataset", description=HELP)
    arguments(parser)
    try:
        code = run(parser.parse_args(argv))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader has read enough, such as `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
