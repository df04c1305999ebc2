"""Services without HTTP, on both engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from service.operation.app import compose, prepare
from service.system.settings import Settings
from tests.service.clocks.conftest import time
from tests.service.conftest import House, house, quick_keys
from tests.store.conftest import new_database

__all__ = ["house", "quick_keys", "time"]
Open = Callable[[], House]


@pytest.fixture(params=["sqlite", "postgresql"])
def services(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens one more service on the same database."""
    with ExitStack() as stack:
        address = f"sqlite:///{tmp_path}/kronika.db"
        if request.param == "postgresql":
            address = stack.enter_context(new_database(request.getfixturevalue("shared_postgresql")))
        settings = Settings(data=tmp_path, database=address)
        prepare(settings)
        yield lambda: House(stack.enter_context(closing(compose(settings))))
