"""What a case waits for comes first: a log in which something else happens after its end was due does not follow (L4)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.table.redecide import NotByTheRules
from domain.table.referee import appealing, appointing
from tests.table.referee.kit import TERMS, Court, court, refusing

RUNNING = replace(TERMS, pause=False)
LATE: dict[str, Callable[[Court], object]] = {
    "a referee is appointed": lambda room: room.tell(appointing.appoint, 3, False),
    "a referee resigns": lambda room: room.tell(appointing.resign, 2),
    "a seat plays": lambda room: room.play(1),
}


@pytest.mark.parametrize("ruled", [False, True], ids=["to expire", "to become final"])
@pytest.mark.parametrize("late", LATE)
def test_nothing_comes_after_the_end_of_a_case_was_due(late: str, ruled: bool) -> None:
    def room() -> Court:
        made = court(True, True, terms=RUNNING).taken()
        if ruled:
            made.rule("dismissed")
            made.tell(appealing.appeal, 1, 1, "grounds")
        made.wait(3 * TERMS.rule_within)
        return made

    honest, forged = room(), room()
    assert honest.keep()
    for made in (honest, forged):
        LATE[late](made)
    honest.redecide()
    with pytest.raises(NotByTheRules):
        forged.redecide()


def test_referees_are_numbered_from_1() -> None:
    with refusing("referee.limit"):
        court().tell(appointing.appoint, 0, False)
