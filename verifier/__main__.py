"""`python -m verifier FILE...`: exit code 0 if nothing failed, 1 if something did, 2 if a file does not exist."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from verifier.check import verify_all
from verifier.known import Known


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
    parser.add_argument("--own", metavar="SEED|KEY", help="your own seed or key: is it in the mix?")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


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
        older = Path(options.older).read_bytes() if options.older else None
        audits = {name: Path(name).read_bytes() for name in options.files}
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    reports = verify_all(audits, Known(older, options.vkey, options.witness, options.own))
    if options.json:
        print(json.dumps({name: report.as_dict() for name, report in reports.items()}, indent=2))
    else:
        for name, report in reports.items():
            print(f"{name}\n{report.table()}\nsigned with {report.vkey or 'no readable key'}\n")
    return max(report.exit_code for report in reports.values())


if __name__ == "__main__":
    sys.exit(main())
