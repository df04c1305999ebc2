"""Somebody who has the box before him and hears a game read out in English: the board is rebuilt from sentences alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from domain.rulesets.age_of_war import RULESET
from tests.rulesets.hearing import listed, number, readings

BOX = RULESET.newest.components
CASTLES = {castle["name"]: castle for castle in BOX["castles"]}
CLANS = {clan["name"]: clan for clan in BOX["clans"]}
NAME = r"(\w+)"


def faces(text: str) -> list[str]:
    found: list[str] = []
    for word in listed(text):
        count, times, face = word.rpartition(" × ")
        found += [face.replace(" ", "-")] * (int(count) if times else 1)
    return found


class Listener:
    """`board` is what the public view of the game should be; `heard` keeps it for every sentence, to go back to."""

    def __init__(self) -> None:
        self.board: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.points: dict[str, int] = {}
        self.winners: list[str] = []
        self.names: list[str] = []

    def hear(self, sentence: str) -> None:
        understand, words = readings(UNDERSTOOD, sentence)[0]
        understand(self, *words.groups())
        self.heard.append(deepcopy(self.board))

    # -- the table

    def set_up(self, players: str) -> None:
        self.names = [""] * int(players)

    def sit_down(self, name: str, seat: str) -> None:
        self.names[int(seat) - 1] = name

    def begin(self) -> None:
        seats = range(1, len(self.names) + 1)
        self.board = {
            "turn": 0,
            "seat": 0,
            "centre": [castle["id"] for castle in BOX["castles"]],
            "players": [
                {"seat": seat, "castles": [], "stacks": [], "castle_count": 0, "score": 0} for seat in seats
            ],
            "siege": None,
            "dice": {"thrown": [], "to_throw": BOX["dice"]["count"], "set_aside": 0},
        }

    def go_back(self, version: str) -> None:
        self.board = deepcopy(self.heard[int(version) - 1])

    # -- the game

    def first(self, name: str) -> None:
        self.board |= {"seat": self.seat(name), "turn": 1}

    def throw(self, name: str, dice: str) -> None:
        self.at_turn(name)
        assert len(faces(dice)) == self.dice["to_throw"]
        self.dice.update({"thrown": faces(dice), "to_throw": 0})

    def fill(self, name: str, line: str, castle: str, dice: str, still_open: str) -> None:
        self.at_turn(name)
        self.besiege(castle, attacked=False)
        self.put(line, dice, still_open)

    def attack(self, name: str, castle: str, holder: str, line: str, dice: str, still_open: str) -> None:
        self.at_turn(name)
        assert CASTLES[castle]["id"] in self.player(holder)["castles"]
        self.besiege(castle, attacked=True)
        self.put(line, dice, still_open)

    def set_aside(self, name: str, left: str) -> None:
        self.at_turn(name)
        self.dice.update({"thrown": [], "to_throw": number(left), "set_aside": self.dice["set_aside"] + 1})

    def conquer(self, name: str, castle: str) -> None:
        self.board["centre"].remove(CASTLES[castle]["id"])
        self.gain(name, castle)

    def take(self, name: str, castle: str, loser: str) -> None:
        self.player(loser)["castles"].remove(CASTLES[castle]["id"])
        self.count(self.player(loser))
        self.gain(name, castle)

    def complete(self, name: str, clan: str, points: str) -> None:
        player, turned = self.player(name), CLANS[clan]
        assert int(points) == turned["points"]
        own = {castle["id"] for castle in BOX["castles"] if castle["clan"] == turned["id"]}
        player["castles"] = [id for id in player["castles"] if id not in own]
        player["stacks"].append(turned["id"])
        self.count(player)

    def end_turn(self, name: str, following: str) -> None:
        self.at_turn(name)
        self.take_dice_back()
        self.board |= {"seat": self.seat(following), "turn": self.board["turn"] + 1}

    def end(self, result: str, points: str) -> None:
        self.points = {name: int(n) for name, n in (item.split() for item in listed(points))}
        self.winners = listed(re.split(" has the | wins| share", result)[0]) if result else []

    # -- what the sentences are about

    @property
    def dice(self) -> dict[str, Any]:
        found: dict[str, Any] = self.board["dice"]
        return found

    def seat(self, name: str) -> int:
        return self.names.index(name) + 1

    def player(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.board["players"][self.seat(name) - 1]
        return found

    def at_turn(self, name: str) -> None:
        assert self.board["seat"] == self.seat(name)

    def besiege(self, name: str, attacked: bool) -> None:
        castle = CASTLES[name]
        if self.board["siege"] is None:
            special = [(0, {"symbols": ["daimyo"]})] if attacked and castle["special_line"] else []
            lines = [*special, *enumerate(castle["lines"], 1)]
            views = [{"line": n, "needs": needs, "dice": []} for n, needs in lines]
            self.board["siege"] = {"castle": castle["id"], "lines": views}
        assert self.board["siege"]["castle"] == castle["id"]

    def put(self, line: str, dice: str, still_open: str) -> None:
        lines = self.board["siege"]["lines"]
        said = 0 if line == "the special line" else int(line.removeprefix("line "))
        (filled,) = (it for it in lines if it["line"] == said)
        filled["dice"] = faces(dice)
        left = len(self.dice["thrown"]) - len(faces(dice))
        self.dice.update({"thrown": [], "to_throw": left})
        assert number(still_open) == sum(not it["dice"] for it in lines)

    def take_dice_back(self) -> None:
        self.dice.update({"thrown": [], "to_throw": BOX["dice"]["count"], "set_aside": 0})
        self.board["siege"] = None

    def gain(self, name: str, castle: str) -> None:
        self.take_dice_back()
        self.player(name)["castles"].append(CASTLES[castle]["id"])
        self.count(self.player(name))

    def count(self, player: dict[str, Any]) -> None:
        stacked = [c for c in BOX["castles"] if c["clan"] in player["stacks"]]
        face_up = [c for c in BOX["castles"] if c["id"] in player["castles"]]
        clans = [clan for clan in CLANS.values() if clan["id"] in player["stacks"]]
        player["castle_count"] = len(stacked) + len(face_up)
        player["score"] = sum(it["points"] for it in [*face_up, *clans])


LINE = r"(line \d+|the special line)"
LINES_LEFT = r"(no|one|\d+) lines? (?:is|are) left open\."
UNDERSTOOD: list[tuple[str, Callable[..., None]]] = [
    (r"A game of Age of War is set up for (\d+) players\.", Listener.set_up),
    (rf"{NAME} takes seat (\d+)\.", Listener.sit_down),
    (r"The game begins\.", Listener.begin),
    (r"The game goes back to version (\d+)\.", Listener.go_back),
    (rf"{NAME} (?:asks to go back to version \d+|agrees to the undo)\.", lambda listener, _: None),
    (rf"{NAME} is drawn to begin\.", Listener.first),
    (rf"{NAME} throws (.+)\.", Listener.throw),
    (rf"{NAME} fills {LINE} of {NAME} with (.+); {LINES_LEFT}", Listener.fill),
    (rf"{NAME} attacks {NAME} of {NAME} and fills {LINE} with (.+); {LINES_LEFT}", Listener.attack),
    (rf"{NAME} sets a die aside; (no|one|\d+)(?: die)? (?:is|are) left\.", Listener.set_aside),
    (rf"{NAME} conquers {NAME}\.", Listener.conquer),
    (rf"{NAME} takes {NAME} from {NAME}\.", Listener.take),
    (rf"{NAME} completes the clan {NAME} and turns it over for (\d+) points?\.", Listener.complete),
    (rf"{NAME} ends the turn with(?:out)? a conquest; {NAME} is next\.", Listener.end_turn),
    (r"The last castle has left the centre\. (.+\.) Points: (.+)\.", Listener.end),
    (r"The game is stopped()\b.*, and nobody wins\b.*\. Points: (.+)\.", Listener.end),
]
