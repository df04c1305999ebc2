"""`kronika verify`: audit files, level by level, trusting nobody; the rules level replays them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import httpx
from rich.console import Console
from rich.progress import track
from rich.table import Table

from cli import Sorry
from service.log.verifying import rules_level
from verifier import FAILED, NOT_AVAILABLE, PASSED, Level, Report, verify

HELP = "Check audit files: L0 to L4, each passed, failed or not available."
COLOURS = {PASSED: "green", FAILED: "red", NOT_AVAILABLE: "yellow"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE|URL", help="an audit file, or the address of one")
    parser.add_argument(
        "--older", metavar="FILE", help="an older checkpoint or audit file of the same game (L1)"
    )
    parser.add_argument("--vkey", help="the verifier key that the log has to be signed with")
    parser.add_argument("--token", help="the bearer token for addresses")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(args: argparse.Namespace) -> int:
    older = _read(args.older, None) if args.older else None
    files = track(
        args.files, "verifying", console=Console(stderr=True), disable=len(args.files) < 3 or args.json
    )
    reports = {name: check(_read(name, args.token), older, args.vkey) for name in files}
    if args.json:
        print(json.dumps({name: report.as_dict() for name, report in reports.items()}))
    else:
        for name, report in reports.items():
            Console().print(_grid(name, report))
    return max(report.exit_code for report in reports.values())


def check(data: bytes, older: bytes | None, vkey: str | None) -> Report:
    """All levels of one audit file; the rules are asked only about a log that holds together."""
    report = verify(data, older=older, vkey=vkey)
    if report["L0"].status != PASSED or report["L2"].status == FAILED:
        return report.with_level(Level("L4", NOT_AVAILABLE, "the log itself does not hold together"))
    return report.with_level(rules_level(json.loads(data)))


def _read(name: str, token: str | None) -> bytes:
    try:
        if name.startswith(("http://", "https://")):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            return httpx.get(name, headers=headers, timeout=60).raise_for_status().content
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, httpx.HTTPError) as error:
        raise Sorry(f"{name} cannot be read: {error}") from error


def _grid(name: str, report: Report) -> Table:
    grid = Table(
        "level", "what", "result", "detail", title=f"{name}: game {report.game}, {report.size} events"
    )
    for level in report.levels:
        where = "" if level.entry is None else f"entry {level.entry}: "
        result = f"[{COLOURS[level.status]}]{level.status}[/]"
        grid.add_row(level.name, level.title, result, where + level.detail)
    return grid
