"""A board that is drawn anew keeps what stays; nobody can tell it from one that is drawn from nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.soaking import soaked
from tests.web.boards_site import WEB, captured, names

ONCE = re.compile(r"([^{}]+)\{[^{}]*animation: (?!none)(?![^;}]*infinite)")
CLASS = re.compile(r"\.([\w-]+)")

BOTH = """async ({ board, states }) => {
    const { mount } = await import(board);
    const t = (english, values = {}) => english.replace(/\\{(\\w+)\\}/g, (whole, name) => values[name] ?? whole);
    const made = () => {
        const [root, acted] = [document.createElement("div"), []];
        const turn = document.createElement("p");
        document.body.append(root);
        const note = (action) => void acted.push(JSON.stringify(action));
        const shown = mount(root, { act: async (action) => note(action), why: note, t, turn, announce() {} });
        return { root, acted, turn, shown };
    };
    const press = async ({ root, acted }, i) => {
        const node = root.querySelectorAll("[data-pick], .why")[i];
        node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        for (let turn = 0; turn < 5; turn += 1) await null; // until the board has heard that it was done
        return acted.splice(0).join();
    };
    const [kept, anew] = [made(), made()];
    const alike = () => kept.root.firstElementChild.isEqualNode(anew.root.firstElementChild);
    const differs = [];
    let pressed = 0;
    for (const state of states) {
        kept.shown.update(state);
        anew.root.replaceChildren();
        anew.shown.update(state);
        if (!alike()) differs.push(state.name);
        if (!kept.turn.isConnected) differs.push(`${state.name}: whose turn`);
        for (let i = 0; i < anew.root.querySelectorAll("[data-pick], .why").length && i < 6; i += 1) {
            const [one, other] = [await press(kept, i), await press(anew, i)];
            pressed += 1;
            if (one !== other || !alike()) differs.push(`${state.name}: pressing ${i}`);
        }
    }
    for (const { root, shown } of [kept, anew]) {
        shown.destroy();
        root.remove();
    }
    return { differs, pressed };
}"""
"""Two boards, of which one is emptied before each state, shown the same and pressed at the same places."""

KEPT = """async ({ board, states: [before, after] }) => {
    const { mount } = await import(board);
    const root = document.body.appendChild(document.createElement("div"));
    const shown = mount(root, { act: async () => {}, t: (english) => english, announce() {} });
    shown.update(before);
    const there = new Set(root.querySelectorAll("*"));
    shown.update(after);
    const now = [...root.querySelectorAll("*")];
    shown.destroy();
    root.remove();
    return now.filter((node) => there.has(node)).length / now.length;
}"""


def states(id: str) -> list[dict[str, Any]]:
    """All captured states, twice, as if somebody went back from one to the other: they are of several games."""
    ruleset = captured("rulesets")[id]
    all = [captured(name) | {"name": name} for name in names() if name.startswith(id)]
    return [
        state | {"ruleset": ruleset, "event": state["event"] | {"version": 1000 - i}}
        for i, state in enumerate([*all, *reversed(all)])
    ]


TAPPED = """async ({ board, state }) => {
    const { mount } = await import(board);
    const [root, acted] = [document.querySelector("#board"), []];
    const shown = mount(root, { act: async (action) => acted.push(action), t: (english) => english, announce() {} });
    const later = (by) => ({ ...state, event: { ...state.event, version: state.event.version + by } });
    shown.update(state);
    while (root.hidden) await new Promise((go) => setTimeout(go, 10));
    shown.update(later(1));
    const field = [...root.querySelectorAll(".kb-target[data-action]")].find((it) => it.getBoundingClientRect().width > 44);
    field.click();
    shown.destroy();
    return acted.length;
}"""
"""How many actions one tap does on a field that is large enough for a finger, on a board that was drawn before."""

FOCUSED = """async ({ board, state }) => {
    const { mount } = await import(board);
    const root = document.querySelector("#board");
    const drawn = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
    root.tabIndex = -1;
    let done;
    const act = () => new Promise((go) => (done = go));
    const shown = mount(root, { act, t: (english) => english, announce() {} });
    const event = (by) => ({ ...state.event, actor: `seat:${state.seat}`, version: state.event.version + by });
    const later = (by, more) => ({ ...state, ...more, event: event(by) });
    shown.update(state);
    while (root.hidden) await new Promise((go) => setTimeout(go, 10));
    const pressed = [...root.querySelectorAll("[data-action]")].at(-1);
    const where = pressed.dataset.pick;
    pressed.focus();
    pressed.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await drawn(); // a browser takes the focus from what is disabled before it draws
    const waiting = document.activeElement === root;
    shown.update(later(1, { legal: [] }));
    done();
    await drawn();
    const watching = document.activeElement === root;
    shown.update(later(2));
    await drawn();
    const again = document.activeElement.dataset.pick === where;
    shown.destroy();
    return [waiting, watching, again];
}"""
"""Whether the board has the focus while an action is under way and afterwards, and what was pressed once it can be again."""

RULESETS = ["romans", "age-of-war", "touche", "nagaraja"]
SWAPPED = ["nagaraja-rotate-tile", "nagaraja-slide-line", "nagaraja-spend-naga"]
KEYED = ["romans-take-fort", "nagaraja-throw-named", "age-of-war-to-throw"]


@pytest.mark.parametrize("id", soaked(RULESETS, [id for id in RULESETS if id != "touche"]))
def test_what_is_kept_looks_and_answers_like_what_is_drawn_anew(page: Page, site: str, id: str) -> None:
    page.goto(f"{site}/boards/harness.html")
    found = page.evaluate(BOTH, {"board": f"/boards/{id}.js", "states": states(id)})
    assert found["differs"] == []
    assert found["pressed"] > 20


def test_an_unchanged_part_that_changes_places_leaves_nothing_behind(page: Page, site: str) -> None:
    """Both temples of Nagaraja change places with the viewer's seat."""
    page.goto(f"{site}/boards/harness.html")
    swapped = [one for one in states("nagaraja") if one["name"] in SWAPPED]
    found = page.evaluate(BOTH, {"board": "/boards/nagaraja.js", "states": swapped})
    assert found["differs"] == []


