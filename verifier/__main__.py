"""`python -m verifier FILE...`: exit code 0 when nothing failed, 1 when something did, 2 when a file is not there."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from verifier.check import verify


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="verifier", description="Check audit files of Kronika games.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--older", type=Path, help="an older audit file or checkpoint of the same game")
    parser.add_argument("--vkey", help="the verifier key you trust, e.g. from the service's own page")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    options = parser.parse_args(arguments)
    try:
        older = options.older.read_bytes() if options.older else None
        reports = {str(file): verify(file.read_bytes(), older, options.vkey) for file in options.files}
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps({name: report.as_dict() for name, report in reports.items()}, indent=2))
    else:
        for name, report in reports.items():
            print(f"{name}\n{report.table()}\nsigned with {report.vkey or 'no readable key'}\n")
    return max(report.exit_code for report in reports.values())


if __name__ == "__main__":
    sys.exit(main())
