"""The parts of a table: each is declared once, with the functions that fold it."""

from __future__ import annotations

import pytest

from domain.draws import Slots
from domain.rulesets.age_of_war import RULESET
from domain.rulesets.nagaraja import RULESET as NAGARAJA
from domain.rulesets.nagaraja.events import CardTakenAtRandom
from domain.table import events as t
from domain.table.actors import ORGANISER
from domain.table.fold import Fold
from domain.table.parts.course import PLAYING, WAITING
from domain.table.parts.part import Moment, Part
from domain.table.parts.registry import PARTS, Parts, fold_in
from domain.table.referee.state import Desk
from domain.table.state import Table
from tests.rulesets.fixtures import logged_events, read


def test_every_field_of_the_table_is_a_part_or_the_folds_own() -> None:
    own = ("version", "action", "game", "first", "status", "to_act", "outcome", "time")
    assert Table.__struct_fields__ == (*PARTS, *own)


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_what_lasts_is_folded(part: Part) -> None:
    assert part.folds
    assert part.lasting <= part.folds.keys()


def test_an_event_changes_the_parts_that_name_it_and_no_others() -> None:
    parts = Parts()
    fold_in(parts, t.GameStarted(2), Moment(3, 2, "table", False, parts))
    assert (Parts().stage, parts.stage) == (WAITING, PLAYING)
    assert parts == Parts(stage=PLAYING, slots=Slots(epoch=2), desk=Desk(opening=2))


def test_a_fold_that_goes_on_changes_no_table_and_no_copy() -> None:
    fold = Fold(RULESET)
    fold.begin_action(ORGANISER)
    fold.record(t.SeatTaken(2))
    table, other = fold.table(), fold.copy()
    fold.record(t.SeatTaken(1))
    assert [table.seats.numbers, other.table().seats.numbers, fold.table().seats.numbers] == [
        {2},
        {2},
        {1, 2},
    ]
    with pytest.raises(AttributeError):
        table.stage = PLAYING  # type: ignore[misc]


def test_what_is_drawn_and_shown_at_once_bars_an_undo_as_shown() -> None:
    fold, barriers = Fold(NAGARAJA), set[str]()
    for logged, _ in logged_events(NAGARAJA, read(NAGARAJA, "mixed")):
        fold.read((logged,))
        if isinstance(logged.event, CardTakenAtRandom):
            barriers.add(fold.table().undo.barrier)
    assert barriers == {"shown"}
