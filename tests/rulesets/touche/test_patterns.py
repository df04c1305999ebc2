"""Where patterns fit on the printed board, and what completes them."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.rulesets.touche import events as e
from domain.rulesets.touche.actions import LayCard
from domain.rulesets.touche.components import BOXES, FREE, JOKER
from domain.rulesets.touche.patterns import connected, orientations, placements, tables
from tests.rulesets.touche.situation import BOARD, crown, fields_for, give, lay, of_type, pawns, refused, sit

BOX = BOXES["1"]


def found(kind: str, shape: int | None = None) -> tuple[int, ...]:
    shapes = BOX.patterns[kind].shapes
    return placements(BOARD, shapes if shape is None else shapes[shape : shape + 1])


def by_free_spaces(kind: str) -> dict[int, int]:
    return dict(Counter((p & BOARD.free).bit_count() for p in found(kind)))


def test_the_board_has_every_card_twice_and_eight_free_spaces() -> None:
    fields = Counter(BOARD.fields.values())
    assert len(BOARD.fields) == 112
    assert fields.pop(FREE) == 8
    assert set(fields) == set(BOX.pack.cards) - {JOKER}
    assert set(fields.values()) == {2}


def test_the_pack_has_110_cards() -> None:
    faces = Counter(BOX.pack.cards)
    assert faces.pop(JOKER) == 6
    assert len(faces) == 52
    assert set(faces.values()) == {2}


def test_touche_pattern_1_squares_fit_89_times() -> None:
    assert len(found("square")) == 89
    assert by_free_spaces("square") == {0: 69, 1: 20}


def test_touche_pattern_2_straights_fit_224_times_in_three_ways() -> None:
    assert len(found("straight")) == 224
    assert by_free_spaces("straight") == {0: 140, 1: 84}
    rows = [p for p in found("straight", 0) if len({name[1:] for name in BOARD.named(p)}) == 1]
    assert (len(rows), len(found("straight", 0)) - len(rows), len(found("straight", 1))) == (64, 64, 96)


def test_touche_pattern_3_ts_point_in_eight_directions() -> None:
    assert (len(found("t", 0)), len(found("t", 1))) == (296, 240)
    assert by_free_spaces("t") == {0: 340, 1: 184, 2: 12}
    through_g5 = {BOARD.named(p) for p in found("t") if p & BOARD.bit["g5"]}
    assert ("f3", "g3", "h3", "g4", "g5") in through_g5
    assert ("i3", "h4", "g5", "i5", "j6") in {BOARD.named(p) for p in found("t", 1)}


def test_touche_pattern_4_crosses_stand_upright_or_diagonal() -> None:
    assert (len(found("cross", 0)), len(found("cross", 1))) == (76, 68)
    assert by_free_spaces("cross") == {0: 92, 1: 52}
    assert ("e1", "d2", "e2", "f2", "e3") in {BOARD.named(p) for p in found("cross", 0)}


def test_placements_with_two_free_spaces_can_never_be_made() -> None:
    usable = {kind: len(places.everywhere) for kind, places in tables("1").items()}
    assert usable == {"square": 89, "t": 524, "straight": 224, "cross": 144}


@pytest.mark.parametrize(
    ("set_name", "kind", "missing", "card", "others"),
    [
        ("squares", "square", "e2", "7D", "d1 e1 d2"),
        ("straights", "straight", "h1", "3S", "d1 e1 f1 g1"),
        ("straights", "straight", "g7", "4D", "d4 e5 f6 h8"),
        ("ts", "t", "e3", "8D", "d1 e1 f1 e2"),
        ("ts", "t", "j6", "QH", "h4 i5 g5 i3"),
        ("crosses", "cross", "e2", "7D", "e1 d2 f2 e3"),
        ("crosses", "cross", "h4", "6S", "g3 i3 g5 i5"),
    ],
)
def test_touche_pattern_5_all_pawns_of_a_pattern_are_of_one_side(
    set_name: str, kind: str, missing: str, card: str, others: str
) -> None:
    sitting = pawns(give(sit(set=set_name), {1: [card]}), others)
    [crowned] = of_type(lay(sitting, card, missing), e.PatternCrowned)
    assert (crowned.kind, set(crowned.fields)) == (kind, {missing, *others.split()})
    one, *rest = others.split()
    mixed = pawns(give(sit(set=set_name), {1: [card]}), " ".join(rest), one)
    assert not of_type(lay(mixed, card, missing), e.PatternCompleted)


def test_touche_pattern_5_a_crowned_field_is_used_by_nobody() -> None:
    sitting = crown(give(sit(), {1: ["KD", "joker"]}), 1, "square", "d1 e1 d2 e2")
    assert fields_for(sitting, "KD") == ["h8"]
    assert "d1" not in fields_for(sitting, "joker")
    assert refused(sitting, LayCard("KD", "d1")) == "touche.pattern.5"
    assert refused(sitting, LayCard("joker", "d1")) == "touche.pattern.5"


def test_own_shapes_turn_and_mirror_and_must_hang_together() -> None:
    knight = ((0, 0), (1, 0), (2, 0), (2, 1))
    assert len(orientations(knight)) == 8
    assert len(orientations(((0, 0), (0, 1)))) == 2
    assert connected(knight)
    assert connected(((0, 0), (1, 1)))
    assert not connected(((0, 0), (0, 2)))
