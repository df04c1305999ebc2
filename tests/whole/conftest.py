"""The whole service as users run it: started by its command, spoken to over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running import Server, serving


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the service has its data that all tests share which leave it as it was, but for games of their own."""
    return tmp_path_factory.mktemp("kronika")


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder) as running:
        yield running
