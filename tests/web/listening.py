"""Playing as somebody who sees nothing: by Tab and Enter alone, hearing what a screen reader would say.

Names, roles and states are those of the browser's own accessibility tree; what is announced is what comes into live regions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Page

EARS = """addEventListener("DOMContentLoaded", () => {
    const region = document.querySelector("#said[aria-live=polite]");
    if (!region) return;
    const added = (records) => records.flatMap((one) => [...one.addedNodes]);
    window.heard = [];
    new MutationObserver((records) => window.heard.push(...added(records).map((it) => it.textContent)))
        .observe(region, { childList: true });
})"""
STATES = ("pressed", "expanded", "disabled")
OFFERED = "#board [data-pick]:not([data-pick=clear], [aria-pressed=true]:not([data-action]))"
LIST = """all => all.filter((it) => it.checkVisibility())
    .map((it) => [it.dataset.pick, it.dataset.action ?? "", it.getAttribute("aria-label") ?? it.textContent])"""
WAY = """pick => {
    const [here, there] = [document.activeElement, document.querySelector(`[data-pick="${CSS.escape(pick)}"]`)];
    if (here === there) return "";
    return here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}"""
MOST = 400
"""Tabs, on the fullest board."""


class Offer(NamedTuple):
    """A thing on the board that may be chosen: its mark, the action that it does ("": it picks), and its name."""

    pick: str
    action: str
    name: str


class Listener:
    """Somebody at a page, before it opens; `told` is what he heard and did, a line each."""

    def __init__(self, page: Page) -> None:
        self.page, self.told = page, list[str]()
        self._line = page.context.new_cdp_session(page)
        page.add_init_script(EARS)

    def hear(self) -> list[str]:
        """What was announced since the last time."""
        heard: list[str] = self.page.evaluate("window.heard.splice(0)")
        self.told += [f"    {sentence}" for sentence in heard]
        return heard

    def focused(self) -> str:
        """What is said of the thing that has the focus: its role, its name and its states."""
        found = self._line.send("Runtime.evaluate", {"expression": "document.activeElement"})
        asked = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        return _spoken(self._line.send("Accessibility.getPartialAXTree", asked)["nodes"][0])

    def offered(self) -> list[Offer]:
        """What may be chosen on the board, in the order of Tab. Things of one name do the same."""
        offers = [Offer(*it) for it in self.page.locator(OFFERED).evaluate_all(LIST)]
        doing: dict[str, str] = {}
        for offer in offers:
            assert not offer.action or doing.setdefault(offer.name, offer.action) == offer.action, offer
        return offers

    def choose(self, pick: str) -> str:
        """Go there by Tab or Shift+Tab, and press Enter; gives what was said of it."""
        self.tab_to(pick)
        said = self.focused()
        self.told.append(f"> {said}")
        self.page.keyboard.press("Enter")
        return said

    def tab_to(self, pick: str) -> None:
        for _ in range(MOST):
            if not (key := self.page.evaluate(WAY, pick)):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{pick} is not reached by the keyboard")


def _spoken(node: dict[str, Any]) -> str:
    name = node.get("name", {}).get("value", "")
    states = [
        f" {one['name']}"
        for one in node.get("properties", [])
        if one["name"] in STATES and one["value"]["value"] in (True, "true")
    ]
    return f'{node["role"]["value"]} "{name}"{"".join(states)}'
