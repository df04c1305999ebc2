"""What a listener hears of what came, and what a page that was left does not write into the address."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

TELL = """async ({ before, after, frames }) => {
    const { telling } = await import("/game/telling.js");
    const said = [];
    const t = (english, { n } = {}) => english.replace("{n}", n);
    const tell = telling({ announce: (text) => said.push(text), t });
    for (const version of [before, after]) {
        const now = { frames: frames.slice(0, version), doc: { version, to_act: [] }, seat: null };
        tell({ now, version, following: true }, "");
    }
    return said;
}"""


def frames(number: int, headlines: set[int], last: int) -> list[dict[str, Any]]:
    """Each of an action of its own, but from `last` on all of one."""
    return [
        {"text": f"What happened as {n}.", "headline": n in headlines, "action": min(n, last)}
        for n in range(1, number + 1)
    ]


def told(page: Page, site: str, before: int, after: int, headlines: set[int], last: int = 99) -> list[str]:
    page.goto(f"{site}/boards/harness.html")
    asked = {"before": before, "after": after, "frames": frames(after, headlines, last)}
    said: list[str] = page.evaluate(TELL, asked)
    return said


def sentences(*versions: int) -> list[str]:
    return [f"What happened as {n}." for n in versions]


def test_a_few_events_are_told_one_by_one(page: Page, site: str) -> None:
    assert told(page, site, 5, 17, {7, 9}) == sentences(*range(6, 18))


def test_what_came_of_one_action_is_told_whole(page: Page, site: str) -> None:
    assert told(page, site, 5, 50, {7, 9}, last=6) == sentences(*range(6, 51))
    said = told(page, site, 5, 50, {7, 9}, last=30)
    assert said == ["45 events at once; in short:", *sentences(7, 9, *range(30, 51))]


HEADLINES = [({30, 40, 57}, [30, 40, 57]), (set(range(2, 60)), [54, 55, 56, 57, 58, 59]), (set(), [])]


@pytest.mark.parametrize(("headlines", "kept"), HEADLINES)
def test_many_events_are_told_in_short_and_the_last_one_in_any_case(
    page: Page, site: str, headlines: set[int], kept: list[int]
) -> None:
    said = told(page, site, 5, 60, headlines)
    assert said == ["55 events at once; in short:", *sentences(*kept, 60)]


LEFT = """async () => {
    const { addressBar } = await import("/game/links.js");
    const written = [];
    history.replaceState = (state, title, address) => written.push(address);
    addressBar(() => true).put("/of-a-page-that-was-left");
    addressBar(() => false).put("/of-the-page-that-is-open");
    while (written.length === 0) await new Promise((go) => setTimeout(go, 20));
    return written;
}"""


def test_a_page_that_was_left_writes_no_address_any_more(page: Page, site: str) -> None:
    page.goto(f"{site}/boards/harness.html")
    assert page.evaluate(LEFT) == ["/of-the-page-that-is-open"]
