"""The packages of tests/javascript's lock, which `make test` installs; Node.js itself comes from a wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "javascript"
TOOLS = Path(sys.executable).parent
NODE = TOOLS / "node"


def run(folder: Path, *command: str) -> str:
    """What a command says; it may fail."""
    path = f"{TOOLS}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=1200
    )
    return done.stdout + done.stderr


def packages(needed: str) -> Path:
    """The folder of all packages, this one among them."""
    if not (FOLDER / "node_modules" / needed).exists():
        run(FOLDER, "npm", "ci", "--no-audit", "--no-fund")
    return FOLDER / "node_modules"
