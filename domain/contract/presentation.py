"""What people see of a game, what is said of it, and why something happened or may not happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from domain.argument import Step, because, refusal
from domain.contract.rules import Rules
from domain.contract.types import Action, Event, Hint, PlainView, State, View
from domain.contract.words import NO_PRIMER, NO_WORDS, Primer, Words
from domain.hidden import Viewer
from domain.plain import plain_data, plainly
from domain.sentence import Sentence, say

CHOOSE = say("Choose what to do.")


class Presentation(Generic[State]):
    """For boards, replays and buttons."""

    view_type: ClassVar[type[View]] = PlainView
    """What `view` returns; documents are described by its annotations."""
    primer: Primer = NO_PRIMER
    """How it is learned. Default: `primer.json` in the ruleset's folder, if it is there."""
    words: Words = NO_WORDS
    """What its board, options, marks and ends are called. Default: `words.json` in the ruleset's folder, if it is there."""
    hints: ClassVar[Mapping[str, Hint]] = {}
    """How the plain board shows fields of the view, by name, wherever they are in it. Others are lists and tables."""
    places: ClassVar[Sequence[str]] = ()
    """The names of the places on its board between which people may draw arrows, such as "die:*": a star is one part of a name.
    Empty: it has the plain board, whose places are the members of the view."""
    texts: ClassVar[Mapping[str, Sentence]] = {}
    """What its pieces do, by their id or kind, for boards that show it on them; where the edition does not say it."""

    sentences: ClassVar[Mapping[Any, Callable[[Any], Sentence]]] = {}
    """(event): what `narrate` says."""
    chapters: ClassVar[Mapping[Any, Callable[[Any], Sentence | None]]] = {}
    """(event): what `chapter` says, for the events that can begin one."""
    turns: ClassVar[Mapping[Any, Callable[[Any], int | None]]] = {}
    """(event): what `turn` says, for the events that can begin one. Default: what begins a chapter begins one of nobody's."""
    headlines: ClassVar[frozenset[type[Event]]] = frozenset()
    """The events that summarise a turn in one line. A turn without any is summarised by its last event."""
    descriptions: ClassVar[Mapping[Any, Callable[[Any], Sentence]]] = {}
    """(action): what `describe` says."""

    def view(self, state: State, viewer: Viewer) -> View:
        """The board as a `view_type`, from redacted state. Unknown values are None."""
        return PlainView(plain_data(state))

    def narrate(self, event: Any) -> Sentence:
        """One sentence per event; called with redacted events, so a secret value may be None."""
        say_it = self.sentences.get(type(event))
        return say_it(event) if say_it else plainly(event)

    def describe(self, action: Any) -> Sentence:
        """What an action does, in the words of the game, as a button has it: "Keep Axx", "Throw 5 dice"."""
        say_it = self.descriptions.get(type(action))
        return say_it(action) if say_it else plainly(action)

    def aloud(self, state: State, seat: int, action: Any) -> Sequence[Sentence]:
        """What the board shows of a legal action and `describe` leaves out, for people who hear it instead: short facts.

        From state redacted for the seat; () if the label says all.
        """
        return ()

    def prompt(self, state: State, seat: int, legal: Sequence[Action]) -> Sentence:
        """The request to a seat that is to act, from state redacted for it and its legal actions."""
        return CHOOSE

    def chapter(self, event: Any) -> Sentence | None:
        """The title of the chapter (round, clash, turn) that this event begins, else None."""
        title = self.chapters.get(type(event))
        return title(event) if title else None

    def turn(self, event: Any) -> int | None:
        """The seat whose turn this event begins, 0 for a part of the game that is nobody's own turn; None: it begins none."""
        if not self.turns:
            return None if self.chapter(event) is None else 0
        whose = self.turns.get(type(event))
        return whose(event) if whose else None


class Arguments(Rules[State]):
    """For players and referees who want to understand an event or a refusal."""

    explanations: ClassVar[Mapping[Any, Callable[[Any, Any], Sequence[Step]]]] = {}
    """(state before, event): what `explain` argues; these events are the `explained` ones."""

    @property
    def explained(self) -> tuple[type[Event], ...]:
        """The deciding events that `explain` has an argument for."""
        return tuple(self.explanations)

    def explain(self, before: State, event: Any) -> Sequence[Step]:
        """The argument behind an event, from the state before it; both as the viewer may know them. () if not `explained`.

        A number that bears the name of a field of the event is equal to it.
        """
        argue = self.explanations.get(type(event))
        return argue(before, event) if argue else ()

    def explain_action(self, state: State, seat: int, action: Any) -> Sequence[Step]:
        """Why an action of this seat, which is to act, is legal or not; from state redacted for the seat.

        Of an illegal one the first step is the refusal itself, of a legal one this says nothing by itself.
        """
        refused = refusal(self.decide, state, seat, action)
        return [because(refused.rule, refused.sentence)] if refused else []
