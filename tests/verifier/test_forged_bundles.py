"""Each forged bundle is found by the readers that docs/reference/attacks.md names."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.verifier.cases import bundled, files, written
from tests.verifier.forged_bundles import B2, FORGED
from tests.verifier.page_verifier import Both
from verifier import FAILED, PASSED, verify


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_bundle_is_found(both: Both, name: str) -> None:
    forged = FORGED[name]
    data = forged.make()
    report, page = verify(data), both.page_of_bundle(data)
    failed = [level.name for level in report.levels if level.status == FAILED]
    assert failed == ["B2"], report.table()
    assert forged.why in report["B2"].detail
    assert page.levels["B1"] == PASSED
    assert page.failed == (B2 if forged.found == B2 else None), page


Path = tuple[Any, ...]
WORDS = {
    ("case.json", "assessment"): "B3",
    ("case.json", "explanations"): "B3",
    ("timeline.json", "moments", "text"): "B3",
    ("timeline.json", "moments", "known"): "B3",
    ("names.json", "seats"): "the operator's word",
    ("names.json", "referees"): "the operator's word",
}
"""What is below these, in the form that it has, is judged elsewhere or by nobody."""


def places(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value of a document with the way to it, the document itself first."""
    yield path, tree
    if isinstance(tree, dict | list):
        for name, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from places(value, (*path, name))


def others(value: Any) -> Iterator[Any]:
    """Values of the same kind and of others, some of which a careless reader takes for the same."""
    if isinstance(value, dict):
        yield from (value | {"more": None}, value | {"__proto__": {}}, [value])
        yield from ({it: value[it] for it in value if it != name} for name in value)
    elif isinstance(value, list):
        yield from (
            [*value, None],
            dict(zip(map(str, range(len(value))), value, strict=True)),
            value[1:] or [0],
        )
    else:
        yield from ([value], {"it": value}, str(value) if type(value) is not str else f"{value} ", not value)
        yield from (
            it for it in (None, 0, 1, True, "", "1", 2**53 - 1) if (type(it), it) != (type(value), value)
        )


def replaced(tree: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    copy = tree.copy()
    copy[path[0]] = replaced(tree[path[0]], path[1:], value)
    return copy


def kind(name: str, path: Path) -> Path:
    """A way without the numbers of items."""
    return (name, *(it for it in path if type(it) is str))


def check_others(both: Both, changes: Iterable[tuple[str, Path, Any]]) -> None:
    """Whatever else stands in a document is found at the same level by both, or is not theirs to judge."""
    honest = files()
    for name, path, value in changes:
        changed = replaced(json.loads(honest[name]), path, value)
        page, other = both.judge_bundle(bundled({name: written(changed)}))
        assert page.levels == other.levels, (name, path, value, page, other)
        beyond = any(kind(name, path)[: len(way)] == way for way in WORDS)
        assert other.failed in ("B0", "B2") or beyond, (name, path, value)


def changes() -> list[tuple[str, Path, Any]]:
    found = (
        (name, places(json.loads(files()[name]))) for name in ("case.json", "names.json", "timeline.json")
    )
    return [(name, path, it) for name, those in found for path, value in those for it in others(value)]


@pytest.mark.soak
def test_one_other_value_in_each_place_is_judged_alike(both: Both) -> None:
    rng = random.Random(datetime.now(UTC).date().toordinal())
    by_kind = defaultdict[Path, list[tuple[str, Path, Any]]](list)
    for change in changes():
        by_kind[kind(*change[:2])].append(change)
    check_others(both, [rng.choice(those) for those in by_kind.values()])


@pytest.mark.soak
def test_every_other_value_is_judged_alike(both: Both) -> None:
    check_others(both, changes())
