"""What seats ask for in so many words, as they sign it: the ruleset's actions and the table's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.ledger.entry import NO_ATTESTATION, Attestation
from domain.ruleset import Ruleset
from domain.table import decisions
from domain.table.absence.agreeing import agree
from domain.table.absence.resigning import resign
from domain.table.absence.returning import come_back
from domain.table.actors import seat_actor
from domain.table.calls import calling
from domain.table.fold import Fold
from domain.table.given_actions import converted
from domain.table.referee import appealing, handling, opening
from domain.table.referee.events import Wants
from domain.table.referee.hearing import Hearing
from domain.table.state import Table


class TableAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of the table's own actions; their types have a dot, those of rulesets have none."""


class AskUndo(TableAction, frozen=True, tag="table.undo-request"):
    """Back to `to_version`, or without it to before the seat's last action."""

    to_version: int | UnsetType = UNSET


class AnswerUndo(TableAction, frozen=True, tag="table.undo-answer"):
    """Yes or no to another seat's request."""

    request: int
    accept: bool


class Resign(TableAction, frozen=True, tag="table.resignation"):
    """The seat gives up."""


class Return(TableAction, frozen=True, tag="table.return"):
    """The person of the seat is back, which a bot has played."""


class Agree(TableAction, frozen=True, tag="table.agreement"):
    """The seat agrees `to` suspend or abandon the game, or to reassign:N, that another person plays on at seat N."""

    to: str


SeatWord = Resign | Return | Agree
"""What a person says of their seat, or of the whole game."""


class Dispute(TableAction, frozen=True, tag="table.dispute"):
    """Open a dispute about events `from` to `to`. Hashes are those of salted texts, as the log has them."""

    from_: int = msgspec.field(name="from")
    to: int
    wants: Wants
    claim_hash: str
    clauses: tuple[str, ...] = ()


class GiveStatement(TableAction, frozen=True, tag="table.statement"):
    dispute: int
    statement_hash: str


class Withdraw(TableAction, frozen=True, tag="table.withdrawal"):
    dispute: int


class Object(TableAction, frozen=True, tag="table.refusal"):
    """The seat refuses the referee who has taken a case, or says that it will not."""

    dispute: int
    refuse: bool


class Waive(TableAction, frozen=True, tag="table.waiver"):
    """The seat will not appeal."""

    dispute: int


class Appeal(TableAction, frozen=True, tag="table.appeal"):
    dispute: int
    grounds_hash: str


class CallJudge(TableAction, frozen=True, omit_defaults=True, tag="table.call"):
    """Ask the referees a question, about events `from` to `to` if it names any."""

    question_hash: str
    from_: int | None = msgspec.field(name="from", default=None)
    to: int | None = None


class CloseCall(TableAction, frozen=True, tag="table.call-closing"):
    """No more answers are needed."""

    call: int


class AnswerAppeal(TableAction, frozen=True, tag="table.appeal-answer"):
    """What the seat says to the grounds; without `answer_hash` it has nothing to say."""

    dispute: int
    answer_hash: str | UnsetType = UNSET


DeskAction = (
    Dispute | GiveStatement | Withdraw | Object | Waive | Appeal | AnswerAppeal | CallJudge | CloseCall
)
"""What a seat does at the referee's desk."""
TABLE_ACTIONS: Mapping[str, type[TableAction]] = {
    str(cls.__struct_config__.tag): cls
    for cls in (
        AskUndo,
        AnswerUndo,
        Resign,
        Return,
        Agree,
        Dispute,
        GiveStatement,
        Withdraw,
        Object,
        Waive,
        Appeal,
        AnswerAppeal,
        CallJudge,
        CloseCall,
    )
}


def read(ruleset: Ruleset[Any], action: Mapping[str, Any]) -> Any:
    """An action from plain data, in its listed order; ValueError for what is none of this ruleset or of the table."""
    kind = str(action.get("type"))
    if of_table := TABLE_ACTIONS.get(kind):
        return msgspec.convert(action, of_table)
    if of_game := ruleset.action_types.get(kind):
        return converted(ruleset, action, of_game)
    raise ValueError(f"{ruleset.name['en']} has no action of the type {action.get('type')!r}")


def ask_undo(
    ruleset: Ruleset[Any], table: Table, seat: int, action: AskUndo, attestation: Attestation = NO_ATTESTATION
) -> Fold:
    target = None if action.to_version is UNSET else action.to_version
    return decisions.request_undo(ruleset, table, seat, target, attestation)


def decide(hearing: Hearing, seat: int, action: Any, attestation: Attestation = NO_ATTESTATION) -> Fold:
    """What follows from what a seat asks for; refused as in `decisions` and at the referee's desk."""
    ruleset, table = hearing.ruleset, hearing.table
    if isinstance(action, AskUndo):
        return ask_undo(ruleset, table, seat, action, attestation)
    if isinstance(action, AnswerUndo):
        return decisions.answer_undo(ruleset, table, seat, action.request, action.accept, attestation)
    if isinstance(action, SeatWord):
        return of_the_seat(ruleset, table, seat, action, attestation)
    if isinstance(action, TableAction):
        return at_the_desk(hearing, seat, action, attestation)
    return decisions.act(ruleset, table, seat, action, hearing.draws, attestation)


def of_the_seat(
    ruleset: Ruleset[Any],
    table: Table,
    seat: int,
    action: SeatWord,
    attestation: Attestation = NO_ATTESTATION,
) -> Fold:
    """What follows from a `SeatWord`."""
    match action:
        case Resign():
            return resign(ruleset, table, seat, attestation)
        case Return():
            return come_back(ruleset, table, seat, attestation)
        case Agree(to):
            return agree(ruleset, table, seat, to, attestation)


def at_the_desk(hearing: Hearing, seat: int, action: Any, attestation: Attestation = NO_ATTESTATION) -> Fold:
    """What follows from a `DeskAction`."""
    match action:
        case Dispute(first, last, wants, claim, clauses):
            return opening.open_dispute(
                hearing, seat, opening.Claim(first, last, clauses, wants, claim), attestation
            )
        case GiveStatement(dispute, hash):
            return opening.state(hearing, seat, dispute, hash, attestation)
        case Withdraw(dispute):
            return opening.withdraw(hearing, seat_actor(seat), dispute, attestation)
        case Object(dispute, refuse):
            return handling.answer_objection(hearing, seat, dispute, refuse, attestation)
        case Waive(dispute):
            return appealing.waive(hearing, seat, dispute, attestation)
        case Appeal(dispute, hash):
            return appealing.appeal(hearing, seat, dispute, hash, attestation)
        case AnswerAppeal(dispute, hash):
            said = None if hash is UNSET else hash
            return appealing.answer(hearing, seat, dispute, said, attestation)
        case CallJudge(hash, first, last):
            return calling.call_judge(hearing, seat, calling.Question(hash, first, last), attestation)
        case CloseCall(call):
            return calling.close_call(hearing, seat, call, attestation)
    raise TypeError(f"{action} is no action at the desk")
