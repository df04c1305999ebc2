"""Every benchmark runs, with the least that it can measure; all of them in the soak. A part that fails loses no other figure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench.__main__ import PARTS, main

IN_PROCESS = (
    "Ledger",
    "Rebuild",
    "Limits",
    "Cost of an action",
    "Bundles",
    "Imports",
    "Assessments",
    "Traces",
    "Nagaraja",
)
FAILED = "Failed: "


def run_tiny(*command: str) -> str:
    """What a module prints that measures as little as it can."""
    environment = {**os.environ, "KRONIKA_BENCH": "tiny"}
    done = subprocess.run([sys.executable, "-m", *command], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def tiny(page: Path, *titles: str) -> str:
    """The page of these parts, of all if none is named."""
    run_tiny("bench", "into", str(page), *titles)
    return page.read_text()


def check_sections(text: str, titles: list[str]) -> None:
    sections = dict(section.split("\n\n", 1) for section in text.split("\n## ")[1:])
    assert list(sections) == titles
    assert all(section.strip() and FAILED not in section for section in sections.values())


@pytest.mark.soak
def test_parts_that_need_no_server_run(tmp_path: Path) -> None:
    titles = [title for title in PARTS if title.startswith(IN_PROCESS)]
    assert len(titles) == len(IN_PROCESS)
    check_sections(tiny(tmp_path / "page.md", *IN_PROCESS), titles)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["floor", "ways", "threads", "paced", "beside_viewers"])
def test_modules_that_are_no_part_run(name: str) -> None:
    assert "\n|---" in run_tiny(f"bench.{name}")


@pytest.mark.soak
def test_all_parts_run(tmp_path: Path) -> None:
    check_sections(tiny(tmp_path / "page.md"), list(PARTS))


def test_what_was_measured_is_written_when_a_later_part_fails(tmp_path: Path) -> None:
    page, seen = tmp_path / "page.md", list[str]()

    def fail() -> list[str]:
        seen.append(page.read_text())
        raise TypeError("unhashable type")

    parts: dict[str, Any] = {
        "First": SimpleNamespace(main=lambda: ["first figure"]),
        "Second": SimpleNamespace(main=fail),
        "Third": SimpleNamespace(main=lambda: ["third figure"]),
    }
    assert main(page, parts) == 1
    assert "first figure" in seen[0]
    text = page.read_text()
    assert [text.count(words) for words in ("first figure", f"{FAILED}TypeError", "third figure")] == [
        1,
        1,
        1,
    ]
