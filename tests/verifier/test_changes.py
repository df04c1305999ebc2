"""Every change of a file is found by the level that docs/reference/attacks.md names; where none finds it, the page says why."""

from __future__ import annotations

import pytest

from tests.verifier.changes import CHANGES, Change, base, changed
from verifier import FAILED, PASSED, verify


def ids(change: object) -> str:
    return next((name for name, it in CHANGES.items() if it is change), "").replace(" ", "-")


@pytest.mark.parametrize("name", ["game", "signed", "plain", "seen", "tournament", "waiting"])
def test_the_true_files_pass(name: str) -> None:
    report = verify(base(name))
    assert [level.status for level in report.levels if level.name != "L1"] == [PASSED] * 3, report.table()


@pytest.mark.parametrize("change", CHANGES.values(), ids=ids)
def test_a_change_is_found_by_its_level(change: Change) -> None:
    report = verify(changed(change))
    failed = next((level.name for level in report.levels if level.status == FAILED), None)
    assert failed == change.found, report.table()
    assert (change.why == "") == (change.found is not None)


@pytest.mark.parametrize("change", [c for c in CHANGES.values() if c.again and c.found is None], ids=ids)
def test_who_kept_a_checkpoint_sees_what_was_signed_again(change: Change) -> None:
    assert verify(changed(change), older=base(change.base))["L1"].status == FAILED
