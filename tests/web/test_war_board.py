"""The board of Age of War is what its view says: every castle, clan and die is drawn once, at its place."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.boards_site import captured, names
from tests.web.capture import Scene, states
from tests.web.test_boards import RULESETS

Json = dict[str, Any]
WAR = [name for name in names() if name.startswith("age-of-war")]
BOX = RULESETS["age-of-war"]["components"]
DRAWN = """async ({ states, ruleset, shape }) => {
    const { mount } = await import("/boards/age-of-war.js");
    const root = document.querySelector("#board");
    const t = (english, values = {}) => english.replace(/\\{(\\w+)\\}/g, (whole, name) => values[name] ?? whole);
    const shown = mount(root, { shape, act: async () => {}, t, announce() {} });
    while (root.hidden) await new Promise((go) => setTimeout(go, 10));
    const drawn = (state) => {
        shown.update({ ...state, ruleset });
        const art = root.querySelector(".kb-art");
        return {
            flown: [...art.querySelectorAll("[data-fly]")].map((it) => it.dataset.fly).sort(),
            written: [...art.querySelectorAll("text")].map((it) => it.textContent),
            regions: [...root.querySelectorAll(".kb-targets > section")].map((it) => it.ariaLabel),
            bands: [...root.querySelectorAll(".kb-targets > section:first-child > :nth-child(-n+6)")].map((it) => it.style.inset),
            things: [...root.querySelectorAll("[data-thing]")].map((it) => it.dataset.thing),
        };
    };
    const found = states.map(drawn);
    shown.destroy();
    return found;
}"""


def drawn(page: Page, site: str, shown: list[Json], shape: str) -> list[Json]:
    page.goto(f"{site}/boards/harness.html")
    found: list[Json] = page.evaluate(
        DRAWN, {"states": shown, "ruleset": RULESETS["age-of-war"], "shape": shape}
    )
    return found


def pieces(view: Json) -> list[str]:
    """Everything that lies on the table, by its name on the board."""
    siege = view["siege"] or {"castle": "", "lines": []}
    lies = dict.fromkeys(view["centre"], "centre")
    lies |= {id: player["seat"] for player in view["players"] for id in player["castles"]}
    lies |= {siege["castle"]: "field"} if view["siege"] else {}
    stacks = [f"stack:{clan}" for player in view["players"] for clan in player["stacks"]]
    counts = {
        "thrown": len(view["dice"]["thrown"]),
        "blank": view["dice"]["to_throw"],
        "gone": view["dice"]["set_aside"],
    }
    tray = [f"die:{where}:{n}" for where, count in counts.items() for n in range(count)]
    laid = [
        f"die:{siege['castle']}:{line['line']}:{n}"
        for line in siege["lines"]
        for n in range(len(line["dice"]))
    ]
    assert len(tray) + len(laid) == BOX["dice"]["count"]
    return sorted([*(f"castle:{id}:{where}" for id, where in lies.items()), *stacks, *tray, *laid])


@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_everything_on_the_table_is_drawn_once(page: Page, site: str, shape: str) -> None:
    shown = [captured(name) for name in WAR]
    for state, found in zip(shown, drawn(page, site, shown, shape), strict=True):
        assert found["flown"] == pieces(state["view"])
        written = set(found["written"])
        assert {one["name"] for one in (*BOX["castles"], *BOX["clans"], *state["seats"])} <= written
        assert {str(player["score"]) for player in state["view"]["players"]} <= written
        assert set(found["regions"]) >= {seat["name"] for seat in state["seats"]}


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_whole_game_is_drawn_piece_by_piece_and_no_place_moves(page: Page, site: str, seats: int) -> None:
    game = list(islice(states("age-of-war", Scene("whole", seats, {}, lambda _: True, spectator=True)), 200))
    found = drawn(page, site, game, "tall")
    assert [one["flown"] for one in found] == [pieces(state["view"]) for state in game]
    assert len({tuple(one["bands"]) for one in found}) == 1


def test_a_castle_that_somebody_has_can_be_besieged_at_its_place_and_in_the_keep(
    page: Page, site: str
) -> None:
    state = captured("age-of-war-all-open-to-six")
    [found] = drawn(page, site, [state], "wide")
    held = {
        id
        for player in state["view"]["players"]
        if player["seat"] != state["seat"]
        for id in player["castles"]
    }
    attacked = {action["castle"] for action in state["legal"] if "castle" in action} & held
    assert attacked
    for id in attacked:
        assert found["things"].count(f"castle:{id}") == 2
