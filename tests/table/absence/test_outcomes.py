"""Who was away stands behind all others."""

from __future__ import annotations

from typing import Any

import pytest

from domain.by_seat import by_seat
from domain.contract.types import Outcome
from domain.table.absence.outcomes import with_away_last
from domain.table.absence.state import LAST, Absence

ALONE = by_seat(("", "", "", ""))


def ended(winners: Any, *ranking: Any) -> Outcome:
    return Outcome(winners, ranking, {str(seat): 9 - seat for seat in (1, 2, 3, 4)}, "end", {"told": 1})


CASES = {
    "the winner was away": (((1,), (1,), (2,), (3,), (4,)), {1}, ((2,), (2,), (3,), (4,), (1,))),
    "one of two winners was away": (((1, 2), (1, 2), (3, 4)), {1}, ((2,), (2,), (3, 4), (1,))),
    "the first and the last were away": (((1,), (1,), (2, 3), (4,)), {1, 4}, ((2, 3), (2, 3), (1,), (4,))),
    "nobody won": (((), (1, 2), (3, 4)), {1}, ((), (2,), (3, 4), (1,))),
    "two that shared a rank": (((1, 2), (1, 2), (3,), (4,)), {1, 2}, ((3,), (3,), (4,), (1, 2))),
    "all were away, and one of the first rank won": (
        ((1,), (1, 2), (3, 4)),
        {1, 2, 3, 4},
        ((1,), (1, 2), (3, 4)),
    ),
    "all were away": (((1,), (1,), (2,), (3,), (4,)), {1, 2, 3, 4}, ((1,), (1,), (2,), (3,), (4,))),
}


@pytest.mark.parametrize(("before", "away", "after"), CASES.values(), ids=CASES)
def test_seats_that_were_away_are_last(before: Any, away: set[int], after: Any) -> None:
    moved = with_away_last(ended(*before), away, ALONE)
    assert moved == Outcome(
        after[0], after[1:], ended(*before).scores, "end", {"told": 1, "away": sorted(away)}
    )


def test_a_side_of_two_seats_keeps_its_rank() -> None:
    outcome = ended((1, 3), (1, 3), (2, 4))
    sides = by_seat(("red", "blue", "red", "blue"))
    moved = with_away_last(outcome, {1}, sides)
    assert (moved.ranking, moved.winners, moved.details["away"]) == (outcome.ranking, (1, 3), [1])


@pytest.mark.parametrize(
    ("actors", "by_bots"),
    [
        ("", False),
        ("s" * 30, False),
        ("b" * 3, True),
        ("sb", False),
        ("sbb", True),
        ("s" * 40 + "b" * 5, False),
        ("s" * 40 + "b" * 6, True),
        ("b" * 40 + "s" * 5, False),
        ("b" * 40 + "s" * 4, True),
    ],
)
def test_a_bot_that_made_more_than_half_of_the_last_ten_actions_played_the_seat(
    actors: str, by_bots: bool
) -> None:
    absence = Absence()
    for kind in actors:
        absence = absence.acted("seat:2" if kind == "s" else "bot:2").acted("seat:1")
    assert absence.played_by_bots == ({2} if by_bots else frozenset())
    assert all(len(made) <= LAST for made in absence.by_bot.values())
