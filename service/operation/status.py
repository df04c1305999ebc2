"""The state of a service as its operator sees it: back-up, signed heads, witnesses, disks, closed games."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import msgspec

from domain.table.refusals import Refused
from projections.people import rfc3339
from service.log.restrictions import PAUSED, Pause
from service.log.transparency.cosigned_heads import last_cosigned
from service.log.transparency.log import LogUnusable
from service.operation.app import Kronika
from service.operation.backup_time import backed_up_at
from service.operation.closed_games import ClosedGame, closed_games, named_closed_games
from service.operation.folders import folders_of
from service.operation.games_overview import GameCounts, game_counts
from service.operation.moderation.blocking import blocks
from service.operation.moderation.log import OperatorLog
from service.operation.reconciling import WAYS_BACK
from service.store import StoreUnusable
from service.system.clock import now
from service.system.settings import Settings

MOST_CLOSED = 100
"""Closed games that are named."""
QUEUED = "SELECT count(*) FROM log_queue WHERE log = ?"


class LogState(msgspec.Struct, frozen=True):
    """A log of the service: its entries, those still to come, and what is wrong with it ("": nothing)."""

    origin: str
    size: int = 0
    queued: int = 0
    problem: str = ""


class WitnessState(msgspec.Struct, frozen=True):
    """How far a witness has cosigned the log of logs, and when it did last; None: never."""

    name: str
    url: str
    size: int
    last: str | None


class Disk(msgspec.Struct, frozen=True):
    """The file system of a folder, in bytes."""

    folder: str
    free: int
    total: int

    @property
    def used(self) -> int:
        """In percent, rounded up."""
        return 100 - 100 * self.free // self.total


class Status(msgspec.Struct, frozen=True):
    """`reasons` say why the service is not ready. `back_up` is when the last one ended, None where none is known. `closed` are
    the first of `closed_games` games, and `ways_back` what would bring all of them back.
    """

    ready: bool
    reasons: Sequence[str]
    games: GameCounts
    pause: dict[str, str] | None
    blocks: list[dict[str, str | int]]
    back_up: str | None
    heads: int
    log_of_logs: LogState
    operator_log: LogState
    witnesses: Sequence[WitnessState]
    disks: Sequence[Disk]
    closed_games: int
    closed: Sequence[ClosedGame]
    ways_back: Sequence[str]


def status_of(kronika: Kronika) -> Status:
    """As of now; closed games as the background worker found them last. It reads no logs but the operator's."""
    store = kronika.store
    pause = next((Pause(*row)._asdict() for row in store.query(PAUSED)), None)
    reasons, closed = _reasons(kronika), sum(closed_games(store.query).values())
    back_up, log_of_logs = backed_up_at(store), _log_of_logs(kronika)
    return Status(
        ready=not reasons,
        reasons=reasons,
        games=game_counts(store),
        pause=pause,
        blocks=[block._asdict() for block in blocks(store, now())],
        back_up=None if back_up is None else rfc3339(back_up),
        heads=kronika.head_journal.count(),
        log_of_logs=log_of_logs,
        operator_log=_operator_log(operator_log_of(kronika)),
        witnesses=_witnesses(kronika, log_of_logs.origin),
        disks=disks_of(kronika.settings),
        closed_games=closed,
        closed=named_closed_games(store.query, MOST_CLOSED),
        ways_back=WAYS_BACK if closed else (),
    )


def operator_log_of(kronika: Kronika) -> OperatorLog:
    return OperatorLog(kronika.store, kronika.signer, kronika.head_journal, kronika.settings.origin)


def _reasons(kronika: Kronika) -> list[str]:
    try:
        return kronika.ready()
    except StoreUnusable as error:
        return [str(error)]


def _log_of_logs(kronika: Kronika) -> LogState:
    origin = ""
    try:
        log = kronika.repository.logs.current()
        origin = log.origin
        [(queued,)] = kronika.store.query(QUEUED, (origin,))
        return LogState(origin, log.head().size, queued)
    except LogUnusable as error:
        return LogState(origin, problem=str(error))


def _operator_log(log: OperatorLog) -> LogState:
    try:
        return LogState(log.origin, len(log.sign().entries))
    except Refused as error:
        return LogState(log.origin, error.more["version"], problem=error.detail)


def _witnesses(kronika: Kronika, log: str) -> list[WitnessState]:
    found = []
    for witness in kronika.settings.witnesses:
        name, last = witness.vkey.partition("+")[0], last_cosigned(kronika.store, log, witness.vkey)
        size, at = (last.size, rfc3339(last.at)) if last else (0, None)
        found.append(WitnessState(name, witness.url, size, at))
    return found


def disks_of(settings: Settings) -> list[Disk]:
    """Those of the service's folders."""
    return list(map(_disk, folders_of(settings)))


def _disk(folder: Path) -> Disk:
    usage = shutil.disk_usage(folder)
    return Disk(str(folder), usage.free, usage.total)
