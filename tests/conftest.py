"""What all tests share: soak tests run only when asked for (`make soak`)."""

import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak: long runs, only with KRONIKA_SOAK=1 (make soak)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave soak tests out of the everyday suite, and everyday tests out of the soak."""
    soaking = os.environ.get("KRONIKA_SOAK") == "1"
    chosen = [item for item in items if (item.get_closest_marker("soak") is not None) == soaking]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen
