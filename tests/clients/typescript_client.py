"""The client of clients/typescript, as programs of tests use it: from its sources, or installed from its package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.checkout import ROOT
from tests.clients import typescript_schema
from tests.node_packages import NODE, TOOLS, packages

FOLDER = ROOT / "clients" / "typescript"
PROGRAMS = Path(__file__).parent / "typescript_package"


def programs(page: str, language: str = "typescript") -> dict[str, str]:
    """The programs of a page of the documentation, by their titles."""
    return dict(
        re.findall(rf'```{language} title="(\S+)"\n(.*?)```', (ROOT / "docs" / page).read_text(), re.DOTALL)
    )


def from_sources(folder: Path) -> Path:
    """A folder whose programs import the sources, as Node.js can. To sign and to verify they would need the package."""
    package = folder / "node_modules" / "@kronika" / "client"
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"type": "module", "exports": "./index.js"}')
    (package / "index.js").write_text(f'export * from "{(FOLDER / "src" / "index.ts").as_uri()}";\n')
    return folder


def packed(folder: Path) -> Path:
    """The tarball, as `make dist` makes it."""
    packages("typescript")
    typescript_schema.generate()
    run_well(ROOT, NODE, FOLDER / "build.mjs", folder / "package")
    run_well(folder, "npm", "pack", "./package", "--silent")
    [tarball] = folder.glob("*.tgz")
    return tarball


def installed(tarball: Path, folder: Path) -> Path:
    """An empty folder into which nothing but the package was installed."""
    (folder / "package.json").write_text('{"type": "module"}')
    run_well(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", tarball)
    return folder


def run_well(folder: Path, *command: str | Path, **env: str) -> str:
    """What a command says; it must not fail."""
    done = subprocess.run(
        command, cwd=folder, env=environment() | env, capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}"}


def played(folder: Path, url: str, ruleset: str, *, signed: bool = False, most: int = 0) -> dict[str, Any]:
    """What came of a game over cut connections, to its end or for `most` actions; each event and each action is there once."""
    shutil.copytree(PROGRAMS, folder, dirs_exist_ok=True)
    told = run_well(folder, NODE, "whole_game.mjs", url, ruleset, str(signed).lower(), str(most))
    game = dict(json.loads(told))
    assert game["cuts"] > 0
    assert game["versions"] == [*range(1, game["length"] + 1)]
    assert game["acted"] == game["actions"]
    return game
