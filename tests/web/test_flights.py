"""What goes elsewhere on a board is seen on its way: from where it lay to where it lies, also when one does it oneself."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.soaking import soaked
from tests.web.boards_site import captured
from tests.web.test_motion import LONGEST, near

Json = dict[str, Any]

FLIGHT = """async ({ board, states, of, to, acting }) => {
    const { mount } = await import(board);
    const root = document.querySelector("#board");
    const [before, after] = states;
    const act = async () => shown.update(after);
    const shown = mount(root, { act, t: (english) => english, announce() {} });
    shown.update(before);
    while (root.hidden) await new Promise((go) => setTimeout(go, 10));
    const middle = (node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [x + width / 2, y + height / 2, width, height];
    };
    for (const one of root.getAnimations({ subtree: true })) one.finish(); // what turns has no width at first
    const from = middle(root.querySelector(of));
    if (acting) root.querySelector(acting).click();
    else shown.update(after);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve(); // whoever waits for the move has it by now
    const running = root.getAnimations({ subtree: true });
    const flights = running.filter((it) => it.effect.target.classList.contains("kb-ghost"));
    for (const one of running) one.pause();
    const places = (time) => {
        for (const one of flights) one.currentTime = time(one.effect.getComputedTiming().duration);
        return flights.map((it) => middle(it.effect.target));
    };
    const found = {
        from,
        to: middle(root.querySelector(to)),
        begins: places(() => 0),
        ends: places((duration) => duration),
        longest: Math.max(0, ...running.map((it) => it.effect.getComputedTiming().duration)),
    };
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    await new Promise((go) => setTimeout(go, 0));
    return { ...found, left: root.querySelectorAll(".kb-ghost").length };
}"""
"""Where what `of` names lay, where what `to` names lies afterwards, and where pictures under way begin and end."""


def then(before: Json, type: str, data: Json) -> Json:
    """What comes after: a copy to be changed, one event later."""
    after = deepcopy(before)
    news = {"version": before["event"]["version"] + 1, "type": type, "data": data, "actor": "seat:1"}
    return after | {"legal": [], "event": before["event"] | news}


def filled() -> list[Json]:
    """Dice go into a line of the castle under siege; the others are to be thrown again."""
    before = captured("age-of-war-siege")
    line = next(action for action in before["legal"] if action["type"] == "fill-line")
    after = then(before, "line-filled", {"seat": 1, "castle": line["castle"], "line": line["line"]})
    view = after["view"]
    view["siege"]["lines"][line["line"] - 1]["dice"] = line["dice"]
    left = len(view["dice"]["thrown"]) - len(line["dice"])
    view["dice"] = {"thrown": [], "to_throw": left, "set_aside": 0}
    return [before, after]


def besieged() -> list[Json]:
    """Dice go to a castle of the centre: its card goes to the field, where it is much larger."""
    before = captured("age-of-war-thrown") | {"legal": []}
    after = then(before, "line-filled", {"seat": 1, "castle": "azuchi", "line": 1})
    line = {"line": 1, "needs": {"symbols": ["archery"]}, "dice": ["archery"]}
    after["view"]["siege"] = {"castle": "azuchi", "lines": [line]}
    return [before, after]


def lost() -> list[Json]:
    """A siege is given up: the dice on the castle are to be thrown by the next player."""
    before = captured("age-of-war-siege")
    before = before | {"legal": []}
    after = then(before, "turn-ended", {"seat": 1, "conquered": False, "next_seat": 2})
    after["view"] |= {"siege": None, "dice": {"thrown": [], "to_throw": 7, "set_aside": 0}}
    return [before, after]


def put_aside() -> list[Json]:
    before = captured("age-of-war-hopeless")
    after = then(before, "die-set-aside", {"seat": 1, "dice_left": 6})
    dice = after["view"]["dice"]
    thrown = len(dice["thrown"])
    after["view"]["dice"] = {"thrown": [], "to_throw": thrown - 1, "set_aside": dice["set_aside"] + 1}
    return [before, after]


def placed() -> list[Json]:
    """A pawn comes from its side onto a field where another side's stands, which goes back."""
    before = deepcopy(captured("touche-watched")) | {"legal": []}
    after = then(before, "pawn-replaced", {"seat": 1, "colour": "yellow", "field": "e4"})
    after["view"]["pawns"]["turquoise"].remove("e4")
    after["view"]["pawns"]["yellow"].append("e4")
    return [before, after]


