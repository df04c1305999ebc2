"""Rulings in games that are played in process: a case from its opening until what was ruled has been done."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from conformance.kit import Sitting
from domain.hidden import EVERYBODY, Hidden
from domain.ruleset import Ruleset
from domain.table import events as t
from domain.table.fold import Fold, fold
from domain.table.referee import handling, opening, reading, ruling
from domain.table.referee.assessment import Assessment
from domain.table.referee.events import Kind, Remedy
from domain.table.state import Logged

TERMS = t.Disputes(answer_within=0, rule_within=3600)
REFEREE = 1


class Judged(Sitting):
    """A sitting with a head referee, whose rulings are final at once because nobody else could hear an appeal."""

    def __init__(self, ruleset: Ruleset[Any], seats: int, options: Any, seed: str, **more: Any) -> None:
        super().__init__(ruleset, seats, options, seed, disputes=TERMS, heads=(True,), **more)

    def open(self, first: int = 1, last: int | None = None) -> int:
        """A case of some person about a stretch, or the whole game, taken; its number."""
        claim = opening.Claim(first, last or self.table.version, (), "back-up", "")
        self._take(opening.open_dispute(self.hearing(), self.table.seats.people[0], claim))
        case = len(self.table.desk.cases)
        self._take(handling.take(self.hearing(), REFEREE, case))
        return case

    def release(self, seat: int, version: int, read: bool = True) -> None:
        """The eyes of a seat at a version, which the referee begins to read."""
        case = len(self.table.desk.cases)
        self._take(handling.release(self.hearing(), REFEREE, case, (seat,), version, version, ""))
        release = len(self.table.desk.releases_of(case))
        if read:
            self._take(reading.read(self.hearing(), REFEREE, case, release, seat))

    def rule(self, kind: Kind, why: bool = True, **remedy: Any) -> list[Logged]:
        """What the ruling records; refusals leave everything as it was, the case open."""
        said = ruling.Said(
            kind, ("table.legal",), "", Remedy(**remedy) if remedy else None, (), "why" if why else None
        )
        case = len(self.table.desk.cases)
        return self._take(ruling.rule(self.hearing(), REFEREE, case, said))

    def back_up(self, version: int) -> list[Logged]:
        self.open()
        return self.rule("backed-up", to_version=version)

    def replay(self, chapter: int) -> list[Logged]:
        self.open()
        return self.rule("replayed", chapter=chapter)

    def correct(self, version: int, seat: int, action: Any) -> list[Logged]:
        self.open()
        if self.ruleset.traits.hidden_information:
            self.release(seat, version)
        return self.rule("corrected", to_version=version, seat=seat, action=self.said(seat, action))

    def said(self, seat: int, action: Any) -> Hidden[Any]:
        hides = self.ruleset.traits.hidden_information
        return Hidden(msgspec.to_builtins(action), (seat,) if hides else (EVERYBODY,))

    # -- what can be ruled

    def assessment(self) -> Assessment:
        return Assessment(self.ruleset, self.log)

    def chapters(self) -> Iterator[int]:
        """Those that can be played again."""
        assessment = self.assessment()
        for logged in self.log:
            own = type(logged.event) in self.ruleset.events
            if own and self.ruleset.chapter(logged.event) and assessment.action_at(logged.version):
                yield logged.version

    def at_random(self, rng: random.Random) -> list[Logged]:
        """Some ruling that takes the game back."""
        reachable = [it.version for it in self.assessment().reachable]
        chapters = list(self.chapters())
        kind = rng.choice(["backed-up", "replayed", "corrected"] if chapters else ["backed-up", "corrected"])
        if kind == "replayed":
            return self.replay(rng.choice(chapters))
        version = rng.choice(reachable)
        if kind == "backed-up":
            return self.back_up(version)
        then = fold(self.ruleset, self.log[:version])
        seat = rng.choice(self.ruleset.to_act(then.game))
        return self.correct(version, seat, rng.choice(self.ruleset.legal_actions(then.game, seat)))


def follow(ruleset: Ruleset[Any], log: list[Logged]) -> Iterator[tuple[Logged, Any]]:
    """Each event with the ruleset's state after it, also through ways back."""
    folding = Fold(ruleset)
    for n, logged in enumerate(log):
        if isinstance(logged.event, t.Rewound):
            folding = Fold(ruleset)
            folding.read_whole(log[: n + 1])
        else:
            folding.read([logged])
        yield logged, folding.game


def with_times(log: list[Logged]) -> list[Logged]:
    """A log in which every event was a second after the one before."""
    return [replace(logged, at=1000 * logged.version) for logged in log]
