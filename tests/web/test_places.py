"""The places that arrows of notes may name are those of the boards, and on the plain board the members of its view."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from domain.rulesets import registry
from projections.documents.notes import PLACE
from projections.places import is_place
from tests.web.boards_site import captured, names
from tests.web.test_boards import RULESETS

NAMED = """async ({ board, ruleset, states }) => {
    const { mount } = await import(`/boards/${board}.js`);
    const root = document.querySelector("#board");
    const t = (english, values = {}) => english.replace(/\\{(\\w+)\\}/g, (whole, name) => values[name] ?? whole);
    const shown = mount(root, { act: async () => {}, why() {}, t, announce() {} });
    while (root.hidden) await new Promise((go) => setTimeout(go, 10));
    const found = new Set();
    for (const state of states) {
        shown.update({ ...state, ruleset });
        for (const one of root.querySelectorAll(".kb-targets [data-thing][aria-label]")) found.add(one.dataset.thing);
    }
    shown.destroy();
    return [...found];
}"""

ON_PLAIN = """async ({ ruleset, state, arrows }) => {
    const { mount } = await import("/boards/plain.js");
    const root = document.querySelector("#board");
    const shown = mount(root, { act: async () => {}, why() {}, t: (english) => english, announce() {} });
    while (root.hidden) await new Promise((go) => setTimeout(go, 10));
    shown.update({ ...state, ruleset });
    shown.draw(arrows);
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const rings = [...root.querySelectorAll(".kb-arrows rect.line")].map((it) => middle(it.getBoundingClientRect()));
    const there = [...root.querySelectorAll("[data-thing]")];
    const places = there.map((it) => [it.dataset.thing, it.dataset.called, middle(it.getBoundingClientRect())]);
    const shafts = root.querySelectorAll(".kb-arrows path.line:not(.head)").length;
    shown.draw([]);
    const left = root.querySelectorAll(".kb-arrows").length;
    shown.destroy();
    return { rings, places, shafts, left };
}"""


def test_arrows_and_rings_lie_over_the_places_of_the_plain_board(page: Page, site: str) -> None:
    state = captured("age-of-war-siege")
    page.goto(f"{site}/boards/harness.html")
    one, other = "view:players:0", "view:players:1:castles"
    arrows = [
        {"start": one, "end": other},
        {"start": other, "end": other},
        {"start": one, "end": "view:none"},
    ]
    drawn = page.evaluate(ON_PLAIN, {"ruleset": RULESETS["age-of-war"], "state": state, "arrows": arrows})
    middles = {name: middle for name, _, middle in drawn["places"]}
    assert (drawn["shafts"], drawn["left"]) == (1, 0)
    assert drawn["rings"] == [pytest.approx(middles[other], abs=1)]
    assert [name for name in middles if not is_place((), state["view"], name)] == []
    assert {name: words for name, words, _ in drawn["places"]}[other] == "players › 2 › castles"


@pytest.mark.parametrize("id", RULESETS)
def test_a_ruleset_names_the_places_of_its_board(page: Page, site: str, id: str) -> None:
    states = [captured(name) for name in names() if name.startswith(id)]
    page.goto(f"{site}/boards/harness.html")
    drawn = page.evaluate(NAMED, {"board": id, "ruleset": RULESETS[id], "states": states})
    places = registry()[id].places
    found = [
        name for name in drawn if re.fullmatch(PLACE, name)
    ]  # others are of things without a name of their own
    assert [name for name in found if not is_place(places, {}, name)] == []
    assert {re.sub(r"(?<=:)[^:]+", "*", name) for name in found} == {*places}
