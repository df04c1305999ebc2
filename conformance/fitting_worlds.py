"""Whether a world that `redraw` gives fits all that a viewer has seen: the game is played again in it, action by action.

The *world* is a state at one moment, in which secrets that a viewer cannot know have other values. What its shuffles must have
dealt follows from the places where its secrets were committed. From there on each seat acts so that the viewer sees what they
saw: the same events with the same public fields and clauses, and the same table after each action. Where a seat chose in
secret, that one of its legal actions is taken which comes nearest to the world. In the end the world has to be reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from conformance.alike_cards import exchange_alike
from conformance.kit import Sitting
from conformance.past import Acted, Past
from domain.draws import Shuffle
from domain.hidden import Hidden, Viewer, may_hide, redact, secrets_in
from domain.redraw import unknown
from domain.ruleset import Action
from domain.table import decisions
from domain.table.fold import options_of
from domain.table.line import draw_fields, draws_of
from domain.table.logged_draws import LoggedDraws
from domain.table.redecide import STUMBLES
from domain.table.state import Logged, Table


class Contradiction(AssertionError):
    """A world that does not fit what a viewer has seen."""


def check_fits(past: Past, world: Any, viewer: Viewer) -> None:
    """`world` may be what lies on the table, as far as `viewer` can know; else `Contradiction`."""
    values = _Values(past, world, viewer)
    again = _again(past, values)
    _check_seen(past.log[: len(again.log)], again.log, viewer)
    search = _Search(past, world, viewer, values, again)
    if not search.reaches():
        raise Contradiction(search.why)


def _again(past: Past, values: _Values) -> Sitting:
    """The game set up again, with the shuffles of another world."""
    setup = past.table.setup
    draws = LoggedDraws([replace(it, event=values.in_event(it.event)) for it in past.log], setup.draw_count)
    ruleset = past.sitting.ruleset
    options = options_of(ruleset, setup.options)
    try:
        return Sitting(ruleset, setup.seats, options, past.sitting.seed, draws=draws)
    except STUMBLES as error:
        raise Contradiction(f"the set-up cannot deal so: {error}") from error


def _entry(ref: str) -> int:
    """The number of the log's entry in which a secret was committed."""
    return int(ref.partition("/")[0])


class _Values:
    """The values that secrets of the log have in another world, by the places where they were committed."""

    def __init__(self, past: Past, world: Any, viewer: Viewer) -> None:
        self.past, self.viewer = past, viewer
        self.fixed = past.known_to(viewer)
        self.of = self.fixed | {it.ref: it.value for _, it in unknown(world, viewer) if it.ref}
        self._shuffled = {it.ref for shuffle in past.shuffles for it in shuffle.order}
        self._linked = set[str]()
        for shuffle in reversed(past.shuffles):
            self._deal(shuffle)

    def _deal(self, shuffle: Shuffle[Any]) -> None:
        """What each place of a shuffle held: the places that nobody can see any more hold what is left."""
        new = [it.ref for it in shuffle.order]
        if shuffle.refs:
            self.of = {**{it.ref: it.value for it in shuffle.order}, **self.of}
            self._share(shuffle.refs, Counter(self.of[ref] for ref in new))
        else:
            self._share(new, Counter(shuffle.of))

    def _share(self, places: Sequence[str], values: Counter[Any]) -> None:
        left = values - Counter(self.of[ref] for ref in places if ref in self.of)
        if left.total() != len(open := [ref for ref in places if ref not in self.of]):
            much = Counter(self.of[ref] for ref in places if ref in self.of) - values
            raise Contradiction(
                f"a world for {_name(self.viewer)} has {dict(much)} too often: the shuffle behind it dealt others. "
                "Cards of several shuffles cannot stand in for each other where it is known what was shuffled."
            )
        later = []
        for ref in open:
            value = self._likely(ref)
            if left[value]:
                self.of[ref] = value
                left[value] -= 1
            else:
                later.append(ref)
        self.of |= dict(zip(later, left.elements(), strict=True))

    def _likely(self, ref: str) -> Any:
        """What was committed anew from a place has the value of it."""
        real, knowers = self.past.committed[ref].value, self.past.knowers[ref]
        for place, it in self.past.committed.items():
            copied = place not in self._shuffled and place not in self._linked and place in self.of
            if (
                copied
                and it.value == real
                and _entry(ref) < _entry(place)
                and knowers
                and knowers <= self.past.knowers[place]
            ):
                self._linked.add(place)
                return self.of[place]
        return real

    def in_event(self, event: Any) -> Any:
        """The event with its shuffles as they are in this world."""
        changed = {
            name: replace(draw, order=tuple(replace(it, value=self.of[it.ref]) for it in draw.order))
            for name in _draw_fields_of(event)
            if isinstance(draw := getattr(event, name), Shuffle)
        }
        return replace(event, **changed) if changed else event


