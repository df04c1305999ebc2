"""Card effects in a game that goes on in place: what may be chosen for each step, and what it does (`effects`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.changing import OPTIONS, SWAPS, options
from domain.rulesets.nagaraja.components import Step
from domain.rulesets.nagaraja.numbers import knower

if TYPE_CHECKING:
    from domain.rulesets.nagaraja.in_place import InPlace

Move = tuple[Any, ...]
SEATS = (0, 1)
NOBODY = NO_CARD = NO_AMULET = -1


class Doing:
    """An activated card whose effect is being carried out."""

    __slots__ = ("card", "cards", "owner", "places", "step", "steps", "sticks", "target", "targets")

    def __init__(self, owner: int, card: int, targets: tuple[int, ...], steps: tuple[Step, ...]) -> None:
        self.owner, self.card, self.targets, self.steps = owner, card, targets, steps
        self.target = targets[0] if len(targets) == 1 else NOBODY
        self.step = 0
        self.places: tuple[int, ...] = ()
        self.sticks: tuple[int, ...] = ()
        self.cards: list[int] = []

    @property
    def seats(self) -> tuple[int, ...]:
        """Whom it may concern: the one chosen, or all that the card's arrow allows."""
        return self.targets if self.target == NOBODY else (self.target,)

    @property
    def now(self) -> Step:
        return self.steps[self.step]


@lru_cache(maxsize=1 << 12)
def selections(items: tuple[int, ...], number: int) -> list[tuple[int, ...]]:
    """Every choice of `number` of these sorted items; equal items are one choice."""
    return list(dict.fromkeys(combinations(items, number)))


def places_of(cards: Sequence[int], kinds: Sequence[int], taken: Sequence[int] = ()) -> list[int]:
    """The first place of each of these kinds among the cards, each place once and none that is taken."""
    used = [*taken]
    for kind in kinds:
        used.append(next(n for n, card in enumerate(cards) if card >> 3 == kind and n not in used))
    return sorted(used[len(taken) :])


class Rule(NamedTuple):
    """As `effects.step.Rule`."""

    carry_out: Callable[[InPlace, Doing, Move], bool | None]
    """True if the same step continues with another choice."""
    choices: Callable[[InPlace, Doing], list[Move]] | None = None
    possible: Callable[[InPlace, Doing], bool] = lambda game, doing: True
    """Whether there is a legal target, as far as the choices do not say it."""
    by_target: bool = False


def chooser(doing: Doing) -> int:
    return doing.target if RULES[doing.now.do].by_target else doing.owner


def choices(game: InPlace, doing: Doing) -> list[Move]:
    listed = RULES[doing.now.do].choices
    return listed(game, doing) if listed else []


def possible(game: InPlace, doing: Doing) -> bool:
    """Whether the effect has a legal target."""
    return bool(choices(game, doing)) or happens_by_itself(game, doing)


def happens_by_itself(game: InPlace, doing: Doing) -> bool:
    """Whether the step leaves nothing to choose and can be done."""
    rule = RULES[doing.now.do]
    return rule.choices is None and rule.possible(game, doing)


def choose(game: InPlace, doing: Doing, move: Move) -> None:
    if not RULES[doing.now.do].carry_out(game, doing, move):
        _next_step(game, doing)


def happen(game: InPlace, doing: Doing) -> bool:
    """Carry out a step that leaves nothing to choose; False when somebody has to choose."""
    if game.moves():
        return False
    rule = RULES[doing.now.do]
    if rule.choices is None:
        rule.carry_out(game, doing, ())
    _next_step(game, doing)
    return True


def _next_step(game: InPlace, doing: Doing) -> None:
    game.changed()
    if game.ended:
        return
    doing.step += 1
    if doing.step == len(doing.steps):
        game.doing = None
        game.turn_taken(1 - doing.owner)


# -- temples


