"""The board of a package on the page: its own drawing, and the plain board with a notice when it fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import harbour
from tests.api.test_packaged_boards import BOARD, FELT
from tests.running import serving
from tests.web.conftest import Visit
from tests.web.table import Host

NOTICE = "This game's own board does not work here"


@pytest.mark.soak
@pytest.mark.parametrize("failure", ["", 'throw new Error("broken");'])
def test_a_package_draws_its_board_or_gives_way_to_the_plain_one(
    visit: Visit, tmp_path: Path, failure: str
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    board = harbour.install(site) / "board"
    board.mkdir()
    (board / "index.js").write_text(BOARD.replace("  const [width", f"  {failure}\n  const [width"))
    with serving(tmp_path, PYTHONPATH=str(site)) as server, Host(server.url, tmp_path):
        page = visit("/", at=server.url, strict=not failure)
        page.locator(f"[data-play={harbour.ID}]").click()
        expect(page.locator("#board [data-action]").first).to_be_attached()
        expect(page.locator(f'#board rect[fill="{FELT}"]')).to_have_count(0 if failure else 1)
        expect(page.get_by_text(NOTICE)).to_have_count(1 if failure else 0)
