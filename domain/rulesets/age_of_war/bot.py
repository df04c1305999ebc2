"""A greedy player: attacks where value times the chance of conquest is highest, and waits when a new throw is better."""

from __future__ import annotations

from collections.abc import Sequence

from domain.by_seat import of_seat
from domain.ruleset import Action, Choose, Course
from domain.rulesets.age_of_war.actions import FillLine, SetAside
from domain.rulesets.age_of_war.prospects import conquered, hope, standing, winning
from domain.rulesets.age_of_war.state import State, holder, targets

VICTORY = 20.0
"""Worth of ending the game as a winner, in points; ending it otherwise is worth nothing."""
ENVY = 0.5
"""What an opponent's lost point is worth, shared among the opponents."""
ALIKE = 1e-9
FILLINGS = 8
"""How many castles a search looks into."""


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
    """The most hopeful filling of each castle, and to set a die aside."""
    first = greedy(state, legal, choose)
    fillings = [] if state.to_throw else sorted(_worths(state, legal)[1], key=lambda pair: -pair[0])
    of_castles: dict[str, Action] = {}
    for _, action in fillings:
        of_castles.setdefault(action.castle, action)
    others = [*list(of_castles.values())[:FILLINGS], legal[-1]]
    return [(action,) for action in dict.fromkeys((first, *others))]


def _worths(state: State, legal: Sequence[Action]) -> tuple[dict[str, float], list[tuple[float, FillLine]]]:
    """What each castle that can be attacked is worth, and what each filling is."""
    values = {castle: worth_of(state, castle) for castle in targets(state)}
    return values, [
        (values[a.castle] * hope(state, a.castle, a), a) for a in legal if isinstance(a, FillLine)
    ]


def _waiting(state: State, values: dict[str, float]) -> float:
    """What one die less promises: the most by settling on a castle before the throw."""
    return max(value * hope(state, castle, SetAside()) for castle, value in values.items())


def worth_of(state: State, castle: str) -> float:
    """Points that the castle brings this player, and part of those that its holder loses."""
    if state.siege:
        return 1.0
    if state.centre == (castle,):
        return VICTORY if wins_by(state, castle) else 0.0
    gain = _gain(state, castle, of_seat(state.castles, state.seat))
    loser = holder(state, castle)
    if loser is None:
        return gain
    others = tuple(c for c in of_seat(state.castles, loser) if c != castle)
    return gain + ENVY / (state.seats - 1) * _gain(state, castle, others)


def wins_by(state: State, castle: str) -> bool:
    """Whether the game, ended by this conquest, has this player among its winners."""
    return state.seat in winning(conquered(state, castle))


def _gain(state: State, castle: str, others: tuple[str, ...]) -> float:
    """The worth of a castle to a player who holds these others."""
    clan = state.box.castle[castle].clan
    held = frozenset(others) & state.box.castles_of[clan]
    return standing(state.edition, clan, held | {castle}) - standing(state.edition, clan, held)