TRIES = 2_000
"""So many actions are taken again before a world is given up."""


class _Likely(NamedTuple):
    """The values that a secret is likely to have, and those of them that have left their places by the end."""

    values: frozenset[Any]
    moved: frozenset[Any]


class _Far(NamedTuple):
    """How many secrets have no likely value, and how many none that has left its place."""

    unlikely: int
    lying: int


class _Search:
    """Takes the actions again in another world, one after the other; goes back to an action that was as good when it fails."""

    def __init__(self, past: Past, world: Any, viewer: Viewer, values: _Values, again: Sitting) -> None:
        self.past, self.world, self.viewer, self.values, self.again = past, world, viewer, values, again
        self._placed = _placed(world)
        self.why, self._furthest = "", -1

    def reaches(self) -> bool:
        tables, left = [iter([self.again.table])], TRIES
        while tables and left:
            table, left = next(tables[-1], None), left - 1
            if table is None:
                tables.pop()
            elif len(tables) <= len(self.past.acted):
                tables.append(iter(self._nexts(len(tables) - 1, table)))
            elif self._is_reached(table.game):
                return True
            else:
                self._fails(
                    len(tables), f"it ends otherwise: {_difference(_placed(table.game), self._placed)}"
                )
        return False

    def _is_reached(self, game: Any) -> bool:
        """Of secrets that the ruleset moves about without their places nobody can say how they came there."""
        return _placed(game) == self._placed

    def _fails(self, depth: int, why: str) -> None:
        if depth > self._furthest:
            self._furthest = depth
            self.why = f"{_name(self.viewer)} is given a world that contradicts what they saw: {why}"

    def _nexts(self, n: int, table: Table) -> list[Table]:
        """The tables after an action that looks alike and comes nearest to the world."""
        acted, found, others = self.past.acted[n], list[tuple[_Far, Table]](), list[list[str]]()
        wanted = self._wanted(acted, table)
        for action in self._actions(acted, table):
            fold = self._after(acted, table, action)
            if fold is not None and self._looks_alike(fold, acted):
                far = _far(fold.recorded, wanted)
                found.append((far, fold.table()))
                if not far.unlikely and not self._chosen(acted.recorded):
                    break
            elif fold is not None:
                others.append(self._otherwise(fold, acted))
        if not found:
            seen = [it.event for it in acted.recorded]
            otherwise = (
                f" (nearest: {', '.join(min((len(it), it) for it in others)[1])} otherwise)" if others else ""
            )
            self._fails(n, f"no action leads to version {acted.after.version}, {seen}{otherwise}")
        return _nearest(found)

    def _actions(self, acted: Acted, table: Table) -> Iterator[Action]:
        """The legal ones, the action that was really chosen first."""
        seat, chosen = acted.chosen
        if seat in table.to_act:
            yield chosen
            yield from (it for it in self.again.ruleset.legal_actions(table.game, seat) if it != chosen)

    def _after(self, acted: Acted, table: Table, action: Action) -> Any:
        try:
            fold = decisions.carry_out(self.again.ruleset, table, acted.chosen[0], action, self.again.draws)
        except STUMBLES:
            return None
        exchange_alike(table.game, fold, acted.after.game, acted.recorded)
        return fold

    def _looks_alike(self, fold: Any, acted: Acted) -> bool:
        if _seen(fold.recorded, self.viewer) != _seen(acted.recorded, self.viewer):
            return False
        if any(self.values.of.get(it.ref, it.value) != it.value for it in _decided(fold.recorded)):
            return False
        return bool(redact(fold.game, self.viewer) == redact(acted.after.game, self.viewer))

    def _otherwise(self, fold: Any, acted: Acted) -> list[str]:
        """The fields that the viewer would see otherwise, of events and of the state after them."""
        pairs = [(one.event, other.event) for one, other in zip(acted.recorded, fold.recorded, strict=False)]
        pairs = [
            (redact(one, self.viewer), redact(other, self.viewer))
            for one, other in [*pairs, (acted.after.game, fold.game)]
        ]
        more = ["the number of events"] * (len(acted.recorded) != len(fold.recorded))
        return [*more, *(field for pair in pairs for field in _fields_apart(*pair))]

    def _chosen(self, recorded: Iterable[Logged]) -> bool:
        """Whether a seat committed something in secret."""
        return any(isinstance(it, Hidden) and not it.known_to(self.viewer) for it in _decided(recorded))

    def _wanted(self, acted: Acted, table: Table) -> list[_Likely]:
        """What the seat would show and commit if it did in this world the same with the secrets in the same places."""
        decided = _decided(acted.recorded)
        if not decided:
            return []
        held = [
            (path, it.value) for path, it in secrets_in(acted.before.game) if it.known_to(acted.chosen[0])
        ]
        here = dict(secrets_in(table.game))
        places = [[here.get(path, it) for path, value in held if value == it.value] for it in decided]
        return [self._likely(secrets or [it]) for it, secrets in zip(decided, places, strict=True)]

    def _likely(self, secrets: Sequence[Any]) -> _Likely:
        moved = frozenset(it.value for it in secrets if it.ref not in self._placed)
        return _Likely(frozenset(it.value for it in secrets), moved)


