"""What a verification found, level by level."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

PASSED, FAILED, NOT_AVAILABLE = "passed", "failed", "not available"

TITLES = {
    "L0": "entries and checkpoint agree",
    "L1": "consistent with an older checkpoint",
    "L2": "opened values are those committed",
    "L3": "dice and shuffles follow from keys committed before the game",
    "L4": "every event follows from the rules",
}


class Failed(Exception):
    """Something does not hold; `entry` is the first bad entry, None when it is not about one entry."""

    def __init__(self, why: str, entry: int | None = None) -> None:
        super().__init__(why)
        self.why, self.entry = why, entry


class NotAvailable(Exception):
    """A level cannot be decided; the argument says what is missing and what would make it so."""


@dataclass(frozen=True)
class Level:
    """One level's result. `detail` says what was checked, what is wrong, or what is missing."""

    name: str
    status: str
    detail: str
    entry: int | None = None

    @property
    def title(self) -> str:
        return TITLES[self.name]


@dataclass(frozen=True)
class Report:
    """All levels of one audit file, in order. A further level is added with `with_level`."""

    levels: tuple[Level, ...]
    game: str = ""
    size: int = 0
    vkey: str = ""

    def with_level(self, level: Level) -> Report:
        return replace(self, levels=(*self.levels, level))

    def __getitem__(self, name: str) -> Level:
        return next(level for level in self.levels if level.name == name)

    @property
    def ok(self) -> bool:
        """Nothing failed. What could not be checked is not counted as passed: look at the levels."""
        return all(level.status != FAILED for level in self.levels)

    @property
    def exit_code(self) -> int:
        return 0 if self.ok else 1

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "size": self.size,
            "vkey": self.vkey,
            "ok": self.ok,
            "levels": [asdict(level) | {"title": level.title} for level in self.levels],
        }

    def table(self) -> str:
        """The report as lines of text, one a level."""
        return "\n".join(
            f"{level.name}  {level.status:<13}  {level.title}: {_where(level)}{level.detail}"
            for level in self.levels
        )


def _where(level: Level) -> str:
    return "" if level.entry is None else f"entry {level.entry}: "
