"""What moves on the boards: from where it lay, quickly, ended by any click, and not at all for who wants it still."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.soaking import soaked
from tests.web.boards_site import captured

Json = dict[str, Any]
LONGEST = 260
"""Milliseconds."""
SHOW = """async ({ board, states }) => {
    const { mount } = await import(board);
    const root = document.querySelector("#board");
    const t = (english, values = {}) => english.replace(/\\{(\\w+)\\}/g, (whole, name) => values[name] ?? whole);
    const shown = mount(root, { act: async () => {}, t, announce() {} });
    while (root.hidden) await new Promise((go) => setTimeout(go, 10));
    for (const state of states) shown.update(state);
    const running = root.getAnimations({ subtree: true }).map((it) => it.effect.getComputedTiming());
    const flights = root.querySelectorAll(".kb-ghost").length;
    const counted = [...root.querySelectorAll("[data-count]")].map((it) => it.textContent);
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    const left = root.getAnimations({ subtree: true });
    await new Promise((go) => setTimeout(go, 50));
    return {
        longest: Math.max(0, ...running.map(({ endTime }) => endTime)),
        flights,
        left: left.filter((it) => it.playState === "running").length,
        ghosts: root.querySelectorAll(".kb-ghost").length,
        counted: counted.length > 0,
    };
}"""


def conquest() -> list[Json]:
    """A castle is conquered: before it, it lay in the centre."""
    after = captured("age-of-war-watched")
    data = after["event"]["data"]
    before = deepcopy(after)
    winner = before["view"]["players"][data["seat"] - 1]
    winner["castles"].remove(data["castle"])
    winner["score"] -= 1
    before["view"]["centre"].append(data["castle"])
    before["event"] |= {"version": after["event"]["version"] - 1, "type": "line-filled"}
    return [before, after]


def clash() -> list[Json]:
    """A clan wins a clash: before it, the fort stood in the wall."""
    after = captured("romans-watched-clash")
    before = deepcopy(after)
    won = after["event"]["data"]["side"]["clan"]
    clan = next(one for one in before["view"]["clans"] if one["clan"] == won)
    fort = clan["forts"].pop()
    clan["points"] -= 3
    before["view"]["wall"].append({"place": after["view"]["clash"], "fort": fort, "value": 3})
    before["event"] |= {"version": after["event"]["version"] - 1, "type": "warriors-revealed"}
    return [before, after]


def laid() -> list[Json]:
    """A tile is put down: before it, it was the offered one."""
    before = captured("nagaraja-place-tile")
    after = deepcopy(before)
    offered = before["view"]["offered"]
    after["view"]["players"][1]["temple"]["spaces"][5] = offered
    after["view"]["offered"] = None
    version = before["event"]["version"] + 1
    data = {"seat": 2, "kind": offered["kind"], "space": "c2", "turns": 0, "trap_removed": False, "tiles": 4}
    after |= {
        "legal": [],
        "event": before["event"] | {"version": version, "type": "tile-placed", "data": data},
    }
    return [before, after]


SCENES = {"age-of-war": conquest, "romans": clash, "nagaraja": laid}


def shown(page: Page, id: str) -> Json:
    states = [state | {"ruleset": captured("rulesets")[id]} for state in SCENES[id]()]
    found: Json = page.evaluate(SHOW, {"board": f"/boards/{id}.js", "states": states})
    return found


@pytest.mark.parametrize("id", soaked(SCENES, ["age-of-war", "nagaraja"]))
def test_things_fly_to_where_they_belong_and_any_click_ends_it(lively: Page, id: str) -> None:
    found = shown(lively, id)
    assert found["flights"] == 1
    assert 0 < found["longest"] <= LONGEST
    assert found["left"] == found["ghosts"] == 0
    assert found["counted"]


@pytest.mark.soak
@pytest.mark.parametrize("id", SCENES)
def test_who_wants_no_motion_sees_none(calm: Page, id: str) -> None:
    found = shown(calm, id)
    assert found["flights"] == found["longest"] == 0


def near(one: list[float], other: list[float]) -> bool:
    """The same place, to a pixel or two."""
    return all(abs(a - b) <= 2 for a, b in zip(one, other, strict=True))
