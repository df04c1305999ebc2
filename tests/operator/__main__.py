"""Repeat one attack against a fresh service, and print what each reader says: `python -m tests.operator NAME`."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import structlog

from tests.operator.attack import STOPPING, Attack, Evidence
from tests.operator.every import EVERY
from tests.operator.judging import BundleFindings, Findings, judge, judge_bundle
from tests.operator.service import Operator
from tests.verifier.page_verifier import both_verifiers

QUIET = structlog.make_filtering_bound_logger(50)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.operator", description=__doc__)
    parser.add_argument("name", nargs="?", choices=EVERY, metavar="NAME", help="without it, all are listed")
    name = parser.parse_args().name
    if name is None:
        print("\n".join(f"{name}: {it.title}" for name, it in EVERY.items()))
    else:
        repeat(EVERY[name])


def repeat(attack: Attack) -> None:
    structlog.configure(wrapper_class=QUIET)
    print(f"{attack.title}.\nChanged: {attack.change}.\nFound by: {attack.found} ({attack.why})")
    with tempfile.TemporaryDirectory() as folder, both_verifiers() as both:
        service = Operator(Path(folder))
        try:
            evidence = attack.make(service)
        finally:
            service.close()
        if evidence.bundle:
            print(f"\nThe bundle\n{told_of_bundle(judge_bundle(evidence.bundle, both))}")
        for n, found in enumerate(judge(evidence, both), 1):
            print(f"\nFile {n} of {len(evidence.files)}\n{told(found)}")
    who = attack.found if attack.found in STOPPING else "client"
    print(f"\nThe honest {who}: {complaint_of(evidence)}")


def told(found: Findings) -> str:
    """What each reader says of a file."""
    return "\n".join(
        [
            "The verifier:",
            found.verifier.table(),
            f"The page: {f'{found.page.failed} failed' if found.page.failed else 'no level fails'}",
            *(f"  {words}" for words in found.page.words),
            f"The service's rules: L4 {found.rules.status}: {found.rules.detail}",
            f"The service's reader of games: {found.refusal or 'accepted'}",
        ]
    )


def told_of_bundle(found: BundleFindings) -> str:
    failed = f"{found.page.failed} failed" if found.page.failed else "no level fails"
    return f"kronika verify:\n{found.report.table()}\nThe page: {failed}"


def complaint_of(evidence: Evidence) -> str:
    return f"stops: {evidence.said}" if evidence.said else "notices nothing"


if __name__ == "__main__":
    main()
