"""Questions that many threads ask at the same time, put to the database as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from itertools import groupby
from operator import attrgetter
from threading import Lock
from typing import Any

from .waiting import new_pending

Row = tuple[Any, ...]
Read = Callable[[str, Sequence[Any]], list[Row]]
FOR_EVER = 1e6
"""Seconds: reads have limits of their own."""


class Question:
    """A query for one row, and the thread that waits for it."""

    def __init__(self, sql: str, params: Sequence[str]) -> None:
        self.sql, self.params = sql, params
        self.turn = new_pending()
        """Set when it is answered, or when its thread has to ask for all that wait."""
        self.answer: Row | None = None
        self.error: Exception | None = None

    @property
    def is_over(self) -> bool:
        return self.answer is not None or self.error is not None

    def result(self) -> Row:
        """The row, or a copy of the error: raising adds to its traceback, and others raise it too."""
        if self.error is not None:
            raise copy(self.error) from self.error.__cause__
        assert self.answer is not None
        return self.answer


class Questions:
    """One at a time is put to the database, by one of the threads that wait; those who come meanwhile are in the next one.

    So every answer is from a query that began after its question was asked, and many readers cost hardly more than one.
    """

    def __init__(self, read: Read) -> None:
        self._read = read
        self._lock = Lock()
        self._waiting: list[Question] = []
        self._busy = False

    def ask(self, sql: str, params: Sequence[str]) -> Row:
        """The one row that `sql` finds; its parameters are text."""
        question = Question(sql, params)
        with self._lock:
            self._waiting.append(question)
            leads, self._busy = not self._busy, True
        if not leads:
            question.turn.wait(FOR_EVER)
        if not question.is_over:
            self._ask_all()
        return question.result()

    def _ask_all(self) -> None:
        with self._lock:
            group, self._waiting = self._waiting, []
        for _, same in groupby(sorted(group, key=attrgetter("sql")), attrgetter("sql")):
            self._answer(list(same))
        with self._lock:
            self._busy = bool(self._waiting)
            following = self._waiting[:1]
        for question in (*group[1:], *following):  # the first of the group is the thread that runs this
            question.turn.set()

    def _answer(self, questions: Sequence[Question]) -> None:
        try:
            for question, row in zip(questions, self._rows(questions), strict=True):
                question.answer = row
        except Exception as error:
            for question in questions:
                question.error = error

    def _rows(self, questions: Sequence[Question]) -> list[Row]:
        sql, params = questions[0].sql, questions[0].params
        if len(questions) == 1:
            return self._read(sql, params)
        if not params:
            return self._read(sql, params) * len(questions)
        columns = zip(*(question.params for question in questions), strict=True)
        return self._read(together(sql, len(params)), [list(column) for column in columns])


def together(sql: str, params: int) -> str:
    """The same query for each row of several arrays of parameters, in their order."""
    names = [f"p{n}" for n in range(params)]
    arrays = ", ".join(["?::text[]"] * params)
    return (
        f"SELECT one.* FROM unnest({arrays}) WITH ORDINALITY AS asked ({', '.join(names)}, nth) "
        f"CROSS JOIN LATERAL ({_filled(sql, names)}) AS one ORDER BY nth"
    )


def _filled(sql: str, names: Iterable[str]) -> str:
    for name in names:
        sql = sql.replace("?", f"asked.{name}", 1)
    return sql
