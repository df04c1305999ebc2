"""The whole log of logs: its tree, the order of its leaves, and how many games it has (docs/ledger.md, section 15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from . import merkle
from .leaves import MINUTE, Game, Leaf, Order, read_leaf
from .note import Checkpoint, read_cosigned, read_head, read_signed
from .problems import Failed
from .tiles import Fetch, read_leaves
from .times import day, month

DAYS_30 = 30 * 24 * 3600 * 1000


@dataclass
class WholeLog:
    """All leaves of a log, checked against its newest head and for their order. `note` is not verified yet.

    `problem` is what is wrong with it, "" if nothing is.
    """

    note: str
    head: Checkpoint
    now: int
    """The reader's time, in milliseconds."""
    order: Order
    hashes: list[bytes] = field(default_factory=list)
    leaves: dict[str, list[tuple[int, Leaf]]] = field(default_factory=dict)
    """Leaves with their numbers, by id; outages of the whole service have none."""
    since: int = 0
    last: int = 0
    """The `at` of the first leaf, and of the last one."""
    problem: str = ""
    _roots: dict[int, bytes] = field(default_factory=dict)

    def root(self, size: int) -> bytes:
        """The root over the first leaves."""
        if size not in self._roots:
            self._roots[size] = merkle.root(self.hashes[:size])
        return self._roots[size]

    def has(self, head: Checkpoint) -> bool:
        """Whether a head under its name, of at most its size, is one of this log."""
        return head.root == self.root(head.size)

    @cached_property
    def numbers(self) -> Numbers:
        return numbers(self.order.games.values(), self.now)

    def summary(self) -> Summary:
        return Summary(self.head.origin, self.since, self.numbers)


class Summary(NamedTuple):
    """The numbers of a log by its name, `since` a time in milliseconds."""

    log: str
    since: int
    numbers: Numbers

    def clause(self) -> str:
        """The end of the verdict for games of this log."""
        return f"in {self.log} since {day(self.since)}: {self.numbers.words()}"

    def as_dict(self) -> dict[str, Any]:
        return {"log": self.log, "since": self.since, **self.numbers._asdict()}


class Numbers(NamedTuple):
    """Games that a log has, by what became of them."""

    never_full: int = 0
    unfinished: int = 0
    finished: int = 0

    def words(self) -> str:
        tables = "table" if self.never_full == 1 else "tables"
        return (
            f"{self.never_full} {tables} never full, {_games(self.unfinished)} not finished 30 days after their seats "
            f"were taken, and {_games(self.finished)} finished, as the operator calls them: who played one can tell."
        )


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def numbers(games: Iterable[Game], now: int) -> Numbers:
    """The three numbers of games at a reader's time (milliseconds)."""
    never_full = unfinished = finished = 0
    for game in games:
        never_full += game.seats is None
        finished += game.why == "finished"
        unfinished += game.seats is not None and now - game.seats > DAYS_30 and game.why != "finished"
    return Numbers(never_full, unfinished, finished)


def by_month(games: Iterable[Game], now: int) -> dict[str, Numbers]:
    """The three numbers by the month in which games were created."""
    months: dict[str, list[Game]] = {}
    for game in games:
        months.setdefault(month(game.created), []).append(game)
    return {name: numbers(months[name], now) for name in sorted(months)}


def read_log(fetch: Fetch, now: int) -> WholeLog:
    """The log at an address. Its `problem` says what is wrong with it; OSError if it cannot be read."""
    note = fetch("checkpoint").decode("utf-8", "replace")
    try:
        head = read_head(note)
    except Failed as failed:
        raise OSError(f"the log has no head: {failed.why}") from failed
    return log_of(note, head, read_leaves(fetch, head.size), now)


def log_of(note: str, head: Checkpoint, leaves: Iterable[bytes], now: int) -> WholeLog:
    """The log with this head and these leaves; reading them may raise Failed, too."""
    log = WholeLog(note, head, now, Order(now + MINUTE))
    try:
        for data in leaves:
            _add(log, data)
        if log.root(head.size) != head.root:
            raise Failed("its leaves are not those that its checkpoint signs")
    except Failed as failed:
        log.problem = failed.why
    return log


def _add(log: WholeLog, data: bytes) -> None:
    leaf = read_leaf(data)
    log.order.add(leaf)
    log.since, log.last = log.since if log.hashes else leaf["at"], leaf["at"]
    log.leaves.setdefault(leaf.get("id", ""), []).append((len(log.hashes), leaf))
    log.hashes.append(merkle.leaf(data))


def check_log(log: WholeLog, vkey: str, notes: Sequence[str], witnesses: Sequence[str]) -> None:
    """Check the log under its verifier key, and against the heads in the reader's notes; Failed otherwise."""
    read_signed(log.note, vkey)
    if log.problem:
        raise Failed(log.problem)
    for witness in witnesses:
        cosigned = read_cosigned(log.note, witness)
        if cosigned and log.last > cosigned[1] * 1000 + MINUTE:
            raise Failed("a leaf is later than a cosignature of it")
    for head in (read_signed(note, vkey) for note in notes):
        if head.size <= log.head.size and not log.has(head):
            raise Failed(f"it was rewritten: the kept head of {head.size} leaves is not one of it")
