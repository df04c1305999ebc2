"""Games with referees as the domain plays them, as entries; and anything in any order at their desks."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.ledger.entry import encode
from domain.ledger.seal import seal_event
from domain.play import IllegalAction
from domain.ruleset import Ruleset
from domain.rulesets.age_of_war import RULESET as AGE_OF_WAR
from domain.table.events import Disputes
from domain.table.referee import appealing, appointing, handling, opening, reading, ruling
from domain.table.referee.events import Remedy
from domain.table.referee.ruling import Said, Sanction
from domain.table.referee.state import UNRULED
from domain.table.refusals import Refused
from tests.table.referee.kit import CITED, Court, won_by

K_SALT = b"salt" * 8
TERMS = Disputes(open_within=1000, answer_within=10, rule_within=100, appeal_within=20)
Entry = dict[str, Any]


def entries_of(court: Court) -> list[Entry]:
    """The log of a game as a verifier reads it."""
    return [
        json.loads(
            encode(
                it.version - 1,
                str(type(it.event).__struct_config__.tag),
                it.at,
                it.actor,
                it.action,
                seal_event(it.event, it.version - 1, K_SALT)[0],
                it.rules,
            )
        )
        for it in court.log
    ]


def played(ruleset: Ruleset[Any]) -> frozenset[str]:
    return frozenset(str(event.__struct_config__.tag) for event in ruleset.events)


class Choice(NamedTuple):
    """What somebody tries next, whether it makes sense or not."""

    court: Court
    rng: random.Random

    @property
    def seat(self) -> int:
        return self.rng.choice([1, 1, 1, 2, 2, 2, 3])

    @property
    def referee(self) -> int:
        """Mostly the one who has the case."""
        case = self.court.desk.case
        has = None if case is None else case.referee
        return has if has is not None and self.rng.random() < 0.7 else self.rng.randint(1, 4)

    @property
    def dispute(self) -> int:
        """Mostly the newest case."""
        return max(1, len(self.court.desk.cases) - (self.rng.random() < 0.1))

    @property
    def said(self) -> Said:
        to = self.rng.randint(4, self.court.table.version)
        kinds: list[tuple[Any, Remedy | None]] = [("dismissed", None), ("void", None)]
        kinds += [("stands", None), ("stands", None), ("stands", None)]
        kinds += 4 * [("backed-up", Remedy(to_version=to))] + [("result", won_by(1))]
        kind, remedy = self.rng.choice(kinds)
        penalised = self.rng.choice(["caution", "warning", "exclusion", None, None])
        penalties = [Sanction(self.rng.randint(1, 2), penalised, "referee.conduct.slow")] if penalised else []
        return Said(
            kind, self.rng.choice([CITED, ()]), "h", remedy, penalties, self.rng.choice(["why", None])
        )

    @property
    def judged(self) -> int | None:
        version: int = self.court.table.version
        return self.rng.choice([None, None, version - self.rng.randint(0, 3)])

    @property
    def stretch(self) -> tuple[int, int]:
        last = self.court.table.version
        case = self.court.desk.case
        if case is not None and self.rng.random() < 0.8:
            return max(1, case.first - self.rng.randint(0, 1)), case.last
        first = self.rng.randint(max(1, last - 8), last)
        return first, self.rng.randint(first, last)


Command = Callable[[Choice], tuple[Any, ...]]
RARE: Sequence[Command] = [
    lambda it: (appointing.appoint, it.referee, it.rng.random() < 0.5),
    lambda it: (appointing.accept, it.referee),
    lambda it: (appointing.dismiss, it.referee),
    lambda it: (appointing.resign, it.referee),
    lambda it: (opening.withdraw, f"{it.rng.choice(['seat', 'referee'])}:{it.seat}", it.dispute),
]
OPENING: Sequence[Command] = [
    lambda it: (opening.open_dispute, it.seat, _claim(it)),
    lambda it: (opening.open_by_referee, it.referee, _claim(it)),
]
HEARING: Sequence[Command] = [
    lambda it: (opening.state, it.seat, it.dispute, "h"),
    lambda it: (handling.take, it.referee, it.dispute),
    lambda it: (handling.answer_objection, it.seat, it.dispute, it.rng.random() < 0.3),
    *(2 * [lambda it: (handling.release, it.referee, it.dispute, (it.rng.randint(1, 2),), *it.stretch, "h")]),
    lambda it: (reading.read, it.referee, it.dispute, 1, it.seat),
    *(3 * [lambda it: (ruling.rule, it.referee, it.dispute, it.said, it.judged)]),
]
APPEALING: Sequence[Command] = [
    lambda it: (appealing.waive, it.seat, it.dispute),
    *(2 * [lambda it: (appealing.appeal, it.seat, it.dispute, "h")]),
    *(2 * [lambda it: (appealing.answer, it.seat, it.dispute, it.rng.choice(["h", None]))]),
    lambda it: (handling.take, it.referee, it.dispute),
    lambda it: (handling.release, it.referee, it.dispute, (1, 2), *it.stretch, "h"),
    lambda it: (reading.read, it.referee, it.dispute, it.rng.randint(1, 2), it.seat),
    lambda it: (appealing.decide, it.referee, it.dispute, "h", it.rng.choice([None, it.said]), it.judged),
]


def _next(choice: Choice) -> Sequence[Command]:
    """What makes sense now, mostly."""
    case, chance = choice.court.desk.case, choice.rng.random()
    if chance < 0.05:
        return choice.rng.choice([RARE, OPENING, HEARING, APPEALING])
    if case is None:
        return OPENING
    return HEARING if case.state in UNRULED else APPEALING


def _claim(it: Choice) -> opening.Claim:
    first, last = it.stretch
    return it.court.claim(first=first, last=last)


def anything(seed: int, steps: int) -> Court:
    """A game in which everybody tries so many things at the desk; what is refused changes nothing."""
    rng = random.Random(seed)
    heads = [rng.random() < 0.6 for _ in range(rng.randint(1, 3))]
    court = Court(AGE_OF_WAR, terms=TERMS, seed=str(seed), heads=heads[: rng.randint(0, 3)])
    court.play(rng.randint(1, 6)).appoint(*heads[rng.randint(0, 3) :])
    for _ in range(steps):
        _step(court, rng)
    return court


def _step(court: Court, rng: random.Random) -> None:
    choice = Choice(court, rng)
    try:
        if rng.random() < 0.1:
            _wait(court, rng.choice([1, 1, 1, 5, 5, 10, 10, 21, 100]))
        elif rng.random() < 0.1 and court.table.in_play:
            court.play(rng.randint(1, 3))
        else:
            court.tell(*rng.choice(_next(choice))(choice))
    except (Refused, IllegalAction):
        return


def _wait(court: Court, seconds: int) -> None:
    court.wait(seconds)
    while court.keep():
        pass
