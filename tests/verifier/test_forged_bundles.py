"""Each forged bundle is found by the readers that docs/reference/attacks.md names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.verifier.forged_bundles import B2, FORGED
from tests.verifier.page_verifier import Both, both_verifiers
from verifier import FAILED, PASSED, verify


@pytest.fixture(scope="module")
def both() -> Iterator[Both]:
    with both_verifiers() as verifiers:
        yield verifiers


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
