"""Rows that were made and are still to be written, in a file, so that whoever is stopped need not make them again."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import orjson

from service.store import Statement
from service.store.private_files import open_private


class Spool:
    """A line for each text of SQL, and one for the rows of each game: `[position, [[text, params], ...]]`."""

    def __init__(self, path: Path, head: str, resume: bool) -> None:
        """`head` says what the rows are for; those that were left for something else are not read."""
        self.path = path
        self.rows: list[Statement] = []
        self.position = self.games = 0
        self._texts: dict[str, int] = {}
        self._file: IO[bytes] = os.fdopen(open_private(path), "r+b")
        if not (resume and self._read(head)):
            self._file.seek(0)
            self._line(head)
        self._file.truncate()

    def _read(self, head: str) -> bool:
        """Up to the last line that is whole; whether it was for the same."""
        lines = self._whole_lines()
        if next(lines, None) != head:
            return False
        texts: list[str] = []
        for line in lines:
            if isinstance(line, str):
                texts.append(line)
                continue
            self.position, made = line
            self.games += 1
            self.rows += [Statement(texts[text], tuple(params)) for text, params in made]
        self._texts = {text: number for number, text in enumerate(texts)}
        return True

    def _whole_lines(self) -> Iterator[Any]:
        end = 0
        for line in iter(self._file.readline, b""):
            if not line.endswith(b"\n"):
                break
            end += len(line)
            yield orjson.loads(line)
        self._file.seek(end)

    def add(self, position: int, rows: Iterable[Statement]) -> None:
        """The rows of a game whose last event has this position; positions rise."""
        made = [(self._text(sql), params) for sql, params in rows]
        self._line([position, made])
        texts = list(self._texts)
        self.rows += [Statement(texts[text], params) for text, params in made]
        self.position = position
        self.games += 1

    def _text(self, sql: str) -> int:
        if sql not in self._texts:
            self._line(sql)
            self._texts[sql] = len(self._texts)
        return self._texts[sql]

    def _line(self, what: object) -> None:
        self._file.write(orjson.dumps(what) + b"\n")

    def keep(self) -> None:
        """What was added outlives this process from now on."""
        self._file.flush()

    def done(self) -> None:
        """The rows are written."""
        self._file.close()
        self.path.unlink()
