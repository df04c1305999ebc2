"""Why an answer to an effect is refused, where more can be said than that the effect does not offer it (naga.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.components import colour_of
from domain.rulesets.nagaraja.effects.step import Doing
from domain.rulesets.nagaraja.game import known
from domain.rulesets.nagaraja.names import PLACES, Place, Space, number
from domain.rulesets.nagaraja.paths import open_spaces
from domain.rulesets.nagaraja.phrases import stick_named, sticks_counted
from domain.rulesets.nagaraja.state import Spaces, room_tiles
from domain.rulesets.nagaraja.temple import with_tile
from domain.sentence import Seat, Sentence, say


def reason(doing: Doing, action: Any) -> Sentence | None:
    """None when nothing more can be said; `action` is of a kind that the step offers."""
    temple = getattr(action, "temple", None)
    if temple is not None and temple not in doing.seats:
        text = "{card} concerns the temple of {temple}, not this one."
        return say(text, card=doing.effect.card, temple=Seat(doing.seats[0]))
    explain = REASONS.get(type(action))
    return explain(doing, action) if explain else None


def _spaces(doing: Doing, action: Any) -> Spaces:
    return doing.state.player(action.temple).spaces


def _no_tile(spaces: Spaces, *names: Space) -> Sentence | None:
    bare = next((name for name in names if number(name) not in room_tiles(spaces)), None)
    return say("There is no room tile on {space}.", space=bare) if bare else None


def _face_up(doing: Doing, temple: int, places: tuple[Place, ...]) -> Sentence | None:
    relics = dict(zip(PLACES, doing.state.player(temple).relics, strict=True))
    bare = next((place for place in places if relics[place].face_up), None)
    return say("The relic at {place} lies face up; it has to be face down.", place=bare) if bare else None


def _swap_relics(doing: Doing, action: a.SwapRelics) -> Sentence | None:
    pair = (action.first, action.second)
    if doing.step.do == "swap-peeked":
        if refused := _face_up(doing, action.temple, pair):
            return refused
        if doing.effect.places[0] not in pair:
            return say(
                "One of the two has to be the relic just seen, at {place}.", place=doing.effect.places[0]
            )
    if action.first == action.second:
        return say("A relic trades places with another one: choose two.")
    return say("Only neighbouring relics trade places: neighbours follow one another around the edge.")


def _peek(doing: Doing, action: a.PeekRelics) -> Sentence | None:
    if len(set(action.places)) < len(action.places):
        return say("Each relic to look at is named once.")
    return _face_up(doing, action.temple, action.places)


def _rotate(doing: Doing, action: a.RotateTile) -> Sentence | None:
    return _no_tile(_spaces(doing, action), action.space)


def _swap_tiles(doing: Doing, action: a.SwapTiles) -> Sentence | None:
    missing = _no_tile(_spaces(doing, action), action.first, action.second)
    return missing or say("A tile trades places with another one: choose two.")


def _move(doing: Doing, action: a.MoveTile) -> Sentence | None:
    spaces = _spaces(doing, action)
    if action.space == action.to or number(action.space) not in room_tiles(spaces):
        return _no_tile(spaces, action.space) or say("The tile has to go to another space.")
    if spaces[number(action.to)] is not None:
        return say("Space {space} is not empty.", space=action.to)
    lifted = with_tile(spaces, number(action.space), None)
    if number(action.to) in open_spaces(lifted):
        return None
    text = "With the tile lifted, {space} touches neither an entrance nor another room tile."
    return say(text, space=action.to)


def _trap(doing: Doing, action: a.PlaceTrap) -> Sentence:
    return say("Space {space} is not empty.", space=action.space)


def _discard(doing: Doing, action: a.DiscardSticks) -> Sentence | None:
    if not all(action.sticks):
        return say("Name each stick that is discarded.")
    colour = doing.step.colour
    other = next((stick for stick in action.sticks if colour not in ("", colour_of(stick))), None)
    if other is None:
        return _more_than_lie(doing, action.sticks)
    text = "{card} takes {sticks}, and this one is of another colour: {stick}."
    taken = sticks_counted(colour, doing.step.number)
    return say(text, card=doing.effect.card, sticks=taken, stick=stick_named(other))


def _more_than_lie(doing: Doing, sticks: tuple[str, ...]) -> Sentence | None:
    there = doing.target.sticks
    missing = next((stick for stick in sticks if sticks.count(stick) > there.count(stick)), None)
    if missing is None:
        return None
    text = "Your opponent has not as many sticks {stick} as you name: {held}."
    return say(text, stick=stick_named(missing), held=there.count(missing))


def _discard_cards(doing: Doing, action: a.DiscardCards) -> Sentence | None:
    if not all(action.cards):
        return say("Name each card that is discarded.")
    hand = known(doing.target.hand)
    missing = next((card for card in action.cards if action.cards.count(card) > hand.count(card)), None)
    return not_so_often(missing, hand) if missing else None


def not_so_often(card: str, hand: Sequence[str]) -> Sentence:
    """Of a card that is named more often than it is in the hand."""
    text = "{card} is not in your hand as often as you name it: {held}."
    return say(text, card=card, held=hand.count(card))


def _name(doing: Doing, action: a.NameStick) -> Sentence:
    return say("Only your own sticks are named, each once.")


REASONS: dict[type, Callable[[Doing, Any], Sentence | None]] = {
    a.SwapRelics: _swap_relics,
    a.PeekRelics: _peek,
    a.RotateTile: _rotate,
    a.SwapTiles: _swap_tiles,
    a.MoveTile: _move,
    a.PlaceTrap: _trap,
    a.DiscardSticks: _discard,
    a.DiscardCards: _discard_cards,
    a.NameStick: _name,
}
