"""`kronika monitor`: follows logs of logs, and tells of what they must not do."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table

from cli import Sorry
from verifier.known import now
from verifier.monitor import Findings, Monitor
from verifier.note import WITNESS, read_head, read_key
from verifier.problems import Failed

HELP = (
    "Follow logs of logs: what is new in them, whether they were rewritten, and how many games were given up."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "addresses",
        nargs="+",
        metavar="URL",
        help="the address of a log, such as https://play.example.org/v1/log, or a folder with its files",
    )
    parser.add_argument(
        "--vkey",
        action="append",
        default=[],
        help="the verifier key of the log, or of any game of its service (an audit file has it); without one, the service's own "
        "word at the first look",
    )
    parser.add_argument(
        "--keep",
        metavar="DIR",
        type=Path,
        default=Path("monitored"),
        help="where to store heads and leaves between runs (default: monitored)",
    )
    parser.add_argument(
        "--head",
        metavar="FILE",
        action="append",
        default=[],
        help="a head of a log that somebody else has stored",
    )
    parser.add_argument(
        "--witness",
        metavar="VKEY",
        action="append",
        default=[],
        help="the verifier key of a witness whose cosignatures are to be no older than a day",
    )


def run(args: argparse.Namespace) -> int:
    _check_keys(args)
    monitor = Monitor(args.keep, args.vkey, args.witness, [_head(name) for name in args.head], now())
    findings = [monitor.look(address) for address in args.addresses]
    for found in findings:
        _print(found)
    return int(any(found.problems for found in findings))


def _check_keys(args: argparse.Namespace) -> None:
    try:
        for vkey in args.vkey:
            read_key(vkey)
        for vkey in args.witness:
            read_key(vkey, WITNESS)
    except Failed as failed:
        raise Sorry(f"a key that you gave cannot be used: {failed.why}.") from failed


def _head(name: str) -> str:
    try:
        note = Path(name).read_text("utf-8")
        read_head(note)
    except (OSError, UnicodeDecodeError, Failed) as error:
        raise Sorry(f"{name} cannot be read as a head: {error}") from error
    return note


def _print(found: Findings) -> None:
    grid = Table("games created in", "tables never full", "not finished after 30 days", "finished")
    for month, numbers in found.months.items():
        grid.add_row(month, *map(str, numbers))
    print(f"{found.origin or found.address}: {found.size} leaves, {found.new} new")
    if found.months:
        Console().print(grid)
        print("As the operator calls them: who played one can tell.")
    for problem in found.problems:
        print(f"{found.origin or found.address}: {problem}.")
