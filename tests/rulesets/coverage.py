"""Which tests name each clause, and which events of the fixture matches cite it.

`python -m tests.rulesets.coverage RULESET` writes coverage.md in the ruleset's test folder; a test compares it and fails on
any gap.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domain.ruleset import Ruleset
from domain.rulesets import registry
from tests.rulesets.fixtures import all_fixtures, folder

TEST_NAME = re.compile(r"^ *def (test_\w+)\(", re.MULTILINE)


def slug(clause: str) -> str:
    return re.sub(r"[.-]", "_", clause)


def page_file(ruleset: Ruleset[Any]) -> Path:
    return folder(ruleset).parent / "coverage.md"


def tests_naming(ruleset: Ruleset[Any], clauses: list[str]) -> dict[str, list[str]]:
    """Clause id -> names of the ruleset's tests that hold it as whole words (not war.turn.1 in ..._war_turn_10)."""
    files = sorted(folder(ruleset).parent.glob("test_*.py"))
    names = [name for file in files for name in TEST_NAME.findall(file.read_text("utf-8"))]
    return {c: [n for n in names if re.search(rf"_{slug(c)}(?![a-z0-9])", n)] for c in clauses}


def citations(ruleset: Ruleset[Any]) -> dict[str, Counter[str]]:
    """Clause id -> how often each event type cites it in the fixtures."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for _, fixture in all_fixtures(ruleset):
        for entry in fixture.log:
            for rule in entry.rules:
                found[rule][entry.type] += 1
    return found


def rows(ruleset: Ruleset[Any]) -> Iterator[tuple[str, list[str], Counter[str]]]:
    cited = citations(ruleset)
    named = tests_naming(ruleset, list(ruleset.clauses))
    for clause in ruleset.clauses:
        yield clause, named[clause], cited.get(clause, Counter())


def page(ruleset: Ruleset[Any]) -> str:
    lines = [
        f"# Which test and which match stands behind each clause of {ruleset.id}",
        "",
        f"Made by `python -m tests.rulesets.coverage {ruleset.id}`; a test keeps it true.",
        "",
        "| clause | tests | events that cite it in fixture matches |",
        "|---|---|---|",
    ]
    for clause, tests, events in rows(ruleset):
        cited = ", ".join(f"{kind} x{n}" for kind, n in sorted(events.items()))
        lines.append(f"| `{clause}` | {len(tests)}: {', '.join(tests)} | {cited} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    ruleset = registry()[sys.argv[1]]
    page_file(ruleset).write_text(page(ruleset), "utf-8")
