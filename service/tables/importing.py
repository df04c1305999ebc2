"""Taking in games from files (docs/portable.md), after they have been checked as a whole."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import orjson

from domain.hidden import AUDITOR
from domain.table.refusals import Refusal, Refused
from projections.documents import commands as documents
from projections.people import Player
from service.files.checking import checking
from service.files.game_files import identity
from service.files.import_worker import Entry, Identified, Passed
from service.identity.tokens import grant, spelled_token
from service.log.audit import game_file
from service.log.keys import Imported
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import Request, Written
from service.play.runner import Reply
from service.store import Conflict, Duplicate, Row
from service.system.clock import now
from service.system.texts import normalized
from service.tables.imported_notes import kept
from service.tables.seating import seated

PROMISED = "SELECT 1 FROM planned_games WHERE game = ?"


class Import(NamedTuple):
    """The bytes of a game file."""

    file: bytes
    key: str | None = None


def take_in(command: Import, context: Context) -> Reply:
    """Check a game file, level by level, and store its game under its own id, finished and read-only.

    201, or 200 when this very file is here already. `Refused` bad-import with the first thing that is wrong.
    """
    repository = context.repository
    with checking(command.file) as check:
        found = check.identified()
        request = Request.of("imports", "anyone", command.key, ["import", found.digest], mints=True)
        if (written := request.earlier(repository.store)) is not None:
            return _taken_in(repository, repository.get(written.game), 201)._replace(replayed=True)
        if (here := _here(repository, found)) is not None:
            return _taken_in(repository, here, 200)
        passed = check.passed()
    try:
        return _taken_in(repository, _place(repository, found, passed, request), 201)
    except (Conflict, Duplicate):
        here = _here(repository, found)
        assert here is not None, "somebody else took the game in meanwhile"
        return _taken_in(repository, here, 200)


def _here(repository: Repository, found: Identified) -> LoadedGame | None:
    """The game, if it is here with exactly this file; another game of its id is refused."""
    if found.game is None:
        return None
    if repository.store.version(found.game) == 0:
        _check_not_promised(repository, found.game)
        return None
    loaded = repository.get(found.game)
    if loaded.hidden:
        raise Refused(Refusal.GONE_ELSEWHERE, "The operator of this service has taken this game away.")
    renamed = loaded.renamed > 0
    if identity(orjson.loads(game_file(repository, loaded, AUDITOR)), renamed) != found.identity[renamed]:
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


def _place(repository: Repository, found: Identified, passed: Passed, request: Request) -> LoadedGame:
    assert found.game is not None, "L0 has passed"
    game, rows = found.game, [_row(n, entry) for n, entry in enumerate(passed.entries, 1)]
    players = {person.seat: Player(normalized(person.name), person.bot) for person in passed.players}
    granted = grant(token_of_import(repository, game), game, AUDITOR)
    notes = kept(repository.store, game, passed.notes)
    beside = [*seated(game, players), *notes, granted, *request.remember(Written(game, 1, len(rows)))]
    return repository.place(rows, Imported(passed.openings, now()), beside, players)


def _row(version: int, entry: Entry) -> Row:
    return Row(version, entry.kind, entry.text.encode(), entry.secrets.encode())


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
        checkpoint=repository.heads.checkpoint(loaded),
    )
    return Reply(status, msgspec.json.encode(answer), loaded.version, f"/v1/games/{loaded.id}")
