"""What comes to light on a board is seen coming: quickly, ended by any click, and at once for who wants no motion."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.soaking import soaked
from tests.web.boards_site import captured
from tests.web.test_flights import then
from tests.web.test_motion import LONGEST

Json = dict[str, Any]

APPEAR = """async ({ board, states, of, look }) => {
    const { mount } = await import(board);
    const root = document.querySelector("#board");
    const shown = mount(root, { act: async () => {}, t: (english) => english, announce() {} });
    while (root.hidden) await new Promise((go) => setTimeout(go, 10));
    for (const state of states) shown.update(state);
    const things = [...root.querySelectorAll(of)];
    const running = things.flatMap((it) => it.getAnimations());
    const seen = () => things.map((it) => getComputedStyle(it)[look]);
    for (const one of running) {
        one.pause();
        one.currentTime = 0;
    }
    const [begin, times] = [seen(), running.map((it) => it.effect.getComputedTiming().endTime)];
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    return { begin, end: seen(), times, all: root.querySelectorAll(of).length };
}"""
"""How the things look as they begin, and as soon as somebody clicks; for how many milliseconds each would come."""


def completed() -> list[Json]:
    """Two patterns are completed at once: one of them has to be chosen."""
    after = captured("touche-crown")
    before = deepcopy(after) | {"legal": []}
    before["view"] |= {"phase": "playing", "completed": []}
    before["event"] |= {"version": after["event"]["version"] - 1}
    return [before, after]


def joined() -> list[Json]:
    """The tiles at the entrances lead to others behind them."""
    before = deepcopy(captured("nagaraja-ended")) | {"legal": []}
    after = then(before, "path-joined", {"seat": 1, "spaces": ["a2", "b2", "c2"]})
    before["view"]["players"][0]["temple"]["spaces"][6:] = [None] * 3
    return [before, after]


def parted() -> list[Json]:
    """The tiles at the entrances go: what they led to is dark."""
    after, before = joined()
    return [before, after | {"event": before["event"] | {"version": before["event"]["version"] + 1}}]


CASES = {
    "numbers of patterns": ("touche", completed, ".appears", "opacity"),
    "a path that is joined": ("nagaraja", joined, ".appears:has([stroke='#f5a11c'])", "opacity"),
    "a path that is parted": ("nagaraja", parted, ".appears:has([stroke='#efe7d4'])", "opacity"),
}


@pytest.mark.parametrize("motion", soaked(["lively", "calm"], ["calm"]))
@pytest.mark.parametrize("what", soaked(CASES, list(CASES)[1:]))
def test_what_comes_to_light_is_seen_coming(request: pytest.FixtureRequest, what: str, motion: str) -> None:
    ruleset, scene, of, look = CASES[what]
    states = [state | {"ruleset": captured("rulesets")[ruleset]} for state in scene()]
    asked = {"board": f"/boards/{ruleset}.js", "states": states, "of": of, "look": look}
    found = request.getfixturevalue(motion).evaluate(APPEAR, asked)
    assert found["all"]
    if motion == "calm":
        assert found["times"] == []
        assert found["begin"] == found["end"]
        return
    assert len(found["times"]) == found["all"]
    assert 0 < min(found["times"]) <= max(found["times"]) <= LONGEST
    assert all(begin != end for begin, end in zip(found["begin"], found["end"], strict=True))
