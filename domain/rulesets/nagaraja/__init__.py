"""Nagaraja, for two: a contest for room tiles with fate sticks, cards and Nagas. Ruleset `nagaraja`; clauses in clauses.json.

Draws cannot run out with the box of edition 1: a round takes at most 48 (a throw, one for each card activated, one
for the deal) and there are at most 17 rounds, which leaves more than a thousand ties in the throw for the guide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from domain.by_seat import BySeat, by_seat
from domain.contract.programs import Luck
from domain.hidden import AUDITOR, Hidden, Viewer
from domain.play import Play
from domain.ruleset import (
    Action,
    Choose,
    Course,
    Edition,
    Event,
    Horizon,
    Outcome,
    Part,
    Ruleset,
    Step,
    Stepper,
    Traits,
)
from domain.rulesets.nagaraja import aloud, arrays, bot, rules, values
from domain.rulesets.nagaraja.actions import ACTIONS
from domain.rulesets.nagaraja.arguments import EXPLANATIONS, legal
from domain.rulesets.nagaraja.components import EDITIONS, Box, box_of, other
from domain.rulesets.nagaraja.conserved import conserved
from domain.rulesets.nagaraja.dealing import set_up
from domain.rulesets.nagaraja.describe import BUTTONS
from domain.rulesets.nagaraja.evolve import EVOLVE
from domain.rulesets.nagaraja.figures import Layout
from domain.rulesets.nagaraja.game import Game
from domain.rulesets.nagaraja.in_place_bot import Bot
from domain.rulesets.nagaraja.narrate import CHAPTERS, HEADLINES, SENTENCES, TURNS
from domain.rulesets.nagaraja.numbers import Numbers
from domain.rulesets.nagaraja.prompts import prompt
from domain.rulesets.nagaraja.redraw import pool, redraw
from domain.rulesets.nagaraja.simulation import simulated
from domain.rulesets.nagaraja.state import State, points, score_parts
from domain.rulesets.nagaraja.stepper import NagarajaStepper
from domain.rulesets.nagaraja.view import Board, view
from domain.sentence import Sentence


class Nagaraja(Ruleset[State]):
    """Every figure of the rules comes from the edition that the state names; `editions` may be other ones."""

    id = "nagaraja"
    name = {"en": "Nagaraja", "pl": "Nagaraja"}
    # Places of cards in a hand are public, and the discards are shuffled again: `redraw` heeds neither.
    traits = Traits(seats=(2,), draws=512, longest=1000, hidden_information=True, fitting=0.5)
    state = State
    actions = ACTIONS
    places = (
        "amulet:*",
        "card:*",
        "drawn:*",
        "looked:*",
        "mine:*",
        "relic:*:*",
        "slide:*:*:*",
        "space:*:*",
        "theirs:*",
    )
    end_reasons = ("cursed", "points", "full-temple")
    evolvers = EVOLVE
    sentences = SENTENCES
    chapters = CHAPTERS
    turns = TURNS
    headlines = HEADLINES
    descriptions = BUTTONS
    view_type = Board
    foresight = 1
    discreet = True
    by_rank, ranks = arrays.BY_RANK, arrays.RANKS

    def __init__(self, editions: Mapping[str, Edition] = EDITIONS) -> None:
        """Raises ValueError for an edition with which no whole game can be played."""
        self.editions = editions
        self._boxes = {id: box_of(edition) for id, edition in editions.items()}
        self._bot = cache(lambda id: Bot(Numbers(self._boxes[id])))
        self._layout = cache(lambda id: Layout(self._bot(id).numbers))

    def box(self, state: State) -> Box:
        return self._boxes[state.edition]

    def _game(self, play: Play[State]) -> Game:
        return Game(play, self.box(play.state))

    def sides(self, seats: int, options: Any) -> BySeat[str]:
        return by_seat(("grey", "yellow"))

    def initial(self, seats: int, options: Any, edition: Edition) -> State:
        box = self._boxes[edition.id]
        return State(edition.id, {colour: sticks.count for colour, sticks in box.sticks.items()})

    def setup(self, play: Play[State]) -> None:
        set_up(self._game(play))

    def decide(self, play: Play[State], seat: int, action: Any) -> None:
        rules.decide(self._game(play), seat, action)

    def carry_out(self, play: Play[State], seat: int, action: Any) -> None:
        rules.carry_out(self._game(play), seat, action)

    def to_act(self, state: State) -> tuple[int, ...]:
        return rules.to_act(state, self.box(state))

    def choices(self, state: State, seat: int) -> Sequence[Action]:
        return rules.legal_actions(state, self.box(state))

    def outcome(self, state: State) -> Outcome | None:
        """One winner and one loser (end.1, end.2, end.3)."""
        if not state.ended:
            return None
        box, loser = self.box(state), other(state.winner)
        scores = {str(seat): points(state.player(seat), box) for seat in (1, 2)}
        parts = score_parts(state, box)
        return Outcome((state.winner,), ((state.winner,), (loser,)), scores, state.ended, parts=parts)

    def view(self, state: State, viewer: Viewer) -> Board:
        return view(state, self.box(state))

    @property
    def explained(self) -> tuple[type[Event], ...]:
        return tuple(EXPLANATIONS)

    def explain(self, before: State, event: Any) -> Sequence[Step]:
        return EXPLANATIONS[type(event)](before, self.box(before), event)

    def prompt(self, state: State, seat: int, legal: Sequence[Action]) -> Sentence:
        return prompt(state, self.box(state), legal)

    def aloud(self, state: State, seat: int, action: Any) -> Sequence[Sentence]:
        return aloud.aloud(state, self.box(state), seat, action)

    def explain_action(self, state: State, seat: int, action: Any) -> Sequence[Step]:
        return super().explain_action(state, seat, action) or legal(state, self.box(state), seat, action)

    def numbered(self, seats: int, options: Any, edition: Edition) -> Sequence[Action]:
        return arrays.numbered(box_of(edition))

    def encoding(self, seats: int, options: Any, edition: Edition) -> Part:
        return arrays.encoding(box_of(edition))

    def new_stepper(self, play: Play[State]) -> Stepper | None:
        return self.stepper(play)

    def stepper(self, play: Play[State]) -> Stepper | None:
        layout = self._layout(play.state.edition)
        return NagarajaStepper(play, layout, self.outcome) if layout.in_bytes else None

    def greedy(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Action:
        return bot.greedy(state, self.box(state), seat, legal, choose)

    def promising(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Sequence[Course]:
        return bot.promising(state, self.box(state), seat, legal, choose)

    def outlook(self, state: State) -> BySeat[float]:
        return values.outlook(state, self.box(state))

    def simulate(self, state: State, luck: Luck, actions: int | None) -> State:
        return simulated(state, self._bot(state.edition), luck, actions)

    def horizon(self, state: State, viewer: Viewer) -> Horizon | None:
        """For a seat about half a game; what an auditor knows of decks and relics ahead the outlook does not weigh."""
        return None if viewer == AUDITOR else Horizon(50, 0.02)

    def settled(self, state: State) -> bool:
        """Between two rounds, when no tile is fought over and nothing laid for it."""
        return state.stage == "choose" and not any(player.laid for player in state.players)

    def conserved(self, state: State) -> Mapping[str, int]:
        return conserved(state, self.box(state))

    def pool(self, path: str, secret: Hidden[Any]) -> str | None:
        return pool(path)

    def redraw(self, state: State, viewer: Viewer, choose: Choose) -> State:
        return redraw(state, self.box(state), viewer, choose)


RULESET = Nagaraja()
