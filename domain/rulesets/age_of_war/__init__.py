"""Age of War, by Reiner Knizia: seven dice, fourteen castles. Ruleset `age-of-war`; clauses in clauses.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from domain.by_seat import BySeat, by_seat
from domain.contract.programs import Luck
from domain.hidden import Viewer
from domain.play import Play
from domain.ranking import ranked
from domain.ruleset import (
    Action,
    Choose,
    Course,
    Edition,
    Odds,
    Outcome,
    Part,
    Ruleset,
    Step,
    Stepper,
    Traits,
)
from domain.rulesets.age_of_war import aloud, arguments, arrays, bot, foresight, prospects, rules
from domain.rulesets.age_of_war.arguments import ARGUMENTS
from domain.rulesets.age_of_war.components import BOXES, DICE
from domain.rulesets.age_of_war.events import EndReason
from domain.rulesets.age_of_war.evolve import EVOLVE
from domain.rulesets.age_of_war.narrate import CHAPTERS, DESCRIPTIONS, HEADLINES, SENTENCES, TURNS, prompt
from domain.rulesets.age_of_war.rules import DECIDERS
from domain.rulesets.age_of_war.simulation import Simulation
from domain.rulesets.age_of_war.state import State, castle_count, score_parts, standings
from domain.rulesets.age_of_war.stepper import WarStepper
from domain.rulesets.age_of_war.view import WarView, view
from domain.sentence import Sentence


class AgeOfWar(Ruleset[State]):
    id = "age-of-war"
    name = {"en": "Age of War", "pl": "Age of War"}
    traits = Traits(seats=(2, 3, 4, 5, 6), draws=4096, longest=30_000)
    state = State
    places = ("castle:*", "die:*", "keep:*", "line:*:*", "stack:*")
    end_reasons = get_args(EndReason)
    view_type = WarView
    foresight = 0
    by_rank, ranks = (), 0
    deciders = DECIDERS
    evolvers = EVOLVE
    sentences = SENTENCES
    chapters = CHAPTERS
    turns = TURNS
    headlines = HEADLINES
    descriptions = DESCRIPTIONS
    explanations = ARGUMENTS

    def initial(self, seats: int, options: Any, edition: Edition) -> State:
        centre = tuple(castle.id for castle in BOXES[edition.id].castles)
        nothing: BySeat[tuple[str, ...]] = by_seat(((),) * seats)
        return State(edition.id, seats, centre, nothing, nothing, seat=0, turn=0, to_throw=DICE)

    def setup(self, play: Play[State]) -> None:
        rules.set_up(play)

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.ended else (state.seat,)

    def choices(self, state: State, seat: int) -> Sequence[Action]:
        return rules.legal_actions(state)

    def outcome(self, state: State) -> Outcome | None:
        """Score, then castles, then completed clans; then the win is shared (war.score.2)."""
        if not state.ended:
            return None
        standing = standings(state)
        ranking = ranked(standing)
        winners = ranking[0] if state.ended == "last-castle" else ()
        scores = {str(seat): points for seat, (points, _, _) in standing.items()}
        return Outcome(winners, ranking, scores, state.ended, parts=score_parts(state))

    def view(self, state: State, viewer: Viewer) -> WarView:
        return view(state)

    def prompt(self, state: State, seat: int, legal: Sequence[Action]) -> Sentence:
        return prompt(legal)

    def aloud(self, state: State, seat: int, action: Any) -> Sequence[Sentence]:
        return aloud.aloud(state, action)

    def explain_action(self, state: State, seat: int, action: Any) -> Sequence[Step]:
        return super().explain_action(state, seat, action) or arguments.legal(state, action)

    def numbered(self, seats: int, options: Any, edition: Edition) -> Sequence[Action]:
        return arrays.numbered(edition.id, BOXES[edition.id])

    def encoding(self, seats: int, options: Any, edition: Edition) -> Part:
        return arrays.encoding(edition.id, BOXES[edition.id], seats)

    def stepper(self, play: Play[State]) -> Stepper:
        return WarStepper(play, self.outcome)

    def greedy(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Action:
        return bot.greedy(state, legal, choose)

    def promising(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Sequence[Course]:
        return bot.promising(state, legal, choose)

    def simulate(self, state: State, luck: Luck, actions: int | None) -> State | None:
        """Whole games only."""
        return Simulation(state, luck).to_the_end() if actions is None else None

    def outlook(self, state: State) -> BySeat[float]:
        return prospects.outlook(state)

    def prospect(self, state: State, seat: int) -> float | None:
        return foresight.prospect(state, seat)

    def odds(self, state: State, action: Any) -> Odds | None:
        return prospects.odds(state, action)

    def settled(self, state: State) -> bool:
        """When dice are to be thrown."""
        return state.to_throw > 0

    def conserved(self, state: State) -> Mapping[str, int]:
        on_lines = sum(len(f.dice) for f in state.filled)
        castles = len(state.centre) + sum(castle_count(state, s) for s in range(1, state.seats + 1))
        return {"dice": len(state.dice) + state.to_throw + state.set_aside + on_lines, "castles": castles}


RULESET = AgeOfWar()
