"""Records of the choices and views in games, one line per decision, as `kronika regress` writes and compares them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import IO

import msgspec

from cli import Sorry
from domain.table.playthrough import Decision, first_difference
from service.operation.regress import Meet, unrecorded
from service.store.private_files import open_private


class Line(msgspec.Struct, frozen=True):
    game: str
    decision: Decision


class Record:
    """What is done with each game's decisions. This one has nothing to compare and writes nothing."""

    @property
    def summary(self) -> str:
        """What was recorded or compared, in words."""
        return ""

    def of(self, game: str) -> Meet:
        return unrecorded


class Written(Record):
    """Writes each decision to a file."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._written = file, 0

    @property
    def summary(self) -> str:
        return f"{self._written} decisions recorded"

    def of(self, game: str) -> Meet:
        return partial(self._write, game)

    def _write(self, game: str, decision: Decision) -> None:
        self._file.write(msgspec.json.encode(Line(game, decision)) + b"\n")
        self._written += 1


class Earlier(Record):
    """Compares each decision with the one at the same version of an earlier record, where it has one."""

    def __init__(self, decisions: Mapping[tuple[str, int], Decision]) -> None:
        self._decisions, self._met = decisions, 0

    @property
    def summary(self) -> str:
        return f"{self._met} of the {len(self._decisions)} decisions of the record compared"

    def of(self, game: str) -> Meet:
        return partial(self._compare, game)

    def _compare(self, game: str, decision: Decision) -> str | None:
        if (earlier := self._decisions.get((game, decision.version))) is None:
            return None
        self._met += 1
        return first_difference(earlier, decision)


def new_file(name: str) -> IO[bytes]:
    """A file for its owner alone, because digests of views reveal something about hidden values."""
    try:
        return os.fdopen(open_private(name, os.O_WRONLY | os.O_EXCL), "wb")
    except FileExistsError as error:
        raise Sorry(f"{name} already exists; name another file.") from error
    except OSError as error:
        raise Sorry(f"{name} cannot be written: {error.strerror}.") from error


def read_record(name: str) -> Mapping[tuple[str, int], Decision]:
    """The decisions of a record by game and version."""
    try:
        lines = msgspec.json.Decoder(Line).decode_lines(Path(name).read_bytes())
    except (OSError, msgspec.MsgspecError) as error:
        raise Sorry(f"{name} cannot be read as a record: {error}") from error
    return {(line.game, line.decision.version): line.decision for line in lines}