def cleared() -> list[Json]:
    """All pawns go back to their sides."""
    before = deepcopy(captured("touche-watched")) | {"legal": []}
    before["view"]["pawns"] = {"yellow": ["e4"], "turquoise": []}
    after = then(before, "board-cleared", {"pawns": [1, 0], "round": 2, "next_seat": 1})
    after["view"]["pawns"] = {"yellow": [], "turquoise": []}
    return [before, after]


def card_laid() -> list[Json]:
    """A card of one's hand goes to one's used pile."""
    before = captured("touche-beginning") | {"legal": []}
    after = then(before, "card-laid", {"seat": before["seat"]})
    player = after["view"]["players"][before["seat"] - 1]
    player["used"] = [*player["used"], player["hand"].pop(0)]
    return [before, after]


def discarded() -> list[Json]:
    """A warrior leaves the line: he goes back to his clan."""
    before = deepcopy(captured("romans-watched-clash")) | {"legal": []}
    after = then(before, "warriors-discarded", {})
    clan = next(one for one in after["view"]["clans"] if one["line"])
    clan["line"], clan["revealed"] = clan["line"][1:], None
    return [before, after]


def spent() -> list[Json]:
    """A stick is spent: it goes back to the others."""
    before = captured("nagaraja-spend-naga") | {"legal": []}
    after = then(before, "naga-spent", {"seat": before["seat"]})
    after["view"]["players"][before["seat"] - 1]["sticks"].pop()
    return [before, after]


def traded(name: str, event: str, first: str, second: str) -> list[Json]:
    """Two tiles or relics of a temple trade places."""
    before = captured(name)
    after = deepcopy(before)
    temple = after["view"]["players"][0]["temple"]
    held = temple["relics"]
    keys: list[Any] = [first, second]
    if event == "tiles-swapped":
        held, keys = temple["spaces"], [SPACES.index(first), SPACES.index(second)]
    held[keys[0]], held[keys[1]] = held[keys[1]], held[keys[0]]
    data = {"seat": 1, "first": first, "second": second}
    version = before["event"]["version"] + 1
    after |= {"legal": [], "event": before["event"] | {"version": version, "type": event, "data": data}}
    return [before | {"legal": []}, after]


SPACES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
FLIGHTS = {
    "a die into its line": (filled, "[data-fly='die:thrown:0']", "[data-fly='die:edo:3:0']"),
    "a castle into the field": (
        besieged,
        "[data-fly='castle:azuchi:centre']",
        "[data-fly='castle:azuchi:field']",
    ),
    "dice back into the tray": (lost, "[data-fly='die:edo:2:1']", "[data-fly='die:blank:0']"),
    "a die that is set aside": (
        put_aside,
        "[data-fly='die:thrown:3']",
        "[data-fly='die:gone:0']",
    ),
    "a pawn onto its field": (placed, "[data-fly='pawns:yellow']", "[data-fly='pawn:yellow:e4']"),
    "a pawn that is replaced": (placed, "[data-fly='pawn:turquoise:e4']", "[data-fly='pawns:turquoise']"),
    "pawns that leave the board": (cleared, "[data-fly='pawn:yellow:e4']", "[data-fly='pawns:yellow']"),
    "a card onto its pile": (card_laid, "[data-fly^='hand:1:']", "[data-fly='used:1']"),
    "a warrior out of the line": (discarded, "[data-fly^='warrior:']", "[data-fly^='clan:'][data-gathers]"),
    "a tile that trades places": (
        lambda: traded("nagaraja-swap-tiles", "tiles-swapped", "a3", "c3"),
        "[data-fly^='tile:1:a3:']",
        "[data-fly^='tile:1:c3:']",
    ),
    "a relic that trades places": (
        lambda: traded("nagaraja-swap-relics", "relics-swapped", "W3", "Nb"),
        "[data-fly^='relic:1:Nb:']",
        "[data-fly^='relic:1:W3:']",
    ),
    "a stick that is spent": (spent, "[data-fly='stick:1:green-N:1']", ".kb-art [data-gathers^=stick]"),
}


