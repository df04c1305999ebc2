"""Makes the nightly data set: all finished public games, tournaments, and refusals, in files with a signed note.

A job of the background worker. The files name no persons. Nothing is served before all of it is complete and on the disk.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import structlog
from msgspec.json import encode

from domain.table.refusals import Refused
from engine.dataset.signed import DataSet, SignedFile
from engine.dataset.tables import TABLES, Verify
from engine.logs import BadFile
from projections import tournaments
from projections.dataset import RefusalRow, TournamentRow
from projections.listing import BEGINNING, Place
from projections.lobby import GameFilter, next_after
from projections.tournament_rows import tournament_rows
from service.log.audit import impersonal_file
from service.log.repository import Repository
from service.log.signing import Signer
from service.operation.dataset_files import FILES, FOLDER, NOTE, days_in, is_served, today
from service.store import SecretsAltered

log = structlog.get_logger("kronika.datasets")
CHECK_EVERY = 60.0
"""Seconds between two looks whether a day has begun."""
RETRY = 3600.0
"""Seconds before a data set that could not be written is tried again."""
PART = ".part"
LEVEL = 6
"""Of gzip: 9, its default, takes nearly three times as long for files that are 4 % smaller."""
NEXT_TOURNAMENT = (
    "SELECT id FROM tournaments WHERE visibility = 'public' AND hidden = 0 AND id > ? ORDER BY id LIMIT 1"
)
REFUSALS = "SELECT day, ruleset, rule, refused FROM refusals WHERE day < ? AND refused >= ? ORDER BY day, ruleset, rule"
FEWEST = 10
"""Smaller counts of a day are left out: where few play, an opponent could tell from them what a seat has tried."""
GAMES, WHOLE_GAMES, TOURNAMENTS, COUNTED = FILES


class DataSets:
    """The data sets of a service. Between games it rests as long as it worked: players come first."""

    def __init__(
        self, repository: Repository, signer: Signer, data: Path, rest: Callable[[float], None] = time.sleep
    ) -> None:
        self._repository, self._signer, self._rest = repository, signer, rest
        self._data, self._folder = data, data / FOLDER

    def follow(self) -> None:
        """Run for ever."""
        while True:
            pause = CHECK_EVERY
            try:
                self.make_due()
            except OSError as error:
                log.error("dataset-failed", reason=str(error))
                pause = RETRY
            time.sleep(pause)

    def make_due(self) -> None:
        """Make the data set of this day, unless it is there, and delete those that are too old."""
        day = str(today())
        if not (self._folder / day).exists():
            self._make(day)
        for old in days_in(self._data):
            if not is_served(old.name):
                shutil.rmtree(old, ignore_errors=True)

    def _make(self, day: str) -> None:
        part = self._folder / f"{day}{PART}"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._remove_parts()
        try:
            part.mkdir()
            games = self._write(part, day)
            part.rename(self._folder / day)
        except BaseException:
            self._remove_parts()  # at once: the disk may be full, and games need it
            raise
        _sync(self._folder)
        log.info("dataset-made", day=day, games=games)

    def _remove_parts(self) -> None:
        """What a failure or a killed process left."""
        for left in self._folder.glob(f"*{PART}"):
            shutil.rmtree(left, ignore_errors=True)

    def _write(self, part: Path, day: str) -> int:
        """All files of a day; returns the number of games."""
        files = [*self._write_games(part)]
        for name, rows in ((TOURNAMENTS, self._tournaments()), (COUNTED, self._refusals(day))):
            with Lines(part / name) as lines:
                for row in rows:
                    lines.add(encode(row))
            files.append(lines.signed)
        origin = self._repository.logs.origins()[-1]
        note = self._signer.note(origin, DataSet(origin, day, tuple(files)).text())
        _write_synced(part / NOTE, note.encode())
        _sync(part)
        return files[1].rows

    def _write_games(self, part: Path) -> Iterator[SignedFile]:
        with Lines(part / GAMES) as rows, Lines(part / WHOLE_GAMES) as whole:
            for line in self._games():
                file = orjson.loads(line)
                # An open case keeps secrets; the next data set has the game once it is closed.
                if "incomplete" not in file:
                    whole.add(line)
                    for row in _rows(file):
                        rows.add(encode(row))
        yield from (rows.signed, whole.signed)

    def _games(self) -> Iterator[bytes]:
        """Each game is looked up only when its turn comes, so games that were removed meanwhile are left out."""
        following = partial(next_after, GameFilter(status="finished"), self._repository.store.query)
        at: Place | None = BEGINNING
        while at is not None and (at := following(at)) is not None:
            began = time.monotonic()
            try:
                yield impersonal_file(self._repository, self._repository.versions.load_log(at[1]))
            except (Refused, SecretsAltered) as error:  # of this game alone
                log.warning("dataset-left-out", game=at[1], reason=str(error))
            self._rest(time.monotonic() - began)

    def _tournaments(self) -> Iterator[TournamentRow]:
        query, id = self._repository.store.query, ""
        while found := query(NEXT_TOURNAMENT, (id,)):
            [(id,)] = found
            tournament = tournaments.load(query, id)
            if tournament is not None:
                yield from tournament_rows(tournament)

    def _refusals(self, day: str) -> Iterator[RefusalRow]:
        """Those of days that are over, without small counts."""
        found = self._repository.store.query(REFUSALS, (day, FEWEST))
        return (RefusalRow(day=day, ruleset=ruleset, rule=rule, refused=n) for day, ruleset, rule, n in found)


def _rows(file: dict[str, Any]) -> list[Any]:
    """The row of a game; none for one that today's rules cannot read."""
    try:
        return [*TABLES["games"].rows(file, Verify.HEAD)]
    except BadFile as error:
        log.warning("dataset-left-out", game=file["audit"]["game"], reason=str(error))
        return []


class Lines:
    """A compressed file of lines, on the disk when it is closed. The same lines give the same bytes."""

    def __init__(self, path: Path) -> None:
        self._path, self._rows = path, 0

    def __enter__(self) -> Lines:
        self._raw = self._path.open("wb")
        self._file = gzip.GzipFile("", "wb", LEVEL, self._raw, mtime=0)
        return self

    def add(self, line: bytes) -> None:
        self._file.write(line + b"\n")
        self._rows += 1

    def __exit__(self, *_: object) -> None:
        with self._raw:
            self._file.close()
            self._raw.flush()
            os.fsync(self._raw.fileno())

    @property
    def signed(self) -> SignedFile:
        """What the note says of the closed file."""
        with self._path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return SignedFile(self._path.name, self._path.stat().st_size, self._rows, digest)


def _write_synced(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
