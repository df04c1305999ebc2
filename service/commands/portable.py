"""Portable game files (docs/portable.md): a whole game in one file, to be checked and taken in elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
import orjson

from domain.hidden import REFEREE
from domain.ledger.audit import audit_bytes
from domain.ledger.seal import seal_event
from domain.table.decisions import Refused
from domain.table.events import GameCreated
from domain.table.state import Logged, Table
from domain.table.undo import POLICIES
from projections.people import Player
from service.access import Caller, grant, spelled_token
from service.bots import KINDS
from service.commands.creating import chosen, malformed
from service.commands.runner import Reply
from service.commands.seating import NAME, seated
from service.log.keys import Imported
from service.log.loaded import LoadedGame
from service.queries.auditing import Auditing
from service.queries.opened_keys import OVER
from service.queries.verifying import Judged, judged
from service.store import Conflict, Duplicate, Row
from verifier import NOT_AVAILABLE, PASSED, Level, verify

FORMAT = "kronika-game/1"
MEDIA_TYPE = "application/vnd.kronika.game+json"
MOST_ENTRIES = 20_000
"""Longer logs are not taken in: replaying one through the rules takes a few seconds for so many."""
TABLE = {"visibility": ("public", "private"), "undo": POLICIES, "entropy": ("direct", "commit-reveal")}
LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999."""


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat at a seat."""

    seat: int
    name: Annotated[str, msgspec.Meta(max_length=60, pattern=rf"^(?:{NAME})\Z")]
    bot: Literal[KINDS] | None  # type: ignore[valid-type]


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`audit` is the audit file of one viewer (docs/ledger.md)."""

    format: Literal["kronika-game/1"]
    audit: dict[str, Any]
    players: tuple[Person, ...]


class Portable(Auditing):
    def export(self, game: str, token: str | None) -> bytes:
        """The game file of this viewer: complete once the game is over and nothing in it is secret any more."""
        return self._file(*self.seen(game, token))

    def _file(self, loaded: LoadedGame, caller: Caller) -> bytes:
        people = [{"seat": seat, **player._asdict()} for seat, player in sorted(loaded.players.items())]
        return audit_bytes({"format": FORMAT, "audit": self.audit_of(loaded, caller), "players": people})

    def take_in(self, file: dict[str, Any]) -> Reply:
        """Check a game file, level by level, and keep its game under its own id, finished and read-only.

        201, or 200 when this very file is here already. `Refused` bad-import with the first thing that is wrong.
        """
        read = _read(file)
        if (here := self._here(read, file)) is not None:
            return self._taken(here, 200)
        checked = _checked(read)
        try:
            return self._taken(self._keep(read, checked.log), 201)
        except (Conflict, Duplicate):
            here = self._here(read, file)
            assert here is not None, "somebody else took the game in meanwhile"
            return self._taken(here, 200)

    def _here(self, read: GameFile, file: dict[str, Any]) -> LoadedGame | None:
        """The game, if it is here with exactly this file; another game of its id is refused."""
        game = read.audit.get("game")
        if type(game) is not str or self.repository.store.version(game) == 0:
            return None
        loaded = self.repository.get(game)
        if self._file(loaded, Caller(REFEREE)) != audit_bytes(file):
            raise Refused(
                "gone-elsewhere", "A game with this id is here already, and it is not the one in this file."
            )
        return loaded

    def _keep(self, read: GameFile, log: Sequence[Logged]) -> LoadedGame:
        keys = Imported({name: read.audit[name] for name in ("disclosures", "draws", "checkpoint")})
        rows = [_row(logged, text) for logged, text in zip(log, read.audit["entries"], strict=True)]
        players = {person.seat: Player(person.name, person.bot) for person in read.players}
        game = read.audit["game"]
        beside = [*seated(game, players), grant(self._token(game), game, REFEREE)]
        return self.repository.place(rows, keys, beside, players)

    def _token(self, game: str) -> str:
        """Who holds the whole file may see the whole game, also when it is imported again."""
        return spelled_token(self.repository.signer.derive(f"import\n{game}"))

    def _taken(self, loaded: LoadedGame, status: int) -> Reply:
        imported = isinstance(loaded.keys, Imported)
        body = {
            "id": loaded.id,
            "version": loaded.version,
            "status": loaded.table.status,
            "referee_token": self._token(loaded.id) if imported else None,
            "checkpoint": self.repository.checkpoint(loaded),
        }
        return Reply(status, orjson.dumps(body), loaded.version, f"/v1/games/{loaded.id}")


def _read(file: dict[str, Any]) -> GameFile:
    try:
        return msgspec.convert(file, GameFile)
    except msgspec.ValidationError as error:
        raise malformed("", str(error)) from error


def _checked(read: GameFile) -> Judged:
    """What the rules make of the log, when every level passes and the game is one to be taken in."""
    report = verify(read.audit)
    for name in ("L0", "L2", "L3"):
        _must_pass(report[name])
    if report.size > MOST_ENTRIES:
        raise bad(None, None, f"Logs of more than {MOST_ENTRIES} entries are not taken in.")
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
        raise bad(level.name, level.entry, f"{level.name} {level.status}: {level.detail}.{hint}")


def _check_creation(audit: dict[str, Any]) -> None:
    """What neither the levels nor the rules ask about a log: its times and its setup."""
    entries = [orjson.loads(text) for text in audit["entries"]]
    late = next((entry["i"] for entry in entries if entry["at"] > LATEST), None)
    if late is not None:
        raise bad("L0", late, "Its time is beyond every calendar.")
    try:
        setup = msgspec.convert(entries[0]["d"], GameCreated)
        chosen({"ruleset": setup.ruleset, "seats": setup.seats, "options": setup.options})
    except (msgspec.ValidationError, Refused) as error:
        raise bad("L4", 0, f"There is no such table: {error}") from error
    for name, allowed in TABLE.items():
        if getattr(setup, name) not in allowed:
            raise bad("L4", 0, f"There is no such table: {name} is one of {', '.join(allowed)}.")


def _check_end(table: Table, read: GameFile) -> None:
    if table.forked is not None:
        detail = "This is an analysis: nothing in it shows that its first position is that of a game."
        raise bad(None, None, detail)
    if table.status not in OVER:
        raise bad(None, None, "This game is not over; only games that are over are taken in.")
    if sorted(person.seat for person in read.players) != sorted(table.taken):
        raise bad(None, None, "The players are not those who took the seats.")


def bad(level: str | None, entry: int | None, detail: str) -> Refused:
    return Refused("bad-import", detail, level=level, entry=entry)


def _row(logged: Logged, entry: str) -> Row:
    """The entry as it came, and beside it the secrets with their knowers, which the rules tell."""
    kind = str(type(logged.event).__struct_config__.tag)
    _, secrets = seal_event(logged.event, logged.version - 1, b"")
    return Row(logged.version, kind, entry.encode(), orjson.dumps(secrets) if secrets else b"")
