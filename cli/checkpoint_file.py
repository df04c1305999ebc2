"""A checkpoint file of computed rows that are still to be written, so that an interrupted command need not compute them again."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import orjson

from service.store import Statement
from service.store.private_files import open_private


class Spool:
    """A line for each SQL text, and one for the rows of each game: `[position, [[text, params], ...]]`."""

    def __init__(self, path: Path, head: str, resume: bool) -> None:
        """`head` identifies the purpose of the rows; rows for another purpose are ignored."""
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
        """Read up to the last complete line; returns whether the purpose is the same."""
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
        """Add the rows of a game, whose last event has this position; positions increase."""
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
        """Flush, so that what was added survives this process."""
        self._file.flush()

    def done(self) -> None:
        """Remove the file once the rows are written."""
        self._file.close()
        self.path.unlink()
