"""What a position is worth: exact within the turn, by what is held beyond it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from conformance.kit import Sitting
from domain.ruleset import Action
from domain.rulesets.age_of_war import RULESET
from domain.rulesets.age_of_war.chances import throws
from domain.rulesets.age_of_war.components import DICE, FACES
from domain.rulesets.age_of_war.state import FilledLine, State
from tests.rulesets.age_of_war.situation import act, deal, dice, legal, put, sit, state


def to_throw(sitting: Sitting, left: int, siege: str | None = None, **filled: str) -> Sitting:
    """So many dice are about to be thrown; the others lie on lines or are set aside."""
    lines = tuple(FilledLine(int(name[5:]), dice(letters)) for name, letters in filled.items())
    aside = DICE - left - sum(len(line.dice) for line in lines)
    return put(sitting, dice=(), to_throw=left, set_aside=aside, siege=siege, filled=lines)


def share(found: State, seat: int = 1) -> float:
    return RULESET.outlook(found)[seat - 1]


def after(found: State, seats: int, thrown: tuple[str, ...]) -> float:
    """The first seat's share when it does what is best with these dice."""
    sitting = put(sit(seats), **{name: getattr(found, name) for name in found.__struct_fields__})
    put(sitting, dice=thrown, to_throw=0)
    shares = []
    for action in legal(sitting):
        tried = put(sit(seats), **{name: getattr(state(sitting), name) for name in found.__struct_fields__})
        act(tried, action)
        shares.append(settled(state(tried)))
    return max(shares)


def settled(found: State) -> float:
    outcome = RULESET.outcome(found)
    return share(found) if outcome is None else float(1 in outcome.winners) / max(1, len(outcome.winners))


def by_brute_force(found: State, action: Action) -> float:
    """The chance that the castle falls: every throw, and every legal action after it, by the rules themselves."""
    tried = put(sit(found.seats), **{name: getattr(found, name) for name in found.__struct_fields__})
    act(tried, action)
    after = state(tried)
    if after.siege is None:
        return float(after.castles != found.castles)
    return before_a_throw(after.siege, after.to_throw, after.filled_lines, after)


def before_a_throw(siege: str, left: int, filled: tuple[int, ...], found: State) -> float:
    if (key := (siege, left, filled)) not in BY_BRUTE_FORCE:
        BY_BRUTE_FORCE[key] = sum(
            chance
            * max(by_brute_force(thrown, action) for action in RULESET.legal_actions(thrown, thrown.seat))
            for faces, chance in throws(left)
            for thrown in [replace(found, dice=faces, to_throw=0)]
        )
    return BY_BRUTE_FORCE[key]


BY_BRUTE_FORCE: dict[tuple[str, int, tuple[int, ...]], float] = {}


@pytest.mark.parametrize(("castle", "seats", "held"), [("gifu", 2, {}), ("marugame", 3, {2: "marugame"})])
def test_exact_odds_are_those_of_the_rules(castle: str, seats: int, held: dict[int, str]) -> None:
    """Five dice on the table, of a castle in the centre and of one that is to be stolen: for every legal action."""
    sitting = put(deal(sit(seats), held), siege=castle, filled=(), set_aside=DICE - 5, to_throw=0)
    for faces in ("11ACD", "233CC", "3AADD"):
        found = state(put(sitting, dice=tuple(sorted(dice(faces), key=FACES.index))))
        actions = RULESET.legal_actions(found, found.seat)
        exact = [RULESET.odds(found, action).chance for action in actions]
        assert any(0 < chance < 1 for chance in exact)
        assert exact == pytest.approx([by_brute_force(found, action) for action in actions])


@pytest.mark.parametrize("seats", [2, 4])
def test_before_a_throw_it_is_the_mean_of_what_is_best_after_it(seats: int) -> None:
    """Three dice, no siege: every throw, every legal action, by the rules themselves."""
    sitting = deal(sit(seats), {1: "gifu edo", 2: "kiyosu marugame"}, {2: "shimazu"})
    found = state(to_throw(sitting, 3))
    expected = sum(chance * after(found, seats, thrown) for thrown, chance in throws(3))
    assert share(found) == pytest.approx(expected)


def test_one_die_for_the_last_line_of_the_last_castle() -> None:
    """Archery comes once in six throws and wins; else the other is to begin."""
    sitting = deal(sit(), {1: "edo kiyosu", 2: "marugame"}, centre="gifu")
    found = state(to_throw(sitting, 1, "gifu", line_1="D", line_3="C"))
    lost = share(state(put(to_throw(sitting, DICE), seat=2)))
    assert share(found) == pytest.approx(float(Fraction(1, 6)) + (1 - float(Fraction(1, 6))) * lost)


def test_a_castle_whose_conquest_loses_the_game_is_not_wanted() -> None:
    """The last castle of the centre would end the game for the other: it is as if it could not be had."""
    sitting = deal(sit(), {2: "azuchi"}, {2: "tokugawa mori"}, centre="gifu")
    with_it = state(to_throw(sitting, 1, "gifu", line_1="D", line_3="C"))
    assert share(with_it) == pytest.approx(share(state(put(to_throw(sitting, DICE), seat=2))))


def test_completed_clans_count() -> None:
    sitting = deal(sit(), {}, {1: "oda", 2: "shimazu"})
    assert share(state(to_throw(sitting, DICE))) > 0.6


def test_the_shares_are_everybodys() -> None:
    shares = RULESET.outlook(state(to_throw(deal(sit(5), {3: "azuchi gifu"}, {5: "mori"}), 4)))
    assert sum(shares) == pytest.approx(1)
    assert shares[4] == max(shares)
