"""Taking in games from files (docs/portable.md), after they have been checked as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import msgspec
import orjson

from domain.hidden import AUDITOR
from domain.ledger.audit import audit_bytes
from domain.ledger.seal import seal_event
from domain.table.events import GameCreated
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.state import OVER, Logged, Table
from domain.table.terms import chosen
from domain.table.undo import POLICIES
from projections.documents import commands as documents
from projections.people import Player
from service.bots import KINDS
from service.clock import now
from service.commands.context import Context
from service.commands.idempotency import Request, Written
from service.commands.imported_notes import NoteInFile, kept, spelled, what_is_wrong
from service.commands.runner import Reply
from service.commands.seating import NAME, seated
from service.log.audit import game_file
from service.log.keys import OPENINGS, Imported
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.log.verifying import Judged, judged
from service.store import Conflict, Duplicate, Row
from service.texts import Unseen, one_spelling
from service.tokens import grant, spelled_token
from verifier import NOT_AVAILABLE, PASSED, Level, verify

MOST_ENTRIES = 20_000
"""Longer logs are not taken in: replaying one through the rules takes a few seconds for so many."""
TABLE = {"visibility": ("public", "private"), "undo": POLICIES}
PROMISED = "SELECT 1 FROM planned_games WHERE game = ?"
LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999."""


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat at a seat."""

    seat: int
    name: Annotated[str, msgspec.Meta(max_length=60, pattern=rf"^(?:{NAME})\Z")]
    bot: Literal[KINDS] | None  # type: ignore[valid-type]


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


class Import(NamedTuple):
    """A game file, as JSON reads it."""

    file: dict[str, Any]
    key: str | None = None


def take_in(command: Import, context: Context) -> Reply:
    """Check a game file, level by level, and store its game under its own id, finished and read-only.

    201, or 200 when this very file is here already. `Refused` bad-import with the first thing that is wrong.
    """
    repository, read = context.repository, _read(command.file)
    request = Request.of("imports", "anyone", command.key, ["import", command.file], mints=True)
    if (written := request.earlier(repository.store)) is not None:
        return _taken_in(repository, repository.get(written.game), 201)._replace(replayed=True)
    if (here := _here(repository, read, command.file)) is not None:
        return _taken_in(repository, here, 200)
    checked = _checked(read)
    try:
        return _taken_in(repository, _place(repository, read, checked.log, request), 201)
    except (Conflict, Duplicate):
        here = _here(repository, read, command.file)
        assert here is not None, "somebody else took the game in meanwhile"
        return _taken_in(repository, here, 200)


def _here(repository: Repository, read: GameFile, file: dict[str, Any]) -> LoadedGame | None:
    """The game, if it is here with exactly this file; another game of its id is refused."""
    game = read.audit.get("game")
    if type(game) is not str:
        return None
    if repository.store.version(game) == 0:
        _check_not_promised(repository, game)
        return None
    loaded = repository.get(game)
    if loaded.hidden:
        raise Refused(Refusal.GONE_ELSEWHERE, "The operator of this service has taken this game away.")
    here = orjson.loads(game_file(repository, loaded, AUDITOR))
    if _same(here, loaded.renamed > 0) != _same(file, loaded.renamed > 0):
        raise Refused(
            Refusal.GONE_ELSEWHERE,
            "A game with this id is here already, and it is not the one in this file.",
        )
    return loaded


def _check_not_promised(repository: Repository, game: str) -> None:
    """A plan tells everybody the ids of games to come: whoever took one of them would stop the tournament."""
    if repository.store.query(PROMISED, (game,)):
        detail = "A tournament here has planned a game with this id, and the one in this file is another."
        raise Refused(Refusal.GONE_ELSEWHERE, detail)


def _same(file: dict[str, Any], renamed: bool) -> bytes:
    """What makes a file that of its game: it may have been saved before a witness had signed, or a name was taken away.

    Notes come and go, and are in no file of the first form.
    """
    audit = {name: value for name, value in file["audit"].items() if name != "cosignatures"}
    players = [{**person, "name": None} for person in file["players"]] if renamed else file["players"]
    return audit_bytes({"audit": audit, "players": players, "incomplete": file.get("incomplete", "")})


def _place(repository: Repository, read: GameFile, log: Sequence[Logged], request: Request) -> LoadedGame:
    keys = Imported({name: read.audit[name] for name in OPENINGS}, now())
    rows = [_row(logged, text) for logged, text in zip(log, read.audit["entries"], strict=True)]
    players = {person.seat: Player(one_spelling(person.name), person.bot) for person in read.players}
    game = read.audit["game"]
    granted = grant(token_of_import(repository, game), game, AUDITOR)
    notes = kept(repository.store, game, read.notes)
    beside = [*seated(game, players), *notes, granted, *request.remember(Written(game, 1, len(rows)))]
    return repository.place(rows, keys, beside, players)


def token_of_import(repository: Repository, game: str) -> str:
    """Who holds the whole file may see the whole game, also when it is imported again."""
    return spelled_token(repository.signer.derive(f"import\n{game}"))


def _taken_in(repository: Repository, loaded: LoadedGame, status: int) -> Reply:
    token = token_of_import(repository, loaded.id) if isinstance(loaded.keys, Imported) else None
    answer = documents.Imported(
        id=loaded.id,
        version=loaded.version,
        status=loaded.table.status,
        auditor_token=token,
        referee_token=token,
        checkpoint=repository.checkpoint(loaded),
    )
    return Reply(status, msgspec.json.encode(answer), loaded.version, f"/v1/games/{loaded.id}")


def _read(file: dict[str, Any]) -> GameFile:
    try:
        read: GameFile = msgspec.convert(file, GameFile)
        for person in read.players:
            one_spelling(person.name)
        for note in read.notes:
            spelled(note)
    except (msgspec.ValidationError, Unseen) as error:
        raise malformed("", str(error)) from error
    return read


def _checked(read: GameFile) -> Judged:
    """What the rules make of the log, when every level passes and the game is one to be taken in."""
    report = verify(read.audit)
    for name in ("L0", "L2", "L3"):
        _must_pass(report[name])
    if report.size > MOST_ENTRIES:
        raise _bad(None, None, f"Logs of more than {MOST_ENTRIES} entries are not taken in.")
    _check_creation(read.audit)
    checked = judged(read.audit)
    _must_pass(checked.level)
    assert checked.table is not None
    _check_end(checked.table, read)
    return checked


def _must_pass(level: Level) -> None:
    if level.status != PASSED:
        undisclosed = level.status == NOT_AVAILABLE and level.name in ("L2", "L3")
        hint = (
            " Only files of games that are over and disclosed as a whole are taken in." if undisclosed else ""
        )
        raise _bad(level.name, level.entry, f"{level.name} {level.status}: {level.detail}.{hint}")


def _check_creation(audit: dict[str, Any]) -> None:
    """What neither the levels nor the rules ask about a log: its times and its setup."""
    entries = [orjson.loads(text) for text in audit["entries"]]
    late = next((entry["i"] for entry in entries if entry["at"] > LATEST), None)
    if late is not None:
        raise _bad("L0", late, "Its time is beyond every calendar.")
    try:
        setup = msgspec.convert(entries[0]["d"], GameCreated)
        chosen({"ruleset": setup.ruleset, "seats": setup.seats, "options": setup.options})
    except (msgspec.ValidationError, Refused) as error:
        raise _bad("L4", 0, f"There is no such table: {error}") from error
    for name, allowed in TABLE.items():
        if getattr(setup, name) not in allowed:
            raise _bad("L4", 0, f"There is no such table: {name} is one of {', '.join(allowed)}.")


def _check_end(table: Table, read: GameFile) -> None:
    if table.forked is not None:
        detail = "This is an analysis: nothing in it shows that its first position is that of a game."
        raise _bad(None, None, detail)
    if table.status not in OVER:
        raise _bad(None, None, "This game is not over; only games that are over are taken in.")
    if table.desk.case is not None:
        raise _bad(
            None, None, f"Case {table.desk.case.number} of this game is open: its result may change yet."
        )
    if sorted(person.seat for person in read.players) != sorted(table.taken):
        raise _bad(None, None, "The players are not those who took the seats.")
    wrong = what_is_wrong(read.notes, table.version, table.taken)
    if wrong is not None:
        raise _bad(None, None, wrong)


def _bad(level: str | None, entry: int | None, detail: str) -> Refused:
    return Refused(Refusal.BAD_IMPORT, detail, level=level, entry=entry)


def _row(logged: Logged, entry: str) -> Row:
    """The entry as it came, and beside it the secrets with their knowers, which come from deciding the log again."""
    kind = str(type(logged.event).__struct_config__.tag)
    _, secrets = seal_event(logged.event, logged.version - 1, b"")
    return Row(logged.version, kind, entry.encode(), orjson.dumps(secrets) if secrets else b"")
