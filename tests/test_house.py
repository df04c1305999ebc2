"""The house is in order: imports run one way, and only the store knows eventsourcing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]


def test_imports_run_one_way() -> None:
    lint = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("package", "rooms", "floors", "arrows"), [("service", 12, 7, 40), ("api", 12, 6, 30)]
)
def test_a_package_stays_small_enough_to_be_known(package: str, rooms: int, floors: int, arrows: int) -> None:
    """Its rooms are the packages and modules directly inside; an arrow leads from a room to one that it imports."""
    graph = grimp.build_graph(package, cache_dir=None)
    inside = graph.find_children(package)
    for room in inside:
        graph.squash_module(room)
    imported = {room: graph.find_modules_directly_imported_by(room) & inside - {room} for room in inside}

    def floor(room: str) -> int:
        return 1 + max(map(floor, imported[room]), default=0)

    assert len(inside) <= rooms
    assert max(map(floor, inside)) <= floors
    assert sum(map(len, imported.values())) <= arrows


def test_only_the_store_imports_eventsourcing() -> None:
    packages = ("api", "service", "engine", "projections", "domain", "verifier")
    importing = {
        file.parent.relative_to(ROOT).as_posix()
        for package in packages
        for file in (ROOT / package).rglob("*.py")
        if re.search(r"^\s*(from|import) eventsourcing", file.read_text(), re.MULTILINE)
    }
    assert importing == {"service/store"}


def test_wsgi_holds_nothing_at_import() -> None:
    code = "import sys, wsgi; print(sorted({m.split('.')[0] for m in sys.modules} & {'flask', 'sqlite3', 'service'}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
