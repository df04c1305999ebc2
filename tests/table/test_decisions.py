"""What the table decides for every game: what is legal, undo requests that fall, games that are halted and ended."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.kit import Sitting
from domain.play import IllegalAction
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.rulesets.romans import RULESET as ROMANS
from domain.rulesets.romans.actions import PlaceWarrior
from domain.sentence import Sentence, say
from domain.table import decisions
from domain.table.fold import fold
from domain.table.refusals import Refused
from projections.replay import chapters
from projections.sentences import Renderer


def orders() -> Sitting:
    """Two clans give secret orders at the same time: seat 1 has placed a warrior, then seat 2."""
    sitting = Sitting(ROMANS, 2, ROMANS.options(), "orders")
    for seat in (1, 2):
        place(sitting, seat)
    return sitting


def place(sitting: Sitting, seat: int) -> None:
    sitting.act(seat, next(action for action in sitting.legal(seat) if isinstance(action, PlaceWarrior)))


def ask(sitting: Sitting, seat: int) -> None:
    sitting._take(decisions.request_undo(ROMANS, sitting.table, seat, None))


def test_a_pending_undo_falls_when_a_seat_acts() -> None:
    sitting = orders()
    ask(sitting, 1)
    request = sitting.table.undo.request
    assert request is not None
    assert request.needs == (2,)
    place(sitting, 2)
    assert sitting.table.undo.request is None
    assert fold(ROMANS, sitting.log) == sitting.table
    with pytest.raises(Refused, match="not pending"):
        decisions.answer_undo(ROMANS, sitting.table, 2, request.number, True)


def test_a_pending_undo_falls_when_the_seat_that_asked_goes_on() -> None:
    sitting = orders()
    ask(sitting, 1)
    place(sitting, 1)
    assert sitting.table.undo.request is None


def test_an_undo_is_granted_once_every_other_seat_has_accepted() -> None:
    sitting = Sitting(ROMANS, 3, ROMANS.options(), "orders")
    for seat in (1, 2, 3):
        place(sitting, seat)
    before = sitting.table.version
    ask(sitting, 1)
    for seat, needed in ((2, (3,)), (3, None)):
        sitting._take(decisions.answer_undo(ROMANS, sitting.table, seat, 1, True))
        assert (sitting.table.undo.request and sitting.table.undo.request.needs) == needed
    assert (len(sitting.table.undo.steps), sitting.table.version) == (0, before + 4)


def test_a_suspended_game_can_be_abandoned_and_is_over_then() -> None:
    sitting = orders()
    sitting._take(decisions.suspend(ROMANS, sitting.table))
    assert (sitting.table.status, sitting.table.to_act) == ("suspended", ())
    sitting._take(decisions.abandon(ROMANS, sitting.table))
    assert (sitting.table.status, sitting.table.to_act) == ("abandoned", ())
    assert fold(ROMANS, sitting.log) == sitting.table
    for organise in (decisions.abandon, decisions.suspend, decisions.resume):
        with pytest.raises(Refused):
            organise(ROMANS, sitting.table)
    with pytest.raises(Refused, match="abandoned"):
        place(sitting, 1)


def test_a_resumed_game_goes_on_where_it_was() -> None:
    sitting = orders()
    before = sitting.table
    sitting._take(decisions.suspend(ROMANS, before))
    sitting._take(decisions.resume(ROMANS, sitting.table))
    assert (sitting.table.status, sitting.table.to_act) == ("playing", before.to_act)
    assert sitting.table.game == before.game


class Titled(type(ROMANS)):  # type: ignore[misc]
    """Romans with a chapter for every warrior that is placed."""

    def chapter(self, event: Any) -> Sentence | None:
        return say("Placed") if event.__struct_config__.tag == "warrior-placed" else None


def test_chapters_that_were_taken_back_are_not_told() -> None:
    sitting = orders()
    titled = Titled()
    teller = Renderer(titled, "en", {})

    def versions() -> list[int]:
        return [chapter.version for chapter in chapters(titled, sitting.log, teller)]

    first, second = versions()
    sitting.undo(2)
    assert versions() == [first]
    place(sitting, 2)
    assert versions() == [first, sitting.table.version]
    assert second < sitting.table.version


class Generous(type(ROMANS)):  # type: ignore[misc]
    """Romans whose `decide` forgets to check, stumbles over one warrior, and does nothing with another."""

    def decide(self, play: Any, seat: int, action: Any) -> None:
        if action.warrior == "unknown":
            raise LookupError("no such warrior")
        if action.warrior != "ignored":
            play.roll([6])


def test_what_is_not_offered_is_refused_although_decide_would_carry_it_out() -> None:
    sitting = orders()
    with pytest.raises(IllegalAction) as refused:
        decisions.act(Generous(), sitting.table, 1, PlaceWarrior("nobody", 1), sitting.draws)
    assert refused.value.rule == "table.legal"


@pytest.mark.parametrize(("warrior", "fault"), [("unknown", LookupError), ("ignored", AssertionError)])
def test_a_fault_of_decide_is_no_refusal(warrior: str, fault: type[Exception]) -> None:
    sitting = orders()
    with pytest.raises(fault):
        decisions.act(Generous(), sitting.table, 1, PlaceWarrior(warrior, 1), sitting.draws)


@pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))
def test_what_is_offered_is_carried_out(ruleset: Ruleset[Any]) -> None:
    seats, options = ruleset.setups()[-1]
    sitting = Sitting(ruleset, seats, options, "offered")
    seat = sitting.table.to_act[0]
    assert sitting.act(seat, sitting.legal(seat)[0])


def test_a_refusal_keeps_the_words_of_the_ruleset() -> None:
    sitting = orders()
    with pytest.raises(IllegalAction, match="romans"):
        decisions.act(ROMANS, sitting.table, 1, PlaceWarrior("nobody", 1), sitting.draws)
