"""Situations of Nagaraja set up by hand, with dice that fall as the test says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from conformance.kit import Sitting
from domain.draws import Draws
from domain.hidden import Hidden, redact
from domain.play import IllegalAction
from domain.ruleset import Action
from domain.rulesets.nagaraja import RULESET
from domain.rulesets.nagaraja.components import box_of
from domain.rulesets.nagaraja.names import PLACES, SPACES
from domain.rulesets.nagaraja.paths import live_paths, places_touched
from domain.rulesets.nagaraja.state import Player, Relic, Spaces, Stage, State, Tile
from domain.sentence import Sentence
from domain.table import decisions
from projections.sentences import Renderer

BOX = box_of(RULESET.newest)
RELICS = dict(zip(PLACES, BOX.all_relics, strict=True))
"""Where the relics lie unless a test says otherwise: sacred from W3 on, cursed at E1, E2, E3."""
_number = count()


def secret(value: Any, *knowers: int) -> Hidden[Any]:
    return Hidden(value, knowers, f"0/d/scene/{next(_number)}")


def hidden(values: str, *knowers: int) -> tuple[Hidden[str], ...]:
    return tuple(secret(value, *knowers) for value in values.split())


def tile(text: str) -> Tile:
    """ "K5", turned by two quarters "K5/2", with an amulet "K5/2+A1", or "trap"."""
    form, _, amulet = text.partition("+")
    kind, _, turns = form.partition("/")
    return Tile(kind, int(turns or 0), secret(amulet) if amulet else None)


def spaces(tiles: Mapping[str, str]) -> Spaces:
    return tuple(tile(tiles[space]) if space in tiles else None for space in SPACES)


def player(
    seat: int,
    hand: str = "",
    sticks: str = "",
    tiles: Mapping[str, str] | None = None,
    relics: Mapping[str, str] | None = None,
    amulets: str = "",
    **more: Any,
) -> Player:
    """A player; relics that a live path touches lie face up, as they would."""
    lying = spaces(tiles or {})
    touched = places_touched(BOX, lying, live_paths(BOX, lying))
    named = _arranged(relics or {})
    return Player(
        relics=tuple(_relic(named[place], place in touched) for place in PLACES),
        spaces=lying,
        hand=hidden(hand, seat),
        sticks=tuple(sticks.split()),
        amulets=hidden(amulets, seat),
        **more,
    )


def _relic(value: str, up: bool) -> Relic:
    return Relic(secret(value, *([0] if up else [])), up)


def _arranged(wanted: Mapping[str, str]) -> dict[str, str]:
    """The nine relics with these where the test wants them."""
    left = list(BOX.all_relics)
    for value in wanted.values():
        left.remove(value)
    return {place: wanted[place] if place in wanted else left.pop(0) for place in PLACES}


class Falling(Draws):
    """Dice that fall as given, throw by throw; shuffles that leave the order as it was."""

    slots = 1 << 16

    def __init__(self, *throws: Sequence[int]) -> None:
        self.throws = [tuple(throw) for throw in throws]

    def words(self, epoch: int, slot: int) -> Any:
        return self

    def roll(self, sides: Sequence[int]) -> tuple[int, ...]:
        values = self.throws.pop(0) if self.throws else (1,) * len(sides)
        assert len(values) == len(sides)
        assert all(1 <= value <= side for value, side in zip(values, sides, strict=True))
        return values

    def shuffle(self, items: Sequence[Any]) -> list[Any]:
        return list(items)


class Scene:
    """A table at which the game stands as set up. Seat 1 is guide and to act unless said otherwise."""

    def __init__(
        self,
        one: Player | None = None,
        two: Player | None = None,
        stage: Stage = "confront",
        throws: Sequence[Sequence[int]] = (),
        **more: Any,
    ) -> None:
        piles: dict[str, Any] = {
            "deck": hidden("T1 T2 S1 S2 C1 C2 R2 R3"),
            "tiles": hidden("K4 K3 K2 K1"),
            "amulets": hidden("A1 A2 A3"),
            "supply": dict.fromkeys(BOX.sticks, 36),
            "seat": 1,
            "guide": 1,
            "round": 1,
            "offered": tile("K4") if stage in ("choose", "confront", "place") else None,
        }
        players = (one or player(1), two or player(2))
        self.sitting = Sitting(RULESET, 2, RULESET.options(), "scene", "free")
        self.sitting.draws = Falling(*throws)
        game = State(RULESET.newest.id, players=players, stage=stage, **{**piles, **more})
        self.sitting.table = replace(self.sitting.table, game=game, to_act=RULESET.to_act(game), outcome=None)

    @property
    def state(self) -> State:
        game: State = self.sitting.table.game
        return game

    def player(self, seat: int) -> Player:
        return self.state.player(seat)

    def legal(self, seat: int, kind: type = object) -> list[Any]:
        return [action for action in self.sitting.legal(seat) if isinstance(action, kind)]

    def act(self, seat: int, *actions: Action) -> list[Any]:
        """The events of the actions, done one after the other."""
        return [logged.event for action in actions for logged in self.sitting.act(seat, action)]

    def rules(self, seat: int, action: Action) -> set[str]:
        """The clauses cited while this is done, without "nagaraja."."""
        return {rule.partition(".")[2] for logged in self.sitting.act(seat, action) for rule in logged.rules}

    def refused(self, seat: int, action: Action) -> str:
        """The clause that forbids it, without "nagaraja."."""
        with pytest.raises(IllegalAction) as refusal:
            decisions.act(RULESET, self.sitting.table, seat, action, self.sitting.draws)
        assert refusal.value.detail
        return refusal.value.rule.partition(".")[2]

    def view(self, viewer: int | None) -> dict[str, Any]:
        board: dict[str, Any] = msgspec.json.decode(
            msgspec.json.encode(RULESET.view(redact(self.state, viewer), viewer))
        )
        return board


def of_type(events: Sequence[Any], kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def the(events: Sequence[Any], kind: type) -> Any:
    (event,) = of_type(events, kind)
    return event


def spaces_with(lying: Spaces) -> dict[str, str]:
    """The kinds of the tiles by space."""
    return {space: t.kind for space, t in zip(SPACES, lying, strict=True) if t is not None}


def values(secrets: Sequence[Hidden[Any]]) -> list[Any]:
    return [it.value for it in secrets]


TELLERS = [Renderer(RULESET, lang, {1: "Ala", 2: "Ola"}) for lang in ("en", "pl")]


def in_both(sentence: Sentence) -> tuple[str, str]:
    """In English and in Polish, at a table of these players."""
    english, polish = (teller.render(sentence) for teller in TELLERS)
    return english, polish
