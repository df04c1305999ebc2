"""What rulings had drawn: the actions in which they became final count, whatever is taken back."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from domain.ruleset import Event
from domain.table.events import Rewound
from domain.table.parts.part import Moment, Part
from domain.table.referee.events import RulingFinal, StackReshuffled


class Anew(msgspec.Struct, frozen=True):
    """Numbers of actions: the last one in which a ruling became final, and those of rulings that had something drawn.

    `drawn`: in the action, or afterwards by the players from slots that had never been used. `shuffled`: cards that nobody knows.
    """

    final: int = 0
    drawn: tuple[int, ...] = ()
    shuffled: tuple[int, ...] = ()

    @property
    def rulings(self) -> int:
        """How many rulings had something drawn."""
        return len({*self.drawn, *self.shuffled})

    def with_draw(self, event: Event, action: int) -> Anew:
        """After an event with a draw. Players draw for a ruling in the action in which it became final."""
        if isinstance(event, StackReshuffled):
            return self if action in self.shuffled else replace(self, shuffled=(*self.shuffled, action))
        return self.with_drawn(action) if action == self.final else self

    def with_drawn(self, action: int) -> Anew:
        return self if action in self.drawn else replace(self, drawn=(*self.drawn, action))


def _rewound(anew: Anew, event: Rewound, moment: Moment) -> Anew:
    by_ruling = event.ruling is not None and event.rng == "fresh"
    return anew.with_drawn(moment.action) if by_ruling else anew


ANEW = Part(
    {
        RulingFinal: lambda anew, event, moment: replace(anew, final=moment.action),
        Rewound: _rewound,
        StackReshuffled: lambda anew, event, moment: anew.with_draw(event, moment.action),
    }
)
