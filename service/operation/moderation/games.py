"""Closing, reopening and abandoning a game. Its players see the operator's sentence; the log has its salted hash."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.ruleset import Ruleset
from domain.table.fold import Fold
from domain.table.operator import deciding
from domain.table.state import Table
from projections.documents.commands import StatusChanged
from service.identity.access import Caller
from service.log.case_texts import OF_OPERATOR, CaseText, insert
from service.log.loaded import LoadedGame
from service.operation.moderation.acts import Act, check_reason, check_sentence, next_act
from service.play.context import Context
from service.play.idempotency import Request
from service.play.runner import CommandResult, Decision, PendingCommand, run
from service.store import Statement

OPERATOR = Caller("operator")
Record = Callable[[Ruleset[Any], Table], Fold]


def close_game(context: Context, game: str, reason: str, lang: str = "en") -> Act:
    """Nobody acts in a game that has begun until it is reopened; its clocks stop. Referees continue their cases.

    `Refused` not-found for an unknown game, illegal-action for one that has not begun, is over, or is closed already, malformed
    for a blank reason. `lang` ("en" or "pl") is the language of the reason, which everybody sees who may see the game.
    """
    return _tell(context, game, "close-game", reason, lang, deciding.close)


def reopen_game(context: Context, game: str, reason: str) -> Act:
    """A closed game continues, unless its organiser or a case halts it; the reason is for the operator's acts alone.

    Refused as `close_game`, and illegal-action for a game that is not closed.
    """
    check_reason(reason)
    return _act(context, game, "reopen-game", reason, deciding.reopen)


def abandon_game(context: Context, game: str, reason: str, lang: str = "en") -> Act:
    """A game ends without a result, also one that has not begun. Refused as `close_game`, and illegal-action while a case is
    open.
    """
    return _tell(context, game, "abandon-game", reason, lang, deciding.abandon)


def _tell(
    context: Context,
    game: str,
    act: str,
    reason: str,
    lang: str,
    decide: Callable[[Ruleset[Any], Table, str], Fold],
) -> Act:
    """Act with a sentence for the players."""
    check_sentence(reason, lang)
    written = CaseText.now(reason, lang)

    def record(ruleset: Ruleset[Any], table: Table) -> Fold:
        return decide(ruleset, table, written.hash)

    return _act(context, game, act, reason, record, written)


def _act(
    context: Context, game: str, act: str, reason: str, record: Record, written: CaseText | None = None
) -> Act:
    made: list[Act] = []

    def decide(loaded: LoadedGame, caller: Caller) -> Decision:
        fold = record(loaded.ruleset, loaded.table)
        made.append(_act_on(context, fold, act, reason, written))
        return Decision(fold, [made[-1].statement, *_text_rows(context, fold, written)])

    loaded = context.repository.get(game)
    pending = PendingCommand(loaded, OPERATOR, Request.of(game, OPERATOR.role, None, [act]))
    run(context, pending, decide, _changed, while_closed=True)
    return made[-1]


def _act_on(context: Context, fold: Fold, act: str, reason: str, written: CaseText | None) -> Act:
    """The act names the version of the game's log at which it was recorded."""
    repository, game = context.repository, fold.parts.setup.game
    text: Mapping[str, Any] = {} if written is None else {"lang": written.lang, "reason_hash": written.hash}
    at = fold.time or repository.now()
    return next_act(repository.store, at, act, game, reason, {"version": fold.version, **text})


def _text_rows(context: Context, fold: Fold, written: CaseText | None) -> list[Statement]:
    if written is None:
        return []
    return [insert(context.repository.store, fold.parts.setup.game, OF_OPERATOR, fold.version, written)]


def _changed(done: CommandResult) -> StatusChanged:
    return StatusChanged(
        status=done.loaded.table.status, version=done.loaded.version, checkpoint=done.checkpoint
    )
