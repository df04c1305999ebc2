"""Hints of a ruleset: what the plain board shows as cards, hands, piles, grids and tracks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.soaking import soaked
from tests.web.axe import findings
from tests.web.boards_site import captured, names
from tests.web.test_boards import RULESETS

THEMES = pytest.mark.parametrize("theme", soaked(["light", "dark"], ["light"]))
STATE = next(name for name in names() if name.startswith("touche"))
VIEW: dict[str, Any] = {
    "prize": 7,
    "players": [{"seat": 1, "hand": [3, None, 5], "won": []}, {"seat": 2, "hand": [None, None], "won": [4]}],
    "deck": [None, None, None, None],
    "discard": [],
    "land": [["a", None, "b"], [None, "c", None]],
    "road": ["cart", None, None, "inn"],
}
HINTS = {
    "prize": "cards",
    "won": "cards",
    "hand": "hand",
    "deck": "pile",
    "discard": "pile",
    "land": "grid",
    "road": "track",
}
MOUNT = """async ([state, theme]) => {
    document.documentElement.dataset.theme = theme;
    const { translator, speakable } = await import("/i18n.js");
    await speakable(state.lang);
    const { mount } = await import("/boards/plain.js");
    mount(document.querySelector("#board"), { t: (...said) => translator(state.lang)(...said) }).update(state);
}"""


def show(page: Page, site: str, theme: str, lang: str = "en", **hints: str) -> None:
    ruleset = RULESETS[captured(STATE)["ruleset"]] | {"view_hints": hints, "view_words": {}}
    page.goto(f"{site}/boards/harness.html")
    page.evaluate(MOUNT, [captured(STATE) | {"ruleset": ruleset, "view": VIEW, "lang": lang}, theme])
    expect(page.locator("#board .plain-fields").first).to_be_visible()


@pytest.mark.soak
@THEMES
def test_hinted_fields_are_shown_as_what_they_are(page: Page, site: str, theme: str) -> None:
    page.set_viewport_size({"width": 1000, "height": 900})
    show(page, site, theme, **HINTS)
    hands = [hand.split() for hand in page.locator(".plain-hand").all_inner_texts()]
    assert hands == [["3", "?", "unknown", "5"], ["?", "unknown", "?", "unknown"]]
    piles = [pile.split() for pile in page.locator(".plain-pile").all_inner_texts()]
    assert piles == [["?", "unknown", "In", "the", "pile:", "4"], ["In", "the", "pile:", "0"]]
    rows = [row.locator("td").all_text_contents() for row in page.locator(".plain-grid tr").all()]
    assert rows == [["a", "–nothing", "b"], ["–nothing", "c", "–nothing"]]
    assert page.locator(".plain-track > li").all_text_contents() == [
        "1cart",
        "2–nothing",
        "3–nothing",
        "4inn",
    ]
    expect(page.locator("dd > .plain-card")).to_have_text("7")
    assert [it for it in findings(page) if "plain-" in it] == []


@THEMES
def test_unknown_cards_look_otherwise_than_known_ones(page: Page, site: str, theme: str) -> None:
    show(page, site, theme, **HINTS)
    backs = page.locator(".plain-hand > li").evaluate_all(
        "all => all.map((it) => getComputedStyle(it).backgroundImage !== 'none')"
    )
    assert backs == [False, True, False, True, True]


def test_what_does_not_fit_its_hint_is_shown_plainly(page: Page, site: str) -> None:
    show(page, site, "light", players="hand", land="track", prize="track", road="grid", deck="grid")
    board = page.locator("#board")
    for text in ("cart", "inn", "7", "3", "a"):
        expect(board).to_contain_text(text)
    assert "[object" not in board.inner_text()
    assert page.locator(".plain-hand, .plain-pile, .plain-grid").count() == 0


def test_a_list_of_hinted_things_shows_each_of_them(page: Page, site: str) -> None:
    show(page, site, "light", land="hand")
    assert page.locator(".plain-list .plain-hand").count() == len(VIEW["land"])


def test_hints_speak_polish_and_fit_a_phone(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    show(page, site, "dark", "pl", **HINTS)
    expect(page.locator(".plain-pile").first).to_contain_text("W stosie: 4")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
