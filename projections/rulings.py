"""Precedents: the rulings of final cases in public games, and the words of their findings. Stored, and rebuildable.

One row per ruling, rewritten from the game when a case becomes final. A ruling that an appeal has replaced is overturned; all
others stood. The words of erased findings are not indexed. The findings themselves are read from the stored texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import orjson

from domain.table.events import GameCreated
from domain.table.referee.appointing import FIRST_OF_MEETING
from domain.table.referee.state import Case, Ruling
from domain.table.state import Logged
from projections.commit import Commit, Sql
from projections.full_text import words

NAME = "rulings"

HOLD: Sequence[Sql] = (("UPDATE service_meta SET value = value WHERE name = 'rulings'", ()),)
"""Takes a row lock, so that no words are written of findings that are being erased."""
OF_GAME = "SELECT number FROM rulings WHERE game = ?"
EMPTY: tuple[Sql, ...] = (
    ("DELETE FROM ruling_words", ()),
    ("DELETE FROM ruling_clauses", ()),
    ("DELETE FROM rulings", ()),
)
AS_THEY_ARE = """SELECT lobby.game FROM lobby WHERE lobby.game IN ({games})
    AND CASE WHEN lobby.visibility = 'private' OR lobby.imported = 1 THEN 0
        ELSE (SELECT count(*) FROM cases WHERE cases.game = lobby.game AND state = 'final') END
    = (SELECT count(DISTINCT dispute) FROM rulings WHERE rulings.game = lobby.game)"""
INSERT = """INSERT INTO rulings (number, id, created_at, game, dispute, ruling, ruleset, kind, clauses, wants, referee, place,
    took, findings, overturned, on_appeal, decision, decided_by, decision_findings)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
INSERT_CLAUSE = "INSERT INTO ruling_clauses (clause, number) VALUES (?, ?)"
INSERT_WORDS = """INSERT INTO ruling_words (rowid, words)
    SELECT ?, ? WHERE EXISTS (SELECT 1 FROM case_texts WHERE game = ? AND hash = ?)"""
"""Unless the findings have been erased since they were read."""
UPHELD, CHANGED, UNDECIDED = "upheld", "changed", "undecided"
"""What an appeal has made of a ruling; undecided: nobody decided it in time."""


class _Found(NamedTuple):
    """A ruling of a final case, with the log that says when everything was."""

    case: Case
    ruling: Ruling
    log: Sequence[Logged]

    @property
    def is_first(self) -> bool:
        return not self.case.appeals or self.ruling.version < self.case.appeals[0].version

    @property
    def overturned(self) -> bool:
        return self.ruling.said.ruling != self.case.ruling

    def at(self, version: int) -> int:
        return self.log[version - 1].at

    def took(self) -> int:
        """Milliseconds from the opening of the case to the ruling, or from the first appeal to the one in its place."""
        since = self.case.version if self.is_first else self.case.appeals[0].version
        return self.at(self.ruling.version) - self.at(since)

    def decision(self) -> tuple[str | None, int | None, str | None]:
        """What an appeal has made of it, who decided, and the hash of the findings of that."""
        case = self.case
        if not case.appeals or not self.is_first:
            return None, None, None
        if case.decision is None:
            return UNDECIDED, None, None
        event: Any = self.log[case.decision.version - 1].event
        return case.decision.decision, case.decision.referee, event.findings_hash


def rows_for(commit: Commit) -> list[Sql]:
    """The rows of one game: none unless it is public and was played here."""
    game = commit.table.setup.game
    gone: list[Sql] = [
        (f"DELETE FROM ruling_words WHERE rowid IN ({OF_GAME})", (game,)),
        (f"DELETE FROM ruling_clauses WHERE number IN ({OF_GAME})", (game,)),
        ("DELETE FROM rulings WHERE game = ?", (game,)),
    ]
    final = [] if commit.unlisted else [it for it in commit.table.desk.cases if it.state == "final"]
    log = commit.log() if final else ()
    return [*gone, *(row for case in final for row in _of_case(commit, case, log))]


def _of_case(commit: Commit, case: Case, log: Sequence[Logged]) -> Iterator[Sql]:
    texts = commit.texts(case.number)
    for ruling in commit.table.desk.rulings:
        if ruling.said.dispute == case.number:
            found = _Found(case, ruling, log)
            number = _number(commit.table.setup.game, ruling)
            yield INSERT, (number, *_row(commit, found))
            for clause in dict.fromkeys(ruling.said.clauses):
                yield INSERT_CLAUSE, (clause, number)
            hash = ruling.said.findings_hash
            if hash in texts:
                yield INSERT_WORDS, (number, words(texts[hash].text), commit.table.setup.game, hash)


def _number(game: str, ruling: Ruling) -> int:
    """The same at every rebuild, and no other ruling's; words are found by it."""
    return int.from_bytes(sha256(_id(game, ruling).encode()).digest()[:8]) >> 2


def _id(game: str, ruling: Ruling) -> str:
    return f"{game}-{ruling.said.ruling:03}"


def _place(setup: GameCreated, referee: int) -> str:
    """Where a referee of a game was appointed: in its meeting, in its tournament, or in the game."""
    if setup.meeting is not None and referee >= FIRST_OF_MEETING:
        return setup.meeting
    return setup.game if setup.tournament is None else setup.tournament.id


def _row(commit: Commit, found: _Found) -> tuple[object, ...]:
    case, ruling, setup = found.case, found.ruling, commit.table.setup
    said = ruling.said
    return (
        *(_id(setup.game, ruling), found.at(ruling.version), setup.game, case.number, said.ruling),
        *(setup.ruleset, said.kind, orjson.dumps(said.clauses).decode(), case.wants, said.referee),
        *(_place(setup, said.referee), found.took(), said.findings_hash),
        *(int(found.overturned), int(not found.is_first), *found.decision()),
    )
