"""The contract of a ruleset. Read this first: it says what a game is to the rest of Kronika.

A ruleset is one folder below `domain/rulesets/` and one object that subclasses `Ruleset`. State, actions and
events are frozen `msgspec.Struct`s. An action is what a seat wants to do; an event is what happened, with its
results in it (dice faces, cards), so replaying a log never draws and survives a change of the rules code.

What a game must say: `id`, `name`, `traits`, `state`, `end_reasons`, `initial`, `setup`, `to_act`, `choices`, `outcome`,
`conserved`, and the tables `deciders` and `evolvers`. Its clauses and editions are read from its folder. Every other slot
has a default that works for any game; replace it where the game can do better.

The slots are in `domain/contract`, grouped by who uses them: `rules` (the log and every program), `presentation` (boards,
replays and explanations), and `programs` (bots, searches, learning programs and tournaments).

What must hold, at every version of every game, and which test of the shared battery (conformance, tests/rulesets) holds it:

- `evolve` (table `evolvers`) is total and the only thing that changes state. Folding the log again gives the same state,
  also through JSON (`test_replay`, `test_json`), in the fixture matches for ever (`test_fixtures`).
- `decide` (table `deciders`) follows from state, action and draws alone: deciding a log again gives the same events and
  citations (`test_every_log_follows`, `test_fixtures`). When fixtures are decided otherwise, `rules` is raised.
- `legal_actions(state, seat)` is complete and exact: `decide` accepts each entry and refuses everything else
  (`test_legal_actions`), apart from the order of members of a set within an action
  (`test_any_order`). It is `[]` exactly for those not in `to_act(state)`, and has at most 400 entries.
- `to_act`, `stint`, `legal_actions`, `view` and refusals tell a seat nothing that it cannot know: they are the same after
  every unknown secret is drawn anew by `redraw` (`test_no_leak`). `view` is handed redacted state, so it cannot
  show a secret; services hand `legal_actions` and `greedy` redacted state too, and the answer must be the same.
- `redraw` (from `pool` and `possible`) leaves nothing as it is that a viewer cannot tell: by default it raises
  `NotRedrawn`, and `traits.redrawn` is the share that really changes (`test_nearly_all`). Cards in a hand are counted as a
  set: the same cards in another order are not drawn anew.
- A world that `redraw` gives fits all that the viewer has seen: played again in it, every seat can act so that the viewer sees
  the same events, with the same public fields (`test_worlds_fit`). So no public field may name what a `Hidden` holds, and
  what a seat shows by its actions (that it has no card of a suit) has to be remembered in the state and heeded by `redraw`.
- `conserved(state)` never changes its value: cards, dice and pieces are neither made nor lost (`test_conservation`).
- Every game ends within `traits.longest` actions of random play, with an outcome (`test_random_play`). Everybody may know all
  of it, and the `parts` of a seat's score add up to it.
- When several seats are to act at once, the order in which their answers arrive changes nothing in the
  state that follows (`test_arrival_order`), as far as `traits.simultaneous` says they do.
- Rules draw only by `play.roll` and `play.shuffle`, one slot each, and record the draw in an event field of its own.
- `narrate` (table `sentences`) and `chapter` (table `chapters`) say every event to every viewer, in both languages
  (`test_views_and_sentences`, `test_words`); `describe` (table `descriptions`) says every action, other than
  all others of a decision, `aloud` what one has to see besides (`test_the_actions_of_a_decision`), `prompt` each decision. `turn`
  (table `turns`) says the same to every viewer, and whatever begins a chapter begins a turn (`test_turns_are_the_same`).
- `explain` (table `explanations`) argues with clauses of the catalogue and the numbers of the event (`test_explanations_cite`),
  `explain_action` with the refusal (`test_legal_actions`), which names figures or things of the position that make its clause
  apply (`test_verdicts`); neither reveals anything unknown to its viewer (`test_no_leak`).
- `view` is a `view_type` (`test_every_version`).
- `numbered` and `by_rank` have a number for every legal action, and `encoding` the same figures for every view (`test_arrays`).
- Every clause of the catalogue is named by a test and cited by an event of a fixture match (`test_coverage`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from domain.argument import Step as Step
from domain.contract.data import Clause as Clause
from domain.contract.data import Edition as Edition
from domain.contract.data import load_clauses, load_editions, load_fields
from domain.contract.presentation import CHOOSE as CHOOSE
from domain.contract.presentation import Arguments, Presentation
from domain.contract.programs import COURSES as COURSES
from domain.contract.programs import Bots, Learning, Tournaments, Worlds
from domain.contract.programs import Horizon as Horizon
from domain.contract.programs import Stepper as Stepper
from domain.contract.types import Action as Action
from domain.contract.types import BadSetup as BadSetup
from domain.contract.types import Course as Course
from domain.contract.types import Event as Event
from domain.contract.types import Hint as Hint
from domain.contract.types import NoOptions as NoOptions
from domain.contract.types import Odds as Odds
from domain.contract.types import Options as Options
from domain.contract.types import Outcome as Outcome
from domain.contract.types import PlainView as PlainView
from domain.contract.types import ScorePart as ScorePart
from domain.contract.types import State
from domain.contract.types import Traits as Traits
from domain.contract.types import View as View
from domain.contract.words import load_primer, load_words
from domain.encoding import Part as Part
from domain.redraw import Choose as Choose
from domain.unordered import Unordered as Unordered

IN_ITS_FOLDER: Mapping[str, tuple[str, Callable[[Path], Any]]] = {
    "clauses": ("clauses.json", load_clauses),
    "fields": ("fields.json", load_fields),
    "primer": ("primer.json", load_primer),
    "words": ("words.json", load_words),
    "editions": ("editions", load_editions),
}
"""What a ruleset reads from its folder if its class does not define it: the place, and the function that reads it."""


class Ruleset(
    Arguments[State], Presentation[State], Tournaments[State], Learning, Bots[State], Worlds[State]
):
    """One game. All methods are pure; only `play` is written to."""

    def __init_subclass__(cls, **more: Any) -> None:
        """Take what the class does not name from its tables and from the folder of its module."""
        super().__init_subclass__(**more)
        if cls.evolvers and not hasattr(cls, "events"):
            cls.events = tuple(cls.evolvers)
        if cls.deciders and not hasattr(cls, "actions"):
            cls.actions = tuple(cls.deciders)
        if hasattr(cls, "actions") and not hasattr(cls, "by_rank"):
            cls.by_rank = cls.actions
        folder = Path(str(sys.modules[cls.__module__].__file__)).parent
        for name, (place, load) in IN_ITS_FOLDER.items():
            if name not in vars(cls) and (folder / place).exists():
                setattr(cls, name, load(folder))
