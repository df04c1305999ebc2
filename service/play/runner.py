"""The one way in which commands are committed: look up the key, decide, commit, decide anew if somebody was faster."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import Request, Written
from service.play.signing import Signed
from service.store import Conflict, Duplicate, Statement, Store

ATTEMPTS = 20
"""How often a command is decided anew when others write the same game; each attempt lost means one of them won."""


class Reply(NamedTuple):
    """The answer to a command. `body` is JSON, `version` the game's after it.

    `replayed`: it is the first answer again, to a request that was sent again.
    """

    status: int
    body: bytes
    version: int
    location: str | None = None
    replayed: bool = False


class Decision(NamedTuple):
    """What a command wants written: recorded events, rows beside them, players if they changed.

    `at`, in milliseconds since the epoch, is the time that was decided by, where it mattered.
    """

    fold: Fold
    beside: Sequence[Statement] = ()
    players: Mapping[int, Player] | None = None
    at: int | None = None


class Asked(NamedTuple):
    """A command on its way: the game it is about, who asks, and the request by which it is known again.

    What a seat signed is known again by that as well.
    """

    loaded: LoadedGame
    caller: Caller
    request: Request
    signed: Signed | None = None

    def earlier(self, store: Store) -> Written | None:
        """What the same request wrote before."""
        written = self.request.earlier(store)
        if written is None and self.signed is not None:
            return self.signed.earlier(store, self.loaded.id, self.caller)
        return written


class Done(NamedTuple):
    """What a command wrote: the game after it, the events recorded, the signed head; and for whom the answer is."""

    loaded: LoadedGame
    recorded: Sequence[Logged]
    checkpoint: str
    caller: Caller


Decide = Callable[[LoadedGame, Caller], Decision]
Answer = Callable[[Done], Document]


def asked(
    context: Context,
    game: str,
    token: str | None,
    key: str | None,
    content: Any,
    mints: bool = False,
    signed: Signed | None = None,
) -> Asked:
    """Load the game and find out who asks; `Refused` for those who must not see it.

    `content` and `mints` as in `Request.of`.
    """
    loaded, caller = authorize(context.repository, game, token)
    return Asked(loaded, caller, Request.of(game, caller.actor, key, content, mints), signed)


def run(context: Context, asked: Asked, decide: Decide, answer: Answer, status: int = 201) -> Reply:
    """Decide and commit, or give the first answer again."""
    repository, (loaded, caller, request, signed) = context.repository, asked
    for _ in range(ATTEMPTS):
        if (written := asked.earlier(repository.store)) is not None:
            return _again(context, written, caller, answer, status)._replace(replayed=True)
        decision = _decided(repository, decide, loaded, caller)
        try:
            after = _commit(context, loaded, decision, request, signed)
        except (Conflict, Duplicate) as error:
            loaded, lost = repository.get(loaded.id), error
            continue
        return _reply(context, after, decision.fold.recorded, caller, answer, status)
    if isinstance(lost, Duplicate):
        request.check_new()
    raise Refused(
        Refusal.STALE, "Too many others write this game at once; try again.", version=loaded.version
    )


def _decided(repository: Repository, decide: Decide, loaded: LoadedGame, caller: Caller) -> Decision:
    """The decision, or a refusal that names the version it was made at.

    What an older position forbids is held against nobody: that the newer entries are missing comes first.
    """
    try:
        return decide(loaded, caller)
    except IllegalAction as refused:
        repository.check_continues(loaded)
        raise Refused(
            Refusal.ILLEGAL_ACTION, refused.detail, rule=refused.rule, version=loaded.version
        ) from refused
    except Refused as refused:
        if refused.kind in (Refusal.ILLEGAL_ACTION, Refusal.NOT_YOUR_TURN):
            repository.check_continues(loaded)
            refused.more.setdefault("version", loaded.version)
        raise


def _commit(
    context: Context, loaded: LoadedGame, decision: Decision, request: Request, signed: Signed | None
) -> LoadedGame:
    last = loaded.version + len(decision.fold.recorded)
    remembered = request.remember(Written(loaded.id, loaded.version + 1, last))
    beside = [*decision.beside, *remembered]
    disclosure = None if signed is None else signed.disclosure
    written = (decision.fold, beside, decision.players, disclosure, decision.at)
    after = context.repository.commit(loaded, *written)
    if any(player.bot for player in after.players.values()):
        context.wake_bots(after.id)
    return after


def _again(context: Context, written: Written, caller: Caller, answer: Answer, status: int) -> Reply:
    loaded = context.repository.get_at(written.game, written.last)
    recorded = context.repository.log(loaded, written.first - 1)
    return _reply(context, loaded, recorded, caller, answer, status)


def _reply(
    context: Context,
    loaded: LoadedGame,
    recorded: Sequence[Logged],
    caller: Caller,
    answer: Answer,
    status: int,
) -> Reply:
    done = Done(loaded, recorded, context.repository.checkpoint(loaded), caller)
    return Reply(status, encode(answer(done)), loaded.version)
