"""How far back a seat may go, computed from the log alone (contract: Undo).

Steps are the actions since the last draw or reveal; nothing before them can ever be taken back. A seat may
take back its own last actions freely; under `consent` also further steps, when every other seat accepts. What a final ruling
has judged nobody takes back, in whatever way. In an analysis every action is a step, and all can be taken back, also when it has
come to an end.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.table.parts.undo import AWAY, DRAWN, RULED, SHOWN, START, Step, UndoRequest
from domain.table.state import Table

POLICIES = ("free", "consent", "none")
BARRIERS = (
    "none-left",
    "policy",
    "waiting",
    "other-seat",
    DRAWN,
    SHOWN,
    RULED,
    AWAY,
    START,
    "finished",
    "not-playing",
)
"""What prevents a seat from going further back; none-left: there is nothing to take back."""


class PendingUndo(msgspec.Struct, frozen=True):
    """An undo request that waits for answers."""

    id: Annotated[int, Meta(description="Its number.")]
    seat: Annotated[int, Meta(description="Who asks.")]
    to_version: Annotated[int, Meta(description="The version to go back to.")]
    needs: Annotated[tuple[int, ...], Meta(description="Seats that have not answered yet.")]


class Undo(msgspec.Struct, frozen=True):
    """How far a viewer may go back now, and what bars the way."""

    policy: Annotated[
        str, Meta(description="What was agreed on.", extra_json_schema={"enum": list(POLICIES)})
    ]
    free: Annotated[
        tuple[int, ...], Meta(description="Versions to go back to without asking, nearest first.")
    ]
    with_consent: Annotated[tuple[int, ...], Meta(description="Further ones, if every other seat accepts.")]
    barrier: Annotated[
        Annotated[str, Meta(extra_json_schema={"enum": list(BARRIERS)})] | None,
        Meta(description="What keeps it from going further; null for who has no seat."),
    ]
    pending: Annotated[PendingUndo | None, Meta(description="A request that waits for answers.")]


class Frontier(msgspec.Struct, frozen=True):
    """`versions` a seat may go back to, nearest first; `barrier`, one of `BARRIERS`, keeps it from going further."""

    free: tuple[int, ...]
    with_consent: tuple[int, ...]
    barrier: str


def frontier(table: Table, seat: int) -> Frontier:
    if table.forked is not None:  # one person plays all seats and agrees with himself
        return Frontier(tuple(s.version for s in reversed(table.undo.steps)), (), table.undo.barrier)
    if not table.in_play:
        return Frontier((), (), "finished" if table.status == "finished" else "not-playing")
    if table.setup.undo == "none":
        return Frontier((), (), "policy")
    if seat in table.absence.away:
        return Frontier((), (), AWAY)
    own = _own_run(table.undo.steps, seat)
    rest = tuple(s.version for s in reversed(table.undo.steps) if s.version not in own)
    if table.setup.undo == "consent":
        return Frontier(own, rest, table.undo.barrier)
    return Frontier(own, (), "other-seat" if rest else table.undo.barrier)


def _own_run(steps: tuple[Step, ...], seat: int) -> tuple[int, ...]:
    versions: list[int] = []
    for step in reversed(steps):
        if step.seat != seat:
            break
        versions.append(step.version)
    return tuple(versions)


WHY = {
    DRAWN: "dice were thrown or cards drawn since then",
    SHOWN: "something hidden was shown since then",
    RULED: "a referee has ruled on it, or on what came after it",
    AWAY: "a clock ran out since then, or a person left the table or came back",
    START: "the game begins there",
    "other-seat": "another seat has acted since then",
    "policy": "this game is played without undo",
    "finished": "the game is over",
    "not-playing": "the game is not being played",
}


def default_target(table: Table, seat: int) -> int | None:
    """Before the seat's last action, as far as it can be taken back at all."""
    return next((s.version for s in reversed(table.undo.steps) if s.seat == seat), None)


def describe(table: Table, viewer: Any) -> Undo:
    """The `undo` member of the game document for this viewer."""
    seat = viewer if isinstance(viewer, int) else 0
    reach = frontier(table, seat) if seat or table.forked else Frontier((), (), "")
    pending = None if table.undo.request is None else _pending(table.undo.request)
    return Undo(table.setup.undo, reach.free, reach.with_consent, reach.barrier or None, pending)


def _pending(request: UndoRequest) -> PendingUndo:
    return PendingUndo(request.number, request.seat, request.to_version, request.needs)
