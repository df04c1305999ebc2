"""What a refusal says of the position, beyond what whoever asked has said themself."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from conformance.kit import Sitting, mixed
from conformance.mutations import mutations
from conformance.words import Key, messages
from domain.ruleset import Action, Ruleset, Step
from domain.sentence import Sentence, Term
from domain.table import explaining
from domain.table.decisions import refusal_of
from domain.table.given_actions import well_formed
from domain.table.state import Table

Words = tuple[str, ...]
"""The sentences of a refusal without their values."""
ASKED = 30
"""Actions asked about at each moment, of each kind: listed by number, and changed ones."""


class Verdicts:
    """Refusals met in games, by their sentences, each with a sample and whether any of them named a thing of the position."""

    def __init__(self) -> None:
        self.met: dict[Words, bool] = {}
        self.words: set[Key] = set()
        self.sample: dict[Words, tuple[Action, Sequence[Step]]] = {}

    def play(self, sitting: Sitting, seed: int, share: float = 1) -> Verdicts:
        """Ask at such a share of the moments of a game about what a click could mean and about changed legal actions."""
        rng, met = random.Random(seed), dict[Action, None]()
        numbered = _numbered(sitting)
        for table in sitting.play(mixed, rng):
            if rng.random() > share:
                continue
            seat = rng.choice(table.to_act)
            legal = sitting.legal(seat)
            met.update(dict.fromkeys(legal))
            changed = mutations(sitting.ruleset, list(met), legal, rng)
            listed = rng.sample(numbered, min(len(numbered), ASKED))
            worlds = table, _world(sitting, seat, rng)
            for action in [*listed, *rng.sample(changed, min(len(changed), ASKED))]:
                if well_formed(sitting.ruleset, action):
                    self.ask(sitting.ruleset, worlds, seat, sitting.ruleset.ordered(action))
        return self

    def ask(self, ruleset: Ruleset[Any], worlds: tuple[Table, Table], seat: int, action: Action) -> None:
        """In the world as it is, and in one that the seat cannot tell from it: what is said is the same."""
        table, other = worlds
        legal, steps = verdict = explaining.legality(ruleset, table, seat, action)
        assert explaining.legality(ruleset, other, seat, action) == verdict, action
        if not legal:
            by_decision = refusal_of(ruleset, other.game, seat, action)
            assert (by_decision.rule, by_decision.sentence) == (steps[0].clause, steps[0].text), action
            said = tuple(step.text.text for step in steps)
            self.met[said] = self.met.get(said, False) or bool(facts(ruleset, action, steps))
            self.sample.setdefault(said, (action, steps))
            self.words |= {key for step in steps for key in messages(step.text)}

    @property
    def bare(self) -> list[tuple[Words, Action, Sequence[str]]]:
        """Refusals that only name a clause, or repeat what was asked."""
        return [
            (said, self.sample[said][0], [step.clause for step in self.sample[said][1]])
            for said, told in self.met.items()
            if not told
        ]


def facts(ruleset: Ruleset[Any], action: Action, steps: Sequence[Step]) -> set[Any]:
    """The figures and things in these steps that the action does not name itself."""
    named = {*_leaves(msgspec.to_builtins(action))}
    with suppress(Exception):  # a label is promised for legal actions only
        named |= {*_leaves(ruleset.describe(action))}
    return {it for step in steps for it in _leaves(step.text)} - named


def _leaves(thing: Any) -> Iterator[Any]:
    if isinstance(thing, Sentence):
        yield from _leaves(tuple(thing.values.values()))
    elif isinstance(thing, dict):
        yield from _leaves(tuple(thing.values()))
    elif isinstance(thing, tuple | list):
        for it in thing:
            yield from _leaves(it)
    else:
        yield thing.text if isinstance(thing, Term) else thing


def _world(sitting: Sitting, seat: int, rng: random.Random) -> Table:
    """The table with everything drawn anew that this seat cannot know."""
    game = sitting.ruleset.redraw(sitting.table.game, seat, rng.randrange)
    return msgspec.structs.replace(sitting.table, game=game)


def _numbered(sitting: Sitting) -> list[Action]:
    setup = sitting.table.setup
    options = msgspec.convert(setup.options, sitting.ruleset.options)
    return list(sitting.ruleset.numbered(setup.seats, options, sitting.ruleset.newest))
