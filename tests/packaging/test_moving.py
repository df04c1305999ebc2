"""The one change that our modules meet on their way into the wheel."""

from __future__ import annotations

import pytest

from setup import CannotMove, moved


@pytest.mark.parametrize(
    ("ours", "there"),
    [
        ("from domain.play import Play", "from kronika.domain.play import Play"),
        ("from domain import play", "from kronika.domain import play"),
        ("import wsgi", "from kronika import wsgi"),
        ("import verifier as v", "from kronika import verifier as v"),
        ("if 'ż': from api import app; from cli import main", None),
        ("from domain.play import (\n    Play,\n    Recorded,\n)", None),
        ("def f():\n    from service.operation.app import compose\n", None),
    ],
)
def test_imports_of_ours_go_through_the_roof(ours: str, there: str | None) -> None:
    there = there or ours.replace("from ", "from kronika.")
    assert moved(ours) == there
    assert moved(there) == there


@pytest.mark.parametrize(
    "kept",
    [
        "from .domain import play",
        "from . import api",
        "from domains import play",
        "from pettingzoo import AECEnv",
        "import servicemanager, json",
        "import json.domain",
        "domain = 'from domain import play'\n# from domain import play\n",
        "def api(service):\n    return service.app\n",
        "def serve():\n    yield from domain.events\n",
    ],
)
def test_everything_else_stays(kept: str) -> None:
    assert moved(kept) == kept


@pytest.mark.parametrize("unclear", ["import domain.play", "import json, wsgi", "import domain.play as p"])
def test_what_would_bind_another_name_is_refused(unclear: str) -> None:
    with pytest.raises(CannotMove, match="from PACKAGE import MODULE"):
        moved(unclear)
