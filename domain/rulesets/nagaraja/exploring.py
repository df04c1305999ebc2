"""Phase 3, and whatever else changes a temple: paths, relics, amulets and the ends are worked out anew each time."""

from __future__ import annotations

from typing import Any

from domain.by_seat import by_seat
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.actions import PlaceTile
from domain.rulesets.nagaraja.components import SEATS, Box, is_cursed, other, worth
from domain.rulesets.nagaraja.game import Game
from domain.rulesets.nagaraja.names import PLACES, SPACES, Place, Space, names, number
from domain.rulesets.nagaraja.paths import (
    Live,
    amulets_reached,
    live_paths,
    places_touched,
    spaces_to_place,
)
from domain.rulesets.nagaraja.state import State, cursed_face_up, face_up, points, room_tiles


def placements(state: State) -> list[PlaceTile]:
    """Every space where the tile may go, in all four directions (place.1)."""
    spaces = spaces_to_place(state.player(state.seat).spaces)
    return [PlaceTile(SPACES[space], turns) for space in spaces for turns in range(4)]


def place_tile(game: Game, seat: int, action: PlaceTile) -> None:
    """Put the tile that was won into the temple; the trap makes way when nothing else is left (place.1, place.2)."""
    state = game.state
    spaces = state.player(seat).spaces
    trap = spaces[number(action.space)] is not None
    assert state.offered is not None
    event = t.TilePlaced(
        seat, state.offered.kind, action.space, action.turns, trap, len(room_tiles(spaces)) + 1
    )
    change_temple(game, event, "place.1", *(["place.2"] if trap else []))


def change_temple(game: Game, event: Any, *rules: str) -> None:
    """Record a change of the temple of `event.seat` and all that follows from it (move.1)."""
    seat: int = event.seat
    before = _live(game, seat)
    game.record(event, *rules)
    live = _live(game, seat)
    if joined := spaces_of(live - before):
        game.record(t.PathJoined(seat, joined), "path.1", "move.1")
    if broken := spaces_of(before, but=live):
        game.record(t.PathBroken(seat, broken), "path.1", "move.1")
    _turn_relics(game, seat, live)
    _take_amulets(game, seat, live)
    check_ends(game)


def spaces_of(paths: Live, but: Live = frozenset()) -> tuple[Space, ...]:
    """The spaces that these paths lie on, except those of other paths."""
    return names(sorted({space for space, _ in paths} - {space for space, _ in but}))


def _live(game: Game, seat: int) -> Live:
    return live_paths(game.box, game.state.player(seat).spaces)


def _turn_relics(game: Game, seat: int, live: Live) -> None:
    """A relic is face up exactly while a live path touches its hiding place (relic.1)."""
    player = game.state.player(seat)
    touched = places_touched(game.box, player.spaces, live)
    for place, relic in zip(PLACES, player.relics, strict=True):
        if relic.face_up and place not in touched:
            _cover(game, seat, place)
    for place, relic in zip(PLACES, player.relics, strict=True):
        if place in touched and not relic.face_up:
            _uncover(game, seat, place)


def _cover(game: Game, seat: int, place: Place) -> None:
    player = game.state.player(seat)
    value = player.relics[PLACES.index(place)].secret.value
    assert value is not None
    left = sum(map(worth, face_up(player))) - worth(value)
    game.record(t.RelicCovered(seat, place, left), "relic.1", "move.1")


def _uncover(game: Game, seat: int, place: Place) -> None:
    player = game.state.player(seat)
    relic = player.relics[PLACES.index(place)].secret
    assert relic.value is not None
    up = [*face_up(player), relic.value]
    cursed = sum(map(is_cursed, up))
    event = t.RelicUncovered(seat, place, relic.open_to(), sum(map(worth, up)), cursed)
    game.record(event, "relic.1", "move.1")


def _take_amulets(game: Game, seat: int, live: Live) -> None:
    """A live path to an amulet gives it to the owner of the temple, who alone may see it (amulet.1)."""
    spaces = game.state.player(seat).spaces
    for space in amulets_reached(game.box, spaces, live):
        tile = spaces[space]
        assert tile is not None
        assert tile.amulet is not None
        game.record(t.AmuletTaken(seat, SPACES[space], tile.amulet.open_to(seat)), "amulet.1")


def check_ends(game: Game) -> None:
    """Third cursed relic, then enough points, then a full temple (end.1, end.2, end.3)."""
    if (ending := _ending(game.state, game.box)) is None:
        return
    players = game.state.players
    event = e.GameEnded(
        *ending,
        needed=game.box.figure("points_to_win"),
        filled=_full_temple(game.state, game.box),
        points=by_seat(points(p, game.box) for p in players),
        cursed=by_seat(map(cursed_face_up, players)),
        amulets=by_seat(tuple(a.open_to() for a in p.amulets) for p in players),
    )
    game.record(event, END_CLAUSES[event.reason])


END_CLAUSES = {"cursed": "end.1", "points": "end.2", "full-temple": "end.3"}


def _full_temple(state: State, box: Box) -> int:
    """Whose temple holds all the room tiles that it can, 0 when neither does."""
    full = box.figure("tiles_to_fill")
    return next((seat for seat in SEATS if len(room_tiles(state.player(seat).spaces)) >= full), 0)


def _ending(state: State, box: Box) -> tuple[e.EndReason, int] | None:
    """The reason and the winner, if the game is over."""
    for seat in SEATS:
        if cursed_face_up(state.player(seat)) == len(box.relics.cursed.values):
            return "cursed", other(seat)
    for seat in SEATS:
        if points(state.player(seat), box) >= box.figure("points_to_win"):
            return "points", seat
    if seat := _full_temple(state, box):
        return "full-temple", _richer(state, box, placed_last=seat)
    return None


def _richer(state: State, box: Box, placed_last: int) -> int:
    """More points win; if they are equal, the player who placed the last tile (end.3)."""
    rival = other(placed_last)
    more = points(state.player(rival), box) > points(state.player(placed_last), box)
    return rival if more else placed_last
