"""Playing by clicks: whatever the board offers is clicked, until the game is over."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from urllib.parse import urlsplit

from playwright.sync_api import ElementHandle, Page, expect
from playwright.sync_api import Error as Gone

from tests.running import until
from tests.web.table import Host

READY = """before => {
    const [where, turn, board] = ["#where", "#turn", "#board > .kb"].map((it) => document.querySelector(it));
    const state = turn?.dataset.state;
    const [shown, last] = (where?.textContent ?? "0 / 1").split(" / ");
    const still = document.querySelector(".game:not([inert])") && board && !board.classList.contains("busy") && shown === last;
    return still && where.textContent !== before && ["mine", "over"].includes(state);
}"""
"""A page that is still showing what others did is not ready, though its turn has come: what it offers goes with the next step."""
NEWEST = re.compile(r"^(\d+) / \1$")
"""What the scrubber says at the newest version."""
OFFERED = "#board [data-action], #board .can:not(.picked)"
TRIES = 25
PATIENCE = 10
"""Tries after which something is done as soon as it can be; until then picking may go on."""


def nobody_waits(page: Page) -> None:
    """*Play now* seats this page with a bot, whatever tables other tests have left."""
    none = {"games": [], "next": None}
    page.route(re.compile(r"/v1/games\?.*status=waiting.*clock=none"), lambda route: route.fulfill(json=none))


def play_a_bot(page: Page, ruleset: str) -> None:
    nobody_waits(page)
    page.locator(f"[data-play={ruleset}]").click()


def ready(page: Page) -> None:
    """The page knows its game: from now on it hears what is pressed without looking where."""
    expect(page.locator(".game:not([inert])")).to_be_visible()


def menu(page: Page) -> Page:
    """The page, with the game's menu open."""
    if not page.locator("#game-menu").is_visible():
        page.locator("#menu").click()
    return page


def await_turn(page: Page, before: str = "") -> bool:
    """Wait until it is this page's turn again, beyond what it showed before; False when the game is over."""
    page.wait_for_function(READY, arg=before, polling=20)
    return page.locator("#turn").get_attribute("data-state") == "mine"


def await_orders(host: Host, page: Page) -> None:
    """Where several act at once: wait until the bots have done what they can, and the page of seat 1 shows it."""
    game = f"/v1{urlsplit(page.url).path}"
    until(lambda: host.call("GET", game)["to_act"] == [1], "the orders of the others")
    now = host.call("GET", game)["version"]
    expect(page.locator("#where")).to_have_text(f"{now} / {now}")


def where(page: Page) -> str:
    """The version shown, as the scrubber says it."""
    return page.locator("#where").inner_text()


def version(page: Page) -> int:
    return int(where(page).split(" / ")[0])


def play(page: Page, rng: random.Random, prefer: str = "", most: int = 1000) -> int:
    """Click until the game is over; gives how often something was done."""
    for done in range(most):
        if not step(page, rng, prefer):
            return done + 1
    raise AssertionError(f"the game was not over after {most} actions")


def step(page: Page, rng: random.Random, prefer: str = "") -> bool:
    """Click until something is done and it is this page's turn again; False when the game is over."""
    before = where(page)
    _act(page, rng, prefer, before)
    return await_turn(page, before)


def act(page: Page, rng: random.Random) -> None:
    """Click until something is done, whoever acts next."""
    _act(page, rng, "", where(page))


def do_first(page: Page) -> None:
    """The first of all moves, from the list of them."""
    page.locator("#all-moves summary").click()
    page.locator("#all-moves [data-action]").first.click()


def see_first_done(page: Page) -> None:
    """The same, on a page that shows the newest version, and then the next."""
    ready(page)
    shown = page.locator("#where")
    expect(shown).to_have_text(NEWEST, use_inner_text=True)
    before = where(page)
    do_first(page)
    expect(shown).not_to_have_text(before)


def _act(page: Page, rng: random.Random, prefer: str, before: str) -> None:
    """Click on the board, narrowing the choice, until something is done; what is preferred comes first."""
    for tried in range(TRIES):
        with suppress(Gone):  # somebody else has acted meanwhile, and the board is drawn anew
            page.wait_for_selector(OFFERED, state="attached", timeout=500)
            _choose(page.query_selector_all(OFFERED), rng, prefer if tried < PATIENCE else ".").click(
                timeout=2000
            )
        page.wait_for_function("() => !document.querySelector('#board > .kb.busy')", polling=10)
        if where(page) != before:
            return
    if page.locator("#all-moves[open]").count() == 0:
        page.locator("#all-moves summary").click()
    page.locator("#all-moves [data-action]").first.click()


def _choose(offered: list[ElementHandle], rng: random.Random, prefer: str) -> ElementHandle:
    if not offered:
        raise Gone("nothing is offered any more")
    wanted = [it for it in offered if prefer and re.search(prefer, it.get_attribute("data-action") or "")]
    return rng.choice(wanted or offered)


def expect_over(page: Page) -> None:
    expect(page.locator("#status")).to_have_text("finished")
    expect(page.locator("#turn")).to_contain_text("The game is over")
