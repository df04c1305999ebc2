"""A listener who hears the English sentences of a game, knows the box, and keeps the board that everybody sees."""

from __future__ import annotations

import re
from typing import Any

from tests.rulesets.hearing import listed, readings

Json = dict[str, Any]
WALL, DECK, LOST = 6, 9, 2
DECISIONS = {
    "whom Qween seduces": ("seduce", "romans.qween.1"),
    "which fort Dru'hid takes": ("take-fort", "romans.druhid.1"),
    "whether Axx stays": ("keep-axx", "romans.axx.1"),
    "whether the weakest warrior stays": ("keep-warrior", "romans.komfort.1"),
    "whom Horsie drives away": ("discard-revealed", "romans.horsie.1"),
    "how Svord lays the hidden warriors": ("rearrange", "romans.svord.1"),
    "whom to discard for Fort Fokus": ("discard-revealed", "romans.fokus.1"),
    "which earlier fort to give up for FortUna": ("discard-fort", "romans.fortuna.1"),
}


class Listener:
    """`board` is what the sentences amount to, in the form of the public view."""

    def __init__(self, components: Json) -> None:
        self.fort_id = {fort["name"]: fort["id"] for fort in components["forts"]}
        self.value = {fort["id"]: fort["value"] for fort in components["forts"]}
        self.warrior_id = {warrior["name"]: warrior["id"] for warrior in components["warriors"]}
        self.strength = {warrior["id"]: warrior["strength"] for warrior in components["warriors"]}
        self.wall: list[str] = []
        self.clans: list[Json] = []
        self.by_name: dict[str, Json] = {}
        self.round = self.clash = 0
        self.stack = sum(fort["copies"] for fort in components["forts"])
        self.lost_forts: list[str] = []
        self.decisions: list[Json] = []
        self.seduced: str | None = None

    @property
    def board(self) -> Json:
        places = enumerate(self.wall, WALL + 1 - len(self.wall))
        return {
            "round": self.round,
            "clash": self.clash,
            "stack": self.stack,
            "wall": [{"place": place, "fort": fort, "value": self.value[fort]} for place, fort in places],
            "lost_forts": self.lost_forts,
            "decisions": self.decisions,
            "seduced": self.seduced,
            "clans": [self._clan(clan) for clan in self.clans],
        }

    def _clan(self, clan: Json) -> Json:
        line = [{"warrior": w, "strength": self.strength[w]} for w in clan["line"]]
        strength = sum(one["strength"] for one in line)
        points = sum(self.value[fort] for fort in clan["forts"])
        return clan | {"line": line, "strength": strength, "points": points, "answer": None}

    def hear(self, sentence: str) -> None:
        """Raises AssertionError for a sentence that is none of the game's."""
        meaning, words = readings(MEANINGS.items(), sentence)[0]
        getattr(self, meaning)(**words.groupdict())

    # -- the words of the game

    def clan(self, name: str) -> Json:
        return self.by_name[name[:1].lower() + name[1:]] if name.startswith("The ") else self.by_name[name]

    def forts(self, names: str) -> list[str]:
        return [self.fort_id[name] for name in listed(names)]

    def warriors(self, names: str) -> list[str]:
        return [self.warrior_id[name] for name in listed(names)]

    # -- the table and the wall

    def nothing(self, **_: str) -> None:
        """A sentence that leaves the board as it is."""

    def clans_dealt(self, clans: str) -> None:
        for seat, words in enumerate(listed(clans), 1):
            found = re.fullmatch(
                r"(?P<name>.+) leads the (?P<led>\w+) clan|[Tt]he (?P<neutral>\w+) clan is neutral", words
            )
            assert found is not None, words
            name = found["name"] or f"the {found['neutral']} clan"
            clan = {
                "clan": found["led"] or found["neutral"],
                "seat": seat if found["led"] else None,
                "forts": [],
            }
            self.by_name[name] = clan
            self.clans.append(clan)
        self.cards_return()

    def cards_return(self) -> None:
        for clan in self.clans:
            clan |= {"line": [], "revealed": None, "discards": [], "placed": 0, "sealed": False}
            clan |= {"away": [], "hand": [], "orders": [], "seventh": []}
        self.seduced = None

    def stack_shuffled(self, n: str) -> None:
        assert self.stack == int(n)

    def wall_revealed(self, round: str, forts: str) -> None:
        self.round, self.clash, self.wall = int(round), 0, self.forts(forts)
        self.stack -= len(self.wall)

    def wall_is(self, forts: str) -> None:
        self.wall = self.forts(forts)

    # -- orders

    def loses_two(self, clan: str) -> None:
        hand = [None] * (DECK - LOST)
        self.clan(clan).update(hand=hand, away=[None] * LOST, orders=None)

    def lays_six(self, clan: str) -> None:
        orders, away = [None] * WALL, [None] * (DECK - WALL)
        self.clan(clan).update(orders=orders, away=away, placed=WALL, sealed=True)

    def lies_at_the_wall(self, clan: str, n: str = "0") -> None:
        """So many are laid; the others are in the hand, but for the one that was put away."""
        one = self.clan(clan)
        one.update(placed=int(n), hand=[None] * (DECK - LOST - int(n) - len(one["seventh"])))

    def puts_away(self, clan: str) -> None:
        self.clan(clan)["seventh"] = [None]
        self.lies_at_the_wall(clan, str(self.clan(clan)["placed"]))

    def seals(self, clan: str) -> None:
        self.clan(clan).update(sealed=True, orders=[None] * WALL)

    # -- a clash

    def reveal(self, clash: str, fort: str, cards: str) -> None:
        self.clash, self.seduced = int(clash), None
        assert self.fort_id[fort] == self.wall[0]
        for words in cards.split(", "):
            clan, _, warrior = words.replace(" reveals ", " ").rpartition(" ")
            one = self.clan(clan)
            one["orders"] = one["orders"][1:]
            one["revealed"] = self.warrior_id[warrior]
            one["line"] = [*one["line"], one["revealed"]]

    def collide(self, clans: str) -> None:
        for clan in listed(clans):
            self.newest_goes(clan)

    def newest_goes(self, clan: str, warriors: str = "") -> None:
        one = self.clan(clan)
        *one["line"], gone = one["line"]
        one["discards"] = [*one["discards"], gone]

    def decides(self, due: str) -> None:
        for name, what in re.findall(r"(?:, | and |, and |^)(\w+) \((.*?)\)", due):
            action, rule = DECISIONS[what]
            self.decisions.append({"seat": self.clan(name)["seat"], "action": action, "rule": rule})

    def seduces(self, clan: str, target: str) -> None:
        self.decisions, self.seduced = [], self.clan(target)["clan"]

    def fort_lost(self, fort: str) -> None:
        assert self.fort_id[fort] == self.wall[0]
        self.lost_forts.append(self.wall.pop(0))

    def wall_shifts(self, fort: str, lost: str) -> None:
        assert self.fort_id[fort] == self.wall[0]
        self.lost_forts.append(self.wall.pop())
        assert self.lost_forts[-1] == self.fort_id[lost]

    def druhid_takes(self, fort: str, forts: str) -> None:
        self.decisions, self.wall = [], [self.fort_id[fort], *self.forts(forts)]

    def captures(self, clan: str, fort: str, n: str) -> None:
        assert self.fort_id[fort] == self.wall[0]
        one = self.clan(clan)
        one["forts"] = [*one["forts"], self.wall.pop(0)]
        assert self._clan(one)["points"] == int(n.replace("−", "-"))

    def decided(self, clan: str) -> None:
        """This player has made all due decisions."""
        seat = self.clan(clan)["seat"]
        self.decisions = [one for one in self.decisions if one["seat"] != seat]

    def discards(self, clan: str, warriors: str) -> None:
        """Of equal ones the one revealed first goes."""
        one = self.clan(clan)
        for warrior in self.warriors(warriors):
            line = list(one["line"])
            line.remove(warrior)
            one.update(line=line, discards=[*one["discards"], warrior])

    def gives_up(self, clan: str, fort: str = "FortUna", n: str = "0") -> None:
        self.decided(clan)
        one = self.clan(clan)
        forts = list(one["forts"])
        forts.remove(self.fort_id[fort])
        one["forts"] = forts
        self.lost_forts.append(self.fort_id[fort])
        assert self._clan(one)["points"] == int(n.replace("−", "-"))

    def round_ends(self, standings: str) -> None:
        for words in standings.split(", "):
            clan, _, points = words.rpartition(" ")
            assert self._clan(self.clan(clan))["points"] == int(points.replace("−", "-"))
        self.cards_return()


