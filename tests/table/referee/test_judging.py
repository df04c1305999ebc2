"""The version that a referee judges, the first disputed action, and what stands after a final ruling."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from domain.rulesets.age_of_war import RULESET as AGE_OF_WAR
from domain.rulesets.touche import RULESET as TOUCHE
from domain.table import decisions
from domain.table import events as t
from domain.table.redecide import NotByTheRules, redecided
from domain.table.referee import appealing, handling, opening, ruling
from domain.table.referee.events import Remedy, Ruled
from domain.table.referee.ruling import Said
from domain.table.referee.stretch import before_disputed, inside
from domain.table.refusals import Refusal, Refused
from tests.table.referee.kit import CITED, Court, court, refusing, won_by

GOES_ON = t.Disputes(pause=False)
STANDS = Said("stands", CITED, "h")


def playing_on() -> Court:
    """A case that is taken, in a game that does not stand still for it."""
    return court(True, True, terms=GOES_ON).taken()


def test_an_entry_names_the_version_judged_though_the_game_has_gone_on() -> None:
    room = playing_on()
    judged = room.table.version
    room.play(2)
    room.tell(ruling.rule, 1, 1, STANDS, judged)
    ruled = room.log[-1]
    assert isinstance(ruled.event, Ruled)
    assert ruled.event.judged == judged < ruled.version - 1
    assert "referee.judged" in ruled.rules
    room.redecide()


def test_a_ruling_on_the_last_version_has_nothing_to_say_of_it() -> None:
    room = playing_on()
    room.rule()
    assert "referee.judged" not in room.log[-1].rules


def take_back_before(room: Court) -> None:
    """Back to before the disputed action."""
    room.sitting.undo(seat=int(room.log[room.case.last - 1].actor.partition(":")[2]))
    room._date()


def state_later(room: Court) -> None:
    room.tell(opening.state, 2, 1, "h")


def overtaken(room: Court, judged: int) -> None:
    """A ruling on the version is refused as stale, and one on the last version is not."""
    with pytest.raises(Refused) as stale:
        room.tell(ruling.rule, 1, 1, STANDS, judged)
    assert (stale.value.kind, stale.value.more) == (Refusal.STALE, {"version": room.table.version})
    room.tell(ruling.rule, 1, 1, STANDS, room.table.version)
    room.redecide()


@pytest.mark.parametrize("since", [take_back_before, state_later])
def test_what_whoever_judges_has_to_know_overtakes_the_version(since: Callable[[Court], None]) -> None:
    room = court(False, False, terms=GOES_ON).open()
    room.tell(handling.take, 1, 1)
    judged = room.table.version
    since(room)
    room.wait(600)
    overtaken(room, judged)


def test_a_referee_who_was_refused_and_one_who_takes_the_case_overtake_it() -> None:
    room = court(False, terms=GOES_ON).appoint(False).open()
    room.tell(handling.take, 2, 1)
    room.tell(handling.answer_objection, 2, 1, True)
    judged = room.table.version
    room.tell(handling.take, 1, 1)
    room.wait(600)
    overtaken(room, judged)


@pytest.mark.parametrize("version", [0, 1_000])
def test_a_version_that_there_is_not_is_not_judged(version: int) -> None:
    with pytest.raises(Refused) as stale:
        playing_on().tell(ruling.rule, 1, 1, STANDS, version)
    assert stale.value.kind is Refusal.STALE


def test_an_undo_that_stays_after_the_stretch_overtakes_nothing() -> None:
    room = playing_on()
    room.play(1)
    judged = room.table.version
    seat = int(room.log[-1].actor.partition(":")[2])
    room.sitting.undo(seat)
    room._date()
    room.tell(ruling.rule, 1, 1, STANDS, judged)
    room.redecide()


def test_grounds_and_answers_overtake_a_decision() -> None:
    room = playing_on()
    room.rule()
    judged = room.table.version
    room.appealed(1)
    for version in range(judged, room.table.version):
        with pytest.raises(Refused) as stale:
            room.tell(appealing.decide, 2, 1, "h", None, version)
        assert stale.value.kind is Refusal.STALE
    judged = room.table.version
    room.play(1)
    assert room.event_types(appealing.decide, 2, 1, "h", None, judged)[-1] == "ruling-final"
    room.redecide()


def test_l4_does_not_follow_a_ruling_on_a_version_that_was_overtaken() -> None:
    room = playing_on()
    room.rule()
    forged = [
        replace(it, event=replace(it.event, judged=room.case.version - 1))
        if isinstance(it.event, Ruled)
        else it
        for it in room.log
    ]
    with pytest.raises(NotByTheRules):
        list(redecided(room.sitting.ruleset, forged))


def test_with_a_remedy_the_game_stands_still_until_it_is_final_though_it_did_not_for_the_case() -> None:
    room = playing_on()
    back = room.log[room.case.first - 1].version - 1
    room.play(1)
    assert room.table.status == "playing"
    room.rule("backed-up", Remedy(to_version=back))
    assert room.table.status == "suspended"
    room.appealed(1)
    assert room.table.status == "suspended"
    assert room.decide() == ["appeal-decided", "ruling-final", "rewound"]
    assert room.table.status == "playing"
    room.redecide()


# -- the first disputed action


def test_the_first_disputed_action_begins_before_the_stretch() -> None:
    room = court(True, ruleset=AGE_OF_WAR, actions=40)
    action = next(
        [it for it in room.log if it.action == number]
        for number in {it.action for it in room.log}
        if sum(it.action == number and it.actor.startswith("seat") for it in room.log) > 1
        and type(next(it for it in room.log if it.action == number).event) in AGE_OF_WAR.events
    )
    room.open(first=action[-1].version, last=action[-1].version)
    before = action[0].version - 1
    assert before_disputed(AGE_OF_WAR, room.log, room.case) == before
    assert inside(AGE_OF_WAR, room.log, room.case) == range(before, action[-1].version + 1)
    room.wait(600)
    room.tell(handling.take, 1, 1)
    with refusing("referee.release"):
        room.tell(handling.release, 1, 1, (1,), before - 1, before, "why")
    room.tell(handling.release, 1, 1, (1,), before, before, "why")
    room.redecide()


def test_a_stretch_without_an_action_of_a_seat_begins_with_its_first_event() -> None:
    room = court(True)
    started = next(it.version for it in room.log if isinstance(it.event, t.GameStarted))
    room.open(first=started, last=started)
    assert before_disputed(room.sitting.ruleset, room.log, room.case) is None
    assert inside(room.sitting.ruleset, room.log, room.case) == range(started, started + 1)


# -- what stands, stands


def undo(room: Court, to_version: int) -> Any:
    """Back to a version, by whoever may ask for it, with everybody's consent."""
    for seat in (1, 2):
        try:
            room.organise(partial(decisions.request_undo, seat=seat, to_version=to_version))
        except Refused as refusal:
            refused = refusal
            continue
        request = room.table.undo.request
        for other in () if request is None else request.needs:
            answer = partial(decisions.answer_undo, seat=other, number=request.number, accept=True)  # type: ignore[union-attr]
            room.organise(answer)
        return None
    return refused.more.get("rule")


