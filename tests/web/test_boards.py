"""The boards in a real browser, with states of real games: everything legal can be done, nothing else is offered."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from domain.rulesets import registry
from tests.soaking import soaked
from tests.web.boards_site import captured, chosen, legal, names, show, show_nothing
from tests.web.capture import Scene, states

EXPLORE = (Path(__file__).parent / "explore.js").read_text()
FOLLOW = """async ({ board, states, ruleset }) => {
    const { mount } = await import(board);
    const root = document.querySelector("#board");
    const mounted = mount(root, { act: async () => {}, t: (english) => english, announce() {} });
    return states.map((state) => (mounted.update({ ...state, ruleset }), root.innerHTML));
}"""
RULESETS = captured("rulesets")
PLAYED = [name for name in names() if captured(name)["legal"]]
EXPLORED = (
    *("age-of-war-hopeless", "age-of-war-stolen", "nagaraja-discard-cards", "nagaraja-play-points-amulet"),
    *("nagaraja-take-card", "romans-discard-revealed", "romans-orders-begun", "romans-seduce"),
    *("touche-choose-set", "touche-six"),
)
"""Those that are tried every day, of all games: the cheapest of their kinds."""
NARROW = ("age-of-war-all-open-to-six", "nagaraja-peek-relics")
"""Those that are tried on a narrow phone every day: the fullest."""
WATCHED = [name for name in names() if not captured(name)["legal"]]


def explore(page: Page, site: str, name: str, **changes: Any) -> dict[str, Any]:
    state = captured(name) | changes
    id = state["ruleset"]
    show_nothing(page, site)
    given = {"board": f"/boards/{id}.js", "state": state | {"ruleset": RULESETS[id]}, "mostStates": 2000}
    found: dict[str, Any] = page.evaluate(EXPLORE, given)
    return found


def canonical(actions: list[Any]) -> list[str]:
    return sorted(json.dumps(action, sort_keys=True) for action in actions)


@pytest.mark.parametrize("name", soaked(PLAYED, [name for name in PLAYED if name not in EXPLORED]))
def test_clicks_reach_every_legal_action_and_no_other(page: Page, site: str, name: str) -> None:
    found = explore(page, site, name, lang="pl")
    assert canonical([json.loads(text) for text in found["reached"]]) == canonical(legal(name))
    assert found["unexplored"] == 0
    assert found["untranslated"] == []
    assert found["nameless"] == []
    assert found["coded"] == []


@pytest.mark.parametrize(
    "name", soaked(WATCHED, [name for name in WATCHED if name != "romans-watched-clash"])
)
def test_who_only_watches_sees_the_board_and_can_do_nothing(page: Page, site: str, name: str) -> None:
    for lang in ("en", "pl"):
        show(page, site, name, lang=lang)
        assert page.locator(".kb").is_visible()
        assert page.locator(".kb [data-pick]").count() == 0
        assert "undefined" not in page.locator(".kb").inner_text()
        assert "NaN" not in page.locator(".kb").inner_html()
    assert explore(page, site, name, lang="pl")["untranslated"] == []


@pytest.mark.parametrize("name", soaked(names(), [name for name in names() if name not in NARROW]))
def test_on_a_narrow_phone_nothing_runs_off_the_side(page: Page, site: str, name: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    show(page, site, name, lang="pl", theme="dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("name", ["romans-seduce", "touche-beginning", "nagaraja-choose-cards"])
def test_before_the_game_starts_there_is_nothing_to_click(page: Page, site: str, name: str) -> None:
    assert explore(page, site, name, view={}, legal=[])["reached"] == []


def test_touche_a_player_who_can_do_nothing_passes(page: Page, site: str) -> None:
    found = explore(
        page, site, "touche-beginning", legal=[{"type": "pass", "label": {"en": "Pass", "pl": "Pasuj"}}]
    )
    assert found["reached"] == ['{"type":"pass"}']


def test_every_kind_of_action_stands_in_a_captured_state() -> None:
    for id in RULESETS:
        found = [action for name in PLAYED for action in legal(name) if name.startswith(id)]
        assert {action["type"] for action in found} | {"pass"} == set(registry()[id].action_types) | {"pass"}


@pytest.mark.parametrize("id", soaked(RULESETS, ["age-of-war", "nagaraja", "touche"]))
def test_a_whole_game_is_watched_from_before_its_start(page: Page, site: str, id: str) -> None:
    game = list(islice(states(id, Scene("whole", 2, {}, lambda _: True, spectator=True)), 150))
    waiting = game[0] | {"view": {}, "event": None, "status": "waiting"}
    page.goto(f"{site}/boards/harness.html")
    drawn = page.evaluate(
        FOLLOW, {"board": f"/boards/{id}.js", "states": [waiting, *game], "ruleset": RULESETS[id]}
    )
    assert len(drawn) == len(game) + 1
    assert [html for html in drawn if "undefined" in html or "NaN" in html] == []
    assert len(set(drawn)) > 60


@pytest.mark.soak
def test_romans_by_mouse_place_a_warrior_and_take_one_back(page: Page, site: str) -> None:
    show(page, site, "romans-orders-half")
    hand = captured("romans-orders-half")["view"]["clans"][2]["hand"]
    page.locator("[data-pick^=hand-0]").click()
    page.locator("[data-pick=post-5]").click()
    page.locator("[data-pick=post-1]").click()
    assert chosen(page) == [
        {"type": "place-warrior", "warrior": hand[0], "fort": 5},
        {"type": "withdraw-warrior", "fort": 1},
    ]


def test_romans_by_keyboard_swap_two_hidden_warriors(page: Page, site: str) -> None:
    show(page, site, "romans-rearrange")
    before = next(
        clan for clan in captured("romans-rearrange")["view"]["clans"] if None not in clan["orders"]
    )
    page.locator("[data-pick=order-0]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.locator(".kb-prompt [data-action]").focus()
    page.keyboard.press("Enter")
    first, second, *rest = before["orders"]
    assert chosen(page) == [{"type": "rearrange", "warriors": [second, first, *rest]}]


@pytest.mark.soak
def test_touche_by_mouse_a_card_lights_its_fields(page: Page, site: str) -> None:
    show(page, site, "touche-beginning")
    action = legal("touche-beginning")[0]
    state = captured("touche-beginning")
    hand = state["view"]["players"][state["seat"] - 1]["hand"]
    page.locator(f"[data-pick=hand-{hand.index(action['card'])}]").click()
    lit = {node.removeprefix("field-") for node in _picks(page, ".fits[data-pick^=field]")}
    assert lit == {other["field"] for other in state["legal"] if other.get("card") == action["card"]}
    page.locator(f"[data-pick=field-{action['field']}]").click()
    assert chosen(page) == [action]


def _picks(page: Page, selector: str) -> list[str]:
    return [str(node.get_attribute("data-pick")) for node in page.locator(selector).all()]


def test_nagaraja_by_keyboard_a_tile_is_turned_and_put_down(page: Page, site: str) -> None:
    show(page, site, "nagaraja-place-tile")
    page.locator("[data-thing^=space].can").first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-pick=turn]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.locator(".kb-art [stroke-dasharray='12 8']").count() == 1
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert [(action["type"], action["turns"]) for action in chosen(page)] == [("place-tile", 2)]


@pytest.mark.soak
def test_nagaraja_by_mouse_relics_are_named_before_anything_happens(page: Page, site: str) -> None:
    show(page, site, "nagaraja-peek-relics")
    action = legal("nagaraja-peek-relics")[0]
    for place in action["places"]:
        page.locator(f"[data-pick=relic-{action['temple']}-{place}]").click()
        assert chosen(page) == []
    page.locator(".kb-prompt [data-action]").click()
    assert chosen(page) == [action]


def test_two_clicks_at_once_are_one_action(page: Page, site: str) -> None:
    show(page, site, "romans-orders-full")
    page.evaluate("""() => {
        const seal = () => document.querySelector('.kb-prompt [data-action*="seal"]');
        seal().click();
        seal().click();
    }""")
    assert chosen(page) == [{"type": "seal-orders"}]


SIDES = {"en": ["top", "right", "bottom", "left"], "pl": ["góra", "prawo", "dół", "lewo"]}


@pytest.mark.parametrize("lang", soaked(SIDES, ["pl"]))
def test_nagaraja_each_tile_says_its_kind_and_how_its_paths_run(page: Page, site: str, lang: str) -> None:
    show(page, site, "nagaraja-rotate-tile", lang=lang)
    tiles = {one["id"]: one for one in RULESETS["nagaraja"]["components"]["tiles"]}
    state = captured("nagaraja-rotate-tile")
    for player in state["view"]["players"]:
        for number, tile in enumerate(player["temple"]["spaces"]):
            if tile is None or tile["kind"] == "trap":
                continue
            said = (
                page.locator(f"[data-thing^='space:{player['seat']}:']")
                .nth(number)
                .get_attribute("aria-label")
            )
            _, kind, *paths = re.split(r": (?=tile|kafelek)|; ", said or "")
            assert kind.split()[1] == tile["kind"]
            for path, sides in zip(paths, tiles[tile["kind"]]["paths"], strict=True):
                turned = {("NESW".index(side) + tile["turns"]) % 4 for side in sides}
                assert {n for n, side in enumerate(SIDES[lang]) if side in path} == turned
    words = RULESETS["nagaraja"]["words"]["offered"][lang]
    offered = page.locator(f"[role=img][aria-label^='{words}']").get_attribute("aria-label") or ""
    assert state["view"]["offered"]["kind"] in offered


def test_nagaraja_a_tile_that_is_turned_is_announced(page: Page, site: str) -> None:
    show(page, site, "nagaraja-place-tile")
    page.locator("[data-thing^=space].can").first.click()
    heard = []
    for _ in range(2):
        page.locator("[data-pick=turn]").click()
        heard.append(page.locator("#said").inner_text())
    assert heard[0] != heard[1]
    assert all("path" in it for it in heard)


ART = """() => [...document.querySelectorAll(".kb-art [data-fly]")].map((node) => node.dataset.fly)"""
NAGARAJA = [name for name in names() if name.startswith("nagaraja-")]
DRAWN = [*NAGARAJA[::9], "nagaraja-place-tile"]
"""Those that are counted every day; in the last one a card of the other's hand is known."""


