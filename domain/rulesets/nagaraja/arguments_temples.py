"""Arguments for phase 3 and the end: where a tile may lie, which paths are live, what they reach, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.argument import Step, step
from domain.hidden import Hidden
from domain.rulesets.nagaraja import effects
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.components import Box, is_cursed, other, worth
from domain.rulesets.nagaraja.names import PLACES, SPACES, Place, names, number
from domain.rulesets.nagaraja.paths import (
    BOTTOM_ROW,
    HIDING,
    Live,
    amulets_reached,
    live_paths,
    neighbours,
    places_touched,
    ways,
)
from domain.rulesets.nagaraja.phrases import relic_named, step_said
from domain.rulesets.nagaraja.state import Player, Spaces, State, cursed_face_up, face_up, points, room_tiles
from domain.rulesets.nagaraja.temple import with_tile
from domain.sentence import Seat


def placed(state: State, box: Box, event: t.TilePlaced) -> list[Step]:
    spaces = state.player(event.seat).spaces
    text = "Room tiles of {seat} with this one: {tiles}; {needed} fill the temple."
    tiles = step(
        "nagaraja.end.3",
        text,
        seat=Seat(event.seat),
        tiles=len(room_tiles(spaces)) + 1,
        needed=box.figure("tiles_to_fill"),
    )
    return [*may_lie(spaces, number(event.space)), tiles]


def may_lie(spaces: Spaces, space: int) -> list[Step]:
    """What the space touches (place.1), and why the trap makes way (place.2)."""
    near = neighbours(spaces, space)
    values: dict[str, Any] = {"space": SPACES[space], "tiles": names(near)}
    steps = []
    if space in BOTTOM_ROW:
        steps.append(step("nagaraja.place.1", "On {space} a tile touches an entrance.", space=SPACES[space]))
    if near:
        steps.append(
            step(
                "nagaraja.place.1",
                "On {space} a tile lies beside the one on {tiles}.",
                plural="On {space} a tile lies beside those on {tiles}.",
                count=len(near),
                **values,
            )
        )
    if spaces[space] is not None:
        text = "No empty space may be used, so the trap on {space} makes way."
        steps.append(step("nagaraja.place.2", text, space=SPACES[space]))
    return steps


def by_card(state: State, box: Box, event: Any) -> list[Step]:
    """A change of a temple that the card under way offers (naga.3)."""
    it = effects.doing(state, box)
    offered = step("nagaraja.naga.3", "{card}: {does}.", card=it.effect.card, does=step_said(it.step))
    if isinstance(event, t.TileMoved):
        spaces = with_tile(state.player(event.seat).spaces, number(event.space), None)
        return [offered, *may_lie(spaces, number(event.to))]
    return [offered]


def joined(state: State, box: Box, event: t.PathJoined) -> list[Step]:
    """How each new path is reached from an entrance, and what it touches (path.1, relic.1, amulet.1)."""
    spaces = state.player(event.seat).spaces
    found = ways(box, spaces)
    new = [way for way in found if SPACES[way[0]] in event.spaces]
    return [*(_way(space, found[space, path]) for space, path in new), *_reached(box, spaces, frozenset(new))]


def _way(space: int, came_from: int | None) -> Step:
    if came_from is None:
        return step(
            "nagaraja.path.1", "From the entrance below a path leads to {space}.", space=SPACES[space]
        )
    return step(
        "nagaraja.path.1",
        "From {near} a path leads on to {space}: where they touch, both have an end.",
        near=SPACES[came_from],
        space=SPACES[space],
    )


def _reached(box: Box, spaces: Spaces, paths: Live) -> Iterator[Step]:
    if places := places_touched(box, spaces, paths):
        yield step("nagaraja.relic.1", "Hiding places that it comes to: {places}.", places=tuple(places))
    if amulets := amulets_reached(box, spaces, paths):
        yield step("nagaraja.amulet.1", "Amulets on it: {spaces}.", spaces=names(amulets))


def broken(state: State, box: Box, event: t.PathBroken) -> list[Step]:
    live = names(sorted({space for space, _ in live_paths(box, state.player(event.seat).spaces)}))
    if not live:
        return [step("nagaraja.path.1", "From the entrances no path leads anywhere now.")]
    text = "From the entrances paths now lead to {live} and no further."
    return [step("nagaraja.path.1", text, live=live)]


def uncovered(state: State, box: Box, event: t.RelicUncovered) -> list[Step]:
    """A live path ends at its hiding place, so it counts (relic.1); how many cursed ones lie open (end.1)."""
    player, relic = state.player(event.seat), event.relic.value or ""
    before = _points_face_up(player)
    steps = [
        step(
            "nagaraja.relic.1",
            "A path from an entrance ends on {space} at {place}: {relic} is turned up.",
            space=SPACES[HIDING[event.place][0]],
            place=event.place,
            relic=relic_named(relic),
        ),
        step(
            "nagaraja.relic.1",
            "Points face up of {seat}: {before} + {worth} = {points}.",
            seat=Seat(event.seat),
            before=before,
            worth=worth(relic),
            points=before + worth(relic),
        ),
    ]
    return [*steps, *_cursed(box, player, relic)]


def _points_face_up(player: Player) -> int:
    return sum(map(worth, face_up(player)))


def _cursed(box: Box, player: Player, relic: str) -> Iterator[Step]:
    if is_cursed(relic):
        text = "Cursed relics face up: {cursed}; with {all} at once the game is lost."
        all_cursed = len(box.relics.cursed.values)
        yield step("nagaraja.end.1", text, cursed=cursed_face_up(player) + 1, all=all_cursed)


def covered(state: State, box: Box, event: t.RelicCovered) -> list[Step]:
    player = state.player(event.seat)
    before, relic = _points_face_up(player), _relic_at(player, event.place)
    return [
        step(
            "nagaraja.relic.1",
            "No path from an entrance ends at {place} any more: {relic} is turned down.",
            place=event.place,
            relic=relic_named(relic),
        ),
        step(
            "nagaraja.relic.1",
            "Points face up of {seat}: {before} − {worth} = {points}.",
            seat=Seat(event.seat),
            before=before,
            worth=worth(relic),
            points=before - worth(relic),
        ),
    ]


def _relic_at(player: Player, place: Place) -> str:
    """A relic that lies, or lay, face up is known to all."""
    return player.relics[PLACES.index(place)].secret.value or ""


def amulet_taken(state: State, box: Box, event: t.AmuletTaken) -> list[Step]:
    """Only the player who takes it learns whether it counts points (amulet.1, amulet.2)."""
    text = "A path from an entrance leads to the amulet on {space}: {seat} takes it."
    steps = [step("nagaraja.amulet.1", text, space=event.space, seat=Seat(event.seat))]
    does = box.amulet[event.amulet.value] if event.amulet.value else None
    if does and does.do == "points":
        text = "{amulet} counts points ({n}) from now on and is never played."
        steps.append(step("nagaraja.amulet.2", text, amulet=event.amulet.value, n=does.number))
    return steps


def ended(state: State, box: Box, event: e.GameEnded) -> list[Step]:
    """The points of both, and what decided (end.1, end.2, end.3). All amulets are revealed at the end."""
    one, two = state.players
    revealed = tuple(tuple(Hidden(it.value) for it in amulets) for amulets in event.amulets)
    state = replace(state, players=(replace(one, amulets=revealed[0]), replace(two, amulets=revealed[1])))
    return [
        *(it for seat in (1, 2) for it in _score(state, box, seat)),
        *VERDICTS[event.reason](state, box, event),
    ]


def _score(state: State, box: Box, seat: int) -> Iterator[Step]:
    player = state.player(seat)
    if up := face_up(player):
        text = "Relics of {seat} face up: {up}."
        yield step("nagaraja.relic.1", text, seat=Seat(seat), up=tuple(map(relic_named, up)))
    relics, total = _points_face_up(player), points(player, box)
    yield step(
        "nagaraja.end.2",
        "{seat}: relics {relics} + amulets {amulets} = {total}.",
        seat=Seat(seat),
        relics=relics,
        amulets=total - relics,
        total=total,
    )


def _all_cursed(state: State, box: Box, event: e.GameEnded) -> Iterator[Step]:
    yield step(
        "nagaraja.end.1",
        "All cursed relics ({cursed}) of {loser} are face up at once: {seat} wins, whatever the points.",
        cursed=cursed_face_up(state.player(other(event.winner))),
        loser=Seat(other(event.winner)),
        seat=Seat(event.winner),
    )


def _enough(state: State, box: Box, event: e.GameEnded) -> Iterator[Step]:
    yield step(
        "nagaraja.end.2",
        "{needed} points win at once, and {seat} has {total}.",
        total=points(state.player(event.winner), box),
        needed=box.figure("points_to_win"),
        seat=Seat(event.winner),
    )


def _full(state: State, box: Box, event: e.GameEnded) -> Iterator[Step]:
    text = "The temple of {owner} is full with {tiles} room tiles."
    tiles = len(room_tiles(state.player(event.filled).spaces))
    yield step("nagaraja.end.3", text, owner=Seat(event.filled), tiles=tiles)
    more, less = (points(state.player(seat), box) for seat in (event.winner, other(event.winner)))
    if more == less:
        text = "Points are equal, and a tie goes to the player with the full temple: {seat} wins."
        yield step("nagaraja.end.3", text, seat=Seat(event.winner))
    else:
        text = "{more} is more than {less}: {seat} wins."
        yield step("nagaraja.end.3", text, more=more, less=less, seat=Seat(event.winner))


VERDICTS = {"cursed": _all_cursed, "points": _enough, "full-temple": _full}