def test_after_a_ruling_without_a_remedy_undo_reaches_to_the_end_of_the_stretch_and_no_further() -> None:
    room = court(True, actions=6)
    last = room.log[-1].version
    stretch = [it.version for it in room.log if it.actor.startswith("seat")][-3]
    room.taken_about(stretch).rule()
    assert undo(room, last - 3) == "referee.stands"
    assert undo(room, stretch) is None
    assert undo(room, stretch - 1) == "referee.stands"
    room.play(1)
    assert undo(room, stretch - 1) == "referee.stands"
    room.redecide()


def test_after_a_remedy_undo_never_reaches_below_its_ruling_final() -> None:
    room = court(True, actions=6)
    back = room.log[-1].version - 2
    room.taken().rule("backed-up", Remedy(to_version=back))
    final = room.desk.rulings[0].final
    assert final is not None
    assert room.table.undo.steps == ()
    room.play(2)
    assert all(step.version >= final for step in room.table.undo.steps)
    assert undo(room, back) == "referee.stands"
    assert undo(room, room.table.undo.steps[0].version) is None
    assert undo(room, back) == "referee.stands"
    room.redecide()


def test_what_a_ruling_has_judged_stands_also_when_its_entry_is_passed_over() -> None:
    """A ruling that is final while the game goes on stands on a stretch of the log that is then taken back."""
    room = court(True, True, terms=GOES_ON, actions=4)
    stretch = room.log[-1].version
    room.play(2)
    room.taken_about(stretch).rule()
    before = room.table.undo.steps[-1].version
    room.play(1)
    room.tell(appealing.waive, 1, 1)
    assert undo(room, before) is None
    assert undo(room, stretch - 1) == "referee.stands"
    room.redecide()


def test_a_result_is_not_undone() -> None:
    room = court(True).taken()
    room.rule("result", won_by(1))
    assert undo(room, room.case.first - 1) in ("referee.stands", "table.undo")


APART = {
    "rank": (((1,), (3,), (2, 4)), (1, 0, 1, 0)),
    "score": (((1, 3), (2, 4)), (2, 0, 1, 0)),
    "score of the others": (((1, 3), (2, 4)), (1, 0, 1, -1)),
}


@pytest.mark.parametrize(("ranking", "scores"), APART.values(), ids=APART)
def test_a_result_sets_no_side_apart(ranking: tuple[tuple[int, ...], ...], scores: tuple[int, ...]) -> None:
    """At four seats of Touché, 1 and 3 play against 2 and 4."""
    room = court(True, ruleset=TOUCHE, seats=4).taken()

    def result(ranking: tuple[tuple[int, ...], ...], scores: tuple[int, ...]) -> list[str]:
        each = {str(seat): score for seat, score in enumerate(scores, 1)}
        return room.rule("result", Remedy(winners=ranking[0], ranking=ranking, scores=each))

    with pytest.raises(Refused, match="Seats of one side share their rank and their score") as refusal:
        result(ranking, scores)
    assert refusal.value.more["rule"] == "referee.result"
    assert result(((1, 3), (2, 4)), (1, 0, 1, 0))[-1] == "result-set"
