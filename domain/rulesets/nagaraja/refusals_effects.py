"""Why an answer to an effect is refused, where more can be said than that the effect does not offer it (naga.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.components import colour_of
from domain.rulesets.nagaraja.effects.step import Doing
from domain.rulesets.nagaraja.evolve import less
from domain.rulesets.nagaraja.game import known
from domain.rulesets.nagaraja.names import PLACES, Place, Space, names, number
from domain.rulesets.nagaraja.paths import open_spaces
from domain.rulesets.nagaraja.phrases import lying_named, relic_named, stick_asked, sticks_counted
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


def _no_tile(spaces: Spaces, *wanted: Space) -> Sentence | None:
    tiles = room_tiles(spaces)
    bare = next((name for name in wanted if number(name) not in tiles), None)
    if bare is None:
        return None
    if not tiles:
        return say("Room tiles in this temple: {n}.", n=0)
    return say("There is no room tile on {space}; they lie on {spaces}.", space=bare, spaces=names(tiles))


def _full(spaces: Spaces, space: Space) -> Sentence | None:
    lying = spaces[number(space)]
    return say("On {space} lies {thing}.", space=space, thing=lying_named(lying.kind)) if lying else None


def _face_up(doing: Doing, temple: int, places: tuple[Place, ...]) -> Sentence | None:
    relics = dict(zip(PLACES, doing.state.player(temple).relics, strict=True))
    for place in places:
        if relics[place].face_up and (relic := relics[place].secret.value):
            text = "At {place} {relic} lies face up; the relic has to be face down."
            return say(text, place=place, relic=relic_named(relic))
    return None


def _another(doing: Doing, name: Place | Space) -> Sentence:
    text = "{card} has two trade places, and you name {name} twice."
    return say(text, card=doing.effect.card, name=name)


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
        return _another(doing, action.first)
    text = "Only neighbouring relics trade places; next to {place} lie those at {places}."
    return say(text, place=action.first, places=_beside(action.first))


def _beside(place: Place) -> tuple[Place, ...]:
    """The neighbours around the edge of the temple, which has two ends."""
    at = PLACES.index(place)
    return PLACES[max(0, at - 1) : at] + PLACES[at + 1 : at + 2]


def _peek(doing: Doing, action: a.PeekRelics) -> Sentence | None:
    if refused := _face_up(doing, action.temple, action.places):
        return refused
    hidden = [relic for relic in doing.state.player(action.temple).relics if not relic.face_up]
    text = "{card} looks at {n} relics of this temple, each named once."
    return say(text, card=doing.effect.card, n=min(doing.step.number, len(hidden)))


def _rotate(doing: Doing, action: a.RotateTile) -> Sentence | None:
    return _no_tile(_spaces(doing, action), action.space)


def _swap_tiles(doing: Doing, action: a.SwapTiles) -> Sentence | None:
    missing = _no_tile(_spaces(doing, action), action.first, action.second)
    return missing or _another(doing, action.first)


def _move(doing: Doing, action: a.MoveTile) -> Sentence | None:
    spaces = _spaces(doing, action)
    if missing := _no_tile(spaces, action.space):
        return missing
    if full := _full(spaces, action.to):
        return full
    lifted = with_tile(spaces, number(action.space), None)
    if number(action.to) in open_spaces(lifted):
        return None
    text = (
        "With the tile lifted, {space} touches neither an entrance nor another room tile; these do: {spaces}."
    )
    return say(text, space=action.to, spaces=names(open_spaces(lifted)))


def _trap(doing: Doing, action: a.PlaceTrap) -> Sentence | None:
    return _full(_spaces(doing, action), action.space)


def _discard(doing: Doing, action: a.DiscardSticks) -> Sentence | None:
    colour = doing.step.colour
    taken = sticks_counted(colour, doing.step.number)
    if not all(action.sticks):
        return say(
            "Name each stick that is discarded: {card} takes {sticks}.", card=doing.effect.card, sticks=taken
        )
    other = next((stick for stick in action.sticks if colour not in ("", colour_of(stick))), None)
    if other is None:
        return _more_than_lie(doing, action.sticks)
    text = "{card} takes {sticks}, and this one is of another colour: {stick}."
    return say(text, card=doing.effect.card, sticks=taken, stick=stick_asked(doing.box, other))


def _more_than_lie(doing: Doing, sticks: tuple[str, ...]) -> Sentence | None:
    there = doing.target.sticks
    missing = next((stick for stick in sticks if sticks.count(stick) > there.count(stick)), None)
    if missing is None:
        return None
    text = "Your opponent has not as many sticks {stick} as you name: {held}."
    return say(text, stick=stick_asked(doing.box, missing), held=there.count(missing))


def _discard_cards(doing: Doing, action: a.DiscardCards) -> Sentence | None:
    hand = known(doing.target.hand)
    if not all(action.cards):
        return say("Name each card that is discarded, of {held}.", held=tuple(hand))
    missing = next((card for card in action.cards if action.cards.count(card) > hand.count(card)), None)
    return not_so_often(missing, hand) if missing else None


def not_so_often(card: str, hand: Sequence[str]) -> Sentence:
    """Of a card that is named more often than it is in the hand."""
    text = "{card} is not in your hand as often as you name it: {held}."
    return say(text, card=card, held=hand.count(card))


def _name(doing: Doing, action: a.NameStick) -> Sentence:
    left = less(doing.target.sticks, doing.effect.sticks)
    return say("Only your own sticks are named, each once; so many are left: {n}.", n=len(left))


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
