"""Which tests name each clause, and which events of the fixture matches cite it.

`python -m tests.rulesets.coverage` writes docs/rule-coverage.md; a test compares it and fails on any gap.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domain.ruleset import Ruleset
from domain.rulesets import registry
from tests.rulesets.fixtures import all_fixtures

TESTS = Path(__file__).parent
PAGE = TESTS.parents[1] / "docs" / "rule-coverage.md"
TEST_NAME = re.compile(r"^ *def (test_\w+)\(", re.MULTILINE)


def slug(clause: str) -> str:
    return re.sub(r"[.-]", "_", clause)


def tests_naming(clauses: list[str]) -> dict[str, list[str]]:
    """Clause id -> names of tests that hold it as whole words (war.turn.1 is not named by ..._war_turn_10)."""
    names = [n for f in sorted(TESTS.glob("*/test_*.py")) for n in TEST_NAME.findall(f.read_text())]
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
    named = tests_naming(list(ruleset.clauses))
    for clause in ruleset.clauses:
        yield clause, named[clause], cited.get(clause, Counter())


def page() -> str:
    lines = ["# Rule coverage", "", "Made by `python -m tests.rulesets.coverage`; a test keeps it true.", ""]
    for ruleset in registry().values():
        lines += [f"## {ruleset.id}", "", "| clause | tests | events that cite it in fixture matches |"]
        lines += ["|---|---|---|"]
        for clause, tests, events in rows(ruleset):
            cited = ", ".join(f"{kind} x{n}" for kind, n in sorted(events.items()))
            lines.append(f"| `{clause}` | {len(tests)}: {', '.join(tests)} | {cited} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page())
