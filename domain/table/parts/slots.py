"""The committed draws of a table: how its events use up slots."""

from __future__ import annotations

from msgspec.structs import replace

from domain.table import events as t
from domain.table.parts.part import Part
from domain.table.referee.events import StackReshuffled

SLOTS = Part(
    {
        t.GameStarted: lambda slots, event, moment: replace(slots, epoch=event.epoch),
        t.Rewound: lambda slots, event, moment: (
            slots.fresh(moment.parts.setup.draw_count) if event.rng == "fresh" else slots
        ),
        StackReshuffled: lambda slots, event, moment: slots.after(event.draw, moment.parts.setup.draw_count),
    },
    taken_back={
        StackReshuffled: lambda slots, event, moment: slots.beside(event.draw, moment.parts.setup.draw_count)
    },
)
