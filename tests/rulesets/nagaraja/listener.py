"""Somebody who hears the English sentences of a game, has the box before him, and lays out the table from that alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.rulesets.hearing import listed, number, readings

Board = dict[str, Any]

SPACES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
PLACES = ["W3", "W2", "W1", "Na", "Nb", "Nc", "E1", "E2", "E3"]


def sticks(text: str) -> list[str]:
    return [stick.replace(" Naga", "-N").replace(" ", "-") for stick in listed(text)]


class Listener:
    def __init__(self, components: Mapping[str, Any], names: tuple[str, str]) -> None:
        self.names, self.box = names, components
        self.board: Board = {
            "round": 0,
            "stage": "setup",
            "seat": 0,
            "guide": 0,
            "offered": None,
            "piles": dict.fromkeys(("tiles", "amulets", "deck", "discards"), 0),
            "sticks": {colour: sticks["count"] for colour, sticks in components["sticks"].items()},
            "used": [],
            "drawn": [],
            "played_amulets": [],
            "effect": None,
            "players": [_nobody_yet(seat) for seat in (1, 2)],
        }

    def hear(self, sentence: str) -> None:
        follow, words = readings(HEARD, sentence)[0]
        follow(self, *words.groups())

    def looks(self) -> Board:
        """The table as a spectator sees it."""
        return {
            **self.board,
            "trap": self._trap(),
            "players": [self._tallied(p) for p in self.board["players"]],
        }

    def _trap(self) -> Board | None:
        for player in self.board["players"]:
            for space, tile in zip(SPACES, player["temple"]["spaces"], strict=True):
                if tile and tile["kind"] == "trap":
                    return {"seat": player["seat"], "space": space}
        return None

    def _tallied(self, player: Board) -> Board:
        temple = player["temple"]
        up = [r["relic"] for r in temple["relics"].values() if r["face_up"]]
        points = {"points": sum(int(relic[-1]) for relic in up)} if self.board["stage"] != "ended" else {}
        nagas = sum(stick.endswith("N") for stick in player["sticks"])
        return {
            **player,
            **points,
            "nagas": nagas,
            "temple": {**temple, "live": sorted(temple["live"], key=SPACES.index)},
        }

    # -- what the words are about

    def seat(self, name: str) -> int:
        return self.names.index(name) + 1

    def player(self, name: str) -> Board:
        player: Board = self.board["players"][self.seat(name) - 1]
        return player

    def other(self, name: str) -> str:
        return self.names[2 - self.seat(name)]

    def spaces(self, name: str) -> list[Any]:
        lying: list[Any] = self.player(name)["temple"]["spaces"]
        return lying

    def count(self, pile: str, by: int) -> None:
        self.board["piles"][pile] += by

    def take(self, name: str, taken: list[str]) -> None:
        self.player(name)["sticks"] += taken
        for stick in taken:
            self.board["sticks"][stick[:-2]] -= 1

    def give(self, name: str, given: list[str]) -> None:
        for stick in given:
            self.player(name)["sticks"].remove(stick)
            self.board["sticks"][stick[:-2]] += 1

    def hand(self, name: str, by: int) -> None:
        self.player(name)["hand"] = [None] * (len(self.player(name)["hand"]) + by)

    def acted(self, next_name: str) -> None:
        """Somebody did something, so a player who passed may act again."""
        for player in self.board["players"]:
            player["passed"] = False
        self.board["seat"] = self.seat(next_name)


def _nobody_yet(seat: int) -> Board:
    temple = {"spaces": [None] * 9, "live": set(), "relics": {}}
    empty: Board = {name: [] for name in ("hand", "laid", "sticks", "amulets")}
    return {"seat": seat, "fate_points": 0, "passed": False, **empty, "temple": temple}


# -- what each sentence says


def tiles_shuffled(it: Listener) -> None:
    it.count("tiles", sum(tile["count"] for tile in it.box["tiles"]))


def amulets_shuffled(it: Listener) -> None:
    it.count("amulets", sum(amulet["count"] for amulet in it.box["amulets"]))


def deck_shuffled(it: Listener, cards: str) -> None:
    it.board["piles"] |= {"deck": int(cards), "discards": 0}


def relics_hidden(it: Listener, name: str) -> None:
    it.player(name)["temple"]["relics"] = {place: {"relic": None, "face_up": False} for place in PLACES}


def guide_found(it: Listener, name: str) -> None:
    it.board["guide"] = it.seat(name)


def dealt(it: Listener, cards: str) -> None:
    for name in it.names:
        drawn(it, name, cards)


def round_begins(it: Listener, number: str, guide: str, kind: str, amulet: str | None) -> None:
    it.count("tiles", -1)
    it.count("amulets", -1 if amulet else 0)
    tile = {"kind": kind, "turns": 0, "amulet": bool(amulet)}
    it.board |= {"round": int(number), "stage": "choose", "seat": it.seat(guide), "offered": tile}


def laid(it: Listener, name: str, cards: str) -> None:
    lays_another(it, name, cards)
    it.board["seat"] = it.seat(it.other(name))


def lays_another(it: Listener, name: str, cards: str) -> None:
    it.player(name)["laid"] += [None] * number(cards)


def lays_none(it: Listener, name: str) -> None:
    it.board["seat"] = it.seat(it.other(name))


def turned_up(it: Listener, *said: str | None) -> None:
    for name, cards in zip(said[::2], said[1::2], strict=True):
        assert name is not None
        turned_up = listed(cards) if cards else []
        it.board["used"] += turned_up
        it.hand(name, -len(turned_up))
        it.player(name)["laid"] = []


def thrown(it: Listener, both: str) -> None:
    it.board |= {"stage": "confront", "seat": it.board["guide"]}
    for said in both.split("; "):
        found = re.fullmatch(r"(\w+) throws (?:nothing|(.+) \(fate points: (\d+), Nagas: \d+\))", said)
        assert found, said
        if found[2]:
            it.take(found[1], sticks(found[2]))
            it.player(found[1])["fate_points"] = int(found[3])


def skipped(it: Listener) -> None:
    for player in it.board["players"]:
        player["passed"] = True


def naga_spent(it: Listener, name: str, stick: str) -> None:
    it.give(name, sticks(stick))


def activated(it: Listener, name: str, card: str, against: str | None, open_choice: str | None) -> None:
    it.hand(name, -1)
    it.board["used"].append(card)
    seat = it.seat(name)
    target = None if open_choice else it.seat(against or name)
    nothing: Board = {"looked_at": [], "named": [], "cards": []}
    it.board["effect"] = {"card": card, "seat": seat, "chooser": seat, "step": 0, "target": target, **nothing}


def goes_on(it: Listener, name: str | None) -> None:
    effect = it.board["effect"]
    effect |= {"step": effect["step"] + 1, "chooser": it.seat(name) if name else effect["seat"]}


def carried_out(it: Listener, next_name: str) -> None:
    it.board["effect"] = None
    it.acted(next_name)


def passed(it: Listener, name: str) -> None:
    it.player(name)["passed"] = True
    it.board["seat"] = it.seat(it.other(name))


def amulet_played(it: Listener, name: str, amulet: str, use: str) -> None:
    it.player(name)["amulets"].pop()
    it.board["played_amulets"].append(amulet)
    if use.endswith("takes the turn"):
        it.acted(it.other(name))


def points_added(it: Listener, name: str, total: str) -> None:
    it.player(name)["fate_points"] = int(total)


def sticks_lost(it: Listener, name: str, lost: str, points: str) -> None:
    it.give(name, sticks(lost))
    points_added(it, name, points)


def more_thrown(it: Listener, name: str, more: str, points: str) -> None:
    it.take(name, sticks(more))
    points_added(it, name, points)


def thrown_again(it: Listener, name: str, before: str, after: str, points: str) -> None:
    it.give(name, sticks(before))
    more_thrown(it, name, after, points)


def stick_named(it: Listener, stick: str) -> None:
    it.board["effect"]["named"] += sticks(stick)


def player_chosen(it: Listener, name: str, chosen: str) -> None:
    it.board["effect"]["target"] = it.seat(name if chosen == "themself" else chosen)


def drawn(it: Listener, name: str, cards: str) -> None:
    it.count("deck", -number(cards))
    it.hand(name, number(cards))


def drawn_to_keep(it: Listener, cards: str) -> None:
    it.count("deck", -number(cards))
    it.board["drawn"] += [None] * number(cards)


def looked_at_deck(it: Listener, cards: str) -> None:
    it.count("deck", -number(cards))
    it.board["effect"]["cards"] += [None] * number(cards)


def discarded(it: Listener, name: str, cards: str) -> None:
    it.count("discards", number(cards))
    it.hand(name, -number(cards))


def card_passes(it: Listener, name: str, loser: str) -> None:
    it.hand(name, 1)
    it.hand(loser, -1)


def card_taken(it: Listener, name: str, others: str | None) -> None:
    it.hand(name, 1)
    it.count("discards", number(others) if others else 0)
    it.board["effect"]["cards"] = []


def tile_won(it: Listener, name: str) -> None:
    for owner in it.names:
        it.give(owner, list(it.player(owner)["sticks"]))
        it.player(owner)["fate_points"] = 0
    it.acted(name)
    it.count("discards", len(it.board["used"]))
    it.board |= {"stage": "place", "used": []}


def next_guide(it: Listener, name: str) -> None:
    it.board |= {"guide": it.seat(name), "stage": "keep", "seat": it.seat(name)}


def keeps(it: Listener, name: str, cards: str, given: str) -> None:
    it.hand(name, number(cards))
    it.hand(given, 1)
    it.board["drawn"] = []


def keeps_all(it: Listener, name: str) -> None:
    it.hand(name, len(it.board["drawn"]))
    it.board["drawn"] = []


def tile_placed(it: Listener, name: str, kind: str, space: str, turns: str | None) -> None:
    assert it.board["offered"]["kind"] == kind
    it.spaces(name)[SPACES.index(space)] = it.board["offered"] | {"turns": int(turns or 0) // 90}
    it.board["offered"] = None


def tile_moved(it: Listener, space: str, name: str, to: str, turns: str | None) -> None:
    lying = it.spaces(name)
    tile = lying[SPACES.index(space)]
    lying[SPACES.index(space)] = None
    lying[SPACES.index(to)] = tile | {"turns": (tile["turns"] + int(turns or 0) // 90) % 4}


def tile_turned(it: Listener, space: str, name: str, turns: str) -> None:
    tile_moved(it, space, name, space, turns)


def tiles_swapped(it: Listener, first: str, second: str, name: str) -> None:
    lying, a, b = it.spaces(name), SPACES.index(first), SPACES.index(second)
    lying[a], lying[b] = lying[b], lying[a]


def line_slid(it: Listener, line: str, name: str, direction: str) -> None:
    lying, on = it.spaces(name), [i for i, space in enumerate(SPACES) if line in space]
    by = -1 if direction in ("right", "down") else 1
    moved = [lying[on[(i + by) % 3]] for i in range(3)]
    for i, tile in zip(on, moved, strict=True):
        lying[i] = tile


def trap_put(it: Listener, space: str, name: str) -> None:
    for owner in it.names:
        lying = it.spaces(owner)
        lying[:] = [None if tile and tile["kind"] == "trap" else tile for tile in lying]
    it.spaces(name)[SPACES.index(space)] = {"kind": "trap", "turns": 0, "amulet": False}


def paths_joined(it: Listener, name: str, over: str) -> None:
    it.player(name)["temple"]["live"] |= set(listed(over))


def paths_broken(it: Listener, name: str, over: str) -> None:
    it.player(name)["temple"]["live"] -= set(listed(over))


def uncovered(it: Listener, name: str, kind: str, worth: str, place: str) -> None:
    it.player(name)["temple"]["relics"][place] = {"relic": f"{kind}-{worth}", "face_up": True}


def covered(it: Listener, place: str, name: str) -> None:
    it.player(name)["temple"]["relics"][place]["face_up"] = False


def relics_swapped(it: Listener, first: str, second: str, name: str) -> None:
    lying = it.player(name)["temple"]["relics"]
    lying[first], lying[second] = lying[second], lying[first]


def peeked(it: Listener, name: str, places: str, whose: str | None) -> None:
    it.board["effect"] |= {"target": it.seat(whose or name), "looked_at": listed(places)}


def amulet_taken(it: Listener, name: str, space: str) -> None:
    it.spaces(name)[SPACES.index(space)]["amulet"] = False
    it.player(name)["amulets"].append(None)


def ended(it: Listener, winner: str, points: str, less: str, amulets: str | None) -> None:
    it.board |= {"stage": "ended", "seat": 0, "effect": None}
    it.player(winner)["points"], it.player(it.other(winner))["points"] = int(points), int(less)
    for said in amulets.split("; ") if amulets else []:
        name, held = said.split(" has ")
        it.player(name)["amulets"] = listed(held)


def nothing(it: Listener) -> None:
    pass


HEARD: list[tuple[str, Callable[..., None]]] = [
    (r"The room tiles are shuffled\.", tiles_shuffled),
    (r"The amulets are shuffled\.", amulets_shuffled),
    (r"A deck of (\d+) cards is shuffled\.", deck_shuffled),
    (r"The relics of (\w+) are hidden\.", relics_hidden),
    (r"For the guide .+: both have \d+ and throw again\.", nothing),
    (r"For the guide .+: (\w+) is guide, \d+ to \d+\.", guide_found),
    (r"Each is dealt a hand of (\d+) cards\.", dealt),
    (
        r"Round (\d+), (\w+) is guide: the tile (\w+) is turned up(, with an amulet face down)?\.",
        round_begins,
    ),
    (r"(\w+) lays (a|\d+) cards? face down\.", laid),
    (r"(\w+) lays (a) card face down and another one is to follow\.", lays_another),
    (r"(\w+) has no card to lay\.", lays_none),
    (r"The cards are turned up: (\w+) has (?:none|(.+)); (\w+) has (?:none|(.+))\.", turned_up),
    (r"(\w+ throws (?:nothing|.+\)); \w+ throws (?:nothing|.+\)))\.", thrown),
    (r"There is no confrontation: .+\.", skipped),
    (r"(\w+) spends a Naga: (.+)\.", naga_spent),
    (r"(\w+) activates (\w+)(?: against (\w+)|( for a player of choice))?: .+\.", activated),
    (r"\w+ goes on(?:, and (\w+) chooses)?: .+\.", goes_on),
    (r"The effect of \w+ is carried out; (\w+) is next\.", carried_out),
    (r"(\w+) passes\.", passed),
    (r"(\w+) has .+ and so passes\.", passed),
    (r"(\w+) plays the amulet (\w+) (.+)\.", amulet_played),
    (r"(\w+) adds .+ fate points? and has (\d+)\.", points_added),
    (r"(\w+) loses (?:a stick|sticks): (.+); fate points left: (\d+)\.", sticks_lost),
    (r"(\w+) throws (?:one more stick|more sticks): (.+); fate points now: (\d+)\.", more_thrown),
    (r"(\w+) throws (?:a stick|sticks) again: (.+) becomes? (.+); fate points now: (\d+)\.", thrown_again),
    (r"\w+ names a stick: (.+)\.", stick_named),
    (r"(\w+) chooses (\w+)\.", player_chosen),
    (r"(\w+) draws (a|\d+) cards?\.", drawn),
    (r"\w+ draws (a|\d+) cards? for the new deal\.", drawn_to_keep),
    (r"\w+ looks at the top (card|\d+)(?: cards)? of the deck\.", looked_at_deck),
    (r"(\w+) discards (a|\d+) cards? unseen\.", discarded),
    (r"(\w+) discards (a) card at random, unseen by the other\.", discarded),
    (r"(\w+) takes a card at random from (\w+)\.", card_passes),
    (r"(\w+) takes one of the cards; the other (one|\d+) (?:is|are) discarded\.", card_taken),
    (r"(\w+) takes the only card(\.)?", card_taken),
    (r"(\w+) wins the tile(?: as guide after a tie)?, \d+ to \d+\.", tile_won),
    (r"(\w+) is the next guide\.", next_guide),
    (r"(\w+) keeps (a|\d+) cards? and gives one to (\w+)\.", keeps),
    (r"There are too few cards for (\w+) to give one to \w+\.", keeps_all),
    (
        r"(\w+) places the tile (\w+) on (\w+), (?:as it is printed|turned by (\d+) degrees)(?:; the trap makes way)?\.",
        tile_placed,
    ),
    (r"The tile on (\w+) in the temple of (\w+) is turned by (\d+) degrees\.", tile_turned),
    (
        r"The tile on (\w+) in the temple of (\w+) moves to (\w+)(?: as it lies|, turned by (\d+) degrees)\.",
        tile_moved,
    ),
    (r"The tiles on (\w+) and (\w+) in the temple of (\w+) trade places\.", tiles_swapped),
    (r"(?:Row|Column) (\w) in the temple of (\w+) slides (\w+)\.", line_slid),
    (r"The trap is put on (\w+) in the temple of (\w+)\.", trap_put),
    (r"In the temple of (\w+) (?:a path|paths) from an entrance now leads? over (.+)\.", paths_joined),
    (r"In the temple of (\w+) no paths? from an entrance leads? over (.+) any more\.", paths_broken),
    (r"In the temple of (\w+) a path uncovers a (\w+) relic worth (\d) at (\w+): .+\.", uncovered),
    (r"The relic at (\w+) in the temple of (\w+) is covered: .+\.", covered),
    (r"The relics at (\w+) and (\w+) in the temple of (\w+) trade places\.", relics_swapped),
    (r"(\w+) looks at (.+) in (?:the temple of (\w+)|their own temple)\.", peeked),
    (r"\w+ swaps nothing\.", nothing),
    (r"(\w+) takes the amulet from (\w+)\.", amulet_taken),
    (
        r"(?:The temple of .+[.:] )?(\w+) (?:has more points and )?wins, "
        r"(\d+) to (\d+)(?:: .+?)?\.(?: Amulets not played: (.+)\.)?",
        ended,
    ),
]
"""Every sentence that a spectator can hear, and what follows for the table."""
