"""A game of one's own: `kronika new-ruleset`, and the way from there as docs/tutorials/first-ruleset.md shows it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli import main
from tests.checkout import ROOT, copied, run

PACKAGE_GUIDE = (ROOT / "docs" / "how-to" / "package-a-game.md").read_text("utf-8")
GUIDE = (ROOT / "docs" / "tutorials" / "first-ruleset.md").read_text("utf-8")
OWN = ("domain/rulesets/my_game", "tests/rulesets/my_game")
"""The two folders of the game that the guide makes."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp("new-ruleset"))


@pytest.fixture
def game(copy: Path) -> Path:
    """The copy with the game of the guide in it."""
    if not (copy / OWN[0]).exists():
        done = run(copy, sys.executable, "-m", "cli", "new-ruleset", "my-game")
        assert done.returncode == 0, done.stderr
    return copy


def files(copy: Path) -> dict[str, bytes]:
    """Every file of the copy outside the game's own folders."""
    found = {
        path.relative_to(copy).as_posix(): path
        for folder in copy.iterdir()
        if not folder.is_symlink()
        for path in (folder.rglob("*") if folder.is_dir() else [folder])
    }
    return {
        name: path.read_bytes()
        for name, path in found.items()
        if path.is_file() and not name.startswith(OWN) and not re.search(r"__pycache__|^\.", name)
    }


@pytest.mark.soak
def test_the_guide_leads_from_nothing_to_a_game_that_passes_its_battery(copy: Path) -> None:
    """Every command of the guide, one after the other."""
    before = files(copy)
    scripts = re.findall(r"```bash\n(.*?)```", GUIDE, re.DOTALL)
    assert len(scripts) >= 3
    for script in scripts:
        done = run(copy, "bash", "-euo", "pipefail", "-c", script)
        assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
        if "pytest" in script:
            passed = re.search(r"(\d+) passed", done.stdout)
            assert passed, done.stdout
            assert int(passed[1]) > 40
    assert files(copy) == before


def test_what_is_written_is_in_order(game: Path) -> None:
    ruff = str(Path(sys.executable).parent / "ruff")
    for command in (["check"], ["format", "--check"]):
        done = run(game, ruff, *command, "--no-cache", *OWN)
        assert done.returncode == 0, done.stdout
    written = [path.read_text("utf-8") for own in OWN for path in (game / own).rglob("*.[pj]*[yn]")]
    assert not [text for text in written if re.search("new.game", text, re.IGNORECASE)]
    assert any('"my-game.bid.1"' in text for text in written)


def test_a_change_of_the_rules_is_seen_and_recorded_anew_when_it_is_meant(game: Path) -> None:
    rules = game / OWN[0] / "rules.py"
    # Of another length, because Python takes a file of the same size and second for the one that it has compiled.
    rules.write_text(
        rules.read_text("utf-8").replace("bid == max(bids)", "bid == min(bids, default=0)"), "utf-8"
    )
    record = [sys.executable, "-m", "tests.rulesets.fixtures", "my-game"]
    refused = run(game, *record)
    assert refused.returncode == 1
    assert "decided otherwise" in refused.stderr
    assert run(game, *record, "--unreleased").returncode == 0


@pytest.mark.parametrize(
    ("id", "reason"),
    [
        ("My-Game", "is no id"),
        ("my_game", "is no id"),
        ("my--game", "is no id"),
        ("7-wonders", "is no id"),
        ("", "is no id"),
        ("x" * 41, "is no id"),
        ("class", "a keyword of Python"),
        ("romans", "domain/rulesets/romans already exists"),
        ("age-of-war", "domain/rulesets/age_of_war already exists"),
        ("hearing", "tests/rulesets/hearing.py already exists"),
    ],
)
def test_what_cannot_be_a_new_game_is_refused_in_one_sentence(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], id: str, reason: str
) -> None:
    before = sorted(
        path.name for place in ("domain", "tests") for path in (copy / place / "rulesets").iterdir()
    )
    monkeypatch.chdir(copy)
    assert main(["new-ruleset", id]) == 1
    told = capsys.readouterr().err
    assert reason in told
    assert told.count("\n") == 1
    after = sorted(
        path.name for place in ("domain", "tests") for path in (copy / place / "rulesets").iterdir()
    )
    assert after == before


def test_outside_a_checkout_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-ruleset", "my-game"]) == 1
    assert f"{tmp_path} is no checkout of Kronika" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_game_whose_matches_cannot_be_recorded_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A checkout whose code does not run."""
    shutil.copytree(ROOT / "cli" / "template", tmp_path / "cli" / "template")
    for file in ("domain/ruleset.py", "tests/rulesets/fixtures.py"):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text("raise SystemExit('out of order')")
    monkeypatch.chdir(tmp_path)
    assert main(["new-ruleset", "my-game"]) == 1
    assert "could not be recorded, and nothing was saved: out of order" in capsys.readouterr().err
    assert not any((tmp_path / own).exists() for own in OWN)


def test_a_package_is_written_with_the_public_names_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Anywhere, from the same template; nothing in it says where it was written."""
    monkeypatch.chdir(tmp_path)
    assert main(["new-ruleset", "my-game", "--package"]) == 0
    assert "pip install my-game" in capsys.readouterr().out
    written = {it: it.read_text("utf-8") for it in Path("my-game").rglob("*") if it.is_file()}
    imported = {
        name for text in written.values() for name in re.findall(r"^from (\w[\w.]*) import", text, re.M)
    }
    assert imported <= {
        *("__future__", "collections.abc", "typing", "msgspec.structs", "kronika.ruleset", "kronika.battery"),
        *("my_game", "my_game.events", "my_game.state"),
    }
    assert not [text for text in written.values() if re.search("new.game", text, re.IGNORECASE)]
    assert main(["new-ruleset", "my-game", "--package", "my-game"]) == 1
    assert "my-game already exists" in capsys.readouterr().err


@pytest.mark.soak
def test_a_package_is_written_installed_tried_and_played_as_the_guide_shows(tmp_path: Path) -> None:
    """Every command of the guide, with the package in a folder of its own instead of this environment."""
    site = tmp_path / "site"
    env = {
        **os.environ,
        "PYTHONPATH": str(site),
        "PIP_TARGET": str(site),
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    scripts = re.findall(r"```bash\n(.*?)```", PACKAGE_GUIDE, re.DOTALL)
    assert len(scripts) == 3
    for script in scripts:
        command = ["bash", "-euo", "pipefail", "-c", script]
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
