"""Writes the notices of everything that happens in games. In the one background worker of a database.

It reads the store's order of all events and writes the notices of a stretch in one transaction with its position, so none is
missed or written twice, wherever a process ends. Games without recipients are not loaded.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

import orjson
import structlog

from domain.table.events import GameStarted, Rewound
from domain.table.fold import Fold
from domain.table.state import Logged, Table
from projections.notices import low_clocks, occurrences
from service.accounts.notices import writing
from service.accounts.notices.clocks import clock_rows
from service.accounts.notices.recipients import Audience, audiences, recipients_of, with_hooks
from service.accounts.notices.writing import Notice
from service.log.game_cache import GameCache
from service.log.loaded import LoadedGame
from service.log.mapper import foldable
from service.log.repository import Repository
from service.store import Conflict, Statement, StoreUnusable

log = structlog.get_logger()
NAME = "notices"
"""The projection whose position it is."""
PAUSE = 0.1
"""Seconds between two stretches while they are small, because frequent small commits would delay the players' writes."""
QUIET = 2.0
"""Seconds between two writes of a position without notices. After a crash the events since then are read again."""
BEGUN = str(GameStarted.__struct_config__.tag)
"""The topic of the event with which a game begins."""
_action_of = attrgetter("action")


class Change(NamedTuple):
    """An action, and the table before and after it."""

    before: Table
    after: Table
    action: Sequence[Logged]


class NoticeFollower:
    """For one thread."""

    def __init__(self, repository: Repository) -> None:
        self._repository, self._store = repository, repository.store
        self._games = GameCache()
        self._written_at = float("-inf")

    def follow(self) -> None:
        """Follow until waiting is ended. Raises what the store raises."""
        with self._store.recorder.subscribe(self._store.position(NAME)) as log:
            while not log.stopped:
                if batch := log.batch():
                    self.process(batch)
                    time.sleep(PAUSE)

    def process(self, events: Sequence[Any]) -> None:
        """Write the notices of a stretch of the store's order."""
        versions: dict[str, tuple[int, int]] = {}
        begun = {event.originator_id for event in events if event.topic == BEGUN} | self._begins_after(
            events[-1]
        )
        for event in events:
            first, _ = versions.get(event.originator_id, (event.originator_version, 0))
            versions[event.originator_id] = first, event.originator_version
        self._write(events[-1].id, list(self._statements(versions, begun)))

    def _begins_after(self, last: Any) -> set[str]:
        """The game of the last event of a stretch if it begins later: perhaps in that action, which belongs to this stretch."""
        entries = self._store.entries(last.originator_id, last.originator_version)
        return {last.originator_id} if any(orjson.loads(it)["t"] == BEGUN for it in entries) else set()

    def _write(self, position: int, statements: Sequence[Statement]) -> None:
        if not statements and time.monotonic() - self._written_at < QUIET:
            return
        while self._store.position(NAME) < position:
            try:
                self._store.project(NAME, position, statements)
            except Conflict:  # another process was faster, or there was a deadlock
                log.info("notices-retried", position=position)
        self._written_at = time.monotonic()

    def _statements(
        self, versions: Mapping[str, tuple[int, int]], begun: Collection[str]
    ) -> Iterator[Statement]:
        notices: list[Notice] = []
        found = with_hooks(self._store, versions, begun, audiences(self._store, versions))
        for game, audience in found.items():
            for change in self._changes(game, *versions[game]):
                notices += _notices(game, audience, change)
                yield from clock_rows(game, low_clocks(change.before, change.after))
        yield from writing.rows(notices)

    def _changes(self, game: str, first: int, last: int) -> list[Change]:
        """The actions that begin within these versions. A game that cannot be loaded must not block the others."""
        try:
            return list(self._read_changes(game, first, last))
        except StoreUnusable:
            raise
        except Exception:
            log.exception("game-without-notices", game=game)
            return []

    def _read_changes(self, game: str, first: int, last: int) -> Iterator[Change]:
        start = self._before(game, first)
        for action in self._actions(start, last):
            after = _after(start, action) or self._repository.versions.load(game, action[-1].version)
            yield Change(start.table, after.table, action)
            start = after
        self._games.put(start)

    def _before(self, game: str, first: int) -> LoadedGame:
        """The game before a version. Its creation notifies nobody."""
        version, cached = max(first - 1, 1), self._games.get(game)
        return cached if cached is not None and cached.version >= version else self._loaded(game, version)

    def _loaded(self, game: str, version: int) -> LoadedGame:
        """The game after the action that this version is of; an action that began earlier has been processed."""
        loaded = self._repository.versions.load(game, version)
        rest = [it for it in self._log(loaded) if it.action == loaded.table.action]
        return self._repository.versions.load(game, rest[-1].version) if rest else loaded

    def _actions(self, start: LoadedGame, last: int) -> Iterator[list[Logged]]:
        """The actions after a version that begin at the latest at `last`."""
        for _, action in groupby(self._log(start), _action_of):
            whole = list(action)
            if whole[0].version <= last:
                yield whole

    def _log(self, start: LoadedGame) -> list[Logged]:
        entries = self._store.entries(start.id, start.version)
        secrets = self._store.secrets(start.id, start.version)
        return foldable(entries, secrets, start.ruleset, start.version)


def _after(start: LoadedGame, action: Sequence[Logged]) -> LoadedGame | None:
    """The game after an action; None after one that went back, which has to be loaded."""
    if any(isinstance(logged.event, Rewound) for logged in action):
        return None
    fold = Fold(start.ruleset, start.table)
    fold.read(action)
    return start._replace(table=fold.table())


def _notices(game: str, audience: Audience, change: Change) -> Iterator[Notice]:
    version, at = change.action[-1].version, change.action[-1].at
    for occurrence in occurrences(change.before, change.after, change.action):
        for recipient in recipients_of(audience, occurrence):
            yield Notice(recipient, occurrence.kind, game, version, at, occurrence.seat)
