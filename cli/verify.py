"""`kronika verify`: audit files and bundles of cases, level by level, without trusting the service; L4 replays the rules."""

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
from service.disputes.proving import case_level
from service.log.tournament_options import with_options
from service.log.verifying import RulesVerdict, check_rules
from verifier import FAILED, NOT_AVAILABLE, PASSED, Known, Level, OperatorReport, Report, audit_in, verify_all
from verifier.__main__ import arguments as known_arguments
from verifier.__main__ import known as known_of
from verifier.bundle import is_bundle

HELP = "Check audit files and bundles, level by level: passed, failed or not available; and who could have chosen the draws."
INCONSISTENT = Level("L4", NOT_AVAILABLE, "the log itself is inconsistent")
NOTHING_TO_PROVE = Level("B3", NOT_AVAILABLE, "another level failed")
COLOURS = {PASSED: "green", FAILED: "red", NOT_AVAILABLE: "yellow"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE|URL",
        help="an audit file, a game file or a bundle (.zip), or the address of one; those of a tournament are judged together",
    )
    known_arguments(parser)
    parser.add_argument("--token", help="the bearer token for URLs")


def run(args: argparse.Namespace) -> int:
    reports = check({name: _read(name, args.token) for name in args.files}, _known(args), quiet=args.json)
    if args.json:
        print(json.dumps({name: report.as_dict() for name, report in reports.items()}))
    else:
        for name, report in reports.items():
            _print(name, report)
    return max(report.exit_code for report in reports.values())


def _known(args: argparse.Namespace) -> Known:
    try:
        return known_of(args, lambda name: _read(name, None))
    except OSError as error:
        raise Sorry(f"{args.log} cannot be read: {error}") from error


def check(files: dict[str, bytes], known: Known, *, quiet: bool = True) -> dict[str, Report]:
    """All levels of audit files; the rules are checked only for a consistent log."""
    reports = verify_all(files, known)
    games = {name: report for name, report in reports.items() if not isinstance(report, OperatorReport)}
    return reports | _with_rules(games, files, quiet)


def _with_rules(reports: dict[str, Report], files: dict[str, bytes], quiet: bool) -> dict[str, Report]:
    sound = {name: audit_in(files[name]) for name, report in reports.items() if report.ok}
    few = quiet or len(files) < 3
    found = track(sound, "verifying", console=Console(stderr=True), disable=few)
    verdicts = {name: check_rules(sound[name], reports[name]) for name in found}
    levels = with_options(sound, {name: verdict.level for name, verdict in verdicts.items()})
    judged = {name: it.with_level(levels.get(name, INCONSISTENT)) for name, it in reports.items()}
    return {name: _with_case(it, files[name], verdicts.get(name)) for name, it in judged.items()}


def _with_case(report: Report, data: bytes, verdict: RulesVerdict | None) -> Report:
    """The report of a bundle with B3; that of any other file as it is."""
    if not is_bundle(data):
        return report
    return report.with_level(NOTHING_TO_PROVE if verdict is None else case_level(data, verdict))


def _read(name: str, token: str | None) -> bytes:
    try:
        if name.startswith(("http://", "https://")):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            return httpx.get(name, headers=headers, timeout=60).raise_for_status().content
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, httpx.HTTPError) as error:
        raise Sorry(f"{name} cannot be read: {error}") from error


def _print(name: str, report: Report) -> None:
    Console().print(_grid(name, report))
    print("\n".join([*report.words(), *report.account_words(), *report.place()]))


def _what(report: Report) -> str:
    if isinstance(report, OperatorReport):
        return f"{report.game}, {report.size} acts"
    return f"game {report.game}, {report.size} events"


def _grid(name: str, report: Report) -> Table:
    grid = Table("level", "what", "result", "detail", title=f"{name}: {_what(report)}")
    for level in report.lines:
        where = "" if level.entry is None else f"entry {level.entry}: "
        result = f"[{COLOURS[level.status]}]{level.status}[/]"
        grid.add_row(level.name, level.title, result, where + level.detail)
    return grid
