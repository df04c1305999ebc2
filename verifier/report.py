"""The result of a verification, level by level."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from .commitments import Commitments
from .verdict import SEATS_NOT_PEOPLE, Entropy
from .whole_log import Summary

CLOCKS = "clocks"
PASSED, FAILED, NOT_AVAILABLE = "passed", "failed", "not available"
NOT_SEEN = "games given up and begun anew are not seen here."
"""The end of the verdict unless the whole log of logs was read."""

TITLES = {
    "B0": "the bundle has its one valid encoding",
    "L0": "entries and checkpoint agree",
    "L1": "consistent with what others have seen",
    "L2": "opened values and signatures are those committed",
    "L3": "dice and shuffles follow from keys committed before the game",
    "L4": "every event follows from the rules",
    CLOCKS: "every clock follows from the one before and the time",
    "B1": "the bundle's files are those that the game's key signed",
    "B2": "the case and its timeline are what log and texts make them, and the desk kept its rules",
    "B3": "the documents of the case follow from log, texts, names and rules",
}


@dataclass(frozen=True)
class Level:
    """The result of one level. `detail` says what was checked, what is wrong, or what is missing."""

    name: str
    status: str
    detail: str
    entry: int | None = None

    @property
    def title(self) -> str:
        return TITLES[self.name]


@dataclass(frozen=True)
class Place:
    """The place of a game in its tournament.

    `missing` are earlier numbers that are not among the files, the first 100 of them; `more_missing` counts the others.
    `skipped` are numbers whose games were given up, as files or the whole log of logs show.
    """

    id: str
    number: int
    games: int
    missing: tuple[int, ...] = ()
    more_missing: int = 0
    skipped: tuple[int, ...] = ()


class DrawFound(NamedTuple):
    """A throw or shuffle of entry number `entry`; `path` leads to it ("/d/draw"), `kind` is "throw" or "shuffle"."""

    entry: int
    path: str
    epoch: int
    slot: int
    kind: str


def drawn(found: Commitments) -> tuple[DrawFound, ...]:
    """The draws of a log in the order of their entries and slots."""
    return tuple(
        DrawFound(draw.entry, draw.path, *draw.slot, "shuffle" if draw.shuffles else "throw")
        for draw in found.draws
    )


@dataclass(frozen=True)
class Report:
    """All levels of one audit file or bundle, in order. `with_level` adds a further level."""

    levels: tuple[Level, ...]
    game: str = ""
    size: int = 0
    vkey: str = ""
    found: Entropy | None = None
    """The input of the verdict, independent of the levels' results."""
    tournament: Place | None = None
    lacking: str = ""
    """The knowledge that this verifier lacks for L3 and L4, if any: "needs table 2"."""
    draws: tuple[DrawFound, ...] = ()
    """Every draw that L3 finds in the log, whether its key is disclosed or not."""
    log: Summary | None = None
    """The log of logs that has the game, if the reader has read it whole."""
    clocks: Level | None = None
    """The result for the clocks of a game that has some. If it failed, L3 has."""
    times: tuple[str, ...] = ()
    """What bounds the times of such a game, in sentences."""

    def with_level(self, level: Level) -> Report:
        """The report with this level, replacing one of the same name or appended."""
        if any(level.name == other.name for other in self.levels):
            return replace(self, levels=tuple(level if o.name == level.name else o for o in self.levels))
        return replace(self, levels=(*self.levels, level))

    def __getitem__(self, name: str) -> Level:
        return next(level for level in self.levels if level.name == name)

    @property
    def lines(self) -> tuple[Level, ...]:
        """The levels, and after L3 what it says of clocks."""
        if self.clocks is None:
            return self.levels
        after = next(n for n, level in enumerate(self.levels, 1) if level.name == "L3")
        return (*self.levels[:after], self.clocks, *self.levels[after:])

    @property
    def ok(self) -> bool:
        """Whether nothing failed. An unchecked level does not count as passed: look at the levels."""
        return all(level.status != FAILED for level in self.levels)

    @property
    def exit_code(self) -> int:
        return 0 if self.ok else 1

    @property
    def entropy(self) -> dict[str, Any] | None:
        """The verdict's object; None if a level failed."""
        return self.found.as_dict(self._provided()) if self.ok and self.found else None

    @property
    def account(self) -> dict[str, Any] | None:
        """The draws and the human decisions; None if a level failed."""
        return self.found.account.as_dict() if self.ok and self.found else None

    def _provided(self) -> list[str]:
        passed = {level.name for level in self.levels if level.status == PASSED}
        return [name for name in ("L3", "L4") if name not in passed]

    def words(self) -> list[str]:
        """The verdict in sentences."""
        if self.ok and self.found:
            return self._counted([*self.found.words(self._provided()), *self.times])
        why = f" ({self.lacking})." if self.ok and self.lacking else ", for a level failed."
        return self._counted([f"There is no verdict{why}", SEATS_NOT_PEOPLE])

    def _counted(self, words: list[str]) -> list[str]:
        """The sentences with the numbers of the whole log, if it was read."""
        if self.log is None or not self.ok:
            return words
        return [sentence.replace(NOT_SEEN, self.log.clause()) for sentence in words]

    def account_words(self) -> list[str]:
        """The account in sentences, with the entries of each."""
        return self.found.account.words() if self.ok and self.found else []

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "size": self.size,
            "vkey": self.vkey,
            "ok": self.ok,
            "levels": [_as_dict(level) for level in self.levels],
            "clocks": _as_dict(self.clocks) if self.clocks else None,
            "entropy": self.entropy,
            "verdict": self.words(),
            "account": self.account,
            "tournament": asdict(self.tournament) if self.tournament else None,
            "log": self.log.as_dict() if self.log else None,
        }

    def table(self) -> str:
        """The report as lines of text: one per level, then verdict, account and the game's place in a tournament."""
        lines = [
            f"{level.name}  {level.status:<13}  {level.title}: {_where(level)}{level.detail}"
            for level in self.lines
        ]
        return "\n".join([*lines, *self.words(), *self.account_words(), *self.place()])

    def place(self) -> list[str]:
        """A sentence about the tournament, if the game belongs to one."""
        if self.tournament is None:
            return []
        more = f" and {self.tournament.more_missing:,} more" if self.tournament.more_missing else ""
        missing = ", ".join(map(str, self.tournament.missing)) + more
        lacking = f"; numbers {missing} are not among the files" if missing else ""
        given_up = ", ".join(map(str, self.tournament.skipped))
        skipped = f"; numbers {given_up} were given up" if given_up else ""
        number, games = self.tournament.number, self.tournament.games
        said = f"Game number {number} of the {games} planned for tournament {self.tournament.id}"
        return [f"{said}{lacking}{skipped}."]


def _as_dict(level: Level) -> dict[str, Any]:
    return asdict(level) | {"title": level.title}


def _where(level: Level) -> str:
    return "" if level.entry is None else f"entry {level.entry}: "
