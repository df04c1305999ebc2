"""The house is in order: imports run one way, and only the store knows eventsourcing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_imports_run_one_way() -> None:
    lint = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


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
