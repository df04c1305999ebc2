"""How likely each seat is to win: the turn under way and the next one by exact chances, what follows by what castles are worth.

Within a turn the player is assumed to maximise their share, from throw to throw.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from msgspec.structs import replace

from domain.by_seat import BySeat, by_seat, of_seat
from domain.outlook import shares
from domain.ruleset import Odds
from domain.rulesets.age_of_war.actions import FillLine, RollDice, SetAside
from domain.rulesets.age_of_war.chances import after_filling, chance, throws
from domain.rulesets.age_of_war.components import BOXES, DICE
from domain.rulesets.age_of_war.events import CastleConquered, ClanCompleted
from domain.rulesets.age_of_war.evolve import castle_conquered, clan_completed, dice_back
from domain.rulesets.age_of_war.names import NAMES
from domain.rulesets.age_of_war.state import (
    State,
    has_clan,
    holder,
    lines_of,
    open_lines,
    standings,
    targets,
)
from domain.sentence import say

LEAD = 5.0
"""So many points ahead, a player is about three times as likely to win (fitted to 200,000 positions of thoughtful play)."""
TO_MOVE = 0.8
"""What it is worth to be the next to throw, in points (fitted, too)."""

Shares = BySeat[float]


@lru_cache(maxsize=1 << 8)
def outlook(state: State) -> Shares:
    """Of a position in which dice are to be thrown next."""
    return by_turn(state, _static if state.to_throw == DICE else _begun)


@lru_cache(maxsize=1 << 10)
def _begun(state: State) -> Shares:
    """At the beginning of a turn."""
    return by_turn(state, _static)


def by_turn(state: State, judge: Callable[[State], Shares]) -> Shares:
    """What can become of this turn, judged when the next one begins. What the player gains, the others lose alike."""
    lost = judge(passed(state))
    own = of_seat(lost, state.seat)
    gains = [of_seat(after_conquest(state, castle, judge), state.seat) - own for castle in targets(state)]
    share = min(1.0, own + _expected(state, gains))
    rest = (1 - share) / (1 - own) if own < 1 else 1.0
    return by_seat(share if seat == state.seat else other * rest for seat, other in enumerate(lost, 1))


def passed(state: State) -> State:
    """The next player is to begin; turns are not counted here, so that the same table is the same state."""
    return replace(dice_back(state), seat=state.seat % state.seats + 1, turn=0)


def after_conquest(state: State, castle: str, judge: Callable[[State], Shares]) -> Shares:
    """What the end of the game says if this castle was the last one, else how the next turn's beginning is judged."""
    after = conquered(state, castle)
    if after.centre:
        return judge(passed(after))
    winners = winning(after)
    return by_seat((seat in winners) / len(winners) for seat in range(1, state.seats + 1))


def conquered(state: State, castle: str) -> State:
    """After the seat to act has taken this castle, and turned over the clan that it completes."""
    after = castle_conquered(state, CastleConquered(state.seat, castle, holder(state, castle)))
    clan = state.box.castle[castle].clan
    if not has_clan(after, state.seat, clan):
        return after
    return clan_completed(after, ClanCompleted(state.seat, clan, state.box.clan[clan].points))


def winning(state: State) -> list[int]:
    """The seats that would win if the game ended now."""
    standing = standings(state)
    return [seat for seat in standing if standing[seat] == max(standing.values())]


def _expected(state: State, gains: list[float]) -> float:
    """What the dice to be thrown bring on average; the player need not conquer a castle that does not help."""
    if state.siege is not None:
        lines = tuple(open_lines(state, state.siege).values())
        return max(0.0, gains[0] * chance(lines, state.to_throw))
    hope = 0.0
    for dice in range(1, state.to_throw + 1):
        by_castle = [
            [gain * chance for chance in of_castle(state.edition, castle, castle not in state.centre, dice)]
            for castle, gain in zip(targets(state), gains, strict=True)
        ]
        chances = (p for _, p in throws(dice))
        hope = sum(
            p * max(hope, *hopes) for p, hopes in zip(chances, zip(*by_castle, strict=True), strict=True)
        )
    return hope


@cache
def of_castle(edition: str, castle: str, taken: bool, dice: int) -> tuple[float, ...]:
    """For each throw the chance to conquer the castle with a line filled now."""
    lines = tuple(lines_of(edition, castle, taken).values())
    return tuple(after_filling(lines, thrown) for thrown, _ in throws(dice))


# -- between two turns


def _static(state: State) -> Shares:
    """By what is held."""
    worths = [worth_held(state, seat) + TO_MOVE * (seat == state.seat) for seat in range(1, state.seats + 1)]
    return by_seat(shares(worths, LEAD))


def worth_held(state: State, seat: int) -> float:
    """Points to hope for from the castles and clans in front of a seat."""
    held, clans = frozenset(of_seat(state.castles, seat)), state.box.castles_of.items()
    stacked = sum(state.box.clan[clan].points for clan in of_seat(state.stacks, seat))
    return stacked + sum(standing(state.edition, clan, held & castles) for clan, castles in clans)


@cache
def standing(edition: str, clan: str, held: frozenset[str]) -> float:
    """Points to hope for from these castles of a clan: what is not stolen again, and the clan in prospect."""
    castles = BOXES[edition].castles_of[clan]
    safe = sum(_safe_points(edition, c) for c in held)
    bonus = BOXES[edition].clan[clan].points - sum(_safe_points(edition, c) for c in castles)
    return safe + bonus * (len(held) / len(castles)) ** 2


@cache
def _safe_points(edition: str, castle: str) -> float:
    """Points of a face-up castle, less the chance that one turn of an opponent takes it."""
    return BOXES[edition].castle[castle].points * (1 - to_conquer(edition, castle, True, (), DICE))


@cache
def to_conquer(edition: str, castle: str, taken: bool, filled: tuple[int, ...], dice: int) -> float:
    """The chance to fill what is not filled of a castle's lines with so many dice to be thrown."""
    return chance(tuple(lines_of(edition, castle, taken, filled).values()), dice)


def odds(state: State, action: FillLine | SetAside | RollDice) -> Odds | None:
    """The chance to conquer the castle under siege after this action; None before a castle is attacked."""
    castle = action.castle if isinstance(action, FillLine) else state.siege
    if castle is None:
        return None
    return Odds(say("{castle} is conquered in this turn", castle=NAMES[castle]), hope(state, castle, action))


def hope(state: State, castle: str, action: FillLine | SetAside | RollDice) -> float:
    """The chance to conquer the castle after this action."""
    line = (action.line,) if isinstance(action, FillLine) else ()
    filled = tuple(sorted((*state.filled_lines, *line)))
    return to_conquer(state.edition, castle, castle not in state.centre, filled, _dice_after(state, action))


def _dice_after(state: State, action: FillLine | SetAside | RollDice) -> int:
    """How many dice are to be thrown next."""
    if isinstance(action, RollDice):
        return state.to_throw
    return len(state.dice) - (len(action.dice) if isinstance(action, FillLine) else 1)