def flown(page: Page, scene: Callable[[], list[Json]], of: str, to: str, acting: str = "") -> Json:
    states = scene()
    id = states[0]["ruleset"]
    asked = {"board": f"/boards/{id}.js", "of": of, "to": to, "acting": acting}
    shown = [state | {"ruleset": captured("rulesets")[id]} for state in states]
    found: Json = page.evaluate(FLIGHT, asked | {"states": shown})
    return found


@pytest.mark.parametrize("what", soaked(FLIGHTS, list(FLIGHTS)[1:]))
def test_what_goes_elsewhere_is_seen_on_its_way(lively: Page, what: str) -> None:
    found = flown(lively, *FLIGHTS[what])
    ways = list(zip(found["begins"], found["ends"], strict=True))
    assert any(near(begin, found["from"]) and near(end[:2], found["to"][:2]) for begin, end in ways), found
    assert found["longest"] <= LONGEST
    assert found["left"] == 0


@pytest.mark.parametrize("what", soaked(FLIGHTS, list(FLIGHTS)[1:]))
def test_who_wants_no_motion_sees_nothing_on_its_way(calm: Page, what: str) -> None:
    found = flown(calm, *FLIGHTS[what])
    assert found["begins"] == []
    assert found["longest"] == 0


def passed_on() -> list[Json]:
    """A card is laid, and the board is the next seat's, which knows nothing of that hand."""
    before, after = card_laid()
    one, other = after["view"]["players"][before["seat"] - 1], after["view"]["players"][before["seat"] % 2]
    one["hand"], other["hand"] = [None] * len(one["hand"]), one["hand"]
    return [before, after | {"seat": other["seat"]}]


@pytest.mark.soak
def test_nothing_flies_when_the_board_becomes_another_seats(lively: Page) -> None:
    """Copies would show what the seat before held."""
    found = flown(lively, passed_on, "[data-fly^='hand:1:']", "[data-fly='used:1']")
    assert found["begins"] == []


def test_what_one_does_oneself_moves_though_the_board_waits_for_the_answer(lively: Page) -> None:
    _, of, to = FLIGHTS["a die that is set aside"]
    found = flown(lively, put_aside, of, to, ".kb-act")
    assert found["begins"]


def turned_over() -> list[Json]:
    """A relic is uncovered."""
    before = captured("nagaraja-place-trap") | {"legal": []}
    after = then(before, "relic-uncovered", {"seat": 1, "place": "W2"})
    after["view"]["players"][0]["temple"]["relics"]["W2"] = {"relic": "sacred-4", "face_up": True}
    return [before, after]


TURN = """async ({ states }) => {
    const { mount } = await import("/boards/nagaraja.js");
    const root = document.querySelector("#board");
    const shown = mount(root, { act: async () => {}, t: (english) => english, announce() {} });
    while (root.hidden) await new Promise((go) => setTimeout(go, 10));
    for (const state of states) shown.update(state);
    const sides = [...root.querySelectorAll("[data-fly='relic:1:W2:sacred-4:true'] > .turned")];
    const turns = sides.flatMap((it) => it.getAnimations());
    const seen = (time) => {
        for (const one of turns) { one.pause(); one.currentTime = time; }
        return sides.map((it) => it.getBoundingClientRect().width > 5);
    };
    const found = { begin: seen(0), end: seen(259), number: turns.length };
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    return found;
}"""
"""Whether the side that lies up now is seen: as it begins to turn, and before it ends."""


@pytest.mark.soak
@pytest.mark.parametrize("motion", ["lively", "calm"])
def test_a_relic_turns_from_one_side_to_the_other(request: pytest.FixtureRequest, motion: str) -> None:
    page: Page = request.getfixturevalue(motion)
    states = [state | {"ruleset": captured("rulesets")["nagaraja"]} for state in turned_over()]
    found = page.evaluate(TURN, {"states": states})
    assert found["number"] == (motion == "lively")
    assert found["begin"] == [motion == "calm"]
    assert found["end"] == [True]
