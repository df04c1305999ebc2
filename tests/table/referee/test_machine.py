"""Anything in any order: whatever happens at the desk, the game stays whole, and L4 follows every log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from domain.play import IllegalAction
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.rulesets.age_of_war import RULESET as AGE_OF_WAR
from domain.table import decisions
from domain.table.events import Disputes
from domain.table.referee import appealing, appointing, handling, opening, reading, ruling
from domain.table.referee.deadlines import awaited
from domain.table.referee.events import Remedy
from domain.table.referee.ruling import Said, Sanction
from domain.table.referee.state import CLOSED, Case
from domain.table.referee.stretch import inside
from domain.table.refusals import Refused
from projections.case_documents import Reader, case_document, stored_texts
from tests.soaking import SOAKING, longer
from tests.table.referee.kit import CITED, Court, won_by

SEATS, REFEREES, CASES = st.integers(1, 3), st.integers(1, 4), st.integers(1, 4)
NEXT = {
    "open": {"open", "taken", "withdrawn", "expired"},
    "taken": {"taken", "open", "ruled", "withdrawn", "expired", "final"},
    "ruled": {"ruled", "appealed", "final"},
    "appealed": {"appealed", "final"},
    **{state: {state} for state in CLOSED},
}
"""Where a case may go by one command."""
VERSION = st.integers(4, 40)
PENALTIES = st.sampled_from(["caution", "exclusion"])
REMEDIES: list[tuple[Any, st.SearchStrategy[Remedy | None]]] = [
    ("stands", st.none()),
    ("dismissed", st.none()),
    ("no-jurisdiction", st.none()),
    ("backed-up", st.builds(lambda to: Remedy(to_version=to), VERSION)),
    ("backed-up", st.builds(lambda to: Remedy(to_version=to), VERSION)),
    ("replayed", st.builds(lambda chapter: Remedy(chapter=chapter), VERSION)),
    ("result", st.just(won_by(1))),
    ("void", st.none()),
]
SAID = st.sampled_from(REMEDIES).flatmap(
    lambda kind: st.builds(
        lambda remedy, penalties: Said(kind[0], CITED, "h", remedy, penalties, "why"),
        kind[1],
        st.lists(st.builds(Sanction, SEATS, PENALTIES, st.just("referee.conduct.slow")), max_size=2),
    )
)


ANY: list[Callable[..., tuple[Any, ...]]] = [
    lambda room, seat, referee, *_: (appointing.appoint, referee + 2, seat == 1),
    lambda room, seat, referee, *_: (appointing.accept, referee),
    lambda room, seat, referee, *_: (appointing.dismiss, referee),
    lambda room, seat, referee, *_: (appointing.resign, referee),
    lambda room, seat, referee, case, stretch, said: (
        opening.open_dispute,
        seat,
        room.claim(first=stretch[0], last=stretch[1]),
    ),
    lambda room, seat, referee, *_: (opening.open_by_referee, referee, room.claim()),
    lambda room, seat, referee, case, *_: (opening.state, seat, case, "h"),
    lambda room, seat, referee, case, *_: (opening.withdraw, f"seat:{seat}", case),
    lambda room, seat, referee, case, *_: (opening.withdraw, f"referee:{referee}", case),
    lambda room, seat, referee, case, *_: (handling.take, referee, case),
    lambda room, seat, referee, case, *_: (handling.answer_objection, seat, case, referee == 1),
    lambda room, seat, referee, case, *_: (reading.read, referee, case, 1, seat),
    lambda room, seat, referee, case, stretch, said: (
        handling.release,
        referee,
        case,
        (seat,),
        *stretch,
        "h",
    ),
    lambda room, seat, referee, case, stretch, said: (ruling.rule, referee, case, said),
    lambda room, seat, referee, case, stretch, said: (ruling.rule, referee, case, said, stretch[0]),
    lambda room, seat, referee, case, *_: (appealing.answer, seat, case),
    lambda room, seat, referee, case, *_: (appealing.waive, seat, case),
    lambda room, seat, referee, case, *_: (appealing.appeal, seat, case, "h"),
    lambda room, seat, referee, case, stretch, said: (appealing.decide, referee, case, "h", said),
]


class Desk(RuleBasedStateMachine):
    """Commands in any order, by anybody, at any time, while the game is played, taken back and halted."""

    ruleset: Ruleset[Any] = AGE_OF_WAR

    def __init__(self) -> None:
        super().__init__()
        self.states: list[str] = []

    @initialize(
        heads=st.lists(st.booleans(), max_size=3),
        late=st.lists(st.booleans(), min_size=1, max_size=2),
        actions=st.integers(1, 6),
        pause=st.booleans(),
    )
    def begin(self, heads: list[bool], late: list[bool], actions: int, pause: bool) -> None:
        terms = Disputes(open_within=1000, answer_within=10, rule_within=100, appeal_within=20, pause=pause)
        self.room = Court(self.ruleset, terms=terms, heads=heads).appoint(*late).play(actions)

    @rule(steps=st.integers(1, 6), referee=st.integers(1, 3), said=SAID, appealed=st.booleans())
    def go_on(self, steps: int, referee: int, said: Said, appealed: bool) -> None:
        """The next steps of a case that everybody wants to bring to its end."""
        for step in range(steps):
            self.next_step(1 + step % 2, referee, said, appealed)

    def next_step(self, seat: int, referee: int, said: Said, appealed: bool) -> None:
        number, case = len(self.room.desk.cases), self.room.desk.case
        if case is None:
            self.attempt(opening.open_dispute, seat, self.room.claim())
        elif case.state == "open":
            self.attempt(opening.state, 3 - (case.seat or 1), number, "h")
            self.attempt(handling.take, referee, number)
        elif case.state == "taken":
            self.attempt(handling.answer_objection, seat, number, False)
            self.look(case, seat)
            self.attempt(ruling.rule, case.referee, number, said)
        elif case.state == "ruled":
            self.attempt(appealing.appeal if appealed else appealing.waive, seat, number, *["h"] * appealed)
        else:
            self.go_on_with_appeal(case, seat, referee, said if appealed else None)

    def go_on_with_appeal(self, case: Case, seat: int, referee: int, instead: Said | None) -> None:
        self.attempt(appealing.waive, 3 - seat, case.number)
        self.attempt(appealing.answer, seat, case.number)
        self.attempt(handling.take, referee, case.number)
        self.look(case, seat)
        self.attempt(appealing.decide, referee, case.number, "h", instead)

    def look(self, case: Case, seat: int) -> None:
        """Whoever has the case has something released, and reads it."""
        referee, releases = self.room.case.referee or 0, self.room.desk.releases_of(case.number)
        self.attempt(handling.release, referee, case.number, (seat,), case.first, case.last, "h")
        self.attempt(reading.read, referee, case.number, len(releases) + 1, seat)

    def attempt(self, command: Any, *args: Any) -> None:
        """What is refused records nothing."""
        before = self.room.table
        try:
            self.room.tell(command, *args)
        except (Refused, IllegalAction):
            assert self.room.table is before
            return
        self.cases_go_only_where_they_may()

    @rule(
        command=st.sampled_from(ANY),
        seat=SEATS,
        referee=REFEREES,
        case=CASES,
        stretch=st.tuples(st.integers(0, 40), st.integers(0, 40)),
        said=SAID,
    )
    def anything(
        self, command: Any, seat: int, referee: int, case: int, stretch: tuple[int, int], said: Said
    ) -> None:
        """By anybody, whether it makes sense or not."""
        self.attempt(*command(self.room, seat, referee, case, stretch, said))

    @rule(seconds=st.sampled_from([1, 9, 20, 100]))
    def wait(self, seconds: int) -> None:
        self.room.wait(seconds)
        self.room.keep()

    @precondition(lambda self: self.room.table.in_play)
    @rule(actions=st.integers(1, 8))
    def play(self, actions: int) -> None:
        self.room.play(actions)

    @rule(step=st.sampled_from([decisions.suspend, decisions.resume, None]), seat=st.integers(1, 2))
    def organise_or_take_back(self, step: Any, seat: int) -> None:
        try:
            self.room.organise(step) if step else self.room.sitting.undo(seat)
        except Refused:
            return
        self.room._date()

    @invariant()
    def cases_go_only_where_they_may(self) -> None:
        cases = self.room.desk.cases
        for before, case in zip(self.states, cases, strict=False):
            assert case.state in NEXT[before]
        self.states = [case.state for case in cases]

    @invariant()
    def one_case_is_open_at_most_and_halts_what_it_must(self) -> None:
        table, opened = self.room.table, [case for case in self.room.desk.cases if case.is_open]
        assert len(opened) <= 1
        if opened and opened[0].state in ("open", "taken") and table.setup.disputes.pause:
            assert table.status in ("suspended", "finished")
        ruling = table.desk.ruling_of(opened[0]) if opened else None
        if ruling is not None and ruling.remedies:
            assert table.status in ("suspended", "finished")
        if table.status == "suspended" and not table.halted:
            assert opened
        assert (table.to_act != ()) == table.in_play

    @invariant()
    def nobody_takes_back_what_a_final_ruling_has_judged(self) -> None:
        desk, steps = self.room.desk, self.room.table.undo.steps
        for it in desk.rulings:
            if it.final is not None:
                reach = it.final if it.remedies else desk.cases[it.said.dispute - 1].last
                assert all(step.version >= reach for step in steps)

    @invariant()
    def everything_of_every_case_can_be_read(self) -> None:
        hearing = self.room.hearing
        for case in hearing.desk.cases:
            for role, viewer in READERS:
                reader = Reader(role, viewer, stored_texts(hearing, case, role, {}))
                assert case_document(hearing, case, reader).dispute == case.number
            assert inside(self.ruleset, hearing.log, case)[-1] == case.last
            if case.is_open:
                assert awaited(self.room.table, case, hearing.at, self.room.now).at > 0

    def teardown(self) -> None:
        if hasattr(self, "room"):
            self.room.redecide()


READERS: list[tuple[str, Any]] = [("spectator", None), ("seat:1", 1), ("referee:1", None)]


def settled(examples: int, steps: int) -> settings:
    """So many examples every day, and thirty times as many in the soak."""
    more = {"max_examples": 30 * examples if SOAKING else examples, "stateful_step_count": steps}
    return settings(**more, deadline=None, suppress_health_check=list(HealthCheck))  # type: ignore[arg-type]


TestDesk = Desk.TestCase
TestDesk.settings = settled(20, 30)


@longer
@pytest.mark.parametrize("ruleset", sorted({*registry()} - {AGE_OF_WAR.id}))
def test_in_every_ruleset(ruleset: str) -> None:
    machine = type("Desk", (Desk,), {"ruleset": registry()[ruleset]})
    run_state_machine_as_test(machine, settings=settled(3, 15))  # type: ignore[no-untyped-call]
