"""The rules of Touché up to the first turn: the draw for the deal, the choice of sets, the deal."""

from __future__ import annotations

from collections.abc import Sequence

from domain.play import IllegalAction, Play
from domain.ruleset import Action
from domain.rulesets.touche import events as e
from domain.rulesets.touche import turns
from domain.rulesets.touche.actions import ChooseSet, CrownPattern, ExchangeDead, LayCard
from domain.rulesets.touche.cards import draw_cards
from domain.rulesets.touche.components import CUSTOM, DIFFERENT, JOKER, Pack, SetName
from domain.rulesets.touche.lays import legal_in_turn
from domain.rulesets.touche.options import Goal, ToucheOptions, agreed_set, goal_of
from domain.rulesets.touche.state import State, choices, chooser, colour, from_the_left, members, side_of
from domain.rulesets.touche.terms import kind_of, named_patterns
from domain.sentence import Seat, Term, say


def set_up(play: Play[State]) -> None:
    """Draw for the deal; where the set is agreed, deal (touche.setup.2, touche.set.1)."""
    if not play.state.dealer:
        _draw_dealer(play)
    if not choices(play.state):
        _choose(play, None, agreed_set(play.state.options))


def _draw_dealer(play: Play[State]) -> None:
    """The highest card deals. Jokers are drawn again, then the tied highest draw again, each time from the whole pack."""
    pack, holds = play.state.box.pack, dict[int, str]()
    drawing = list(range(1, play.state.seats + 1))
    while drawing:
        seats = tuple(drawing)
        draw = play.roll(range(len(pack.cards), len(pack.cards) - len(seats), -1))
        faces = _picked(pack.cards, draw.values)
        holds = _highest(pack, holds | dict(zip(seats, faces, strict=True)))
        drawing = [s for s, face in holds.items() if face == JOKER] or (list(holds) if len(holds) > 1 else [])
        dealer = None if drawing else next(iter(holds))
        play.record(e.DealerDrawn(seats, faces, dealer, draw), "touche.setup.2")


def _picked(cards: Sequence[str], places: Sequence[int]) -> tuple[str, ...]:
    """Cards taken one after the other, each by its place (from 1) among those that are left."""
    left = list(cards)
    return tuple(left.pop(place - 1) for place in places)


def _highest(pack: Pack, holds: dict[int, str]) -> dict[int, str]:
    """Who is still in the draw for the deal: everybody while a joker is among the cards, else the highest (ace high)."""
    if JOKER in holds.values():
        return holds
    best = max(map(pack.rank, holds.values()))
    return {seat: face for seat, face in holds.items() if pack.rank(face) == best}


def choose_set(play: Play[State], seat: int, choice: ChooseSet) -> None:
    """The dealer chooses for all, or each side for itself (touche.set.1)."""
    state = play.state
    if chooser(state) is None:
        raise _chosen_already(state, side_of(state, seat))
    if choice not in choices(state):
        raise IllegalAction(
            "touche.set.1",
            "Choose a printed set; three different ones need three kinds, each named once, of {kinds};"
            " the table's own set may be chosen only where there is one.",
            kinds=tuple(map(kind_of, state.box.patterns)),
        )
    _choose(play, seat, choice)


def _chosen_already(state: State, side: int) -> IllegalAction:
    words = "The sets were chosen before the cards were dealt; {colour} has {needed} to make."
    needed = tuple(say("{n} × {kind}", n=need.count, kind=kind_of(need.kind)) for need in state.goals[side])
    return IllegalAction("touche.set.1", words, colour=Term(colour(state, side)), needed=needed)


def _choose(play: Play[State], seat: int | None, choice: ChooseSet) -> None:
    """Note the set; after the last one the cards are dealt."""
    state, options = play.state, play.state.options
    own = seat is not None and options.set_choice == "own"
    sides = [side_of(state, seat)] if own and seat else range(state.sides)
    colours = tuple(colour(state, side) for side in sides)
    players = tuple(members(state, side) for side in sides)
    goal = goal_of(state.box, options, choice)
    chosen = e.SetChosen(seat, colours, players, choice.set, goal)
    play.record(chosen, *why_this_goal(options, choice.set, goal))
    if chooser(play.state) is None:
        _deal(play)


def why_this_goal(options: ToucheOptions, name: SetName, goal: Goal) -> list[str]:
    """Who chooses among the printed sets is touche.set.1; what the table has agreed on instead, touche.set.2."""
    if name == CUSTOM:
        return ["touche.set.2", "touche.set.1"]
    agreed = options.set_choice == "agreed" if name == DIFFERENT else goal[0].kind in options.need
    return ["touche.set.1", "touche.set.2"] if agreed else ["touche.set.1"]


def _deal(play: Play[State]) -> None:
    """The whole pack is dealt into stacks, and each player takes the top five of their own (touche.setup.1, touche.setup.2)."""
    state = play.state
    seats = from_the_left(state)
    dealt = e.CardsDealt(state.dealer, seats[0], play.shuffle(state.pack))
    play.record(dealt, "touche.setup.2", "touche.setup.1", "touche.turn.1")
    for seat in seats:
        draw_cards(play, seat, state.box.hand.cards, "touche.setup.2")


def legal_actions(state: State) -> Sequence[Action]:
    """Everything that the seat to act may do."""
    return choices(state) if chooser(state) is not None else legal_in_turn(state)


def decide(play: Play[State], seat: int, action: Action) -> None:
    if isinstance(action, ChooseSet):
        choose_set(play, seat, action)
    elif chooser(play.state) is not None:
        words = "First {seat} chooses a set; then the cards are dealt."
        raise IllegalAction("touche.set.1", words, seat=Seat(seat))
    elif isinstance(action, CrownPattern):
        turns.crown_pattern(play, action)
    elif play.state.completed:
        raise IllegalAction(
            "touche.done.2",
            "Say first which of the patterns is crowned: {patterns}.",
            patterns=named_patterns(play.state.completed),
        )
    elif isinstance(action, LayCard):
        turns.lay_card(play, action)
    elif isinstance(action, ExchangeDead):
        turns.exchange_dead(play, action)
    else:
        turns.pass_turn(play)
