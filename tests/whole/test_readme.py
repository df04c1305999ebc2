"""README and the first tutorial are true: their scripts run as they stand, and what all documents name exists."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli import COMMANDS
from tests.running import Server
from verifier import verify

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
TUTORIAL = (ROOT / "docs" / "tutorials" / "first-game.md").read_text()
DOCUMENTS = [ROOT / f"{name}.md" for name in ("README", "ARCHITECTURE", "CONTRIBUTING")] + sorted(
    (ROOT / "docs").rglob("*.md")
)
PROSE = "\n".join(re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL) for page in DOCUMENTS)
PICTURES = ("docs/images/game.png", "docs/images/desk.png")


def scripted(page: str, folder: Path, server: Server) -> str:
    """What the page's one script says, run in a folder that has the checkout's programs."""
    [script] = re.findall(r"```bash\n(.*?)```", page, re.DOTALL)
    (folder / ".venv").symlink_to(sys.prefix)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env={**os.environ, "KRONIKA_URL": server.url},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert verify(json.loads((folder / "audit.json").read_bytes())).ok
    return done.stdout


def test_the_example_of_the_readme_runs(server: Server, tmp_path: Path) -> None:
    said = scripted(README, tmp_path, server)
    assert '"dice-rolled"' in said
    assert "L0" in said


def test_the_first_tutorial_runs(server: Server, tmp_path: Path) -> None:
    said = scripted(TUTORIAL, tmp_path, server)
    assert '"dice-rolled"' in said
    assert '"status":"granted"' in said


def test_the_python_of_the_readme_runs() -> None:
    [program] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    known: dict[str, object] = {}
    exec(program, known)
    assert known["game"].version > 10  # type: ignore[attr-defined]


def test_documents_are_as_long_as_one_reads() -> None:
    assert len(README.splitlines()) <= 100
    assert len((ROOT / "ARCHITECTURE.md").read_text().splitlines()) <= 150


@pytest.mark.parametrize("picture", PICTURES)
def test_the_readme_shows_pictures_that_load_at_once(picture: str) -> None:
    assert f"]({picture})" in README
    assert (ROOT / picture).stat().st_size < 200_000


def test_every_make_target_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    named = set(re.findall(r"(?:`|^ {4})make ([a-z]+)", PROSE, re.MULTILINE))
    assert len(named) > 5
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_kronika_command_named_exists() -> None:
    named = set(re.findall(r"(?:`|^ {4}|bin/)kronika ([a-z][a-z-]+)", PROSE, re.MULTILINE))
    assert len(named) > 10
    assert named <= {*COMMANDS}


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_file_named_exists(page: Path) -> None:
    """Links lead to files, and a path of the checkout is one that is there."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), target
    for name in re.findall(r"`((?:docs|tests|bench|deploy|domain|service|api|cli|verifier)/[\w./-]+)`", text):
        assert "my_game" in name or (ROOT / name).exists(), name


def test_every_document_named_in_code_exists() -> None:
    named = {
        (file, name)
        for folder in (
            "api",
            "bench",
            "cli",
            "deploy",
            "domain",
            "kronika",
            "projections",
            "service",
            "tests",
            "verifier",
        )
        for suffix in ("py", "js", "env", "yml")
        for file in (ROOT / folder).rglob(f"*.{suffix}")
        if "node_modules" not in file.parts
        for name in re.findall(r"\bdocs/[\w/-]+\.md\b", file.read_text("utf-8"))
    }
    assert len(named) > 20
    assert not {(file, name) for file, name in named if not (ROOT / name).exists()}
