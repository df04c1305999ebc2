"""A copy of this checkout to try things in that would change it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
MADE = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist", "mutants", "node_modules")
"""What is made from a checkout, and what git keeps for itself."""


def copied(folder: Path) -> Path:
    """The copy, with the packages that this run has in its `.venv`."""
    copy = folder / "checkout"
    shutil.copytree(ROOT, copy, ignore=MADE)
    (copy / ".venv").symlink_to(sys.prefix)
    return copy


def run(copy: Path, *command: str, timeout: float = 300) -> subprocess.CompletedProcess[str]:
    """A command in the copy; Python finds the copy's packages before all others, pytest runs without its plugins."""
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, timeout=timeout)


def new_ruleset(copy: Path, id: str) -> None:
    done = run(copy, sys.executable, "-m", "cli", "new-ruleset", id)
    assert done.returncode == 0, done.stderr
