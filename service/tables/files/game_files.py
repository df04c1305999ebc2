"""Game files (docs/portable.md): their format, and all checks before a game is accepted.

Nothing here needs the store, so a separate process does it (`service.tables.files.import_worker`).
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
from domain.table.actors import ORGANISER
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.state import OVER, Table
from projections.documents.notes import (
    GLYPHS,
    LONGEST_MARK,
    LONGEST_PLACE,
    MOST_ARROWS,
    MOST_LETTERS,
    MOST_MARKS,
    PLACE,
    POINTER,
)
from projections.people import BOTS
from service.log.verifying import RulesVerdict, check_rules, missing_rules
from service.system.texts import (
    LINE_ENDS,
    NAME,
    InvisibleCharacter,
    normalized,
)
from verifier import NOT_AVAILABLE, PASSED, Level, verify

MAX_ENTRIES = 20_000
"""The maximum length of a log: replaying one of this length through the rules takes a few seconds."""
MAX_DETAIL_LENGTH = 1000
"""The maximum length of a refusal in characters, since it may quote the file."""
MAX_TIMESTAMP = 253_402_300_799_999
"""The last millisecond of the year 9999."""
ADDED_LATER = ("cosignatures", "service_log")
"""Members of an audit file that grow while the log stays as it is."""
FIRST, LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)
"""The times that can be written both in milliseconds since the epoch and as RFC 3339."""
PlaceName = Annotated[str, Meta(max_length=LONGEST_PLACE, pattern=rf"^(?:{PLACE})\Z")]
Mark = Annotated[str, Meta(max_length=LONGEST_MARK, pattern=rf"^(?:{POINTER})\Z")]


class PlayerEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat."""

    seat: int
    name: Annotated[str, Meta(max_length=60, pattern=rf"^(?:{NAME})\Z")]
    bot: Literal[BOTS] | None  # type: ignore[valid-type]


class ArrowInFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An arrow on a board, between places as the page's boards call them."""

    start: PlaceName
    end: PlaceName


class NoteInFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note in a file. Its author and time are not verifiable."""

    version: Annotated[int, Meta(ge=1)]
    author: str
    text: Annotated[str, Meta(max_length=MOST_LETTERS)]
    marks: Annotated[tuple[Mark, ...], Meta(max_length=MOST_MARKS)]
    at: Annotated[datetime, Meta(tz=True)]
    glyph: Literal[GLYPHS] | None = None  # type: ignore[valid-type]
    arrows: Annotated[tuple[ArrowInFile, ...], Meta(max_length=MOST_ARROWS)] = ()


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="format"):
    """The common members of both formats. `audit` is the audit file of one viewer (docs/ledger.md)."""

    audit: dict[str, Any]
    players: tuple[PlayerEntry, ...]
    incomplete: str = ""
    """What the exporting service reports as missing; not trusted, since everything is checked."""


class WithoutNotes(_File, frozen=True, kw_only=True, tag="kronika-game/1"):
    """The first format."""

    notes: ClassVar[Sequence[NoteInFile]] = ()


class WithNotes(_File, frozen=True, kw_only=True, tag="kronika-game/2"):
    """The second format, which lists the members that no log vouches for."""

    notes: tuple[NoteInFile, ...]
    unsigned: tuple[Literal["players"], Literal["notes"]]


GameFile = WithoutNotes | WithNotes


def read(file: Any) -> GameFile:
    """Parse a JSON tree as a game file; `Refused` malformed if it is none."""
    try:
        found: GameFile = msgspec.convert(file, GameFile)
        for person in found.players:
            normalized(person.name)
        for note in found.notes:
            normalized(note.text, but=LINE_ENDS)
            if not (note.text or note.glyph or note.arrows):
                raise msgspec.ValidationError("A note has a text, a glyph or arrows.")
    except (msgspec.ValidationError, InvisibleCharacter) as error:
        raise malformed("", str(error)[:MAX_DETAIL_LENGTH]) from error
    return found


def identity(file: Mapping[str, Any], renamed: bool) -> str:
    """Files with equal identities contain the same game. `renamed`: whether names in it were hidden.

    What may be added later is left out: cosignatures, and leaves of the log of logs. So are notes, since they change and the
    first format has none.
    """
    audit = {name: value for name, value in file["audit"].items() if name not in ADDED_LATER}
    players = [{**person, "name": None} for person in file["players"]] if renamed else file["players"]
    same = {"audit": audit, "players": players, "incomplete": file.get("incomplete", "")}
    return sha256(audit_bytes(same)).hexdigest()


def digest(file: Any) -> str:
    """SHA-256 of a JSON tree, independent of the order of members."""
    return sha256(orjson.dumps(file, option=orjson.OPT_SORT_KEYS)).hexdigest()


def check_cheaply(found: GameFile) -> None:
    """The cheap checks, before all others: the number of entries, the ruleset, the edition."""
    entries = found.audit.get("entries")
    if isinstance(entries, list) and len(entries) > MAX_ENTRIES:
        raise bad_import(None, None, f"Logs of more than {MAX_ENTRIES} entries are not accepted.")
    if missing := missing_rules(found.audit):
        raise _not_passed(missing)


def verified(found: GameFile) -> RulesVerdict:
    """The game replayed through the rules, if every level passes and it can be imported; `Refused` bad-import otherwise."""
    report = verify(found.audit)
    for name in ("L0", "L2", "L3"):
        _must_pass(report[name], COMPLETE_ONLY if name != "L0" and not report.lacking else "")
    _check_times(found.audit)
    result = check_rules(found.audit, report)
    _must_pass(result.level)
    assert result.table is not None
    _check_end(result.table, found)
    return result


def bad_import(level: str | None, entry: int | None, detail: str) -> Refused:
    return Refused(Refusal.BAD_IMPORT, detail[:MAX_DETAIL_LENGTH], level=level, entry=entry)


COMPLETE_ONLY = " Only files of finished, fully disclosed games are accepted."


def _must_pass(level: Level, if_not_available: str = "") -> None:
    if level.status != PASSED:
        raise _not_passed(level, if_not_available if level.status == NOT_AVAILABLE else "")


def _not_passed(level: Level, hint: str = "") -> Refused:
    return bad_import(level.name, level.entry, f"{level.name} {level.status}: {level.detail}.{hint}")


def _check_times(audit: Mapping[str, Any]) -> None:
    """Times are not covered by the levels or the rules."""
    entries = map(orjson.loads, audit["entries"])
    late = next((entry["i"] for entry in entries if entry["at"] > MAX_TIMESTAMP), None)
    if late is not None:
        raise bad_import("L0", late, "Its timestamp is out of range.")


def _check_end(table: Table, found: GameFile) -> None:
    problem = (
        _why_unfinished(table)
        or _player_mismatch(table, found.players)
        or _note_problem(found.notes, table.version, table.seats.numbers)
    )
    if problem is not None:
        raise bad_import(None, None, problem)


def _why_unfinished(table: Table) -> str | None:
    if table.forked is not None:
        return "This is an analysis: it has no proof that its first position occurred in a game."
    if table.status not in OVER:
        return "This game is not over; only finished games are accepted."
    if table.desk.case is not None:
        return f"Case {table.desk.case.number} of this game is open, so its result may still change."
    return None


def _player_mismatch(table: Table, players: Sequence[PlayerEntry]) -> str | None:
    same = sorted(person.seat for person in players) == sorted(table.seats.numbers)
    return None if same else "The players do not match the seats taken."


def _note_problem(notes: Sequence[NoteInFile], versions: int, seats: Collection[int]) -> str | None:
    """Why these notes cannot belong to a game with so many versions and these seats; None if they can."""
    if any(note.version > versions for note in notes):
        return f"A note refers to a version beyond the log, which has {versions}."
    if not {note.author for note in notes} <= {ORGANISER, *(f"seat:{seat}" for seat in seats)}:
        return "The author of a note is neither the organiser nor a player."
    if not all(FIRST <= note.at < LAST for note in notes):
        return "A note was written before 1970 or after 9999."
    if len({(note.version, note.author) for note in notes}) < len(notes):
        return "One author has two notes on the same version."
    return None
