"""What rulings had drawn: the actions in which they became final count, whatever is taken back."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace


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

    def with_final(self, action: int) -> Anew:
        return replace(self, final=action)

    def with_drawn(self, action: int) -> Anew:
        return self if action in self.drawn else replace(self, drawn=(*self.drawn, action))

    def with_shuffled(self, action: int) -> Anew:
        return self if action in self.shuffled else replace(self, shuffled=(*self.shuffled, action))
