"""Whatever a board shows and does not let one choose can be asked about, and the service answers with a clause."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from domain.rulesets import registry
from tests.soaking import soaked
from tests.web.boards_site import captured, legal, names, show_nothing
from tests.web.test_boards import PLAYED, RULESETS

THINGS = {
    "age-of-war": "[data-thing^=castle]:not([aria-label$=siege]), [data-thing^=line], [data-thing^=die]",
    "touche": "[data-thing^=field], [data-thing^=card]",
    "romans": "[data-thing^=fort], [data-thing^=card], [data-thing^=line], section:has([data-thing^=line]) [data-thing^=held]",
    "nagaraja": "[data-thing^=space], [data-thing^=relic], [data-thing^=mine], [data-thing^=theirs], [data-thing^=card]",
}
"""What an action could be about: what can be chosen now is a button, of all else one may ask why not."""
ASK = """async ({ board, state, things }) => {
    const { mount } = await import(board);
    const root = document.querySelector("#board");
    const asked = [];
    const t = (english) => english;
    const mounted = mount(root, { act: async () => {}, why: (action) => asked.push(action), t, announce() {} });
    mounted.update(state);
    const barred = [...root.querySelectorAll(things)].filter((node) => !node.classList.contains("can"));
    const silent = [];
    for (const node of barred) {
        const before = asked.length;
        node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        if (asked.length === before || !node.getAttribute("aria-label")) silent.push(node.outerHTML.slice(0, 200));
    }
    const offered = root.querySelectorAll(`:is(${things}).can`).length;
    mounted.destroy();
    return { asked, silent, offered };
}"""


def asked(page: Page, site: str, name: str) -> dict[str, Any]:
    show_nothing(page, site)
    state = captured(name)
    id = state["ruleset"]
    given = {
        "board": f"/boards/{id}.js",
        "state": state | {"ruleset": RULESETS[id]},
        "things": THINGS[id],
    }
    found: dict[str, Any] = page.evaluate(ASK, given)
    return found


@pytest.mark.parametrize("name", soaked(PLAYED, [name for name in PLAYED if name not in PLAYED[::4]]))
def test_of_everything_that_cannot_be_chosen_one_may_ask_why(page: Page, site: str, name: str) -> None:
    found = asked(page, site, name)
    assert found["silent"] == []
    types = registry()[captured(name)["ruleset"]].action_types
    for action in found["asked"]:
        msgspec.convert(action, types[action["type"]])
        assert action not in legal(name)


@pytest.mark.soak
def test_every_ruleset_has_something_to_ask_about(page: Page, site: str) -> None:
    found = {id: [asked(page, site, name) for name in PLAYED if name.startswith(id)] for id in RULESETS}
    assert all(any(one["asked"] for one in many) for many in found.values())
    assert all(any(one["offered"] for one in many) for many in found.values())
    assert {captured(name)["ruleset"] for name in names()} == set(THINGS)
