"""The one way in which anything is written: look up the key, decide, commit, try again if somebody was faster."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from domain.ledger.keys import SECRET_BYTES
from domain.ledger.text import b64u
from domain.play import IllegalAction
from domain.table.decisions import Refused, abort_epoch, outstanding_seeds
from domain.table.fold import Fold
from domain.table.state import Logged
from projections.people import Player
from service.access import Access, Caller
from service.commands.idempotency import KeyedRequest, Written
from service.log.loaded import LoadedGame
from service.log.mapper import from_rows
from service.log.repository import Repository, now
from service.store import Conflict, Duplicate, Statement

ATTEMPTS = 20
"""How often a command is decided anew when others write the same game; each attempt lost means one of them won."""


REVEAL_WITHIN = 60_000
"""Milliseconds after the last seat or seed within which the next seed has to be opened."""


class Reply(NamedTuple):
    """The answer to a command. `body` is JSON, `version` the game's after it."""

    status: int
    body: bytes
    version: int
    location: str | None = None


class Decision(NamedTuple):
    """What a command wants written: recorded events, rows beside them, players if they changed."""

    fold: Fold
    beside: Sequence[Statement] = ()
    players: Mapping[int, Player] | None = None


Decide = Callable[[LoadedGame, Caller], Decision]
Answer = Callable[[LoadedGame, Sequence[Logged], Caller], dict[str, Any]]


class CommandRunner:
    """Runs commands. `woken` is told of each game with bots that was written."""

    def __init__(self, repository: Repository, access: Access, woken: Callable[[str], None]) -> None:
        self.repository = repository
        self.access = access
        self.woken = woken

    def seen(self, game: str, token: str | None) -> tuple[LoadedGame, Caller]:
        """The game as it is now and who is asking; refuses what this caller must not see."""
        loaded = self.repository.get(game)
        if seeds_overdue(loaded):
            loaded = self._abort_epoch(loaded)
        return loaded, self.access.caller(loaded, token)

    def _abort_epoch(self, loaded: LoadedGame) -> LoadedGame:
        """Seats that never opened their seeds do not hold the game up."""
        seeds = {seat: b64u(secrets.token_bytes(SECRET_BYTES)) for seat in outstanding_seeds(loaded.table)}
        fold = abort_epoch(loaded.ruleset, loaded.table, seeds, loaded.keys.draws)
        try:
            return self.repository.commit(loaded, fold)
        except Conflict:
            return self.repository.get(loaded.id)

    def run(
        self,
        game: str,
        token: str | None,
        key: str | None,
        request: Any,
        decide: Decide,
        answer: Answer,
        status: int = 201,
    ) -> Reply:
        """Decide and commit for whoever holds `token`, or give the first answer again."""
        loaded, caller = self.seen(game, token)
        keyed = KeyedRequest.of(game, caller.actor, key, request)
        for _ in range(ATTEMPTS):
            if (written := keyed.earlier(self.repository.store)) is not None:
                return self._again(written, caller, answer, status)
            decision = _decided(decide, loaded, caller)
            try:
                after = self._commit(loaded, decision, keyed)
            except (Conflict, Duplicate):
                loaded = self.repository.get(game)
                continue
            if any(player.bot for player in after.players.values()):
                self.woken(game)
            return _reply(after, decision.fold.recorded, caller, answer, status)
        raise Refused("stale", "Too many others write this game at once; try again.", version=loaded.version)

    def once(self, keyed: KeyedRequest, begin: Callable[[], Written]) -> Written:
        """Begin a game for this request, or find the one that the same request began before."""
        written = keyed.earlier(self.repository.store)
        if written is None:
            try:
                return begin()
            except Duplicate:
                written = keyed.earlier(self.repository.store)
        assert written is not None, "a duplicate is either found or was not one"
        return written

    def _commit(self, loaded: LoadedGame, decision: Decision, keyed: KeyedRequest) -> LoadedGame:
        last = loaded.version + len(decision.fold.recorded)
        remembered = keyed.remember(Written(loaded.id, loaded.version + 1, last))
        return self.repository.commit(
            loaded, decision.fold, [*decision.beside, *remembered], decision.players
        )

    def _again(self, written: Written, caller: Caller, answer: Answer, status: int) -> Reply:
        loaded = self.repository.get_at(written.game, written.last)
        rows = self.repository.store.rows(written.game, written.first - 1, written.last)
        return _reply(loaded, from_rows(rows, loaded.types), caller, answer, status)


def seeds_overdue(loaded: LoadedGame) -> bool:
    """Whether all seats are taken and some have not opened their seeds in time (ledger: commit-reveal)."""
    table = loaded.table
    if table.status != "waiting" or len(table.seats) < table.setup.seats:
        return False
    return bool(outstanding_seeds(table)) and now() - loaded.at > REVEAL_WITHIN


def _decided(decide: Decide, loaded: LoadedGame, caller: Caller) -> Decision:
    """The decision, or a refusal that names the version it was made at."""
    try:
        return decide(loaded, caller)
    except IllegalAction as refused:
        raise Refused(
            "illegal-action", refused.detail, rule=refused.rule, version=loaded.version
        ) from refused
    except Refused as refused:
        if refused.kind in ("illegal-action", "not-your-turn"):
            refused.more.setdefault("version", loaded.version)
        raise


def _reply(
    loaded: LoadedGame, recorded: Sequence[Logged], caller: Caller, answer: Answer, status: int
) -> Reply:
    body = orjson.dumps(answer(loaded, recorded, caller))
    return Reply(status, body, loaded.version)
