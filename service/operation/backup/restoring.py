"""Restoring a service from a continuous back-up, into a database of either kind.

Every segment is written in one transaction together with its number, so a restore that was interrupted continues. The keys
come last: without them nothing can be served, and nothing can be signed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from service.log.head_journal import HeadJournal, SignedHead
from service.log.key_files import write_key
from service.log.key_pool import FILE as RUN_FILE
from service.log.migrations import MIGRATIONS
from service.log.presence import ALIVE
from service.log.signing import FILE as SIGNING_FILE
from service.log.transparency.log import CHECKPOINT_FILE
from service.log.transparency.logs import FOLDER, HEAD_FILE, NAMES_FILE, name_of
from service.operation.app import SECRET_FILE, prepare
from service.operation.backup.chains import Archive
from service.operation.backup.erasing import apply_missing, end_sessions
from service.operation.backup.loading import Loaded, Loader, complete, loaded
from service.operation.backup.points import NotDone, Point, Target, find_point, rest
from service.operation.backup.segments import BadSegment, Header, Segment
from service.store import Statement, Store, open_store
from service.store.private_files import open_private
from service.system.settings import Settings

STAGED = ".restored-log"


class Closing(NamedTuple):
    """Games that will be closed, because entries that were signed are missing; `unknown`: of games that began later.

    damage: why heads that were signed later are not known; "" if they are.
    """

    point: Header
    games: int
    unknown: int
    damage: str


class Restored(NamedTuple):
    """What was restored. erasures: how many were applied. log: whether the log of logs was restored, and continues."""

    point: Header
    erasures: int
    log: bool


Progress = Callable[[int, int], None]
"""Called with the number of a segment that was written, and of the last one."""


def restore_archive(
    settings: Settings,
    archive: Archive,
    target: Target | None,
    agreed: Callable[[Closing], bool],
    continue_log: bool,
    progress: Progress = lambda number, last: None,
) -> Restored:
    """Restore to `target`, or to the end. `agreed` decides whether games may be closed.

    continue_log: the log of logs continues where the back-up ends, although the lost service may have signed more.
    `NotDone`, `BadSegment`, `BackupAway`, `StoreUnusable`.
    """
    point = find_point(archive, target)
    first = next(archive.segments(point.header.generation, [1]))[0]
    keys = {name: first.content.files[name] for name in (SIGNING_FILE, SECRET_FILE)}
    settings.data.mkdir(parents=True, exist_ok=True)
    with closing(_opened(settings, keys, point.header)) as store:
        with closing(HeadJournal(settings.data, create=True)) as journal:
            _load(settings, archive, point, store, journal, progress)
            damage = _read_on(settings, archive, point, journal)
            closing_games = _closing(store, journal, point.header, damage)
            if target is not None and closing_games.games and not agreed(closing_games):
                raise NotDone(
                    "Nothing is in place: the database has no keys. The same command continues; another place starts anew."
                )
        erasures = _complete_rows(archive, store, point.header)
        continues = _put_log(settings, continue_log)
        _finish(settings, store, keys)
    prepare(settings)
    return Restored(point.header, erasures, continues)


def _opened(settings: Settings, keys: Mapping[str, bytes], end: Header) -> Store:
    """The database: empty, or with a part of this restore."""
    if settings.secret_key not in (None, keys[SECRET_FILE]):
        raise NotDone(
            "KRONIKA_SECRET_KEY is not the secret key of this back-up; unset it, or set the right key."
        )
    key, direct = keys[SECRET_FILE], settings.database_direct
    store = open_store(settings.database, key, direct, create=True, slow_reads=True, in_place=False)
    try:
        so_far = loaded(store)
        _check_place(settings, store, keys, so_far, end)
        if so_far is None:
            Loader(store).begin()
        if so_far is None or not so_far.number:
            store.migrate(MIGRATIONS[: end.layout])
        return store
    except BaseException:
        store.close()
        raise


def _check_place(
    settings: Settings, store: Store, keys: Mapping[str, bytes], so_far: Loaded | None, end: Header
) -> None:
    for name, key in keys.items():
        path = settings.data / name
        if path.exists() and (so_far is None or path.read_bytes() != key):
            raise NotDone(f"{path} exists already; a back-up is restored into an empty place only.")
    if so_far is None and not store.empty and store.layout.number():
        raise NotDone("The database has tables already; a back-up is restored into an empty place only.")
    if so_far and so_far.number and (so_far.generation != end.generation or so_far.number > end.number):
        raise NotDone(
            "The database has a part of another restore, which was interrupted. Empty it, or repeat that one."
        )


def _load(
    settings: Settings, archive: Archive, point: Point, store: Store, journal: HeadJournal, progress: Progress
) -> None:
    """Write what is not in the database yet."""
    end, loader = point.header, Loader(store)
    so_far = loaded(store) or Loaded()
    before = archive.reread(end.generation, so_far.number) if so_far.number else None
    for segment, _ in archive.segments(end.generation, point.numbers[: end.number], before):
        _write_beside(settings, segment, journal)
        loader.load(segment)
        progress(segment.header.number, end.number)


def _read_on(settings: Settings, archive: Archive, point: Point, journal: HeadJournal) -> str:
    """Heads and the log of logs are never older than what was signed, so they are read to the end. What is damaged, or ""."""
    try:
        for segment in rest(archive, point):
            _write_beside(settings, segment, journal)
    except BadSegment as error:
        return str(error)
    return ""


def _write_beside(settings: Settings, segment: Segment, journal: HeadJournal) -> None:
    for game, size, root in segment.content.heads:
        journal.record(game, SignedHead(size, root))
    for path, content in segment.content.files.items():
        if path.startswith(f"{FOLDER}/"):
            _write(settings.data / STAGED / path.removeprefix(f"{FOLDER}/"), content)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(open_private(path, os.O_WRONLY | os.O_TRUNC), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _closing(store: Store, journal: HeadJournal, point: Header, damage: str) -> Closing:
    here = [(head.size, store.version(game)) for game, head in journal.all()]
    behind = [version for size, version in here if version < size]
    return Closing(point, len(behind), behind.count(0), damage)


def _complete_rows(archive: Archive, store: Store, end: Header) -> int:
    """What the segments do not have; how many erasures were applied."""
    store.migrate(MIGRATIONS)
    alive = archive.alive()
    at = max(end.at, alive.at if alive is not None and alive.number == end.number else 0)
    store.append("", [], [Statement(ALIVE, (at,))])
    end_sessions(store)
    return apply_missing(store, archive.erasures())


def _finish(settings: Settings, store: Store, keys: Mapping[str, bytes]) -> None:
    """What makes a service of the database."""
    (settings.data / RUN_FILE).unlink(missing_ok=True)  # of the service that was here before
    for name in [SIGNING_FILE] if settings.secret_key else keys:
        if not (settings.data / name).exists():
            write_key(settings.data / name, keys[name])
    complete(store)


def _put_log(settings: Settings, continue_log: bool) -> bool:
    """Put the log of logs in its place, unless one is there; whether it continues. Without its head it does not."""
    staged, folder = settings.data / STAGED, settings.data / FOLDER
    if not folder.exists() and staged.exists():
        for name in () if continue_log else (HEAD_FILE, CHECKPOINT_FILE):
            _set_aside(_last_log(staged) / name)
        staged.rename(folder)
    shutil.rmtree(staged, ignore_errors=True)
    return folder.exists() and (_last_log(folder) / HEAD_FILE).exists()


def _last_log(folder: Path) -> Path:
    return folder / name_of((folder / NAMES_FILE).read_text().split()[-1])


def _set_aside(file: Path) -> None:
    """A restore that was killed may have done so already."""
    if file.exists():
        file.rename(file.with_name(f"{file.name}-restored"))
