"""A game of Nagaraja whose observations are brought up to date instead of being made anew.

The rules carry out every action. A *section* of an observation is read again only where the state behind it has changed, and
nothing else is redacted. `tests/engine/test_vector.py` demands the same observations as by the view.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.by_seat import of_seat
from domain.encoding import Part
from domain.hidden import Hidden, redact
from domain.play import Play
from domain.ruleset import Action, Outcome, Stepper
from domain.rulesets.nagaraja import rules
from domain.rulesets.nagaraja.arrays import numbered, player_parts, table_parts
from domain.rulesets.nagaraja.components import SEATS, Box
from domain.rulesets.nagaraja.game import Game
from domain.rulesets.nagaraja.names import PLACES, names
from domain.rulesets.nagaraja.paths import live_paths
from domain.rulesets.nagaraja.state import Player, State, nagas, points, total_fate
from domain.rulesets.nagaraja.view import PilesView, RelicView, effect_view, tile_view, trap_view

Seen = Callable[[Any, int], Any]


class Section(NamedTuple):
    """Figures that stand together."""

    first: int
    part: Part
    shows: Callable[[Any], Any]
    """What of the state, or of a player, they depend on."""
    seen: Seen
    """What `part` reads of that for a viewer."""


class Group(NamedTuple):
    """The sections of a player, or of everything else."""

    whole: Callable[[State], Any]
    sections: Sequence[Section]


def _open(it: Any, viewer: int) -> Any:
    return it


def _known(secrets: tuple[Hidden[Any], ...], viewer: int) -> list[Any]:
    return [secret.value if secret.known_to(viewer) else None for secret in secrets]


def _relics(player: Player, viewer: int) -> Mapping[str, RelicView]:
    values = _known(tuple(relic.secret for relic in player.relics), viewer)
    up = (relic.face_up for relic in player.relics)
    return dict(zip(PLACES, map(RelicView, values, up), strict=False))


def _laid(player: Player, viewer: int) -> list[str | None]:
    hand = _known(player.hand, viewer)
    return [None if place is None else hand[place] for place in _known(player.laid, viewer)]


def _of_table(box: Box) -> Mapping[str, tuple[Callable[[State], Any], Seen]]:
    """What has no entry here is a field of the state that is no secret."""

    def effect(state: State | None, viewer: int) -> Any:
        return state and effect_view(replace(state, effect=redact(state.effect, viewer)), box)

    return {
        "offered": (lambda s: s.offered, lambda tile, _: tile_view(tile)),
        "trap": (lambda s: tuple(p.spaces for p in s.players), lambda temples, _: trap_view(*temples)),
        "piles": (
            lambda s: (len(s.tiles), len(s.amulets), len(s.deck), len(s.discards)),
            lambda sizes, _: PilesView(*sizes),
        ),
        "sticks": (lambda s: s.supply, _open),
        "used": (lambda s: s.used, _known),
        "drawn": (lambda s: s.drawn, _known),
        "played_amulets": (lambda s: s.played, _open),
        "effect": (lambda s: s if s.effect else None, effect),
    }


def _of_player(box: Box) -> Mapping[str, tuple[tuple[str, ...], Seen]]:
    """The fields that figures depend on; with several, a player with these and no others is seen."""

    def live(spaces: Any, viewer: int) -> Sequence[str]:
        return names(sorted({space for space, _ in live_paths(box, spaces)}))

    return {
        "points": (("relics", "amulets"), lambda player, viewer: points(redact(player, viewer), box)),
        "hand": (("hand",), _known),
        "sticks": (("sticks",), _open),
        "fate_points": (("sticks", "fate_points"), lambda player, _: total_fate(player)),
        "nagas": (("sticks",), lambda sticks, _: len(nagas(Player(sticks=sticks)))),
        "passed": (("passed",), _open),
        "amulets": (("amulets",), _known),
        "spaces": (("spaces",), lambda spaces, _: [*map(tile_view, spaces)]),
        "live": (("spaces",), live),
        "relics": (("relics",), lambda relics, viewer: _relics(Player(relics=relics), viewer)),
        "laid": (("hand", "laid"), _laid),
    }


def groups_of(box: Box) -> Sequence[Group]:
    """In the order of `encoding`, behind who looks and who is to act."""
    first, of_table, of_player = 2 * len(SEATS), _of_table(box), _of_player(box)
    table, groups = list[Section](), list[Group]()
    for name, part in table_parts(box).items():
        shows, seen = of_table.get(name, (attrgetter(name), _open))
        table.append(Section(first, part, shows, seen))
        first += len(part.names)
    for seat in SEATS:
        player = list[Section]()
        for name, part in player_parts(box).items():
            needed, seen = of_player[name]
            several = seen if len(needed) == 1 else partial(_seen_of, needed, seen)
            player.append(Section(first, part, attrgetter(*needed), several))
            first += len(part.names)
        groups.append(Group(partial(_of_seat, seat), player))
    return [Group(_itself, table), *groups]


def _itself(state: State) -> State:
    return state


def _of_seat(seat: int, state: State) -> Player:
    return of_seat(state.players, seat)


def _seen_of(needed: tuple[str, ...], seen: Seen, values: tuple[Any, ...], viewer: int) -> Any:
    return seen(Player(**dict(zip(needed, values, strict=True))), viewer)


class Layout:
    """What all games of one edition have in common."""

    def __init__(self, box: Box) -> None:
        self.box, self.groups, self.actions = box, groups_of(box), numbered(box)
        self.number = {action: n for n, action in enumerate(self.actions)}
        last = self.groups[-1].sections[-1]
        self.size = last.first + len(last.part.names)


class Observation:
    """What one viewer sees: a row of figures that is brought up to date."""

    def __init__(self, layout: Layout, viewer: int) -> None:
        self._viewer = viewer
        self._groups: list[list[Any]] = [
            [group, None, [self] * len(group.sections)] for group in layout.groups
        ]
        self.row = array("f", bytes(4 * layout.size))
        self.row[viewer - 1] = self.row[len(SEATS) + viewer - 1] = 1.0

    def update(self, state: State) -> None:
        for known in self._groups:
            group, before, read = known
            now = group.whole(state)
            if now is not before:
                known[1] = now
                self._read(group.sections, now, read)

    def _read(self, sections: Sequence[Section], whole: Any, read: list[Any]) -> None:
        for n, (first, part, shows, seen) in enumerate(sections):
            now = shows(whole)
            if now is not read[n] and now != read[n]:
                read[n] = now
                figures = array("f", part.read(seen(now, self._viewer)))
                self.row[first : first + len(figures)] = figures


class NagarajaStepper(Stepper):
    """One seat acts at a time."""

    def __init__(self, play: Play[State], layout: Layout, outcome: Callable[[State], Outcome | None]) -> None:
        self._play, self._box, self._layout, self._outcome = play, layout.box, layout, outcome
        self._observations = {seat: Observation(layout, seat) for seat in SEATS}
        self._look()

    def _look(self) -> None:
        self.to_act = next(iter(rules.to_act(self._play.state, self._box)), 0)
        self._legal: dict[int, Action] = {}

    def legal(self) -> Sequence[int]:
        if not self._legal:
            number, rank = self._layout.number, len(self._layout.actions)
            for action in rules.legal_actions(self._play.state, self._box):
                known = number.get(action)
                if known is None:
                    known, rank = rank, rank + 1
                self._legal[known] = action
        return [*self._legal]

    def step(self, number: int) -> None:
        self.legal()
        rules.carry_out(Game(self._play, self._box), self.to_act, self._legal[number])
        self._look()

    def show(self, row: memoryview[float]) -> None:
        observation = self._observations[self.to_act]
        observation.update(self._play.state)
        row[:] = memoryview(observation.row)

    def outcome(self) -> Outcome | None:
        return self._outcome(self._play.state)
