"""`kronika explain`: why an event of a game file happened, clause by clause."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from cli import Sorry
from domain.table.refusals import Refused
from projections.sentences import LANGUAGES
from service.queries.explaining import ExplainedSentence, of_file

HELP = (
    "Print the argument behind an event of an exported game: the clauses that decided, and how they applied."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game file or an audit file, of a game that is over")
    parser.add_argument("version", metavar="VERSION", type=int, help="the version that the event made")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")


def run(args: argparse.Namespace) -> int:
    try:
        argued = of_file(_read(args.file), args.version)
    except Refused as refused:
        raise Sorry(f"{args.file}: {refused.detail}") from refused
    print("\n".join(lines(argued, args.lang)))
    return 0


def _read(name: str) -> dict[str, Any]:
    try:
        read = json.loads(Path(name).read_bytes())
    except (OSError, ValueError) as error:
        raise Sorry(f"{name} cannot be read: {error}") from error
    if not isinstance(read, dict):
        raise Sorry(f"{name} is no game file.")
    return read


def lines(argued: ExplainedSentence, lang: str) -> list[str]:
    """The event as a sentence, and below it each step with its clause."""
    explanation = argued.explanation
    steps = [f"        {getattr(step.text, lang)} ({step.clause})" for step in explanation.steps]
    return [f"{explanation.version:>6}  {getattr(argued.sentence, lang)}", *steps]
