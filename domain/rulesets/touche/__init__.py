"""Touché: patterns of pawns on a board of playing cards. Ruleset `touche`; clauses in clauses.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec.structs import replace

from domain.by_seat import BySeat, by_seat
from domain.contract.programs import Luck
from domain.hidden import AUDITOR, Viewer
from domain.play import Play
from domain.ranking import ranked
from domain.ruleset import (
    Action,
    Choose,
    Course,
    Edition,
    Horizon,
    Outcome,
    Part,
    Ruleset,
    Step,
    Stepper,
    Traits,
)
from domain.rulesets.touche import aloud, arrays, bot, rules, turns, values
from domain.rulesets.touche.actions import ACTIONS
from domain.rulesets.touche.arguments import EXPLANATIONS, LEGAL
from domain.rulesets.touche.components import BOXES, Offsets
from domain.rulesets.touche.descriptions import DESCRIPTIONS, prompt
from domain.rulesets.touche.evolve import EVOLVE
from domain.rulesets.touche.options import ToucheOptions, check, own_patterns, set_choices, side_count
from domain.rulesets.touche.sentences import CHAPTERS, HEADLINES, SENTENCES, TURNS
from domain.rulesets.touche.simulation import Simulation
from domain.rulesets.touche.state import State, chooser, colour, empty_table, points, score_parts, side_of
from domain.rulesets.touche.stepper import ToucheStepper
from domain.rulesets.touche.view import ToucheView, patterns_made, view
from domain.rulesets.touche.withdrawing import withdrawn
from domain.sentence import Sentence

SEEN_AHEAD, DEALT_ANEW = 32, 16
"""Actions of a playout, and those after the known order of cards has run out. Nearly every action draws one card."""
ARROW: dict[str, Offsets] = {"arrow": ((0, 0), (1, 1), (0, 2))}


class Touche(Ruleset[State]):
    id = "touche"
    name = {"en": "Touché", "pl": "Touché"}
    traits = Traits(seats=(2, 3, 4, 6), draws=1024, longest=30_000, hidden_information=True)
    options = ToucheOptions
    state = State
    actions = ACTIONS
    places = ("card:*", "field:*", "goal:*", "pattern:*:*", "set:*:*")
    end_reasons = (turns.SET_COMPLETED, turns.NO_PLACE_LEFT, turns.STALLED)
    view_type = ToucheView
    foresight = 4
    discreet = True
    by_rank, ranks = arrays.BY_RANK, arrays.RANKS
    evolvers = EVOLVE
    sentences = SENTENCES
    chapters = CHAPTERS
    turns = TURNS
    headlines = HEADLINES
    descriptions = DESCRIPTIONS
    explanations = EXPLANATIONS

    def check(self, seats: int, options: ToucheOptions) -> None:
        check(self.newest.id, seats, options)

    def setups(self) -> Sequence[tuple[int, ToucheOptions]]:
        return [
            *((seats, ToucheOptions()) for seats in self.traits.seats),
            (6, ToucheOptions(teams_of_two=True)),
            (3, ToucheOptions(set_choice="own")),
            (4, ToucheOptions(set_choice="agreed", set="three-different")),
            (
                2,
                ToucheOptions(
                    set_choice="agreed", set="custom", patterns=ARROW, need={"arrow": 2, "square": 1}
                ),
            ),
        ]

    def sides(self, seats: int, options: ToucheOptions) -> BySeat[str]:
        colours = BOXES[self.newest.id].pawns.colours[: side_count(seats, options.teams_of_two)]
        return by_seat(colours[n % len(colours)] for n in range(seats))

    def initial(self, seats: int, options: ToucheOptions, edition: Edition) -> State:
        return empty_table(edition.id, seats, side_count(seats, options.teams_of_two), options)

    def setup(self, play: Play[State]) -> None:
        rules.set_up(play)

    def decide(self, play: Play[State], seat: int, action: Any) -> None:
        rules.decide(play, seat, action)

    def to_act(self, state: State) -> tuple[int, ...]:
        if state.ended:
            return ()
        choosing = chooser(state)
        return (state.seat if choosing is None else choosing,)

    def choices(self, state: State, seat: int) -> Sequence[Action]:
        return rules.legal_actions(state)

    def outcome(self, state: State) -> Outcome | None:
        """The winning side first, the others by patterns made; scores are tournament points (touche.end.1, touche.end.2)."""
        if not state.ended:
            return None
        winner, sides = turns.winning_side(state), range(state.sides)
        keys = [(side == winner, sum(c.side == side for c in state.crowned)) for side in sides]
        seats = {seat: side_of(state, seat) for seat in range(1, state.seats + 1)}
        return Outcome(
            tuple(seat for seat, side in seats.items() if side == winner),
            ranked({seat: keys[side] for seat, side in seats.items()}),
            {str(seat): points(state, side) for seat, side in seats.items()},
            state.ended,
            {
                "patterns": {colour(state, side): patterns_made(state, side) for side in sides},
                "points": {colour(state, side): points(state, side) for side in sides},
            },
            score_parts(state),
        )

    def withdrawn(self, state: State, seats: tuple[int, ...], why: str, sides: BySeat[str]) -> Outcome:
        return withdrawn(state, seats, why)

    def tournament_details(self, outcome: Outcome) -> Mapping[str, Mapping[str, int]]:
        """Patterns made, by kind; the points of a tournament are the scores (touche.tournament.1)."""
        patterns: Mapping[str, Mapping[str, int]] = outcome.details["patterns"]
        return patterns

    def next_options(self, seats: int, options: ToucheOptions, state: State | None) -> ToucheOptions:
        """The deal passes to the left (touche.tournament.1)."""
        dealer = state.dealer if state else options.dealer
        return replace(options, dealer=dealer % seats + 1) if dealer else options

    def view(self, state: State, viewer: Viewer) -> ToucheView:
        return view(state)

    def prompt(self, state: State, seat: int, legal: Sequence[Action]) -> Sentence:
        return prompt(legal)

    def aloud(self, state: State, seat: int, action: Any) -> Sequence[Sentence]:
        return aloud.aloud(state, action)

    def explain_action(self, state: State, seat: int, action: Any) -> Sequence[Step]:
        return super().explain_action(state, seat, action) or LEGAL[type(action)](state, seat, action)

    def numbered(self, seats: int, options: ToucheOptions, edition: Edition) -> Sequence[Action]:
        box = BOXES[edition.id]
        return arrays.numbered(edition.id, own_patterns(options), set_choices(box, options))

    def encoding(self, seats: int, options: ToucheOptions, edition: Edition) -> Part:
        sides = side_count(seats, options.teams_of_two)
        return arrays.encoding(edition.id, own_patterns(options), seats, sides)

    def stepper(self, play: Play[State]) -> Stepper:
        return ToucheStepper(play, self.outcome)

    def greedy(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Action:
        return bot.greedy(state, legal, choose)

    def promising(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Sequence[Course]:
        return bot.promising(state, legal, choose)

    def simulate(self, state: State, luck: Luck, actions: int | None) -> State | None:
        """From the deal on."""
        return Simulation(state, luck).play_on(actions) if state.seat else None

    def horizon(self, state: State, viewer: Viewer) -> Horizon | None:
        """Measured for two. An auditor knows the order of the stacks, which the outlook does not see: beyond their last card."""
        if state.seats != 2:
            return None
        ordered = sum(map(len, state.stacks)) if viewer == AUDITOR else 0
        return Horizon(max(SEEN_AHEAD, ordered + DEALT_ANEW), 0.02)

    def outlook(self, state: State) -> BySeat[float]:
        return values.outlook(state)

    def conserved(self, state: State) -> Mapping[str, int]:
        """Every card by its face."""
        hidden = (card.value for cards in (*state.stacks, *state.hands) for card in cards)
        return Counter(chain(state.pack, *state.used, (str(face) for face in hidden)))


RULESET = Touche()