def _changes(game: InPlace, doing: Doing) -> list[Move]:
    moves: list[Move] = []
    for seat in doing.seats:
        action, listed = options(doing.now.do, game.players[seat].shape)
        moves += [(action, seat, *args) for args in listed]
    return moves


def _change(game: InPlace, doing: Doing, move: Move) -> None:
    action, seat, *args = move
    game.change(seat, action, tuple(args))


def _swaps(game: InPlace, doing: Doing) -> list[Move]:
    return [(a.SwapRelics, seat, *pair) for seat in doing.seats for pair in SWAPS[doing.now.adjacent]]


def _swap(game: InPlace, doing: Doing, move: Move) -> None:
    """Relics take the face state of their new places; after a look they may be left."""
    if move[0] is a.SwapRelics:
        _, seat, first, second = move
        player = game.players[seat]
        relics = [*player.relics]
        relics[first], relics[second] = relics[second], relics[first]
        player.relics = relics
        game.turn_relics(player)
        game.check_ends()


def face_down(game: InPlace, seat: int) -> list[int]:
    up = game.players[seat].up
    return [place for place in range(9) if not up >> place & 1]


def _looks(game: InPlace, doing: Doing) -> list[Move]:
    moves: list[Move] = []
    for seat in doing.seats:
        if down := face_down(game, seat):
            size = min(doing.now.number, len(down))
            moves += [(a.PeekRelics, seat, places) for places in combinations(down, size)]
    return moves


def _look(game: InPlace, doing: Doing, move: Move) -> None:
    _, doing.target, doing.places = move
    game.temples += 1
    player, known = game.players[doing.target], knower(doing.owner)
    player.relics = [relic | known if n in doing.places else relic for n, relic in enumerate(player.relics)]


def _swaps_with_seen(game: InPlace, doing: Doing) -> list[Move]:
    seen = doing.places[0]
    others = [place for place in face_down(game, doing.target) if place != seen]
    pairs = [(min(seen, place), max(seen, place)) for place in others]
    return [*((a.SwapRelics, doing.target, *pair) for pair in pairs), (a.LeaveRelics,)] if pairs else []


# -- sticks


def _stick_discards(game: InPlace, doing: Doing) -> list[Move]:
    numbers, wanted = game.numbers, doing.now.colour
    sticks = game.players[doing.target].sticks
    if wanted:
        colour = numbers.colours.index(wanted)
        sticks = [stick for stick in sticks if numbers.colour[stick] == colour]
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


def _throw_all_again(game: InPlace, doing: Doing, move: Move) -> None:
    doing.target = move[1]
    _throw_again(game, doing.target, [*game.players[doing.target].sticks])


# -- cards


def _cards_to_draw(game: InPlace, doing: Doing) -> bool:
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


def _target_has_cards(game: InPlace, doing: Doing) -> bool:
    return bool(game.players[doing.target].hand)


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


RULES: dict[str, Rule] = {
    **dict.fromkeys(OPTIONS, Rule(_change, _changes)),
    "swap-relics": Rule(_swap, _swaps),
    "peek-relics": Rule(_look, _looks),
    "swap-peeked": Rule(_swap, _swaps_with_seen),
    "discard-sticks": Rule(_discard_sticks, _stick_discards),
    "add-fate-points": Rule(_add_points),
    "throw-more-sticks": Rule(_throw_more),
    "throw-chosen-again": Rule(_name_or_throw, _namings),
    "throw-all-again": Rule(_throw_all_again, _with_sticks),
    "draw-cards": Rule(_draw, possible=_cards_to_draw),
    "discard-cards": Rule(_discard_cards, _card_discards, by_target=True),
    "discard-at-random": Rule(_discard_at_random, possible=_target_has_cards),
    "take-at-random": Rule(_take_at_random, possible=_target_has_cards),
    "choose-player": Rule(_choose_player, _with_cards),
    "look-at-deck": Rule(_look_at_deck, possible=_cards_to_draw),
    "take-looked-at": Rule(_take, _cards_to_take),
}
