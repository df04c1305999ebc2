"""Usual clocks, to choose from."""

from __future__ import annotations

from typing import Annotated

from domain.meaning import meaning
from projections.documents import BothLanguages, Document


class ProposedClock(Document, frozen=True):
    """A clock as the body of a new game may have it. All times are whole seconds."""

    bank: Annotated[int, meaning("The time of a seat at the start.")]
    increment: Annotated[int, meaning("What is added when a stint ends in time.")]
    grace: Annotated[int, meaning("The first part of each stint, which costs nothing.")]


class ClockPreset(Document, frozen=True):
    """A usual clock."""

    id: Annotated[str, meaning("The clock's own name, the same for good.")]
    name: Annotated[BothLanguages, meaning("What it is called.")]
    clock: Annotated[ProposedClock, meaning("What to send as `clock` of a new game or tournament.")]


class ClockList(Document, frozen=True):
    """Usual clocks, the fastest first."""

    clocks: Annotated[tuple[ClockPreset, ...], meaning("All of them.")]
