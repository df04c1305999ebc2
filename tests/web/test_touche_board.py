"""Touché's board draws what the view says, each piece once, and its text can be read on what it stands on."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.soaking import soaked
from tests.web.boards_site import captured, names, show, show_nothing

Json = dict[str, Any]
STATES = [name for name in names() if name.startswith("touche-")]
SHAPES = {"wide": (1280, 744), "tall": (390, 752)}
DRAW = """async ({ state, size: [width, height] }) => {
    const { mount } = await import("/boards/touche.js");
    const root = document.querySelector("#board");
    [root.style.width, root.style.height] = [`${width}px`, `${height}px`];
    const shown = mount(root, { act: async () => {}, why() {}, t: (english) => english, announce() {} });
    shown.update(state);
    while (root.hidden) await new Promise((go) => setTimeout(go, 10));
    const all = (query, what) => [...root.querySelectorAll(query)].map(what);
    const found = {
        pieces: all("[data-fly]", (it) => it.dataset.fly),
        said: all(".kb-targets [aria-label]:not(section)", (it) => it.getAttribute("aria-label")),
        written: all(".kb-art text", (it) => it.textContent),
        things: all("[data-thing]", (it) => it.dataset.thing),
        elements: root.querySelectorAll(".kb-art *").length,
        narrow: all(".kb-art text", (it) => [it.textContent, it.getBoundingClientRect().height]).filter(([, high]) => high < 8),
    };
    shown.destroy();
    return found;
}"""


def drawn(page: Page, site: str, name: str, shape: str) -> Json:
    show_nothing(page, site)
    state = captured(name) | {"ruleset": captured("rulesets")["touche"]}
    found: Json = page.evaluate(DRAW, {"state": state, "size": SHAPES[shape]})
    return found


def public(view: Json) -> list[str]:
    """The names of all pieces that a view knows of: pawns, crowns, hands, stacks and piles that are not empty."""
    pawns = [f"pawn:{colour}:{field}" for colour, fields in view["pawns"].items() for field in fields]
    crowns = [f"pawn:{one['colour']}:{field}" for one in view["crowned"] for field in one["fields"]]
    seats = [str(player["seat"]) for player in view["players"]]
    hands = []
    for player in view["players"]:
        for face, number in Counter(player["hand"]).items():
            said = "null" if face is None else face
            hands += [f"hand:{player['seat']}:{said}:{n}" for n in range(1, number + 1)]
    piles = [f"used:{player['seat']}" for player in view["players"] if player["used"]]
    supplies = [f"pawns:{side['colour']}" for side in view["sides"]]
    return sorted([*pawns, *crowns, *hands, *piles, *supplies, *(f"stack:{seat}" for seat in seats)])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", soaked(STATES, [name for name in STATES if name not in STATES[1::3]]))
def test_every_piece_of_the_view_is_drawn_once(page: Page, site: str, name: str, shape: str) -> None:
    view = captured(name)["view"]
    found = drawn(page, site, name, shape)
    board = view["phase"] != "choosing" or not captured(name)["legal"]
    fields = [f"field:{field}" for field in captured("rulesets")["touche"]["components"]["board"]["fields"]]
    assert sorted(found["pieces"]) == public(view)
    assert sorted(thing for thing in found["things"] if thing.startswith("field:")) == sorted(
        fields if board else []
    )
    assert found["elements"] < 1000


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", soaked(STATES, [name for name in STATES if name not in STATES[2::4]]))
def test_numbers_of_the_view_are_written_and_said(page: Page, site: str, name: str, shape: str) -> None:
    view = captured(name)["view"]
    found = drawn(page, site, name, shape)
    written = Counter(found["written"])
    for player in view["players"]:
        for number in (player["stack"], len(player["used"])):
            assert written[str(number)] > 0
        assert f"Stack: {player['stack']}" in found["said"]
        assert any(said.startswith(f"Used: {len(player['used'])}") for said in found["said"])
    for side in view["sides"]:
        assert written[str(side["points"])] > 0
        for kind, needed in side["goal"].items():
            assert any(f": {side['made'].get(kind, 0)} of {needed}" in said for said in found["said"]), kind
    assert found["narrow"] == []


INKS = """async () => {
    const { DEAD, inkOf, SIDES } = await import("/boards/parts/touche-art.js");
    const sheets = [DEAD, ...Object.values(SIDES).map(({ field }) => field)];
    return ["2H", "2D", "2S", "2C", "joker"].flatMap((face) => sheets.map((sheet) => [inkOf(face), sheet]));
}"""


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_ranks_can_be_read_on_every_sheet(page: Page, site: str) -> None:
    """On crowned fields of every side and on dead cards; those of other cards are lighter."""
    page.goto(f"{site}/boards/harness.html")
    for ink, sheet in page.evaluate(INKS):
        dark, light = sorted([luminance(ink), luminance(sheet)])
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (ink, sheet)


def test_only_fields_for_the_hand_have_a_line(page: Page, site: str) -> None:
    """A joker fits on every free field: those have a line only once it is picked."""
    show(page, site, "touche-joker")
    lined = page.locator("[data-pick^=field].can:not(.quiet)").evaluate_all(
        "all => all.map((it) => it.dataset.pick)"
    )
    laid = [it for it in captured("touche-joker")["legal"] if it["type"] == "lay-card"]
    assert set(lined) == {f"field-{it['field']}" for it in laid if it["card"] != "joker"}
