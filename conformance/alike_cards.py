"""Cards that are alike stand in for each other: a game that moved one of them is the same as one that moved the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.hidden import Hidden, Opened, map_hidden, may_hide, secrets_in
from domain.table.state import Logged


def exchange_alike(before: Any, fold: Any, real_game: Any, real_recorded: Sequence[Logged]) -> None:
    """Of cards that are alike it makes no difference which one moved: the one that moved in truth takes its place."""
    for one, other in zip(fold.recorded, real_recorded, strict=False):
        for (path, a), (real_path, b) in zip(_opened(one), _opened(other), strict=False):
            if path == real_path and a.ref != b.ref:
                _exchange_places(before, fold, a.ref, b.ref)
    fold.game = _in_the_order_of(real_game, fold.game)
    there, here = (dict(secrets_in(game)) for game in (real_game, fold.game))
    moved = {(it.ref, there[path].ref) for path, it in here.items() if path in there}
    for ours, theirs in moved:
        if ours != theirs and ((theirs, ours) not in moved or ours < theirs):
            _exchange_places(before, fold, ours, theirs)


def _opened(logged: Logged) -> list[tuple[str, Any]]:
    return [(path, it) for path, it in secrets_in(logged.event) if isinstance(it, Opened)]


def _exchange_places(before_game: Any, fold: Any, one: str, other: str) -> None:
    held: dict[str, Any] = {it.ref: it for _, it in secrets_in(before_game) if it.ref in (one, other)}
    if len(held) < 2 or held[one].value != held[other].value:
        return
    instead = {one: held[other], other: held[one]}

    def put(_: str, it: Any) -> Any:
        if it.ref not in instead:
            return it
        place = instead[it.ref]
        if isinstance(it, Opened):
            return replace(it, ref=place.ref)
        learnt = {*it.knowers} - {*held[it.ref].knowers}  # from the action, whichever of the cards it moved
        return replace(
            it, ref=place.ref, knowers=place.shown_to(*learnt).knowers if learnt else place.knowers
        )

    fold.game = map_hidden(fold.game, put)
    fold.recorded[:] = [replace(it, event=map_hidden(it.event, put)) for it in fold.recorded]


def _in_the_order_of(real: Any, game: Any) -> Any:
    """The state with rows of the same secrets in the order in which they are in the real one."""
    if isinstance(game, tuple) and isinstance(real, tuple):
        if not all(isinstance(it, Hidden) for it in (*game, *real)):
            pairs = zip(real, game, strict=False)
            return tuple(_in_the_order_of(*pair) for pair in pairs) if len(real) == len(game) else game
        order = {it.ref: n for n, it in enumerate(real)}
        same = len(order) == len(real) and {it.ref for it in game} == set(order)
        return tuple(sorted(game, key=lambda it: order[it.ref])) if same else game
    if isinstance(game, dict) and isinstance(real, dict):
        return {key: _in_the_order_of(real.get(key), it) for key, it in game.items()}
    if (
        isinstance(game, msgspec.Struct)
        and type(game) is type(real)
        and not isinstance(game, Hidden)
        and may_hide(type(game))
    ):
        return replace(
            game, **{n: _in_the_order_of(getattr(real, n), getattr(game, n)) for n in game.__struct_fields__}
        )
    return game
