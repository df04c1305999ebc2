"""Everything that a decision needs is on the screen: at a desk, on a large one, on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browsing import await_events
from tests.web.boards_site import captured, legal, names
from tests.web.clicking import ready
from tests.web.scene import UNDO, Scene
from tests.web.table import Host

SIZES = {"desk": (1280, 800), "large": (1920, 1080), "phone": (390, 844)}
CHROME = 100
"""Pixels that may stand above the board."""
DECISIONS = [name for name in names() if captured(name)["legal"]]
DAILY = {
    "phone": ["age-of-war-all-open-to-six", "nagaraja-name-stick", "touche-joker"],
    "desk": ["romans-orders-begun"],
}
"""What is measured every day, by size; the soak measures all on all."""
MEASURE = """coarse => {
    const box = (node) => node.getBoundingClientRect();
    const seen = (node) => {
        const { left, top, width, height } = box(node);
        const middle = document.elementFromPoint(left + width / 2, top + height / 2);
        const inside = left >= -1 && top >= -1 && left + width <= innerWidth + 1 && top + height <= innerHeight + 1;
        return inside && middle !== null && (node.contains(middle) || middle.contains(node));
    };
    const sides = ["left", "top", "width", "height"];
    const named = (node) => `${node.className.baseVal ?? node.className} ${node.dataset.pick ?? ""}`;
    const what = (node) => [named(node), ...sides.map((it) => Math.round(box(node)[it]))].join(" ");
    const targets = [...document.querySelectorAll("#board .kb-target.can:not(.local), #board .kb-bar > .btn")];
    const least = (node) => (coarse && !node.matches(".kb-target") ? 44 : 24) - 0.5;
    const parts = [...document.querySelectorAll("#board .kb-stage, #board .kb-prompt, #board .turn-text")];
    return {
        chrome: box(document.querySelector("#board")).top,
        hidden: [...parts, ...targets].filter((node) => !seen(node)).map(what),
        small: targets.filter((node) => Math.min(box(node).width, box(node).height) < least(node)).map(what),
        targets: targets.length,
        scrolls: document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth + 1,
        turns: (document.querySelector("#page").innerText.match(/Your turn/g) ?? []).length,
        asked: document.querySelector("#board .kb-question")?.innerText ?? "",
    };
}"""


@contextmanager
def sized(browser: Browser, host: Host, size: str) -> Iterator[Scene]:
    """A page of that size; the phone is touched."""
    width, height = SIZES[size]
    phone = size == "phone"
    context = browser.new_context(
        base_url=host.url,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        locale="en-GB",
        has_touch=phone,
        is_mobile=phone,
    )
    yield Scene(context.new_page())
    context.close()


@pytest.fixture(scope="module")
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def screen(size: str, browser: Browser, host: Host) -> Iterator[Scene]:
    with sized(browser, host, size) as scene:
        yield scene


@pytest.fixture
def phone(browser: Browser, host: Host) -> Iterator[Scene]:
    with sized(browser, host, "phone") as scene:
        yield scene


def measured(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(MEASURE, page.evaluate("matchMedia('(pointer: coarse)').matches"))
    return found


def _measured() -> list[Any]:
    """Sizes one after the other, so that each has one page."""
    return [
        pytest.param(size, name, marks=() if name in DAILY.get(size, ()) else pytest.mark.soak)
        for size in SIZES
        for name in DECISIONS
    ]


@pytest.mark.parametrize(("size", "name"), _measured(), indirect=["size"])
def test_a_decision_is_made_without_scrolling(screen: Scene, size: str, name: str) -> None:
    screen.show(name)
    found = measured(screen.page)
    assert found["targets"] > 0
    assert not found["hidden"], found["hidden"]
    assert not found["small"], found["small"]
    assert found["chrome"] < CHROME
    assert not found["scrolls"]
    assert found["turns"] == 1
    assert found["asked"]


TAKING_BACK = ["age-of-war-siege", "nagaraja-spend-naga", "touche-beginning"]
CUT = """() => {
    const box = (node) => node.getBoundingClientRect();
    const bar = box(document.querySelector("#board .kb-prompt"));
    const parts = [...document.querySelectorAll("#undo, #undo-barred, #undo-barrier:not(:empty)")];
    const across = ({ left, right }) => left < bar.left || right > bar.right;
    const down = ({ top, bottom }) => top < bar.top || bottom > bar.bottom;
    const wide = (node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1;
    const cut = (node) => across(box(node)) || down(box(node)) || wide(node);
    return [parts.length, parts.filter(cut).map((node) => node.textContent)];
}"""


def _taking_back() -> list[Any]:
    """Every day one of them on a phone, one at a desk."""
    daily = {("phone", TAKING_BACK[2]), ("desk", TAKING_BACK[1])}
    return [
        pytest.param(size, name, marks=() if (size, name) in daily else pytest.mark.soak)
        for size in SIZES
        for name in TAKING_BACK
    ]


@pytest.mark.parametrize(("size", "name"), _taking_back(), indirect=["size"])
def test_what_may_be_taken_back_and_when_asked_why_no_more_is_said_in_full(
    screen: Scene, size: str, name: str
) -> None:
    screen.show(name, undo=UNDO | {"free": [39]})
    found = measured(screen.page)
    assert not found["hidden"], found["hidden"]
    assert screen.page.evaluate(CUT) == [1, []]
    screen.show(name, undo=UNDO)
    expect(screen.page.locator("#undo-barrier")).to_be_empty()
    screen.page.locator("#undo-barred").click()
    expect(screen.page.locator("#undo-barrier")).to_contain_text("No further: chance")
    assert screen.page.evaluate(CUT) == [2, []]


def test_on_a_phone_a_small_field_is_marked_by_one_tap_and_confirmed_on_the_bar(phone: Scene) -> None:
    posted: list[Any] = []

    def hear(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/actions?"):
            posted.append(request.post_data_json)

    phone.page.on("request", hear)
    phone.show("touche-beginning")
    action = legal("touche-beginning")[0]
    state = captured("touche-beginning")
    card = state["view"]["players"][state["seat"] - 1]["hand"].index(action["card"])
    field = phone.page.locator(f"[data-pick=field-{action['field']}]")
    phone.page.locator(f"[data-pick=hand-{card}]").tap()
    field.tap()
    expect(field).to_have_attribute("aria-pressed", "true")
    assert (
        phone.page.locator(".kb-art g[transform*='scale(1.8)']").count() == 1
    )  # enlarged, to be read under a finger
    assert posted == []
    phone.page.locator(".kb-prompt [data-action]").tap()
    await_events(phone.page, lambda: posted, "the action")
    phone.page.wait_for_function("() => !document.querySelector('#board > .kb.busy')")
    assert [{**body, "seen": None} for body in posted] == [{**action, "seen": None}]


@pytest.mark.soak
def test_on_a_phone_history_is_a_drawer(phone: Scene) -> None:
    phone.show("romans-orders-half")
    drawer, moves = phone.page.locator("#drawer"), phone.page.locator("#moves")
    expect(moves).not_to_be_visible()
    drawer.tap()
    expect(drawer).to_have_attribute("aria-expanded", "true")
    expect(moves).to_be_in_viewport()
    phone.page.locator("#tab-moves").press("Escape")
    expect(moves).not_to_be_visible()
    expect(drawer).to_be_focused()


IN_VIEW = """() => {
    const seen = (node) => {
        const { left, top, width, height } = node.getBoundingClientRect();
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        return top >= 0 && left >= 0 && top + height <= innerHeight && left + width <= innerWidth && node.contains(there);
    };
    const board = document.querySelector("#board .kb-frame").getBoundingClientRect();
    return [...document.querySelectorAll(".theatre-keys .btn")].every(seen) && seen(document.querySelector("#scrub"))
        && seen(document.querySelector("#board .kb-frame")) && board.height > innerHeight * 0.4;
}"""


def stepped(page: Page, name: str) -> None:
    """One of the buttons is tapped, and the version shown is another one."""
    before = page.locator("#where").inner_text()
    page.get_by_role("button", name=name).tap()
    expect(page.locator("#where")).not_to_have_text(before)
    page.wait_for_function(IN_VIEW, timeout=20_000)


@pytest.mark.soak
def test_on_a_phone_who_steps_through_a_game_sees_it(phone: Scene, host: Host) -> None:
    table = host.over("romans")
    phone.page.goto(table.page)
    phone.page.locator("[data-do=close-ending]").tap()
    phone.page.wait_for_function(IN_VIEW, timeout=20_000)
    drawn = set()
    for _ in range(3):
        stepped(phone.page, "One step back")
        drawn.add(phone.page.locator("#board > .kb").inner_html())
    stepped(phone.page, "One step on")
    assert len(drawn) > 1


@pytest.mark.soak
def test_on_a_phone_the_steps_leave_the_drawer_once_they_are_used(phone: Scene, host: Host) -> None:
    table = host.table("romans", ["person", "person"])
    table.act(3)
    table.give(phone.page, "seat:1")
    phone.page.goto(table.page)
    ready(phone.page)
    steps = phone.page.locator(".theatre-keys")
    expect(steps).not_to_be_visible()
    phone.page.locator("#drawer").tap()
    expect(steps).to_be_in_viewport()
    stepped(phone.page, "One step back")
    expect(phone.page.locator("#drawer")).to_have_attribute("aria-expanded", "false")
    stepped(phone.page, "One step back")
    phone.page.locator("#live").tap()
    expect(steps).not_to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES, indirect=True)
def test_a_button_shows_the_dice_and_is_named_by_what_it_does(screen: Scene) -> None:
    screen.show("age-of-war-siege")
    screen.page.locator("[data-pick='line-edo-3']").click()
    button = screen.page.locator(".kb-bar > [data-action*=fill-line]").first
    expect(button).to_have_accessible_name("Fill line 3 of Edo with infantry 1 and infantry 2")
    expect(button.locator("svg")).to_have_count(2)
    expect(button).to_contain_text("3")
