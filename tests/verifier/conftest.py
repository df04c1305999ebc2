"""One process of Node.js with the page's verifier for all tests of verifiers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.verifier.page_verifier import Both, both_verifiers


@pytest.fixture(scope="session")
def both() -> Iterator[Both]:
    with both_verifiers() as verifiers:
        yield verifiers
