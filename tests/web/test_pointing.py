"""Bubbles on the boards: where they lie, what they point at, what they leave free; and the better action of an analysis."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from domain.rulesets import registry
from tests.soaking import soaked
from tests.web.boards_site import names, show

WALK = (Path(__file__).parent / "pointing.js").read_text().split("\n", 1)[1].strip().removesuffix(";")
FRAMES = {"wide": (960, 648), "tall": (390, 752)}
"""What a game's page leaves of 1280x800 and of 390x844 for the board and its bar."""
BUBBLES = {"wide": {"width": "320px", "height": "140px"}, "tall": {"width": "326px", "height": "140px"}}
"""As large as the longest lesson in Polish."""
DAILY = (
    *(
        "age-of-war-to-throw",
        "age-of-war-siege-of-six",
        "age-of-war-thrown",
        "touche-exchange",
        "touche-joker",
    ),
    *("romans-keep-axx", "romans-orders-begun", "romans-orders-full", "nagaraja-play-points-amulet"),
    *("nagaraja-choose-cards", "nagaraja-keep-cards", "nagaraja-place-first-tile", "touche-beginning"),
)
"""States that together have every lesson."""
BEGINNINGS = {"age-of-war-to-throw", "romans-orders-begun", "touche-beginning", "nagaraja-choose-cards"}
ALONE = """() => {
    const board = document.querySelector("#board");
    for (const node of document.body.children) node.hidden = !node.contains(board);
    Object.assign(board.style, { position: "fixed", inset: 0, display: "flex" });
}"""
"""The board in all of the window."""
MARKED = """async ([name, pointer]) => {
    const [{ boardOf }, { translator }] = await Promise.all(["boards/index", "i18n"].map((file) => import(`/${file}.js`)));
    const read = async (file) => (await fetch(`/states/${file}.json`)).json();
    const [state, rulesets] = await Promise.all([name, "rulesets"].map(read));
    const root = document.querySelector("#board");
    root.replaceChildren();
    const { mount } = await boardOf(pointer.ruleset);
    const board = mount(root, { act: async () => {}, t: (english, values) => translator("en")(english, values), announce() {} });
    board.update({ ...state, legal: [], seat: pointer.viewer, ruleset: rulesets[pointer.ruleset], lang: "en" });
    const bubble = Object.assign(document.createElement("p"), { textContent: "Better" });
    board.point({ ...pointer, bubble });
    await new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle)));
    const boxes = [...root.querySelectorAll(".kb-pointing rect.line")].map((mark) => mark.getBoundingClientRect());
    const inside = (node, { left, right, top, bottom }) => {
        const box = node.getBoundingClientRect();
        return box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1;
    };
    const things = [...root.querySelectorAll(".kb-targets [data-thing]")];
    const found = {
        marked: boxes.map((box) => things.filter((node) => inside(node, box)).map(({ dataset }) => dataset.thing)).flat(),
        marks: boxes.length,
        arrows: root.querySelectorAll(".kb-pointing path.head.line").length,
    };
    board.destroy();
    return found;
}"""


@pytest.mark.parametrize("states", soaked([DAILY, names()], [names()]))
@pytest.mark.parametrize("shape", soaked(FRAMES, ["wide"]))
def test_every_lesson_finds_its_thing_and_covers_nothing_that_is_needed(
    page: Page, site: str, shape: str, states: list[str]
) -> None:
    width, height = FRAMES[shape]
    page.set_viewport_size({"width": width, "height": height})
    show(page, site, names()[0])
    page.evaluate(ALONE)
    for game, ruleset in registry().items():
        there = [name for name in states if name.startswith(game)]
        rows = page.evaluate(f"args => ({WALK})(...args)", [game, there, BUBBLES[shape]])
        assert {row["lesson"] for row in rows} == {lesson.name for lesson in ruleset.primer.lessons}
        for row in filter(given_there, rows):
            assert (row["hits"], row["covers"], row["outside"]) == (True, [], False), row


def given_there(row: dict[str, Any]) -> bool:
    """Whether a first game could be in this state: it is for two, and begins with what it is about."""
    return row["seats"] == 2 and (row["lesson"] != "goal" or row["state"] in BEGINNINGS)


BETTER: dict[str, tuple[dict[str, Any], list[str]]] = {
    "age-of-war-thrown": (
        {"seat": 1, "action": {"type": "fill-line", "castle": "azuchi", "line": 1, "dice": ["archery"]}},
        ["die:archery", "castle:azuchi"],
    ),
    "romans-orders-begun": (
        {"seat": 1, "action": {"type": "place-warrior", "warrior": "qween", "fort": 3}},
        ["card:qween", "post:1:3"],
    ),
    "touche-beginning": (
        {"seat": 1, "action": {"type": "lay-card", "card": "QC", "field": "d6"}},
        ["card:QC", "field:d6"],
    ),
    "nagaraja-spend-naga": (
        {"seat": 1, "action": {"type": "spend-naga", "stick": "green-N", "card": "S1"}},
        ["mine:green-N", "card:S1"],
    ),
    "nagaraja-place-tile": (
        {"seat": 2, "action": {"type": "place-tile", "space": "a2", "turns": 1}},
        ["space:2:a2"],
    ),
}
"""By state what would have been better, and the things that are marked."""


@pytest.mark.parametrize("shape", soaked(FRAMES, ["tall"]))
def test_of_a_better_action_the_pieces_and_the_place_are_marked(page: Page, site: str, shape: str) -> None:
    width, height = FRAMES[shape]
    page.set_viewport_size({"width": width, "height": height})
    show(page, site, names()[0])
    page.evaluate(ALONE)
    for state, (better, things) in BETTER.items():
        ruleset = next(game for game in registry() if state.startswith(game))
        found = page.evaluate(MARKED, [state, {**better, "ruleset": ruleset, "viewer": better["seat"]}])
        assert (set(things) - set(found["marked"]), found["marks"]) == (set(), len(things)), state
        assert found["arrows"] == 1, state


def test_cards_that_the_viewer_cannot_see_are_not_marked_on_their_own(page: Page, site: str) -> None:
    show(page, site, names()[0])
    better, _ = BETTER["romans-orders-begun"]
    other = {**better, "seat": 2, "ruleset": "romans", "viewer": 1}
    found = page.evaluate(MARKED, ["romans-orders-begun", other])
    assert (found["marked"], found["marks"]) == (["post:2:3"], 1)
