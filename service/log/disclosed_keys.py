"""Which draw keys are disclosed, and when: dice at once, shuffles when the game is over, all to the auditor."""

from __future__ import annotations

from collections.abc import Sequence

from domain.draws import Roll
from domain.hidden import AUDITOR, Viewer
from domain.ledger.audit import OpenedDraw, OpenedKey, spelled_draw
from domain.table.line import draws_of
from domain.table.state import OVER, Logged
from service.log.loaded import LoadedGame


def fully_disclosed(loaded: LoadedGame) -> bool:
    """Whether nothing is secret any more: the game is over, and everybody may check all of it."""
    return loaded.table.status in OVER


def disclosed_slots(
    loaded: LoadedGame, log: Sequence[Logged], viewer: Viewer = None
) -> list[tuple[int, int]]:
    """The epoch and slot of each draw of these events whose key this viewer may know now, each once."""
    shuffles_too = viewer == AUDITOR or fully_disclosed(loaded)
    drawn = [draw for logged in log for draw in draws_of(logged.event)]
    return list(dict.fromkeys((d.epoch, d.slot) for d in drawn if shuffles_too or isinstance(d, Roll)))


def disclosed_keys(loaded: LoadedGame, log: Sequence[Logged], viewer: Viewer = None) -> list[OpenedKey]:
    """The keys of the draws of these events that this viewer may know now, each slot once."""
    return [loaded.keys.opened(*slot) for slot in disclosed_slots(loaded, log, viewer)]


def disclosed_draws(
    loaded: LoadedGame, log: Sequence[Logged], viewer: Viewer = None
) -> tuple[OpenedDraw, ...]:
    return tuple(spelled_draw(opened) for opened in disclosed_keys(loaded, log, viewer))