def _drawn() -> list[Any]:
    """Every day each of them in one of the widths, in turns."""
    daily = {(name, (1280, 390)[n % 2]) for n, name in enumerate(DRAWN)}
    return [
        pytest.param(width, name, marks=() if (name, width) in daily else pytest.mark.soak)
        for width in (1280, 390)
        for name in NAGARAJA
    ]


@pytest.mark.parametrize(("width", "name"), _drawn())
def test_nagaraja_draws_each_tile_relic_stick_and_known_card_of_the_view_once(
    page: Page, site: str, name: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    show(page, site, name)
    view = captured(name)["view"]
    drawn = [fly.split(":")[0] for fly in page.evaluate(ART)]
    tiles = [tile for player in view["players"] for tile in player["temple"]["spaces"] if tile]
    assert drawn.count("tile") == sum(tile["kind"] != "trap" for tile in tiles)
    assert drawn.count("trap") + drawn.count("trap-box") == 1
    assert drawn.count("relic") == 18
    assert drawn.count("stick") == sum(len(player["sticks"]) for player in view["players"])
    looked = view["effect"]["cards"] if view["effect"] else []
    cards = [*(card for player in view["players"] for card in player["hand"])]
    cards += [*view["used"], *view["drawn"], *looked]
    assert drawn.count("card") == sum(card is not None for card in cards)