CLAN = r"(?P<clan>[Tt]he \w+ clan|\w+)"
N = r"(?P<n>−?\d+)"
MEANINGS = {
    r"(?P<clans>.+); each clan has nine warriors\.": "clans_dealt",
    rf"{N} forts are shuffled into the stack\.": "stack_shuffled",
    r"Round (?P<round>\d): six forts of the stack make the wall, (?P<forts>.+)\.": "wall_revealed",
    r".+ goes to the left end and .+ to the right end; from the left the wall is (?P<forts>.+)\.": "wall_is",
    rf"{CLAN} shuffles nine warriors and lays six of them at random, face down\.": "lays_six",
    rf"{CLAN} shuffles nine warriors and discards two at random, unseen by others\.": "loses_two",
    rf"{CLAN} lays a warrior face down; {N} (lies|lie) at the wall\.": "lies_at_the_wall",
    rf"{CLAN} takes a warrior back; {N} (lies|lie) at the wall\.": "lies_at_the_wall",
    rf"{CLAN} takes a warrior back; none is left at the wall\.": "lies_at_the_wall",
    rf"{CLAN} puts the seventh warrior away\.": "puts_away",
    rf"{CLAN} has sealed the orders\.": "seals",
    r"Clash (?P<clash>\d), the attack on (?P<fort>.+?): (?P<cards>.+)\.": "reveal",
    r"Ch'ariotts collide and are discarded: those of (?P<clans>.+)\.": "collide",
    r"Qween meets Qween and nobody is seduced: those of .+\.": "nothing",
    r".+ has the only Qween and nobody to seduce: .+\.": "nothing",
    r"To decide: (?P<due>.+)\.": "decides",
    rf"{CLAN} has Qween seduce .+ of (?P<target>.+), whose strength of \d changes sides for this clash\.": "seduces",
    r".+ wins (the clash|it|the tie by Arch'r) \(.+\)\.": "nothing",
    r".+ has no rivals in the clash and wins it \(.+\)\.": "nothing",
    r"A tie between .+: nobody wins the clash \(.+\)\.": "nothing",
    r"Every clan revealed Filchy: none takes part in this clash\.": "nothing",
    r"Nobody captures (?P<fort>.+): it leaves the game\.": "fort_lost",
    r"(?P<fort>.+) is fought over again: the wall moves one place right and "
    r"(?P<lost>.+), pushed off its end, leaves the game\.": "wall_shifts",
    r"With Dru'hid .+ takes (?P<fort>.+) from place \d, and the forts behind it are now (?P<forts>.+)\.": "druhid_takes",
    rf"{CLAN} captures (?P<fort>.+) and has {N} points?\.": "captures",
    rf"{CLAN} (keeps|does not keep) .+\.": "decided",
    rf"{CLAN} has chosen a warrior to discard\.": "decided",
    rf"Svord: {CLAN} may have laid the hidden warriors anew; nobody else can tell\.": "decided",
    rf"(After the capture|Horsie has lost:|Fort Fokus has fallen:) {CLAN} discards (?P<warriors>.+)\.": "discards",
    rf"{CLAN} loses the seduced (?P<warriors>.+), discarded with the line of Qween\.": "newest_goes",
    rf"{CLAN} has no earlier fort and gives up FortUna itself\.": "gives_up",
    rf"{CLAN} gives up the FortUna taken earlier for the new one; points left: {N}\.": "gives_up",
    rf"{CLAN} gives up (?P<fort>.+) for FortUna; points left: {N}\.": "gives_up",
    r"Round \d ends\. Points: (?P<standings>.+)\. All warriors return\.": "round_ends",
    r".+ Final scores: .+\.": "nothing",
}
"""The first pattern that a whole sentence fits says what it means: the name of a method, given the named groups."""
