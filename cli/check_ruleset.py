"""`kronika check-ruleset`: runs the shared battery of tests on an installed ruleset."""

from __future__ import annotations

import argparse
import textwrap

from cli import Sorry
from conformance.running import cases
from domain.packages.installed import installed
from domain.ruleset import Ruleset
from domain.rulesets import registry

HELP = "Run the shared battery of tests on an installed ruleset, and say what is wrong."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the ruleset's id, such as somebody-harbour")


def run(args: argparse.Namespace) -> int:
    ruleset = _ruleset(args.id)
    from_package = (
        f", of the package {ruleset.package} (code {ruleset.package.hash})" if ruleset.package else ""
    )
    print(f"{args.id}{from_package}")
    wrong = 0
    for case in cases(ruleset):
        found = case.wrong()
        wrong += bool(found)
        print(f"{'WRONG' if found else 'ok':<5} {case.name}")
        if found:
            print(textwrap.indent(found, " " * 6))
    print(f"{wrong} of its promises do not hold." if wrong else "Everything holds.")
    return 1 if wrong else 0


def _ruleset(id: str) -> Ruleset[object]:
    if id in registry():
        return registry()[id]
    for broken in installed().broken:
        if broken.id == id:
            raise Sorry(f"the ruleset {id} of the package {broken.package} cannot be loaded: {broken.reason}")
    raise Sorry(f"no ruleset {id!r} is installed; there are {', '.join(registry())}.")
