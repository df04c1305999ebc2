"""The rows of clocks, and how time is taken from them (docs/ledger.md, section 16). Milliseconds."""

from __future__ import annotations

from typing import Any, NamedTuple


class Row(NamedTuple):
    """A seat's clock: in its `stint`th stint it has `grace` and then `left`; it runs from `since` on, if that is not None."""

    stint: int
    left: int
    grace: int
    since: int | None = None

    @property
    def deadline(self) -> int | None:
        """When it runs out; None while it does not run."""
        return None if self.since is None else self.since + self.grace + self.left

    def read(self, at: int) -> Row:
        """What it shows at a time, stopped."""
        if self.since is None:
            return self
        return self.less(max(0, at - self.since))._replace(since=None)

    def less(self, used: int) -> Row:
        """With less time: first of `grace`, then of `left`."""
        from_grace = min(self.grace, used)
        return self._replace(grace=self.grace - from_grace, left=self.left - (used - from_grace))

    def words(self) -> str:
        runs = "stopped" if self.since is None else f"since {self.since}"
        return f"stint {self.stint}, left {self.left}, grace {self.grace}, {runs}"


def row_of(written: dict[str, Any]) -> Row:
    """A row of a `clock-set`."""
    return Row(written["stint"], written["left"], written["grace"], written.get("since"))


Span = tuple[int, int]
"""From a millisecond to another one."""


def outside(start: int, end: int, spans: list[Span]) -> int:
    """How much of the time from `start` to `end` lies in none of the spans."""
    free, at = 0, start
    for first, last in sorted(spans):
        free += max(0, min(first, end) - at)
        at = max(at, min(last, end))
    return free + max(0, end - at)
