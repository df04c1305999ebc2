"""Romans Go Home!, by Eric B. Vogel: secret orders against Hadrian's wall. Ruleset `romans`; clauses in clauses.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta

from domain.by_seat import BySeat, by_seat
from domain.hidden import AUDITOR, EVERYBODY, Hidden, Viewer
from domain.play import Play
from domain.ruleset import (
    Action,
    BadSetup,
    Choose,
    Course,
    Edition,
    Horizon,
    Options,
    Outcome,
    Part,
    Ruleset,
    Step,
    Stepper,
    Traits,
)
from domain.rulesets.romans import (
    aloud,
    arguments_actions,
    arrays,
    bot,
    choices,
    redraw,
    rounds,
    rules,
    values,
)
from domain.rulesets.romans.actions import ACTIONS
from domain.rulesets.romans.arguments import ARGUMENTS
from domain.rulesets.romans.components import BOXES
from domain.rulesets.romans.descriptions import DESCRIPTIONS
from domain.rulesets.romans.evolve import EVOLVE
from domain.rulesets.romans.prompts import prompt
from domain.rulesets.romans.sentences import CHAPTERS, HEADLINES, SENTENCES, TURNS
from domain.rulesets.romans.state import Clan, Side, State, points, to_act
from domain.rulesets.romans.stepper import RomansStepper
from domain.rulesets.romans.texts import TEXTS
from domain.rulesets.romans.view import RomansView, view
from domain.sentence import Sentence

A_ROUND = 17
"""After so many actions a later round is under way: two bots lay six warriors each and seal, and clashes ask little."""


class RomansOptions(Options, frozen=True):
    """Neutral clans make up two to four clans with the players; both variants are off by default."""

    neutral_clans: Annotated[int, Meta(ge=0, le=3)] = 0
    neutral_abilities: Literal["horsie-only", "automatic"] = "horsie-only"
    tied_fort: bool = False
    druhid_shift: bool = False


class Romans(Ruleset[State]):
    id = "romans"
    name = {"en": "Romans Go Home!", "pl": "Rzymianie do domu!"}
    # One shuffle of forts and three of each clan's warriors: 13 draws at most, so 64 are never used up.
    traits = Traits(
        seats=(1, 2, 3, 4),
        draws=64,
        longest=30_000,
        hidden_information=True,
        simultaneous=True,
    )
    options = RomansOptions
    state = State
    actions = ACTIONS
    places = ("card:*", "clan:*", "fort:*", "held:*:*", "line:*", "post:*:*", "ruin:*")
    end_reasons = (rounds.THIRD_ROUND, rounds.THREE_FORTHECA)
    view_type = RomansView
    foresight = 1
    discreet = True
    by_rank, ranks = arrays.BY_RANK, arrays.RANKS
    evolvers = EVOLVE
    sentences = SENTENCES
    chapters = CHAPTERS
    turns = TURNS
    headlines = HEADLINES
    descriptions = DESCRIPTIONS
    texts = TEXTS
    explanations = ARGUMENTS

    def check(self, seats: int, options: Any) -> None:
        """Two to four clans in all (romans.setup.1)."""
        clans = seats + options.neutral_clans
        if not 2 <= clans <= 4:
            words = (
                f"{seats} players and {options.neutral_clans} neutral clans make {clans} clans; 2 to 4 play."
            )
            raise BadSetup("neutral_clans", words, "romans.setup.1")

    def setups(self) -> Sequence[tuple[int, Any]]:
        automatic: Any = "automatic"
        return [
            (1, RomansOptions(1)),
            (1, RomansOptions(2, automatic)),
            (1, RomansOptions(3, tied_fort=True)),
            (2, RomansOptions()),
            (2, RomansOptions(1, automatic, druhid_shift=True)),
            (2, RomansOptions(2)),
            (3, RomansOptions(tied_fort=True, druhid_shift=True)),
            (3, RomansOptions(1)),
            (4, RomansOptions()),
        ]

    def sides(self, seats: int, options: Any) -> BySeat[str]:
        return by_seat(clan.id for clan in BOXES[self.newest.id].clans[:seats])

    def initial(self, seats: int, options: Any, edition: Edition) -> State:
        box = BOXES[edition.id]
        names = [clan.id for clan in box.clans[: seats + options.neutral_clans]]
        sides = (Side(name, n if n <= seats else None) for n, name in enumerate(names, 1))
        return State(
            edition.id,
            seats,
            options.neutral_abilities,
            options.tied_fort,
            options.druhid_shift,
            by_seat(Clan(side, box.deck) for side in sides),
            tuple(Hidden(fort, (EVERYBODY,)) for fort in box.stack),
        )

    def setup(self, play: Play[State]) -> None:
        rounds.set_up(play)

    def decide(self, play: Play[State], seat: int, action: Any) -> None:
        rules.decide(play, seat, action)

    def to_act(self, state: State) -> tuple[int, ...]:
        return to_act(state)

    def choices(self, state: State, seat: int) -> Sequence[Action]:
        return choices.legal_actions(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """The ranking of the players; neutral clans are listed for comparison (romans.end.1, romans.neutral.2)."""
        if not state.ended:
            return None
        ranking = rounds.ranking(state, state.ended)
        scores = {str(seat): points(state, clan) for seat, clan in enumerate(state.players, 1)}
        neutral = {clan.side.clan: points(state, clan) for clan in state.neutral}
        details: dict[str, Any] = {"neutral_clans": neutral} if neutral else {}
        if state.seats == 1:
            details["outscored_by"] = [name for name, score in neutral.items() if score > scores["1"]]
        return Outcome(ranking[0], ranking, scores, state.ended, details, rounds.score_parts(state))

    def stint(self, state: State, seat: int) -> int:
        """Orders are given at leisure once a round; the decisions in its clashes go on with what is left of that time."""
        return state.round

    def view(self, state: State, viewer: Viewer) -> RomansView:
        return view(state)

    def prompt(self, state: State, seat: int, legal: Sequence[Action]) -> Sentence:
        return prompt(state, seat)

    def aloud(self, state: State, seat: int, action: Any) -> Sequence[Sentence]:
        return aloud.aloud(state, seat, action)

    def explain_action(self, state: State, seat: int, action: Any) -> Sequence[Step]:
        refused = super().explain_action(state, seat, action)
        if not refused:
            return arguments_actions.legal(state, seat, action)
        due = next((due for due in state.due if due.seat == seat), None)
        return [*refused, *(arguments_actions.answers_open(state, due) if due else ())]

    def numbered(self, seats: int, options: Any, edition: Edition) -> Sequence[Action]:
        return arrays.numbered(BOXES[edition.id])

    def encoding(self, seats: int, options: RomansOptions, edition: Edition) -> Part:
        return arrays.encoding(BOXES[edition.id], seats, seats + options.neutral_clans)

    def stepper(self, play: Play[State]) -> Stepper:
        return RomansStepper(play, self.outcome)

    def greedy(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Action:
        return bot.greedy(state, seat, legal, choose)

    def promising(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Sequence[Course]:
        return bot.promising(state, seat, legal, choose)

    def outlook(self, state: State) -> BySeat[float]:
        return values.outlook(state)

    def horizon(self, state: State, viewer: Viewer) -> Horizon | None:
        """Measured for two clans. From the first round until the last wall is revealed; an auditor knows the stack of forts."""
        if len(state.clans) > 2 or state.round > 1:
            return None
        return Horizon(A_ROUND, 0.03 if viewer == AUDITOR else 0.02)

    def settled(self, state: State) -> bool:
        """Between two rounds: a wall is revealed, and no orders are given yet."""
        return not state.clash and not any(clan.placed or clan.put_away for clan in state.clans)

    def conserved(self, state: State) -> Mapping[str, int]:
        forts = Counter(str(fort.value) for fort in state.stack)
        forts.update((*state.wall, *state.lost_forts, *(f for clan in state.clans for f in clan.forts)))
        counts = {f"fort {name}": n for name, n in forts.items()}
        for clan in state.clans:
            counts |= {f"{clan.side.clan} {name}": n for name, n in _warriors(clan).items()}
        return dict(sorted(counts.items()))

    def pool(self, path: str, secret: Hidden[Any]) -> str | None:
        return redraw.pool(path)

    def redraw(self, state: State, viewer: Viewer, choose: Choose) -> State:
        return redraw.redraw(state, viewer, choose)


def _warriors(clan: Clan) -> Counter[str]:
    hidden = (*clan.hand, *clan.away, *clan.orders)
    fresh = (clan.fresh,) if clan.fresh else ()
    return Counter((*clan.deck, *clan.line, *fresh, *clan.discards, *(str(card.value) for card in hidden)))


RULESET = Romans()
