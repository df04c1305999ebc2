"""Pictures of the documentation, taken of a running service in a headless Chromium: `python -m tests.documents.screenshots`.

The README has two; `docs/explanation/look.md` has the rest, beside the same places before the page's third look.
"""

from __future__ import annotations

import io
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browsing import chromium
from tests.checkout import ROOT
from tests.running import serving
from tests.web.desk import Court
from tests.web.table import Host

IMAGES = ROOT / "docs" / "images"
SIZE = {"width": 1280, "height": 800}
COLOURS = 256
"""Of the palette: at this number both pictures are below 200 kB and nothing in them looks different."""
CLAIM = "The castle was taken with a die that had been set aside."
MOVES = 40
BOARD = ".kb-art"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOOKS: dict[str, tuple[str, dict[str, Any]]] = {
    "front": ("", {}),
    "play": ("romans", {}),
    "play-dark": ("age-of-war", {"color_scheme": "dark"}),
    "phone": ("touche", PHONE),
    "phone-dark": ("nagaraja", {**PHONE, "color_scheme": "dark"}),
}
"""Places of the page by their picture: the game that is played there, and the window."""


def take() -> None:
    IMAGES.mkdir(exist_ok=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(serving(folder))
        host = stack.enter_context(Host(server.url, folder))
        browser = stack.enter_context(chromium())
        _save("game", _game(browser, host))
        _save("desk", _desk(browser, host))
        for name, (ruleset, settings) in LOOKS.items():
            _save(f"look-after-{name}", _look(_visitor(browser, host), host, ruleset, settings))


def _visitor(browser: Browser, host: Host) -> Any:
    def visit(path: str, **settings: Any) -> Page:
        look = {"viewport": SIZE, "locale": "en-GB", "reduced_motion": "reduce", "color_scheme": "light"}
        page = browser.new_context(base_url=host.url, **{**look, **settings}).new_page()
        page.goto(path)
        return page

    return visit


def _game(browser: Browser, host: Host) -> Page:
    """A finished game of two bots, at a version in its middle."""
    table = host.over("age-of-war")
    page: Page = _visitor(browser, host)(f"{table.page}/v/{table.get()['version'] // 2}")
    expect(page.locator("#moves li").first).to_be_visible()
    return _drawn(page)


def _desk(browser: Browser, host: Host) -> Page:
    """A case that a referee has taken, as the referee sees it."""
    court = Court.at(_visitor(browser, host), host, "age-of-war", steps=MOVES)
    court.disputed(claim=CLAIM)
    return _drawn(court.case("referee:1"))


def _look(visit: Any, host: Host, ruleset: str, settings: dict[str, Any]) -> Page:
    """The front page, or a game at a player's decision."""
    page: Page = visit("/", **settings)
    if ruleset:
        table = host.table(ruleset, ["person", "person"])
        table.act(MOVES)
        table.give(page, f"seat:{table.get()['to_act'][0]}")
        page.goto(table.page)
        expect(page.locator("#board .can, #board [data-action]").first).to_be_visible()
    else:
        expect(page.locator(".card-board img")).to_have_count(4)
    return page


def _drawn(page: Page) -> Page:
    """Once its board stands there."""
    expect(page.locator(BOARD).first).to_be_visible()
    return page


def _save(name: str, page: Page) -> None:
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
    small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small.save(IMAGES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    take()
