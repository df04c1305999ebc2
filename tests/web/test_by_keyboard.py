"""A whole game of each ruleset by Tab and Enter alone, with all that is said, against `spoken/RULESET.txt`.

Nothing is chosen that was not said: whatever does an action says the whole of it before it is pressed.
Boards are known by roles, names and the attributes `data-pick` and `data-action`.
Dice and shuffles are the same each time. When words or rules have changed, `KRONIKA_SPOKEN=1` has the files written anew:
read what has become other than it was.
"""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Visit
from tests.web.fixed import fixed
from tests.web.listening import Listener, Offer
from tests.web.table import Host, Table

WRITING = bool(os.environ.get("KRONIKA_SPOKEN"))
SPOKEN = Path(__file__).parent / "spoken"
SETTLED = """version => document.querySelector("#where")?.textContent === `${version} / ${version}`
    && document.querySelector("#board > *") && !document.querySelector("[inert] #board, #board :disabled")"""
BEYOND = "version => Number(document.querySelector('#where').textContent.split(' / ')[1]) > version"
BEGINNING = 3
UNNAMED = re.compile(r"- button(?! \")")
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "age-of-war": ("fill-line", {}),
    "romans": ("place-warrior|seal-orders", {}),
    "touche": ("crown-pattern|lay-card", {"options": {"set_choice": "agreed", "set": "squares"}}),
    "nagaraja": ("", {}),
}
"""What is done first where it may be, so that games do not dawdle; and the terms."""
SHUNNED = "withdraw-warrior"
"""Nobody comes to an end who takes back what he lays."""
PICKS = 8
"""After which something has been done, at the latest."""


class Game:
    """Seat 1 at a page, seat 2 over the API."""

    def __init__(self, table: Table, page: Page, prefer: str) -> None:
        self.table, self.page, self.prefer = table, page, prefer
        self.rng = random.Random(1)
        self.decisions = 0
        self.listener = Listener(page)
        table.give(page, "seat:1")
        page.goto(f"{table.page}?role=seat:1")
        document = table.get()
        self.began, self.ruleset = document["version"], document["ruleset"]
        self.settle(self.began)

    def settle(self, version: int) -> None:
        """Until the page shows this version, which is the last."""
        self.page.wait_for_function(SETTLED, arg=version, polling=20)

    def play(self, most: int) -> None:
        """To the end, or so many decisions of the page's seat."""
        while (document := self.settled())["status"] == "playing" and self.decisions < most:
            self.decide(document["version"])

    def settled(self) -> dict[str, Any]:
        """The game when seat 1 is to act; all has been heard that went before."""
        while True:
            document: dict[str, Any] = self.table.get()
            self.settle(document["version"])
            self.listener.hear()
            if 1 in document["to_act"] or document["status"] != "playing":
                return document
            self.answer(document)

    def answer(self, document: dict[str, Any]) -> None:
        """What seat 2 does, one thing at a time: what is told of much at once is another text."""
        legal = self.table.get("/legal-actions", "seat:2")["actions"]
        if document["to_act"] == [2]:
            self.table.post("/actions", self.rng.choice(self.preferred(legal)), "seat:2")

    def preferred(self, legal: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [action for action in legal if self.prefer and re.search(self.prefer, action["type"])] or legal

    def decide(self, version: int) -> None:
        """Pick until something is done: what is pressed has a name, and the focus is somewhere."""
        self.decisions += 1
        assert not UNNAMED.search(self.page.locator("#board").aria_snapshot())
        legal = self.table.get("/legal-actions?labels=true", "seat:1")["actions"]
        for _ in range(PICKS):
            offer = self.choice()
            said = self.listener.choose(offer.pick)
            if offer.action:
                break
            self.listener.hear()
        check_said(legal, json.loads(offer.action), said)
        self.page.wait_for_function(BEYOND, arg=version, polling=20)
        assert self.page.evaluate("document.activeElement !== document.body")

    def choice(self) -> Offer:
        offered = [it for it in self.listener.offered() if SHUNNED not in it.action]
        doing = [it for it in offered if it.action]
        wanted = [it for it in doing if self.prefer and re.search(self.prefer, it.action)]
        return self.rng.choice(wanted or doing or offered)


def check_said(legal: list[dict[str, Any]], done: dict[str, Any], said: str) -> None:
    """What does an action says all of it, each die and card, also those that the board adds by itself."""
    (label,) = (it["label"]["en"] for it in legal if bare(it) == done)
    assert label in said, f"{label!r}? Said: {said}"


def bare(action: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in action.items() if name not in ("label", "say")}


WRITTEN = [ruleset for ruleset in GAMES if WRITING or (SPOKEN / f"{ruleset}.txt").exists()]


@pytest.fixture
def game(request: pytest.FixtureRequest, visit: Visit, host: Host) -> Game:
    prefer, terms = GAMES[request.param]
    table = fixed(host, request.param, ["person", "person"], **terms)
    return Game(table, visit("/health/ready"), prefer)


@pytest.mark.parametrize("game", ["romans"], indirect=True)
def test_a_game_by_keyboard_begins_as_it_is_written(game: Game) -> None:
    game.play(BEGINNING)
    told = game.listener.told
    assert told == (SPOKEN / f"{game.ruleset}.txt").read_text().splitlines()[: len(told)]


@pytest.mark.soak
@pytest.mark.parametrize("game", WRITTEN, indirect=True)
def test_a_whole_game_by_keyboard_is_told_to_who_sees_nothing(game: Game) -> None:
    game.play(1000)
    assert game.table.get()["status"] == "finished"
    game.page.wait_for_selector("#ending[data-arrives]")
    game.listener.hear()
    path = SPOKEN / f"{game.ruleset}.txt"
    if WRITING:
        path.write_text("\n".join(game.listener.told) + "\n")
    assert game.listener.told == path.read_text().splitlines()
    frames = game.table.get("/replay?lang=en", "seat:1")["frames"][game.began :]
    happened = [frame["text"] for frame in frames]
    assert [line.strip() for line in game.listener.told if line.strip() in {*happened}] == happened
