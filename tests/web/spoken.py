"""Playing by keyboard alone, and what a screen reader says meanwhile."""

from __future__ import annotations

import random

from playwright.sync_api import Page

from tests.web.clicking import OFFERED, await_turn, where

MOST_STOPS = 150
"""Tab stops of a page, at most."""
FOCUSED = "selector => document.activeElement.matches(selector)"
HEARD = """() => {
    window.heard = [];
    const said = [...document.querySelectorAll('[aria-live], [role=alert], [role=status]')];
    const watch = new MutationObserver((changes) => changes.forEach(({ addedNodes }) =>
        addedNodes.forEach(({ textContent }) => window.heard.push(textContent))));
    said.forEach((one) => watch.observe(one, { childList: true }));
}"""


class Listener:
    """Somebody who hears the page and presses keys."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.stops: list[str] = []
        """What was said of everything that was chosen: its role, its name, its state."""
        page.evaluate(HEARD)

    def heard(self) -> list[str]:
        """What was said by itself so far."""
        return list(self._page.evaluate("window.heard"))

    def go_to(self, selector: str) -> None:
        """Press Tab until the focus is there, and hear what it is."""
        for _ in range(MOST_STOPS):
            self._page.keyboard.press("Tab")
            if self._page.evaluate(FOCUSED, selector):
                self.stops.append(self._page.locator(":focus").aria_snapshot().removeprefix("- "))
                return
        raise AssertionError(f"{selector} is not reached by the keyboard")

    def play(self, rng: random.Random, most: int = 1000) -> None:
        """To the end of the game; of what is offered, one thing after another is passed over or chosen."""
        for _ in range(most):
            before = where(self._page)
            for _ in range(rng.randint(1, 4)):
                self.go_to(OFFERED)
            self._page.keyboard.press("Enter")
            self._page.wait_for_function("() => !document.querySelector('#board > .kb.busy')", polling=10)
            if where(self._page) != before and not await_turn(self._page, before):
                return
        raise AssertionError(f"the game was not over after {most} choices")
