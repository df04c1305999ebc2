"""Somebody who follows a game by its English sentences alone, with the box before him."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.rulesets.touche import RULESET
from tests.rulesets.hearing import listed, number, readings

BOARD = RULESET.newest.components["board"]["fields"]
SUITS = str.maketrans("♣♦♥♠", "CDHS")
KINDS = {"T": "t"}
Json = dict[str, Any]


class Listener:
    """Keeps the public board as `view` gives it to spectators. `names` are the players by seat, from 1."""

    def __init__(self, names: Sequence[str]) -> None:
        self._seat = {name: seat for seat, name in enumerate(names, 1)}
        self.sides: dict[str, Json] = {}
        self.players: dict[int, Json] = {}
        self.board: Json = {"round": 1, "turn": 1, "dealer": None, "phase": "choosing"}
        self.board |= {"pawns": {}, "crowned": [], "completed": []}
        self.board |= {"turns_without_pawn": 0, "stalled_rounds": 0}

    def view(self) -> Json:
        """The board as it is now."""
        pawns = {
            colour: sorted(fields, key=list(BOARD).index) for colour, fields in self.board["pawns"].items()
        }
        players = [self.players[seat] for seat in sorted(self.players)]
        return {**self.board, "pawns": pawns, "sides": list(self.sides.values()), "players": players}

    def hear(self, sentence: str) -> None:
        """Change the board as the sentence says; AssertionError if it cannot be understood."""
        [(hear, words)] = readings(HEARD, sentence)
        hear(self, **words.groupdict())

    def player(self, name: str) -> Json:
        return self.players[self._seat[name]]

    # -- before the first turn

    def dealer_drawn(self, dealer: str) -> None:
        self.board["dealer"] = self._seat[dealer]

    def dealer_not_drawn(self) -> None:
        """Some draw again."""

    def set_chosen(self, sides: str, needs: str) -> None:
        goal = {kind_of(kind): int(n) for n, kind in (need.split(" × ") for need in listed(needs))}
        for colour, names in re.findall(r"(\w+) \(([^)]+)\)", sides):
            seats = [self._seat[name] for name in names.split(", ")]
            side = {"colour": colour, "seats": seats, "goal": goal, "made": {}, "points": 0}
            self.sides[colour] = side
            self.board["pawns"][colour] = []
            for seat in seats:
                self.players[seat] = {"seat": seat, "colour": colour, "hand": [], "stack": 0, "used": []}
        order = RULESET.newest.components["pawns"]["colours"]
        self.sides = {colour: self.sides[colour] for colour in order if colour in self.sides}

    def dealt(self, dealer: str, first: str) -> None:
        self.board |= {"dealer": self._seat[dealer], "seat": self._seat[first], "phase": "playing"}

    # -- cards

    def laid(self, name: str, cards: str) -> None:
        player, faces = self.player(name), [face_of(card) for card in listed(cards)]
        player["hand"] = player["hand"][len(faces) :]
        player["used"] = [*player["used"], *faces]

    def exchanged(self, name: str, cards: str) -> None:
        self.laid(name, cards)
        self.board["turns_without_pawn"] += 1

    def drawn(self, name: str, left: str) -> None:
        player = self.player(name)
        player["hand"] = [*player["hand"], None]
        player["stack"] = number(left)

    def refilled(self, each: str, rest: str | None) -> None:
        for player in self.players.values():
            player["stack"] += number(each)
            player["used"] = []
        left_over = [face_of(card) for card in listed(rest)] if rest else []
        self.players[self.board["dealer"]]["used"] = left_over

    # -- the board

    def placed(self, colour: str, field: str, replaced: str | None) -> None:
        if replaced:
            self.board["pawns"][replaced].remove(field)
        self.board["pawns"][colour].append(field)
        self.board["turns_without_pawn"] = 0

    def completed(self, patterns: str) -> None:
        self.board["completed"] = [{"kind": kind, "fields": fields} for kind, fields in patterns_in(patterns)]
        self.board["phase"] = "crowning"

    def crowned(self, patterns: str, colour: str, made: str, points: str) -> None:
        [(kind, fields)] = patterns_in(patterns)
        self.board["crowned"].append({"colour": colour, "kind": kind, "fields": fields})
        self.sides[colour]["made"][kind] = int(made)
        self.sides[colour]["points"] += number(points)
        pawns = self.board["pawns"]
        pawns[colour] = [field for field in pawns[colour] if field not in fields]
        self.board |= {"completed": [], "phase": "playing", "stalled_rounds": 0}

    def cleared(self, pawns: str, first: str, round: str) -> None:
        assert sum(map(len, self.board["pawns"].values())) == number(pawns)
        self.board["pawns"] = {colour: [] for colour in self.board["pawns"]}
        self.board |= {"round": int(round), "seat": self._seat[first]}

    # -- turns and the end

    def passed(self) -> None:
        self.board["turns_without_pawn"] += 1

    def next_turn(self, name: str) -> None:
        self.board["seat"] = self._seat[name]
        self.board["turn"] += 1

    def stalled(self, running: str) -> None:
        self.board |= {"turns_without_pawn": 0, "stalled_rounds": int(running)}

    def ended(self, scores: str) -> None:
        self.board["phase"] = "ended"
        for score in scores.split("; "):
            [(colour, patterns, points)] = re.findall(r"^(\w+) \(.+\) (\w+) patterns?, (\w+) points?$", score)
            assert sum(self.sides[colour]["made"].values()) == number(patterns)
            assert self.sides[colour]["points"] == number(points)


def face_of(card: str) -> str:
    return "joker" if card.endswith("joker") else card.translate(SUITS)


def kind_of(word: str) -> str:
    return KINDS.get(word, word)


def patterns_in(text: str) -> Iterator[tuple[str, list[str]]]:
    for kind, fields in re.findall(r"([\w-]+) \(([^)]+)\)", text):
        yield kind_of(kind), fields.split()


HEARD: list[tuple[str, Callable[..., None]]] = [
    (r"For the deal: .+; (?P<dealer>\w+) deals\.", Listener.dealer_drawn),
    (r"For the deal: .+; some draw again\.", Listener.dealer_not_drawn),
    (r".+ (?:agreed on|chooses) .+? for (?P<sides>.+): (?P<needs>.+)\.", Listener.set_chosen),
    (r"(?P<dealer>\w+) shuffles and deals; (?P<first>\w+) begins\.", Listener.dealt),
    (r"(?P<name>\w+) lays (?P<cards>.+)\.", Listener.laid),
    (r"(?P<name>\w+) exchanges (?:a dead card|\d dead cards): (?P<cards>.+)\.", Listener.exchanged),
    (r"(?P<name>\w+) draws .+; (?P<left>\w+) cards? (?:is|are) left in the stack\.", Listener.drawn),
    (
        r"\w+ shuffles the used cards: each stack gets (?P<each>\w+) cards?"
        r"(?:; on the dealer's used pile stay: (?P<rest>.+))?\.",
        Listener.refilled,
    ),
    (
        r"\w+ puts a (?P<colour>\w+) pawn on (?P<field>\w+)(?: in the place of a (?P<replaced>\w+) one)?"
        r"(?:; .+ that it completes do(?:es)? not count: .+)?\.",
        Listener.placed,
    ),
    (r"Touché! \w+ completes .+?: (?P<patterns>.+)\.", Listener.completed),
    (
        r"\w+ crowns the (?P<patterns>.+): (?P<colour>\w+) has (?P<made>\d+) of \d+, and (?P<points>\w+) points? for it\.",
        Listener.crowned,
    ),
    (
        r"(?P<pawns>\w+) pawns? .+ the board; (?P<first>\w+) begins round (?P<round>\d+)\.",
        Listener.cleared,
    ),
    (r"\w+ (?:passes: .+|has no card and can draw none)\.", Listener.passed),
    (r"(?P<name>\w+) is next\.", Listener.next_turn),
    (r"No pawn has come .+; stalled rounds running: (?P<running>\d+)(?: \(.+\))?\.", Listener.stalled),
    (r".+ (?:wins with .+?|it is a draw): (?P<scores>.+)\.", Listener.ended),
]
