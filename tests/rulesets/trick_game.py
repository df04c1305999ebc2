"""A small game with hidden hands, a private swap and tricks, to try the battery on: honest here, broken by subclasses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.draws import Shuffle
from domain.hidden import Hidden, Opened, Viewer, public
from domain.play import IllegalAction, Play
from domain.redraw import Choose
from domain.ruleset import Action, Edition, Event, Outcome, Ruleset, Traits

CARDS = tuple(f"{suit}{number}" for suit in "abc" for number in range(1, 6))
SEATS, HAND = 3, 5


class Swap(Action, frozen=True, tag="swap"):
    """Give a card of the own hand to the next seat, unseen by the others."""

    card: str


class PlayCard(Action, frozen=True, tag="play-card"):
    card: str


class Dealt(Event, frozen=True, tag="dealt"):
    draw: Shuffle[str]


class Swapped(Event, frozen=True, tag="swapped"):
    seat: int
    card: Opened[str]
    named: str = ""


class Played(Event, frozen=True, tag="played"):
    seat: int
    card: Opened[str]


class TrickWon(Event, frozen=True, tag="trick-won"):
    seat: int


class State(msgspec.Struct, frozen=True):
    hands: tuple[tuple[Hidden[str], ...], ...] = ((),) * SEATS
    swapped: int = 0
    """How many have given a card away."""
    seat: int = 1
    trick: tuple[str, ...] = ()
    won: tuple[int, ...] = (0,) * SEATS
    void: tuple[str, ...] = ("",) * SEATS
    """The suits that each seat has shown not to have."""
    last: str = ""

    def hand(self, seat: int) -> list[str]:
        return [card.value for card in self.hands[seat - 1] if card.value is not None]


def following(seat: int) -> int:
    return seat % SEATS + 1


def _without(
    state: State, seat: int, ref: str, *more: Hidden[str], to: int = 0
) -> tuple[tuple[Hidden[str], ...], ...]:
    """The hands without a card, which goes to another one if there is one."""
    hands = [tuple(card for card in hand if card.ref != ref) for hand in state.hands]
    if to:
        hands[to - 1] = (*hands[to - 1], *more)
    return tuple(hands)


def dealt(state: State, event: Dealt) -> State:
    order = event.draw.order
    hands = (order[n * HAND : n * HAND + HAND] for n in range(SEATS))
    return replace(
        state, hands=tuple(tuple(it.shown_to(seat) for it in hand) for seat, hand in enumerate(hands, 1))
    )


def swapped(state: State, event: Swapped) -> State:
    (card,) = (it for it in state.hands[event.seat - 1] if it.ref == event.card.ref)
    to = following(event.seat)
    hands = _without(state, event.seat, card.ref, card.shown_to(to), to=to)
    done = state.swapped + 1
    return replace(state, hands=hands, swapped=done, seat=1 if done == SEATS else to)


def played(state: State, event: Played) -> State:
    card = public(event.card)
    short = state.trick and state.trick[0][0] != card[0]
    void = [
        suits + state.trick[0][0] if short and seat == event.seat else suits
        for seat, suits in enumerate(state.void, 1)
    ]
    trick = (*state.trick, card)
    hands = _without(state, event.seat, event.card.ref)
    return replace(state, hands=hands, trick=trick, void=tuple(void), seat=following(event.seat))


def trick_won(state: State, event: TrickWon) -> State:
    won = tuple(n + (seat == event.seat) for seat, n in enumerate(state.won, 1))
    return replace(state, won=won, trick=(), seat=event.seat)


class Tricks(Ruleset[State]):
    id, name, state, end_reasons = "tricks", {"en": "Tricks", "pl": "Lewy"}, State, ("played",)
    traits = Traits(seats=(SEATS,), draws=4, longest=30, hidden_information=True, redrawn=0.6)
    editions = {"1": Edition("1", {})}
    evolvers = {Dealt: dealt, Swapped: swapped, Played: played, TrickWon: trick_won}

    @property
    def deciders(self) -> Mapping[Any, Any]:  # type: ignore[override]
        return {Swap: self.swap, PlayCard: self.play_card}

    actions = (Swap, PlayCard)

    def initial(self, seats: int, options: Any, edition: Edition) -> State:
        return State()

    def setup(self, play: Play[State]) -> None:
        play.record(Dealt(play.shuffle(CARDS)), "tricks.deal")

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.seat,) if any(state.hands) else ()

    def choices(self, state: State, seat: int) -> Sequence[Action]:
        hand = sorted(state.hand(seat))
        if state.swapped < SEATS:
            return [Swap(card) for card in hand]
        same = [card for card in hand if state.trick and card[0] == state.trick[0][0]]
        return [PlayCard(card) for card in same or hand]

    def swap(self, play: Play[State], seat: int, action: Swap) -> None:
        card = self._named(play.state, seat, action)
        play.record(Swapped(seat, card.open_to(following(seat)), self.naming(card)), "tricks.swap")

    def naming(self, card: Hidden[str]) -> str:
        """What everybody reads of the card that is given."""
        return ""

    def play_card(self, play: Play[State], seat: int, action: PlayCard) -> None:
        play.record(Played(seat, self._named(play.state, seat, action).open_to()), "tricks.follow")
        trick = play.state.trick
        if len(trick) == SEATS:
            best = max(range(SEATS), key=lambda n: (trick[n][0] == trick[0][0], trick[n]))
            play.record(TrickWon((play.state.seat - 1 + best) % SEATS + 1), "tricks.win")

    def _named(self, state: State, seat: int, action: Swap | PlayCard) -> Hidden[str]:
        if action not in self.choices(state, seat):
            raise IllegalAction("tricks.follow", "You cannot do that with {card}.", card=action.card)
        return next(it for it in state.hands[seat - 1] if it.value == action.card)

    def outcome(self, state: State) -> Outcome | None:
        if any(state.hands):
            return None
        best = tuple(seat for seat, n in enumerate(state.won, 1) if n == max(state.won))
        rest = tuple(seat for seat in range(1, SEATS + 1) if seat not in best)
        return Outcome(best, (best, rest) if rest else (best,), {}, "played")

    def conserved(self, state: State) -> Mapping[str, int]:
        return {"suits": len("abc")}

    def redraw(self, state: State, viewer: Viewer, choose: Choose) -> State:
        """Until nobody holds what they have shown not to have."""
        while True:
            drawn = super().redraw(state, viewer, choose)
            if not any(
                card[0] in drawn.void[seat - 1] for seat in range(1, SEATS + 1) for card in drawn.hand(seat)
            ):
                return drawn
