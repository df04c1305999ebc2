"""The generated pages say what the code says now; `make reference` writes them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.system.settings import Settings
from service.system.variables import VARIABLES
from tests.checkout import ROOT
from tests.documents.reference import DOCS, pages
from tests.documents.site import read
from tests.operator import page as attack_page

PRODUCT = ("api", "cli", "service", "kronika")
ELSEWHERE = {"KRONIKA_", "KRONIKA_SOAK", "KRONIKA_DIST", "KRONIKA_SPOKEN"}
"""A prefix, and what tests read."""


def test_no_generated_page_is_stale() -> None:
    stale = [path for path, text in pages().items() if (DOCS / path).read_text() != text]
    assert stale == [], "make reference"


def test_the_page_of_attacks_is_not_stale() -> None:
    assert attack_page.PAGE.read_text() == attack_page.page(), "make reference"


def test_every_page_of_the_reference_is_generated_or_written_by_hand() -> None:
    """A ruleset that is gone leaves no page behind."""
    generated = {path for path in pages() if path.startswith("reference/rulesets/")}
    there = {path.relative_to(DOCS).as_posix() for path in (DOCS / "reference" / "rulesets").glob("*.md")}
    assert there == generated


def test_defaults_are_those_of_the_settings() -> None:
    assert Settings.from_env({}) == Settings()


def test_every_variable_that_the_service_reads_is_listed() -> None:
    code = "\n".join(path.read_text() for name in PRODUCT for path in (ROOT / name).rglob("*.py"))
    assert set(re.findall(r"\bKRONIKA_[A-Z_]*", code)) - ELSEWHERE <= {one.name for one in VARIABLES}


def test_every_page_is_in_the_site_s_navigation() -> None:
    named = set(re.findall(r'"([\w/-]+\.md)"', (ROOT / "zensical.toml").read_text()))
    assert named == {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}


def test_every_page_is_on_the_first_page() -> None:
    text = (DOCS / "index.md").read_text()
    for path in DOCS.rglob("*.md"):
        if path.name != "index.md":
            assert f"]({path.relative_to(DOCS).as_posix()})" in text, path


@pytest.mark.parametrize(
    "page",
    [
        '<script src="https://cdn.example/x.js"></script>',
        '<link rel="preconnect" href="https://fonts.example">',
        '<img src="//images.example/x.png">',
    ],
)
def test_a_page_that_asks_another_host_is_found(tmp_path: Path, page: str) -> None:
    (tmp_path / "index.html").write_text(f'<link rel="canonical" href="https://x.example/">{page}')
    assert len(list(read(tmp_path))) == 1


def test_a_style_sheet_that_asks_another_host_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("@import 'https://fonts.example/a.css'; b { background: url(data:,x) }")
    assert len(list(read(tmp_path))) == 1
