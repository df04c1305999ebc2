"""Whatever a player clicks on, at every decision some button leads on: whole games by random clicks on one board."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from conformance.kit import Sitting, mixed
from domain.ruleset import Action, Ruleset
from domain.rulesets import registry
from domain.rulesets.romans.actions import Rearrange
from tests.web.boards_site import captured
from tests.web.capture import seen

Json = dict[str, Any]
LEAD_ON = (Path(__file__).parent / "lead_on.js").read_text()
MOST = 300
"""Clicks after which a board that posts nothing is stuck. Random clicks take back what random clicks have picked."""
BACK = "withdraw-warrior"
"""Not clicked: at random, warriors would be laid and taken up for ever."""
EVERY_DAY = [("romans", 3, 16), ("nagaraja", 1, 16)]
"""Rulesets, seeds, and after how many actions it is enough."""
SOAKED = [("romans", 0), ("romans", 1), ("romans", 3), ("nagaraja", 0), ("age-of-war", 0), ("touche", 0)]


def lead_on(page: Page, state: Json, seed: int, most: int = MOST) -> Json | None:
    """What is posted at last; None when the board is stuck."""
    ruleset = state["ruleset"]
    id = ruleset if isinstance(ruleset, str) else ruleset["id"]
    shown = state | {"ruleset": captured("rulesets")[id]}
    asked = {"board": f"/boards/{id}.js", "state": shown, "seed": seed, "most": most, "avoided": BACK}
    posted: Json | None = page.evaluate(LEAD_ON, asked)
    return posted


def two_svords() -> list[Json]:
    """Two decisions of one seat in one game to order its hidden warriors, at the second of which there are fewer."""
    ruleset = registry()["romans"]
    sitting = Sitting(ruleset, 2, ruleset.options(), "two-40", "free")
    decisions = [
        seen(ruleset, table, sitting.log[-1], 1)
        for table in sitting.play(mixed, random.Random(40))
        if 1 in table.to_act and any(isinstance(it, Rearrange) for it in sitting.legal(1))
    ]
    return [state | {"ruleset": captured("rulesets")["romans"]} for state in decisions]


class Clicking:
    """Seat 1 by clicks, the others as bots."""

    def __init__(self, page: Page, site: str, id: str, seed: int) -> None:
        self.page, self.id, self.seed = page, id, seed
        ruleset = registry()[id]
        self.sitting = Sitting(ruleset, 2, ruleset.options(), f"clicks-{seed}", "free")
        self.decisions = 0
        page.goto(f"{site}/boards/harness.html")

    def play(self, limit: int | None = None) -> None:
        for _ in self.sitting.play(self._decide, random.Random(self.seed), limit):
            pass

    def _decide(
        self, ruleset: Ruleset[Any], state: Any, seat: int, legal: Sequence[Action], rng: random.Random
    ) -> Action:
        if seat != 1:
            return mixed(ruleset, state, seat, legal, rng)
        self.decisions += 1
        shown = seen(ruleset, self.sitting.table, self.sitting.log[-1], seat)
        posted = lead_on(self.page, shown, self.seed + 1)
        assert posted, f"no button leads on at decision {self.decisions}: {shown['prompt']['en']}"
        [action] = [it for it in legal if msgspec.json.decode(msgspec.json.encode(it)) == posted]
        return action


UPDATE = "state => (window.leading.mounted.update(state), document.querySelectorAll('#board .picked').length)"


@pytest.mark.soak
@pytest.mark.parametrize("where", ["on the board", "from the list of all moves"])
def test_romans_a_card_picked_for_one_svord_is_not_picked_for_the_next(
    page: Page, site: str, where: str
) -> None:
    first, second = two_svords()
    page.goto(f"{site}/boards/harness.html")
    lead_on(page, first, 1, most=0)
    page.locator("#board [data-pick^=order-]").last.click()
    assert page.locator("#board .picked").count() == 1
    if where == "on the board":
        page.locator("#board .kb-bar [data-action]").click()
    assert page.evaluate(UPDATE, second) == 0
    assert lead_on(page, second, 1)
    page.locator("#board [data-pick=order-0]").click()
    page.locator("#board [data-pick=order-1]").click()
    expect(page.locator("#board .kb-bar [data-action]")).to_be_visible()


def test_nagaraja_what_is_picked_at_one_decision_is_not_picked_at_the_next(page: Page, site: str) -> None:
    page.goto(f"{site}/boards/harness.html")
    state = captured("nagaraja-discard-cards")
    lead_on(page, state, 1, most=0)
    page.locator("#board [data-pick^=card-]").first.click()
    [one, *others] = state["legal"]
    later = state | {"ruleset": captured("rulesets")["nagaraja"]}
    assert page.evaluate(UPDATE, later) > 0, "while the others act nothing is taken back"
    assert page.evaluate(UPDATE, later | {"legal": [one, *others, {**one, "type": "choose-cards"}]}) == 0


@pytest.mark.soak
@pytest.mark.parametrize(("id", "seed", "limit"), EVERY_DAY)
def test_at_every_decision_some_button_leads_on(
    page: Page, site: str, id: str, seed: int, limit: int | None
) -> None:
    clicking = Clicking(page, site, id, seed)
    clicking.play(limit)
    assert clicking.decisions > 4


@pytest.mark.soak
@pytest.mark.parametrize(("id", "seed"), SOAKED)
def test_in_whole_games_too(page: Page, site: str, id: str, seed: int) -> None:
    Clicking(page, site, id, seed).play()
