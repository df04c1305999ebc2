"""`python -m verifier FILE...`: exit code 0 if nothing failed, 1 if something did, 2 if a file does not exist."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from .check import verify_all
from .known import Known, now
from .tiles import log_at
from .whole_log import read_log


def arguments(parser: argparse.ArgumentParser) -> None:
    """The reader's knowledge from outside the files; `kronika verify` has the same options."""
    parser.add_argument(
        "--older", metavar="FILE", help="an older checkpoint or audit file of the same game (L1)"
    )
    parser.add_argument("--vkey", help="the verifier key you trust, e.g. from the service's own page")
    parser.add_argument(
        "--witness",
        metavar="VKEY",
        action="append",
        default=[],
        help="the verifier key of a witness that you trust (L1)",
    )
    parser.add_argument(
        "--quorum",
        metavar="N",
        type=int,
        help="how many of these witnesses have to have cosigned (default: all; L1)",
    )
    parser.add_argument(
        "--head",
        metavar="FILE",
        action="append",
        default=[],
        help="a head of the service's log of logs that you saved, such as its checkpoint of another day (L1)",
    )
    parser.add_argument(
        "--log",
        metavar="DIR|URL",
        help="read the whole log of logs there, such as https://play.example.org/v1/log (L1, and the verdict)",
    )
    parser.add_argument("--own", metavar="SEED|KEY", help="your own seed or key: is it in the mix?")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def known(options: argparse.Namespace, read: Callable[[str], bytes]) -> Known:
    """The reader's knowledge by these options; `read` gives the contents of a file. OSError if the log cannot be read."""
    older = read(options.older) if options.older else None
    heads = [read(name).decode("utf-8", "replace") for name in options.head]
    log = read_log(log_at(options.log), now()) if options.log else None
    return Known(older, options.vkey, options.witness, options.own, options.quorum, heads, log)


def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="verifier", description="Check audit files and bundles of Kronika games."
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="audit files or game files, those of a tournament together, or bundles of cases",
    )
    arguments(parser)
    options = parser.parse_args(given)
    try:
        knows = known(options, lambda name: Path(name).read_bytes())
        audits = {name: Path(name).read_bytes() for name in options.files}
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    reports = verify_all(audits, knows)
    if options.json:
        print(json.dumps({name: report.as_dict() for name, report in reports.items()}, indent=2))
    else:
        for name, report in reports.items():
            print(f"{name}\n{report.table()}\nsigned with {report.vkey or 'no readable key'}\n")
    return max(report.exit_code for report in reports.values())


if __name__ == "__main__":
    sys.exit(main())
