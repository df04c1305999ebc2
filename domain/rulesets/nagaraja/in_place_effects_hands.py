"""Steps of card effects on sticks and cards in a game played in place (`in_place_effects`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.components import Step
from domain.rulesets.nagaraja.in_place_doing import Doing, Move, Rule, Seats, places_of, selections
from domain.rulesets.nagaraja.numbers import knower

if TYPE_CHECKING:
    from domain.rulesets.nagaraja.in_place import InPlace

# -- sticks


def _sticks_to_discard(game: InPlace, seat: int, wanted: str) -> list[int]:
    """Of the colour wanted, if any."""
    sticks = game.players[seat].sticks
    if not wanted:
        return sticks
    colour = game.numbers.colours.index(wanted)
    return [stick for stick in sticks if game.numbers.colour[stick] == colour]


def _may_discard_sticks(game: InPlace, seats: Seats, step: Step) -> bool:
    return bool(_sticks_to_discard(game, seats[0], step.colour))


def _stick_discards(game: InPlace, doing: Doing) -> list[Move]:
    sticks = _sticks_to_discard(game, doing.target, doing.now.colour)
    number = min(doing.now.number, len(sticks))
    return (
        [(a.DiscardSticks, chosen) for chosen in selections(tuple(sorted(sticks)), number)] if number else []
    )


def _discard_sticks(game: InPlace, doing: Doing, move: Move) -> None:
    game.give_sticks(doing.target, move[1])


def _add_points(game: InPlace, doing: Doing, move: Move) -> None:
    game.players[doing.owner].fate_points += doing.now.number


def _throw_more(game: InPlace, doing: Doing, move: Move) -> None:
    colour = game.numbers.colours.index(doing.now.colour)
    game.take_sticks(doing.owner, game.throw([colour] * doing.now.number))


def _namings(game: InPlace, doing: Doing) -> list[Move]:
    left = [*game.players[doing.target].sticks]
    for stick in doing.sticks:
        left.remove(stick)
    naming: list[Move] = [(a.NameStick, stick) for stick in sorted(set(left))]
    return [*naming, (a.ThrowNamed,)] if doing.sticks else naming


def _name_or_throw(game: InPlace, doing: Doing, move: Move) -> bool:
    if move[0] is a.NameStick:
        doing.sticks = (*doing.sticks, move[1])
        game.changed()
        return True
    _throw_again(game, doing.owner, doing.sticks)
    return False


def _throw_again(game: InPlace, seat: int, before: Sequence[int]) -> None:
    thrown = game.throw([game.numbers.colour[stick] for stick in before])
    game.give_sticks(seat, before)
    game.take_sticks(seat, thrown)


def _with_sticks(game: InPlace, doing: Doing) -> list[Move]:
    return [(a.ChoosePlayer, seat) for seat in doing.seats if game.players[seat].sticks]


def _have_sticks(game: InPlace, seats: Seats, step: Step) -> bool:
    return any(game.players[seat].sticks for seat in seats)


def _throw_all_again(game: InPlace, doing: Doing, move: Move) -> None:
    doing.target = move[1]
    _throw_again(game, doing.target, [*game.players[doing.target].sticks])


# -- cards


def _cards_to_draw(game: InPlace, seats: Seats, step: Step) -> bool:
    return bool(game.deck or game.discards)


def _draw(game: InPlace, doing: Doing, move: Move) -> None:
    game.draw_to_hand(doing.target, doing.now.number)


def _kinds(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted([card >> 3 for card in cards]))


def _card_discards(game: InPlace, doing: Doing) -> list[Move]:
    hand = _kinds(game.players[doing.target].hand)
    number = min(doing.now.number, len(hand))
    return [(a.DiscardCards, chosen) for chosen in selections(hand, number)] if number else []


def _discard_cards(game: InPlace, doing: Doing, move: Move) -> None:
    """From here on the opponent no longer knows which card lies where in this hand (naga.3)."""
    player, known = game.players[doing.target], knower(doing.target)
    places = places_of(player.hand, move[1])
    game.discards = game.discards + [player.hand[place] & ~7 | known for place in places]
    player.hand = [card & ~7 | known for n, card in enumerate(player.hand) if n not in places]


def _have_cards(game: InPlace, seats: Seats, step: Step) -> bool:
    return any(game.players[seat].hand for seat in seats)


def _at_random(game: InPlace, doing: Doing) -> int:
    player = game.players[doing.target]
    (value,) = game.chance.roll([len(player.hand)])
    card = player.hand[value - 1]
    player.hand = [*player.hand[: value - 1], *player.hand[value:]]
    return card


def _discard_at_random(game: InPlace, doing: Doing, move: Move) -> None:
    game.discards = [*game.discards, _at_random(game, doing)]


def _take_at_random(game: InPlace, doing: Doing, move: Move) -> None:
    game.to_hand(doing.owner, [_at_random(game, doing) | knower(doing.owner)])


def _with_cards(game: InPlace, doing: Doing) -> list[Move]:
    return [(a.ChoosePlayer, seat) for seat in doing.seats if game.players[seat].hand]


def _choose_player(game: InPlace, doing: Doing, move: Move) -> None:
    doing.target = move[1]


def _look_at_deck(game: InPlace, doing: Doing, move: Move) -> None:
    doing.cards = doing.cards + [card | knower(doing.owner) for card in game.draw(doing.now.number)]


def _cards_to_take(game: InPlace, doing: Doing) -> list[Move]:
    return [(a.TakeCard, card) for card in dict.fromkeys(_kinds(doing.cards))]


def _take(game: InPlace, doing: Doing, move: Move) -> None:
    """One goes to the hand, the rest to the discards."""
    (place,) = places_of(doing.cards, (move[1],))
    game.to_hand(doing.owner, [doing.cards[place]])
    game.discards = game.discards + [card for n, card in enumerate(doing.cards) if n != place]
    doing.cards = []


HANDS: dict[str, Rule] = {
    "discard-sticks": Rule(_discard_sticks, _stick_discards, _may_discard_sticks, of_what_is_paid=True),
    "add-fate-points": Rule(_add_points),
    "throw-more-sticks": Rule(_throw_more),
    "throw-chosen-again": Rule(_name_or_throw, _namings, _have_sticks, of_what_is_paid=True),
    "throw-all-again": Rule(_throw_all_again, _with_sticks, _have_sticks, of_what_is_paid=True),
    "draw-cards": Rule(_draw, possible=_cards_to_draw),
    "discard-cards": Rule(_discard_cards, _card_discards, _have_cards, by_target=True, of_what_is_paid=True),
    "discard-at-random": Rule(_discard_at_random, possible=_have_cards, of_what_is_paid=True),
    "take-at-random": Rule(_take_at_random, possible=_have_cards, of_what_is_paid=True),
    "choose-player": Rule(_choose_player, _with_cards, _have_cards, of_what_is_paid=True),
    "look-at-deck": Rule(_look_at_deck, possible=_cards_to_draw),
    "take-looked-at": Rule(_take, _cards_to_take),
}