def _decided(recorded: Iterable[Logged]) -> list[Any]:
    """The secrets of events that come from no draw."""
    events = [it.event for it in recorded if may_hide(type(it.event))]
    shuffles = [draw for event in events for draw in draws_of(event) if isinstance(draw, Shuffle)]
    drawn = {it.ref for shuffle in shuffles for it in shuffle.order}
    return [it for event in events for _, it in secrets_in(event) if it.ref not in drawn]


def _far(recorded: Sequence[Logged], wanted: Sequence[_Likely]) -> _Far:
    pairs = [(it.value, likely) for it, likely in zip(_decided(recorded), wanted, strict=True)]
    unlikely = sum(value not in likely.values for value, likely in pairs)
    return _Far(unlikely, sum(value not in likely.moved for value, likely in pairs))


def _nearest(found: Sequence[tuple[_Far, Table]]) -> list[Table]:
    """The tables with the fewest unlikely secrets, each once; first those in which the fewest come from where they still lie."""
    least = min((far.unlikely for far, _ in found), default=0)
    nearest = [it for far, it in sorted(found, key=lambda pair: pair[0]) if far.unlikely == least]
    return [it for k, it in enumerate(nearest) if it not in nearest[:k]]


def _fields_apart(one: Any, other: Any) -> list[str]:
    if type(one) is not type(other):
        return [type(one).__name__]
    return [
        f"{type(one).__name__}.{n}" for n in one.__struct_fields__ if getattr(one, n) != getattr(other, n)
    ]


def _placed(game: Any) -> dict[str, Any]:
    return {it.ref: it.value for _, it in secrets_in(game) if it.ref}


def _seen(recorded: Iterable[Logged], viewer: Viewer) -> list[Any]:
    return [(redact(it.event, viewer), it.rules) for it in recorded]


def _check_seen(real: Sequence[Logged], again: Sequence[Logged], viewer: Viewer) -> None:
    for one, other in zip(real, again, strict=True):
        if redact(one.event, viewer) != redact(other.event, viewer):
            raise Contradiction(
                f"{_name(viewer)} saw {redact(one.event, viewer)}, not {redact(other.event, viewer)}"
            )


def _difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    return {ref: (one.get(ref), value) for ref, value in other.items() if one.get(ref) != value}


def _name(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _draw_fields_of(event: Any) -> tuple[str, ...]:
    kind: Any = type(event)
    return draw_fields(kind)
