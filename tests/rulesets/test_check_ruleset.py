"""`kronika check-ruleset`: the battery on an installed ruleset, in words for its author."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli import main
from domain.rulesets import registry
from tests import harbour
from tests.harbour import FOLDER, ID, PACKAGE


@pytest.fixture
def code(tmp_path: Path) -> Iterator[Path]:
    """The folder of an installed game for two players."""
    folder = harbour.install(tmp_path)
    _change(folder, "__init__.py", "Traits((2, 3, 4)", "Traits((2,)")
    with harbour.importable(tmp_path):
        yield folder


def _change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), "utf-8")
    harbour.forget()


def test_everything_holds_in_the_template(code: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-ruleset", ID]) == 0
    lines = capsys.readouterr().out.splitlines()
    package = registry()[ID].package
    assert package is not None
    assert lines[0] == f"{ID}, of the package {PACKAGE} (code {package.hash})"
    assert len(lines) > 20
    assert all(line.startswith("ok ") for line in lines[1:-1])
    assert lines[-1] == "Everything holds."


def test_what_is_wrong_is_said_with_its_place(code: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _change(code, "__init__.py", '{"prizes": len(state.box)', '{"prizes": 2 * len(state.box)')
    _change(code, "pl.po", "Nagrody zostają potasowane.", "")
    assert main(["check-ruleset", ID]) == 1
    said = capsys.readouterr().out
    assert "WRONG conservation at every version (2 seats)" in said
    assert "prizes" in said
    assert "WRONG everything that is said is said in polish" in said
    assert "The prizes are shuffled." in said
    assert "2 of its promises do not hold." in said


def test_a_ruleset_that_cannot_be_loaded_is_refused_with_the_reason(
    code: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(code, "rules.py", "from .state", "raise RuntimeError('no water')\nfrom .state")
    assert main(["check-ruleset", ID]) == 1
    assert "cannot be loaded: RuntimeError: no water" in capsys.readouterr().err
    assert main(["check-ruleset", "chess"]) == 1
    assert "no ruleset 'chess' is installed" in capsys.readouterr().err


def test_no_command_runs_beside_two_rulesets_of_one_id(
    code: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    harbour.install(code.parent, ID, "another")
    harbour.forget()
    assert main(["check-ruleset", ID]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"kronika: two rulesets have the id '{ID}'")
    assert said.count("\n") == 1
    assert FOLDER not in said
