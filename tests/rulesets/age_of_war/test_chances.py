"""The table of chances against what can be counted by hand, and against play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.rulesets.age_of_war.chances import chance, fewest, throws
from domain.rulesets.age_of_war.components import DAIMYO_LINE, FACES, Line
from domain.rulesets.age_of_war.lines import choices
from tests.rulesets.age_of_war.situation import BOX, dice
from tests.rulesets.age_of_war.test_lines import any_lines, thrown_dice

ARCHERY, TWO_ARCHERY = Line(symbols=dice("A")), Line(symbols=dice("AA"))
castle_lines = st.sampled_from([castle.lines for castle in BOX.castles])


def test_throws_have_the_chances_of_fair_dice() -> None:
    for n in range(1, 5):
        counted = dict.fromkeys((faces for faces, _ in throws(n)), 0)
        for throw in product(FACES, repeat=n):
            counted[tuple(sorted(throw, key=FACES.index))] += 1
        assert {faces: round(p * 6**n) for faces, p in throws(n)} == counted
    assert sum(p for _, p in throws(7)) == pytest.approx(1)


@given(any_lines, thrown_dice)
def test_the_fewest_dice_for_a_line(line: Line, thrown: tuple[str, ...]) -> None:
    assert fewest(line, thrown) == min(map(len, choices(line, thrown)), default=0)


def test_one_symbol_may_be_thrown_for_until_the_dice_are_gone() -> None:
    assert chance((ARCHERY,), 1) == pytest.approx(1 / 6)
    assert chance((ARCHERY,), 3) == pytest.approx(1 - (5 / 6) ** (3 + 2 + 1))


def test_lines_that_cannot_be_filled_and_none_at_all() -> None:
    assert chance((), 0) == chance((), 5) == 1
    assert chance((ARCHERY,), 0) == chance((ARCHERY, TWO_ARCHERY), 2) == chance((Line(infantry=4),), 1) == 0


def test_two_lines_by_hand() -> None:
    """Two dice for A and A: one on a line and the other thrown again; after a miss one die is not enough."""
    assert chance((ARCHERY, ARCHERY), 2) == pytest.approx(11 / 36 * 1 / 6)


@given(castle_lines, st.integers(0, 6))
def test_more_dice_and_fewer_lines_never_hurt(lines: tuple[Line, ...], n: int) -> None:
    assert chance(lines, n) <= chance(lines, n + 1)
    assert chance((*lines, DAIMYO_LINE), n) <= chance(lines, n) <= chance(lines[1:], n)


@pytest.mark.parametrize("castle", ["gifu", "kasugayama", "matsuyama", "takahashi"])
def test_play_by_the_table_succeeds_as_often_as_it_says(castle: str) -> None:
    lines, rng = BOX.castle[castle].lines, random.Random(castle)
    taken = sum(conquered(lines, rng) for _ in range(4000))
    assert taken / 4000 == pytest.approx(chance(lines, 7), abs=0.03)


def conquered(lines: Sequence[Line], rng: random.Random) -> bool:
    """One turn against a castle, each throw played for the best chance."""
    left = 7
    while lines and left:
        thrown = tuple(sorted(rng.choices(FACES, k=left), key=FACES.index))
        after = [(tuple(lines), left - 1)]
        for i, line in enumerate(lines):
            if used := fewest(line, thrown):
                after.append(((*lines[:i], *lines[i + 1 :]), left - used))
        lines, left = max(after, key=lambda it: chance(*it))
    return not lines
