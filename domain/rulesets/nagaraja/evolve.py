"""How each event changes the state: what is dealt in `evolve_dealing`, temples in `evolve_temples`, all else here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.by_seat import by_seat
from domain.hidden import EVERYBODY, Hidden, public
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.components import colour_of, other
from domain.rulesets.nagaraja.evolve_dealing import DEALING, revealed
from domain.rulesets.nagaraja.evolve_temples import TEMPLES
from domain.rulesets.nagaraja.state import Effect, State, with_player

Item = TypeVar("Item")


def without(items: tuple[Item, ...], places: Sequence[int]) -> tuple[Item, ...]:
    """The items that do not lie at these places."""
    return tuple(item for i, item in enumerate(items) if i not in places)


def less(sticks: tuple[str, ...], gone: Sequence[str]) -> tuple[str, ...]:
    """The sticks without one for each of those that are gone."""
    left = list(sticks)
    for stick in gone:
        left.remove(stick)
    return tuple(left)


def _supply(state: State, back: Sequence[str] = (), out: Sequence[str] = ()) -> dict[str, int]:
    """The supply after sticks came back and others were taken."""
    change = Counter(map(colour_of, back))
    change.subtract(map(colour_of, out))
    return {colour: count + change[colour] for colour, count in state.supply.items()}


# -- phase 1


def cards_chosen(state: State, event: e.CardsChosen) -> State:
    laid = state.player(event.seat).laid + event.places
    state = with_player(state, event.seat, laid=laid, laying=event.more)
    return state if event.more else replace(state, seat=other(event.seat))


def cards_turned_up(state: State, event: e.CardsTurnedUp) -> State:
    for seat, opened in enumerate(event.places, 1):
        hand, places = state.player(seat).hand, [p.value for p in opened]
        used = revealed([hand[p] for p in places if p is not None], EVERYBODY)
        left = tuple(card for i, card in enumerate(hand) if i not in places)
        state = with_player(replace(state, used=state.used + used), seat, hand=left, laid=())
    return state


def sticks_thrown(state: State, event: e.SticksThrown) -> State:
    for seat, sticks in enumerate(event.sticks, 1):
        state = _takes_sticks(state, seat, sticks)
    return replace(state, stage="confront", seat=state.guide)


def _takes_sticks(state: State, seat: int, sticks: tuple[str, ...]) -> State:
    state = replace(state, supply=_supply(state, out=sticks))
    return with_player(state, seat, sticks=state.player(seat).sticks + sticks)


def _gives_sticks(state: State, seat: int, sticks: Sequence[str]) -> State:
    state = replace(state, supply=_supply(state, back=sticks))
    return with_player(state, seat, sticks=less(state.player(seat).sticks, sticks))


# -- phase 2


def confrontation_skipped(state: State, event: e.ConfrontationSkipped) -> State:
    return replace(state, players=by_seat(replace(p, passed=True) for p in state.players))


def naga_spent(state: State, event: e.NagaSpent) -> State:
    return _gives_sticks(state, event.seat, (event.stick,))


def card_activated(state: State, event: e.CardActivated) -> State:
    hand = state.player(event.seat).hand
    used = (*state.used, hand[event.place].shown_to(EVERYBODY))
    state = with_player(state, event.seat, hand=without(hand, (event.place,)))
    effect = Effect(event.seat, public(event.card), target=event.target)
    return replace(state, used=used, effect=effect)


def effect_goes_on(state: State, event: e.EffectGoesOn) -> State:
    return _effect(state, step=event.step)


def _effect(state: State, **changes: Any) -> State:
    assert state.effect is not None
    return replace(state, effect=replace(state.effect, **changes))


def effect_carried_out(state: State, event: e.EffectCarriedOut) -> State:
    return _turn_taken(replace(state, effect=None), event.next_seat)


def _turn_taken(state: State, next_seat: int) -> State:
    """Somebody acted: the other is next, and a player who passed may act again (naga.1)."""
    players = by_seat(replace(p, passed=False) if p.passed else p for p in state.players)
    return replace(state, players=players, seat=next_seat)


def passed(state: State, event: e.Passed) -> State:
    return replace(with_player(state, event.seat, passed=True), seat=other(event.seat))


def amulet_played(state: State, event: e.AmuletPlayed) -> State:
    left = without(state.player(event.seat).amulets, (event.place,))
    state = with_player(state, event.seat, amulets=left)
    state = replace(state, played=(*state.played, public(event.amulet)))
    return _turn_taken(state, other(event.seat)) if event.takes_turn else state


def fate_points_added(state: State, event: e.FatePointsAdded) -> State:
    return with_player(state, event.seat, fate_points=state.player(event.seat).fate_points + event.points)


def sticks_discarded(state: State, event: e.SticksDiscarded) -> State:
    return _gives_sticks(state, event.seat, event.sticks)


def stick_named(state: State, event: e.StickNamed) -> State:
    assert state.effect is not None
    return _effect(state, sticks=(*state.effect.sticks, event.stick))


def more_sticks_thrown(state: State, event: e.MoreSticksThrown) -> State:
    return _takes_sticks(state, event.seat, event.sticks)


def sticks_thrown_again(state: State, event: e.SticksThrownAgain) -> State:
    return _takes_sticks(_gives_sticks(state, event.seat, event.before), event.seat, event.sticks)


def player_chosen(state: State, event: e.PlayerChosen) -> State:
    return _effect(state, target=event.player)


def cards_drawn(state: State, event: e.CardsDrawn) -> State:
    number = len(event.cards)
    cards = revealed(state.deck[:number], event.seat)
    state = replace(state, deck=state.deck[number:])
    if event.purpose == "hand":
        return with_player(state, event.seat, hand=state.player(event.seat).hand + cards)
    if event.purpose == "keep":
        return replace(state, drawn=state.drawn + cards)
    assert state.effect is not None
    return _effect(state, cards=state.effect.cards + cards)


def cards_discarded(state: State, event: e.CardsDiscarded) -> State:
    """From here on the opponent no longer knows which card lies where in this hand (naga.3)."""
    places = [p.value for p in event.places]
    left = [card for i, card in enumerate(state.player(event.seat).hand) if i not in places]
    hand = tuple(replace(card, knowers=(event.seat,)) for card in left)
    return replace(with_player(state, event.seat, hand=hand), discards=state.discards + event.cards)


def card_discarded_at_random(state: State, event: e.CardDiscardedAtRandom) -> State:
    hand = state.player(event.seat).hand
    state = with_player(state, event.seat, hand=without(hand, (event.place,)))
    return replace(state, discards=(*state.discards, hand[event.place]))


def card_taken_at_random(state: State, event: e.CardTakenAtRandom) -> State:
    loser = other(event.seat)
    hand = state.player(loser).hand
    state = with_player(state, loser, hand=without(hand, (event.place,)))
    return _to_hand(state, event.seat, hand[event.place])


def _to_hand(state: State, seat: int, *cards: Hidden[str]) -> State:
    return with_player(state, seat, hand=state.player(seat).hand + revealed(cards, seat))


def card_taken(state: State, event: e.CardTaken) -> State:
    assert state.effect is not None
    looked_at = state.effect.cards
    state = _to_hand(_effect(state, cards=()), event.seat, looked_at[event.place])
    return replace(state, discards=state.discards + without(looked_at, (event.place,)))


def tile_won(state: State, event: e.TileWon) -> State:
    for seat in (1, 2):
        state = _gives_sticks(state, seat, state.player(seat).sticks)
    players = by_seat(replace(p, fate_points=0, passed=False) for p in state.players)
    return replace(
        state,
        players=players,
        discards=state.discards + state.used,
        used=(),
        stage="place",
        seat=event.seat,
    )


# -- phase 4


def guide_passed(state: State, event: e.GuidePassed) -> State:
    return replace(state, guide=event.seat, stage="keep", seat=event.seat)


def cards_kept(state: State, event: e.CardsKept) -> State:
    drawn = state.drawn
    keeping = drawn if event.place is None else without(drawn, (event.place,))
    state = _to_hand(replace(state, drawn=()), event.seat, *keeping)
    return state if event.place is None else _to_hand(state, other(event.seat), drawn[event.place])


def game_ended(state: State, event: e.GameEnded) -> State:
    for seat in (1, 2):
        state = with_player(state, seat, amulets=revealed(state.player(seat).amulets, EVERYBODY))
    return replace(state, stage="ended", seat=0, ended=event.reason, winner=event.winner, effect=None)


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    **TEMPLES,
    **DEALING,
    e.CardsChosen: cards_chosen,
    e.CardsTurnedUp: cards_turned_up,
    e.SticksThrown: sticks_thrown,
    e.ConfrontationSkipped: confrontation_skipped,
    e.NagaSpent: naga_spent,
    e.CardActivated: card_activated,
    e.EffectGoesOn: effect_goes_on,
    e.EffectCarriedOut: effect_carried_out,
    e.Passed: passed,
    e.AmuletPlayed: amulet_played,
    e.FatePointsAdded: fate_points_added,
    e.SticksDiscarded: sticks_discarded,
    e.StickNamed: stick_named,
    e.MoreSticksThrown: more_sticks_thrown,
    e.SticksThrownAgain: sticks_thrown_again,
    e.PlayerChosen: player_chosen,
    e.CardsDrawn: cards_drawn,
    e.CardsDiscarded: cards_discarded,
    e.CardDiscardedAtRandom: card_discarded_at_random,
    e.CardTakenAtRandom: card_taken_at_random,
    e.CardTaken: card_taken,
    e.TileWon: tile_won,
    e.GuidePassed: guide_passed,
    e.CardsKept: cards_kept,
    e.GameEnded: game_ended,
}
