"""The client of clients/typescript, as programs of tests use it: from its sources, or installed from its package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.checkout import ROOT
from tests.node_packages import NODE, TOOLS, packages

FOLDER = ROOT / "clients" / "typescript"
PROGRAMS = Path(__file__).parent / "typescript_package"


def from_sources(folder: Path) -> Path:
    """A folder whose programs import the sources: Node.js leaves out types. Signing and `verify` need the page's modules, so the package."""
    package = folder / "node_modules" / "@kronika" / "client"
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"type": "module", "exports": "./index.js"}')
    (package / "index.js").write_text(f'export * from "{(FOLDER / "src" / "index.ts").as_uri()}";\n')
    return folder


def packed(folder: Path) -> Path:
    """The tarball, as `make dist` makes it."""
    packages("typescript")
    run_well(ROOT, NODE, FOLDER / "build.mjs", folder / "package")
    run_well(folder, "npm", "pack", "./package", "--silent")
    [tarball] = folder.glob("*.tgz")
    return tarball


def installed(tarball: Path, folder: Path) -> Path:
    """An empty folder into which nothing but the package was installed."""
    (folder / "package.json").write_text('{"type": "module"}')
    run_well(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", tarball)
    return folder


def run_well(folder: Path, *command: str | Path) -> str:
    """What a command says; it must not fail."""
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}"}


def played(folder: Path, url: str, ruleset: str, *, signed: bool = False, most: int = 0) -> dict[str, Any]:
    """What came of a game that was played through cuts, to its end or for so many actions: of every event and action there was one."""
    shutil.copytree(PROGRAMS, folder, dirs_exist_ok=True)
    told = run_well(folder, NODE, "whole_game.mjs", url, ruleset, str(signed).lower(), str(most))
    game = dict(json.loads(told))
    assert game["cuts"] > 0
    assert game["versions"] == [*range(1, game["length"] + 1)]
    assert game["acted"] == game["actions"]
    return game
