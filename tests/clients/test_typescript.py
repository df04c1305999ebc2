"""Types made from the served document let a TypeScript client be checked strictly; Node.js comes from a wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from api.app import openapi

HERE = Path(__file__).parent / "typescript"
TOOLS = Path(sys.executable).parent


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    path = f"{TOOLS}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=300
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client with its tools installed from the lock, and the types made from the document."""
    folder: Path = tmp_path_factory.mktemp("typescript") / "client"
    shutil.copytree(HERE, folder, ignore=shutil.ignore_patterns("node_modules"))
    (folder / "openapi.json").write_bytes(openapi())
    for command in (
        ["npm", "ci", "--no-audit", "--no-fund"],
        [
            "npm",
            "exec",
            "openapi-typescript",
            "--",
            "openapi.json",
            "-o",
            "schema.d.ts",
            "--default-non-nullable=false",
        ],
    ):
        done = run(folder, *command)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_the_client_type_checks(project: Path) -> None:
    done = run(project, "npm", "exec", "tsc")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("action.castle", "action.tower"),
        ("event.data.points", "event.data.tower"),
        ('event.type === "fort-captured"', 'event.type === "tower"'),
        ("document.view.players", "document.view.tower"),
        ('game.outcome?.reason === "stalled"', 'game.outcome?.reason === "tower"'),
    ],
)
def test_a_wrong_client_does_not(project: Path, right: str, wrong: str) -> None:
    source = (project / "play.ts").read_text()
    assert right in source
    (project / "wrong.ts").write_text(source.replace(right, wrong))
    done = run(project, "npm", "exec", "--", "tsc", "--noEmit", "--strict", "--skipLibCheck",
               "--moduleResolution", "bundler", "--module", "ES2022", "--target", "ES2022", "wrong.ts")  # fmt: skip
    assert done.returncode != 0
    assert "tower" in done.stdout
