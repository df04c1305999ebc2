"""A greedy player: attacks where value times the chance of conquest is highest, and waits when a new throw is better."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from domain.outlook import best_first, shares
from domain.ruleset import Action, Choose, Course
from domain.rulesets.age_of_war.actions import FillLine, SetAside
from domain.rulesets.age_of_war.chances import chance
from domain.rulesets.age_of_war.components import BOXES, DICE
from domain.rulesets.age_of_war.events import CastleConquered, ClanCompleted
from domain.rulesets.age_of_war.evolve import castle_conquered, clan_completed
from domain.rulesets.age_of_war.state import State, has_clan, holder, lines_of, standings, targets

VICTORY = 20.0
"""Worth of ending the game as a winner, in points; ending it otherwise is worth nothing."""
ENVY = 0.5
"""What an opponent's lost point is worth, shared among the opponents."""
ALIKE = 1e-9
FILLINGS = 6
LEAD = 3.0
"""So many points ahead, a player is about three times as likely to win."""


def greedy(state: State, legal: Sequence[Action], choose: Choose) -> Action:
    """The filling with the highest expected value, or a die set aside when that promises more."""
    if state.to_throw:
        return legal[0]
    values, worth = _worths(state, legal)
    best = max((w for w, _ in worth), default=0.0)
    if best <= 0 or best < _waiting(state, values):
        return SetAside()
    candidates = [a for w, a in worth if w > best - ALIKE]
    return candidates[choose(len(candidates))]


def promising(state: State, legal: Sequence[Action], choose: Choose) -> list[Course]:
    """The best fillings, and to wait."""
    first = greedy(state, legal, choose)
    fillings = [] if state.to_throw else _worths(state, legal)[1]
    ranked = best_first([action for _, action in fillings], [worth for worth, _ in fillings], FILLINGS)
    others = [action for action in (*ranked, *legal[-1:]) if action != first]
    return [(first,), *((action,) for action in others)]


def outlook(state: State) -> tuple[float, ...]:
    """By what the castles are worth that each player holds."""
    clans = state.box.castles_of.items()
    worths = [
        sum(_standing(state.edition, clan, held & castles) for clan, castles in clans)
        for held in map(frozenset, state.castles)
    ]
    return shares(worths, LEAD)


def _worths(state: State, legal: Sequence[Action]) -> tuple[dict[str, float], list[tuple[float, FillLine]]]:
    """What each castle that can be attacked is worth, and what each filling is."""
    values = {castle: _value(state, castle) for castle in targets(state)}
    return values, [(values[a.castle] * _hope(state, a), a) for a in legal if isinstance(a, FillLine)]


def _hope(state: State, action: FillLine) -> float:
    """The chance to conquer the castle after this filling."""
    filled = tuple(sorted((*state.filled_lines, action.line)))
    dice = len(state.dice) - len(action.dice)
    return _to_conquer(state.edition, action.castle, action.castle not in state.centre, filled, dice)


def _waiting(state: State, values: dict[str, float]) -> float:
    """What one die less promises: the most by settling on a castle before the throw."""
    filled, dice = tuple(sorted(state.filled_lines)), len(state.dice) - 1
    return max(
        value * _to_conquer(state.edition, castle, castle not in state.centre, filled, dice)
        for castle, value in values.items()
    )


@cache
def _to_conquer(edition: str, castle: str, taken: bool, filled: tuple[int, ...], dice: int) -> float:
    return chance(tuple(lines_of(edition, castle, taken, filled).values()), dice)


def _value(state: State, castle: str) -> float:
    """Points that the castle brings this player, and part of those that its holder loses."""
    if state.siege:
        return 1.0
    if state.centre == (castle,):
        return VICTORY if _wins_by(state, castle) else 0.0
    gain = _gain(state, state.seat, castle, state.castles[state.seat - 1])
    loser = holder(state, castle)
    if loser is None:
        return gain
    others = tuple(c for c in state.castles[loser - 1] if c != castle)
    return gain + ENVY / (state.seats - 1) * _gain(state, loser, castle, others)


def _wins_by(state: State, castle: str) -> bool:
    """Whether the game, ended by this conquest, has this player among its winners."""
    after = castle_conquered(state, CastleConquered(state.seat, castle, None))
    clan = state.box.castle[castle].clan
    if has_clan(after, state.seat, clan):
        after = clan_completed(after, ClanCompleted(state.seat, clan, state.box.clan[clan].points))
    standing = standings(after)
    return standing[state.seat] == max(standing.values())


def _gain(state: State, seat: int, castle: str, others: tuple[str, ...]) -> float:
    """The worth of a castle to who holds these others."""
    clan = state.box.castle[castle].clan
    held = frozenset(others) & state.box.castles_of[clan]
    return _standing(state.edition, clan, held | {castle}) - _standing(state.edition, clan, held)


@cache
def _standing(edition: str, clan: str, held: frozenset[str]) -> float:
    """Points to hope for from these castles of a clan: what is not stolen again, and the clan in prospect."""
    castles = BOXES[edition].castles_of[clan]
    safe = sum(_safe_points(edition, c) for c in held)
    bonus = BOXES[edition].clan[clan].points - sum(_safe_points(edition, c) for c in castles)
    return safe + bonus * (len(held) / len(castles)) ** 2


@cache
def _safe_points(edition: str, castle: str) -> float:
    """Points of a face-up castle, less the chance that one turn of an opponent takes it."""
    return BOXES[edition].castle[castle].points * (1 - _to_conquer(edition, castle, True, (), DICE))
