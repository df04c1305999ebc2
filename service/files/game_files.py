"""Game files (docs/portable.md): what they may hold, and everything that is checked before a game is accepted.

Nothing here needs the store, so a process of its own does it (`service.files.import_worker`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import orjson
from msgspec import Meta

from domain.ledger.audit import audit_bytes
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.state import ORGANISER, OVER, Table
from projections.documents.notes import LONGEST_MARK, MOST_LETTERS, MOST_MARKS, POINTER
from projections.people import BOTS
from service.log.verifying import RulesVerdict, check_rules, missing_rules
from service.system.texts import (
    LINE_ENDS,
    NAME,
    InvisibleCharacter,
    normalized,
)
from verifier import NOT_AVAILABLE, PASSED, Level, verify

MOST_ENTRIES = 20_000
"""Longer logs are refused: replaying one through the rules takes a few seconds for so many."""
LONGEST_DETAIL = 1000
"""Characters of a refusal, which may quote the file."""
LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999."""
FIRST, LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)
"""Between them lie the times that milliseconds since the epoch can tell as RFC 3339 has them."""
Mark = Annotated[str, Meta(max_length=LONGEST_MARK, pattern=rf"^(?:{POINTER})\Z")]


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat at a seat."""

    seat: int
    name: Annotated[str, Meta(max_length=60, pattern=rf"^(?:{NAME})\Z")]
    bot: Literal[BOTS] | None  # type: ignore[valid-type]


class NoteInFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note as a file has it. Nothing shows who has really written it, or when."""

    version: Annotated[int, Meta(ge=1)]
    author: str
    text: Annotated[str, Meta(min_length=1, max_length=MOST_LETTERS)]
    marks: Annotated[tuple[Mark, ...], Meta(max_length=MOST_MARKS)]
    at: Annotated[datetime, Meta(tz=True)]


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="format"):
    """What both forms hold. `audit` is the audit file of one viewer (docs/ledger.md)."""

    audit: dict[str, Any]
    players: tuple[Person, ...]
    incomplete: str = ""
    """What the service that saved it says that it lacks: not believed, for everything is checked."""


class WithoutNotes(_File, frozen=True, kw_only=True, tag="kronika-game/1"):
    """The first form."""

    notes: ClassVar[Sequence[NoteInFile]] = ()


class WithNotes(_File, frozen=True, kw_only=True, tag="kronika-game/2"):
    """The second form, which says what in it no log vouches for."""

    notes: tuple[NoteInFile, ...]
    unsigned: tuple[Literal["players"], Literal["notes"]]


GameFile = WithoutNotes | WithNotes


def read(file: Any) -> GameFile:
    """The file that a JSON tree is; `Refused` malformed for another tree."""
    try:
        found: GameFile = msgspec.convert(file, GameFile)
        for person in found.players:
            normalized(person.name)
        for note in found.notes:
            normalized(note.text, but=LINE_ENDS)
    except (msgspec.ValidationError, InvisibleCharacter) as error:
        raise malformed("", str(error)[:LONGEST_DETAIL]) from error
    return found


def identity(file: Mapping[str, Any], renamed: bool) -> str:
    """Two files of a game with equal identities are files of the same game. `renamed`: some names in it were taken away.

    A file may have been saved before a witness signed. Notes come and go, and the first form of files has none.
    """
    audit = {name: value for name, value in file["audit"].items() if name != "cosignatures"}
    players = [{**person, "name": None} for person in file["players"]] if renamed else file["players"]
    same = {"audit": audit, "players": players, "incomplete": file.get("incomplete", "")}
    return sha256(audit_bytes(same)).hexdigest()


def digest(file: Any) -> str:
    """SHA-256 of a JSON tree, whatever the order of its members was."""
    return sha256(orjson.dumps(file, option=orjson.OPT_SORT_KEYS)).hexdigest()


def check_first(found: GameFile) -> None:
    """What costs nothing to check, before all that does: the number of entries, the ruleset, the edition."""
    entries = found.audit.get("entries")
    if isinstance(entries, list) and len(entries) > MOST_ENTRIES:
        raise bad(None, None, f"Logs of more than {MOST_ENTRIES} entries are not taken in.")
    if missing := missing_rules(found.audit):
        raise _not_passed(missing)


def checked(found: GameFile) -> RulesVerdict:
    """What the rules make of the log, if every level passes and a service can accept the game; `Refused` bad-import."""
    report = verify(found.audit)
    for name in ("L0", "L2", "L3"):
        _must_pass(report[name], NOT_WHOLE if name != "L0" and not report.lacking else "")
    _check_times(found.audit)
    result = check_rules(found.audit, report)
    _must_pass(result.level)
    assert result.table is not None
    _check_end(result.table, found)
    return result


def bad(level: str | None, entry: int | None, detail: str) -> Refused:
    return Refused(Refusal.BAD_IMPORT, detail[:LONGEST_DETAIL], level=level, entry=entry)


NOT_WHOLE = " Only files of games that are over and disclosed as a whole are taken in."


def _must_pass(level: Level, if_not_available: str = "") -> None:
    if level.status != PASSED:
        raise _not_passed(level, if_not_available if level.status == NOT_AVAILABLE else "")


def _not_passed(level: Level, hint: str = "") -> Refused:
    return bad(level.name, level.entry, f"{level.name} {level.status}: {level.detail}.{hint}")


def _check_times(audit: Mapping[str, Any]) -> None:
    """What neither the levels nor the rules ask about a log."""
    entries = map(orjson.loads, audit["entries"])
    late = next((entry["i"] for entry in entries if entry["at"] > LATEST), None)
    if late is not None:
        raise bad("L0", late, "Its time is beyond every calendar.")


def _check_end(table: Table, found: GameFile) -> None:
    wrong = (
        _why_unfinished(table)
        or _why_other_players(table, found.players)
        or _why_other_notes(found.notes, table.version, table.taken)
    )
    if wrong is not None:
        raise bad(None, None, wrong)


def _why_unfinished(table: Table) -> str | None:
    if table.forked is not None:
        return "This is an analysis: nothing in it shows that its first position is that of a game."
    if table.status not in OVER:
        return "This game is not over; only games that are over are taken in."
    if table.desk.case is not None:
        return f"Case {table.desk.case.number} of this game is open: its result may change yet."
    return None


def _why_other_players(table: Table, players: Sequence[Person]) -> str | None:
    same = sorted(person.seat for person in players) == sorted(table.taken)
    return None if same else "The players are not those who took the seats."


def _why_other_notes(notes: Sequence[NoteInFile], versions: int, seats: Collection[int]) -> str | None:
    """Why a game of so many versions, with these seats, cannot have these notes; None when it can."""
    if any(note.version > versions for note in notes):
        return f"A note is on a version that the log has not: it has {versions}."
    if not {note.author for note in notes} <= {ORGANISER, *(f"seat:{seat}" for seat in seats)}:
        return "The author of a note is neither the organiser nor one of those who took the seats."
    if not all(FIRST <= note.at < LAST for note in notes):
        return "A note was written before 1970 or after 9999."
    if len({(note.version, note.author) for note in notes}) < len(notes):
        return "Somebody has two notes on one version."
    return None
