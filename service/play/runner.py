"""The common way to run commands: look up the idempotency key, decide, commit, and decide again after a conflict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec.json import encode

from domain.play import IllegalAction
from domain.table.fold import Fold
from domain.table.refusals import Refusal, Refused
from domain.table.state import Logged
from projections.documents import Document
from projections.people import Player
from service.identity.access import Caller, authorize
from service.log.loaded import LoadedGame
from service.log.notices import check_not_closed
from service.play.bots import bots_play
from service.play.clocks.arrival import arrived, follow
from service.play.context import Context
from service.play.idempotency import Request, WriteRecord
from service.play.signing import Signed
from service.store import Conflict, Duplicate, Statement, Store
from service.store.waiting import in_thread_if_many

ATTEMPTS = 20
"""The maximum number of decisions per command under concurrent writes; each failed attempt means that another writer won."""


class Reply(NamedTuple):
    """The response to a command. `body` is JSON, `version` the game's version afterwards.

    `replayed`: whether it is the first response again, for a repeated request.
    """

    status: int
    body: bytes
    version: int
    location: str | None = None
    replayed: bool = False


class Decision(NamedTuple):
    """What a command wants to write: recorded events, other rows, and the players if they changed."""

    fold: Fold
    statements: Sequence[Statement] = ()
    players: Mapping[int, Player] | None = None


class PendingCommand(NamedTuple):
    """A command before its decision: the game, the caller, and the request by which a repetition is recognised.

    A repeated signed action is also recognised by its signature.
    """

    loaded: LoadedGame
    caller: Caller
    request: Request
    signed: Signed | None = None

    def earlier(self, store: Store) -> WriteRecord | None:
        """What the same request wrote before, if it is a repetition."""
        written = self.request.earlier(store)
        if written is None and self.signed is not None:
            search = partial(self.signed.earlier, store, self.loaded.id, self.caller)
            return in_thread_if_many(self.loaded.version, search)
        return written


class CommandResult(NamedTuple):
    """The result of a command: the game afterwards, the recorded events, the signed head, and the caller."""

    loaded: LoadedGame
    recorded: Sequence[Logged]
    checkpoint: str
    caller: Caller


Decide = Callable[[LoadedGame, Caller], Decision]
BuildResponse = Callable[[CommandResult], Document]


def load_command(
    context: Context,
    game: str,
    token: str | None,
    key: str | None,
    content: Any,
    mints: bool = False,
    signed: Signed | None = None,
) -> PendingCommand:
    """Load the game and determine the caller; `Refused` if they may not see the game.

    `content` and `mints` as in `Request.of`.
    """
    loaded, caller = authorize(context.repository, game, token)
    return PendingCommand(loaded, caller, Request.of(game, caller.actor, key, content, mints), signed)


def run(
    context: Context,
    pending: PendingCommand,
    decide: Decide,
    answer: BuildResponse,
    status: int = 201,
    while_closed: bool = False,
) -> Reply:
    """Decide and commit, or repeat the first response. All attempts are at the time of the first one.

    `while_closed`: also in a game that the operator has closed, as at the referees' desk, whose deadlines go on.
    """
    repository, (loaded, caller, request, signed) = context.repository, pending
    time = repository.now()
    for _ in range(ATTEMPTS):
        if (written := pending.earlier(repository.store)) is not None:
            return _replayed(context, written, caller, answer, status)._replace(replayed=True)
        loaded = _present(context, loaded, time)
        if not while_closed:
            check_not_closed(repository.store, loaded)
        decision = _decide_current(context, decide, loaded, caller)
        try:
            after = _commit(context, loaded, decision, request, signed)
        except (Conflict, Duplicate) as error:
            loaded, lost = repository.get(loaded.id), error
            continue
        return _reply(context, after, decision.fold.recorded, caller, answer, status)
    if isinstance(lost, Duplicate):
        request.check_not_expired()
    raise Refused(
        Refusal.STALE, "Too many concurrent writes to this game; try again.", version=loaded.version
    )


def _present(context: Context, loaded: LoadedGame, time: int) -> LoadedGame:
    loaded.check_code()
    present = arrived(context.repository, loaded, time)
    if present.version > loaded.version and bots_play(present):
        context.wake_bots(present.id)
    return present


def _decide_current(context: Context, decide: Decide, loaded: LoadedGame, caller: Caller) -> Decision:
    """The decision, or a refusal, which is counted, with the version that it is based on.

    Before refusing an action as illegal, check that the position is current: on a stale copy, missing entries are reported first.
    """
    heads = context.repository.heads
    try:
        return decide(loaded, caller)
    except IllegalAction as refused:
        heads.check_continues(loaded)
        illegal = Refused(Refusal.ILLEGAL_ACTION, refused.detail, rule=refused.rule, version=loaded.version)
        context.refusals.add(loaded, illegal)
        raise illegal from refused
    except Refused as refused:
        if refused.kind in (Refusal.ILLEGAL_ACTION, Refusal.NOT_YOUR_TURN):
            heads.check_continues(loaded)
            refused.more.setdefault("version", loaded.version)
            context.refusals.add(loaded, refused)
        raise


def _commit(
    context: Context, loaded: LoadedGame, decision: Decision, request: Request, signed: Signed | None
) -> LoadedGame:
    last = loaded.version + len(decision.fold.recorded)
    record = request.remember(WriteRecord(loaded.id, loaded.version + 1, last))
    statements = [*decision.statements, *record]
    disclosure = None if signed is None else signed.disclosure
    written = (decision.fold, statements, decision.players, disclosure)
    after = context.repository.commit(loaded, *written)
    follow(context.repository, loaded, after)
    if bots_play(after):
        context.wake_bots(after.id)
    return after


def _replayed(
    context: Context, written: WriteRecord, caller: Caller, answer: BuildResponse, status: int
) -> Reply:
    loaded = context.repository.versions.load(written.game, written.last)
    recorded = context.repository.versions.log(loaded, written.first - 1)
    return _reply(context, loaded, recorded, caller, answer, status)


def _reply(
    context: Context,
    loaded: LoadedGame,
    recorded: Sequence[Logged],
    caller: Caller,
    answer: BuildResponse,
    status: int,
) -> Reply:
    done = CommandResult(loaded, recorded, context.repository.heads.checkpoint(loaded), caller)
    return Reply(status, encode(answer(done)), loaded.version)
