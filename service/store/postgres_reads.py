"""Reads that many ask for at once on PostgreSQL: one thread asks the server, once for all that ask the same in the meantime."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from .types import StoreUnusable
from .write_queue import QueuedWrite, TakeGroup, WriteQueue

Rows = list[tuple[Any, ...]]
ReadRows = Callable[[str, Sequence[Any]], Rows]


class Question(NamedTuple):
    """A query with its parameters, and where its rows go."""

    sql: str
    params: Sequence[Any]
    rows: Rows

    @property
    def alike(self) -> object:
        """The same for questions that one query can answer: those whose parameters are texts, or that have none."""
        return self.sql if all(isinstance(value, str) for value in self.params) else id(self)


class GroupedReads:
    """`read` asks the server, in a thread.

    A query begins after its caller's request. Of writes only a few wait while the server is slow; reads have limits of their own
    there, and none is refused because others wait.
    """

    def __init__(self, name: str, read: ReadRows) -> None:
        self._ask = read
        refusal = StoreUnusable(f"{name} does not answer in time.")
        self._queue = WriteQueue(name, self._answer, refusal, stalled_most=math.inf)

    def read(self, sql: str, params: Sequence[Any]) -> Rows:
        """Wait for the rows; an event loop continues meanwhile."""
        question = Question(sql, params, [])
        self._queue.submit(question)
        return question.rows

    def close(self) -> None:
        self._queue.close()

    def _answer(self, _: float, take: TakeGroup[Question]) -> None:
        for alike in _by_likeness(take()):
            try:
                self._answer_alike([one.job for one in alike])
            except Exception as error:
                for one in alike:
                    one.fail_with_others(error)

    def _answer_alike(self, questions: Sequence[Question]) -> None:
        first = questions[0]
        if len(questions) == 1 or not first.params:
            rows = self._ask(first.sql, first.params)
            for question in questions:
                question.rows.extend(rows)
            return
        texts = [list(column) for column in zip(*(it.params for it in questions), strict=True)]
        for nth, *row in self._ask(together(first.sql), texts):
            questions[nth - 1].rows.append(tuple(row))


def _by_likeness(group: Iterable[QueuedWrite[Question]]) -> Iterable[list[QueuedWrite[Question]]]:
    alike: dict[object, list[QueuedWrite[Question]]] = {}
    for one in group:
        alike.setdefault(one.job.alike, []).append(one)
    return alike.values()


def together(sql: str) -> str:
    """A query over arrays of the texts that replace each `?`: the rows of the n-th texts begin with n.

    With OFFSET 0 each set of texts is looked up by itself, by the same indexes as alone.
    """
    first, *others = sql.split("?")
    inner = first + "".join(f"given.p{n}{part}" for n, part in enumerate(others))
    arrays, columns = (", ".join(form.format(n) for n in range(len(others))) for form in ("?::text[]", "p{}"))
    return (
        f"SELECT given.nth, found.* FROM unnest({arrays}) WITH ORDINALITY AS given ({columns}, nth), "
        f"LATERAL ({inner} OFFSET 0) AS found"
    )
