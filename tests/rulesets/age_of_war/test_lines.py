"""Which dice fill which lines: the rules' choices against a count of all subsets."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.rulesets.age_of_war.actions import FillLine, SetAside
from domain.rulesets.age_of_war.components import DAIMYO_LINE, FACES, SPECIAL, Castle, Line
from domain.rulesets.age_of_war.lines import choices, fills, minimal
from domain.rulesets.age_of_war.state import lines_needed, targets
from domain.table.given_actions import read_action
from tests.rulesets.age_of_war.situation import (
    BOX,
    deal,
    dice,
    fill,
    fillings,
    legal,
    lying,
    refused,
    sit,
    state,
)

WORTH = {"infantry-1": 1, "infantry-2": 2, "infantry-3": 3}
PRINTED = sorted({line for castle in BOX.castles for line in castle.lines} | {DAIMYO_LINE}, key=repr)
printed_lines = st.sampled_from(PRINTED)
any_lines = st.one_of(
    st.builds(lambda n: Line(infantry=n), st.integers(1, 21)),
    st.builds(lambda s: Line(symbols=tuple(s)), st.lists(st.sampled_from(FACES[3:]), min_size=1, max_size=7)),
)
thrown_dice = st.lists(st.sampled_from(FACES), min_size=1, max_size=7).map(
    lambda faces: tuple(sorted(faces, key=FACES.index))
)


def holds(line: Line, some: tuple[str, ...]) -> bool:
    """Written from the rulebook: infantry alone adding up, or just the symbols printed."""
    if line.symbols:
        return Counter(some) == Counter(line.symbols)
    return set(some) <= set(WORTH) and sum(map(WORTH.__getitem__, some)) >= line.infantry


def subsets(thrown: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {some for n in range(1, len(thrown) + 1) for some in combinations(thrown, n)}


def needs_all(line: Line, some: tuple[str, ...]) -> bool:
    return not any(holds(line, less) for less in subsets(some) - {some})


@given(st.one_of(printed_lines, any_lines), thrown_dice)
def test_war_line_1_dice_fill_a_line_when_they_add_up_or_match(line: Line, some: tuple[str, ...]) -> None:
    assert fills(line, some) == holds(line, some)


@given(st.one_of(printed_lines, any_lines), thrown_dice)
def test_war_line_2_choices_are_all_minimal_sets_and_no_other(line: Line, thrown: tuple[str, ...]) -> None:
    wanted = {some for some in subsets(thrown) if holds(line, some) and needs_all(line, some)}
    found = choices(line, thrown)
    assert set(found) == wanted
    assert len(found) == len(wanted)


@given(st.one_of(printed_lines, any_lines), thrown_dice)
def test_war_line_2_a_set_is_minimal_when_no_die_can_go(line: Line, some: tuple[str, ...]) -> None:
    if holds(line, some):
        assert minimal(line, some) == needs_all(line, some)


@given(any_lines, thrown_dice)
def test_war_line_2_equal_faces_are_listed_once_and_in_order(line: Line, thrown: tuple[str, ...]) -> None:
    found = choices(line, thrown)
    assert len({tuple(sorted(some)) for some in found}) == len(found)
    assert all(some == tuple(sorted(some, key=FACES.index)) for some in found)


@settings(max_examples=60)
@given(thrown_dice, st.sets(st.sampled_from([c.id for c in BOX.castles if c.special_line]), max_size=5))
def test_war_line_2_legal_fillings_are_complete_on_every_castle(
    thrown: tuple[str, ...], taken: set[str]
) -> None:
    sitting = deal(sit(), {2: " ".join(sorted(taken))})
    lying(sitting, "".join("123ACD"[FACES.index(face)] for face in thrown))
    game = state(sitting)
    wanted = [
        FillLine(castle, number, some)
        for castle in targets(game)
        for number, line in lines_needed(game, castle).items()
        for some in subsets(thrown)
        if holds(line, some) and needs_all(line, some)
    ]
    listed = legal(sitting)
    assert listed[-1] == SetAside()
    assert len(listed) == len(set(listed)) == len(wanted) + 1
    assert set(listed) == {*wanted, SetAside()}


@settings(max_examples=40)
@given(thrown_dice, st.sampled_from(BOX.castles), st.integers(0, 5), thrown_dice)
def test_war_line_1_every_other_filling_is_refused(
    thrown: tuple[str, ...], castle: Castle, number: int, some: tuple[str, ...]
) -> None:
    sitting = lying(sit(), "".join("123ACD"[FACES.index(face)] for face in thrown))
    action = FillLine(castle.id, number, some)
    if action in legal(sitting):
        assert sitting.refusal(1, action) is None
    else:
        ruled_by = {"war.steal.1"} if number == SPECIAL else {"war.line.1", "war.line.2"}
        assert refused(sitting, action) in ruled_by


def test_war_line_1_infantry_may_exceed_its_figure_and_needs_no_other_dice() -> None:
    sitting = lying(sit(), "3333ACD")
    assert fillings(sitting, "odani") == [(1, dice("3333"))]
    assert refused(sitting, FillLine("odani", 1, dice("333"))) == "war.line.1"
    assert refused(sitting, FillLine("odani", 1, dice("333A"))) == "war.line.1"


def test_war_line_1_symbols_are_exactly_those_printed() -> None:
    sitting = lying(sit(), "13AAACC")
    assert refused(sitting, FillLine("kasugayama", 1, dice("A"))) == "war.line.1"
    assert refused(sitting, FillLine("kasugayama", 1, dice("AAA"))) == "war.line.1"
    assert refused(sitting, FillLine("kasugayama", 1, dice("CC"))) == "war.line.1"
    assert fillings(sitting, "kasugayama") == [(1, dice("AA")), (2, dice("CC"))]


def test_war_line_1_only_dice_that_lie_thrown() -> None:
    sitting = lying(sit(), "12ACCDD")
    assert refused(sitting, FillLine("kasugayama", 1, dice("AA"))) == "war.line.1"
    assert refused(sitting, FillLine("odani", 1, dice("3331"))) == "war.line.1"
    assert refused(sitting, FillLine("edo", 3, ("infantry-9",))) == "war.line.1"


def test_war_line_1_a_line_is_filled_once_and_at_once() -> None:
    sitting = lying(sit(), "1AAACC", siege="kasugayama", line_1="AA")
    assert fillings(sitting, "kasugayama") == [(2, dice("CC"))]
    assert refused(sitting, FillLine("kasugayama", 1, dice("AA"))) == "war.line.1"
    assert refused(sitting, FillLine("kasugayama", 2, dice("C"))) == "war.line.1"
    assert refused(sitting, FillLine("kasugayama", 3, dice("A"))) == "war.line.1"


def test_war_line_2_the_player_chooses_among_minimal_sets() -> None:
    sitting = lying(sit(), "1122333")
    chosen = {some for line, some in fillings(sitting, "edo") if line == 3}
    assert chosen == {dice("3"), dice("12"), dice("22")}
    assert refused(sitting, FillLine("edo", 3, dice("13"))) == "war.line.2"
    assert refused(sitting, FillLine("edo", 3, dice("112"))) == "war.line.2"
    assert "superfluous" in str(sitting.refusal(1, FillLine("edo", 3, dice("13"))))


def test_war_line_2_lines_that_print_the_same_are_listed_by_number() -> None:
    sitting = lying(sit(), "11AACDD")
    assert fillings(sitting, "matsumoto") == [(1, dice("A")), (2, dice("A"))]
    fill(sitting, "matsumoto", 2, "A")
    assert state(sitting).filled_lines == (2,)


def test_war_line_2_dice_may_be_named_in_another_order() -> None:
    sitting = lying(sit(), "1223ACD")
    named = read_action(sitting.ruleset, msgspec.to_builtins(FillLine("edo", 1, dice("CA"))))
    assert named == FillLine("edo", 1, dice("AC"))
    assert sitting.refusal(1, named) is None