@pytest.mark.parametrize("id", RULESETS)
def test_what_did_not_change_is_kept(page: Page, site: str, id: str) -> None:
    page.goto(f"{site}/boards/harness.html")
    state = next(one for one in states(id) if one["legal"])
    told = [
        state | {"legal": [], "events": [], "event": state["event"] | {"version": version}}
        for version in (7, 8)
    ]
    assert page.evaluate(KEPT, {"board": f"/boards/{id}.js", "states": told}) > 0.9


def test_a_field_that_was_kept_is_as_large_for_a_finger_as_it_is(browser: Browser, site: str) -> None:
    state = captured("romans-orders-half") | {"ruleset": captured("rulesets")["romans"]}
    with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as phone:
        page = phone.new_page()
        page.goto(f"{site}/boards/harness.html")
        assert page.evaluate(TAPPED, {"board": "/boards/romans.js", "state": state}) == 1


@pytest.mark.parametrize("name", soaked(KEYED, KEYED[:2]))
def test_who_acts_by_key_stays_at_the_board_and_finds_the_same_again(
    page: Page, site: str, name: str
) -> None:
    page.goto(f"{site}/boards/harness.html")
    id = captured(name)["ruleset"]
    state = captured(name) | {"ruleset": captured("rulesets")[id]}
    found = page.evaluate(FOCUSED, {"board": f"/boards/{id}.js", "state": state})
    assert found == [True, True, True]


def test_everything_that_plays_once_is_news_and_nothing_else() -> None:
    """What a style sheet animates once would stand still where its element is kept."""
    script = (WEB / "boards" / "parts" / "morph.js").read_text()
    news = set(re.findall(r'"\.([\w-]+)"', script.split("PLAYS = [")[1].split("]")[0]))
    played = set()
    for sheet in (WEB / "boards").glob("*.css"):
        for selectors in ONCE.findall(re.sub(r"/\*.*?\*/", "", sheet.read_text())):
            for selector in selectors.split(","):
                assert news & set(CLASS.findall(selector)), f"{sheet.name}: {selector.strip()}"
                played |= news & set(CLASS.findall(selector))
    assert played == news
