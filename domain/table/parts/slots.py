"""The committed draws of a table: how its events use up slots."""

from __future__ import annotations

from msgspec.structs import replace

from domain.draws import Slots
from domain.table import events as t
from domain.table.parts.part import Moment, Part
from domain.table.referee.events import StackReshuffled


def _started(slots: Slots, event: t.GameStarted, moment: Moment) -> Slots:
    return replace(slots, epoch=event.epoch)


def _rewound(slots: Slots, event: t.Rewound, moment: Moment) -> Slots:
    return slots.fresh(moment.parts.setup.draw_count) if event.rng == "fresh" else slots


def _reshuffled(slots: Slots, event: StackReshuffled, moment: Moment) -> Slots:
    return slots.after(event.draw, moment.parts.setup.draw_count)


SLOTS = Part({t.GameStarted: _started, t.Rewound: _rewound, StackReshuffled: _reshuffled})
