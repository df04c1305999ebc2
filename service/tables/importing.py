"""Importing games from files (docs/portable.md), after complete verification."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import orjson

from domain.hidden import AUDITOR
from domain.table.refusals import Refusal, Refused
from projections.documents import commands as documents
from projections.people import Player
from service.identity.tokens import grant, spelled_token
from service.log.audit import game_file
from service.log.keys import Imported
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import Request, WriteRecord
from service.play.runner import Reply
from service.store import Conflict, Duplicate, Row
from service.system.clock import now
from service.system.texts import normalized
from service.tables.files.checking import checking
from service.tables.files.game_files import identity
from service.tables.files.import_worker import Entry, Identified, Passed
from service.tables.imported_notes import note_rows
from service.tables.seating import player_rows

PLANNED = "SELECT 1 FROM planned_games WHERE game = ?"


class Import(NamedTuple):
    """The bytes of a game file."""

    file: bytes
    key: str | None = None


def import_file(command: Import, context: Context) -> Reply:
    """Verify a game file level by level and store its game under its own id, finished and read-only.

    Returns 201, or 200 if this very game is stored already. `Refused` bad-import with the first problem.
    """
    repository = context.repository
    with checking(command.file) as check:
        found = check.identified()
        request = Request.of("imports", "anyone", command.key, ["import", found.digest], mints=True)
        if (written := request.earlier(repository.store)) is not None:
            return _response(repository, repository.get(written.game), 201)._replace(replayed=True)
        if (existing := _existing(repository, found)) is not None:
            return _response(repository, existing, 200)
        repository.restrictions.check_may_begin()
        passed = check.passed()
    try:
        return _response(repository, _store(repository, found, passed, request), 201)
    except (Conflict, Duplicate):
        existing = _existing(repository, found)
        assert existing is not None, "another request imported the game concurrently"
        return _response(repository, existing, 200)


def _existing(repository: Repository, found: Identified) -> LoadedGame | None:
    """The stored game if it matches this file exactly; `Refused` for another game with the same id."""
    if found.game is None:
        return None
    if repository.store.version(found.game) == 0:
        _check_not_planned(repository, found.game)
        return None
    loaded = repository.get(found.game)
    if loaded.hidden:
        raise Refused(Refusal.GONE_ELSEWHERE, "The operator of this service has removed this game.")
    renamed = loaded.renamed > 0
    if identity(orjson.loads(game_file(repository, loaded, AUDITOR)), renamed) != found.identity[renamed]:
        raise Refused(
            Refusal.GONE_ELSEWHERE,
            "This service has another game with the id of the one in this file.",
        )
    return loaded


def _check_not_planned(repository: Repository, game: str) -> None:
    """A plan publishes the ids of future games: an import with such an id would block the tournament."""
    if repository.store.query(PLANNED, (game,)):
        detail = "A tournament on this service has planned another game with this id."
        raise Refused(Refusal.GONE_ELSEWHERE, detail)


def _store(repository: Repository, found: Identified, passed: Passed, request: Request) -> LoadedGame:
    assert found.game is not None, "L0 has passed"
    game, rows = found.game, [_row(n, entry) for n, entry in enumerate(passed.entries, 1)]
    players = {person.seat: Player(normalized(person.name), person.bot) for person in passed.players}
    granted = grant(token_of_import(repository, game), game, AUDITOR)
    notes = note_rows(repository.store, game, passed.notes)
    record = request.remember(WriteRecord(game, 1, len(rows)))
    statements = [*player_rows(game, players), *notes, granted, *record]
    return repository.place(rows, Imported(passed.openings, now()), statements, players)


def _row(version: int, entry: Entry) -> Row:
    return Row(version, entry.kind, entry.text.encode(), entry.secrets.encode())


def token_of_import(repository: Repository, game: str) -> str:
    """A holder of the complete file may see the whole game, even if it is imported again."""
    return spelled_token(repository.signer.derive(f"import\n{game}"))


def _response(repository: Repository, loaded: LoadedGame, status: int) -> Reply:
    token = token_of_import(repository, loaded.id) if isinstance(loaded.keys, Imported) else None
    answer = documents.Imported(
        id=loaded.id,
        version=loaded.version,
        status=loaded.table.status,
        auditor_token=token,
        referee_token=token,
        checkpoint=repository.heads.checkpoint(loaded),
    )
    return Reply(status, msgspec.json.encode(answer), loaded.version, f"/v1/games/{loaded.id}")
