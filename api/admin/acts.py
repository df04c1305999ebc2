"""The operator's acts, from the fields of a form or of a command."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from domain.table.refusals import Refusal, Refused, malformed
from projections.people import rfc3339
from projections.sentences import LANGUAGES
from service.operation.app import Kronika
from service.operation.moderation import blocking, games, pausing, suspending
from service.operation.moderation.acts import Act
from service.operation.status import operator_log_of
from service.system.clock import now

DURATION = re.compile(r"([1-9][0-9]{0,4})([mhd])")
MILLISECONDS = {"m": 60_000, "h": 3_600_000, "d": 86_400_000}
SHORT_TOKEN = re.compile(r"(?:token )?([0-9a-f]{8})")
Fields = Mapping[str, str]


class Done(NamedTuple):
    """An act, and why the head of the operator's log was not signed after it ("" if it was)."""

    act: Act
    unsigned: str


class ShownAct(msgspec.Struct, frozen=True):
    """An act as operators read it."""

    number: int
    at: str
    act: str
    subject: str
    details: msgspec.Raw
    reason: str


def document_of(act: Act) -> ShownAct:
    return ShownAct(
        act.id, rfc3339(act.at), act.act, act.subject, msgspec.Raw(act.details.encode()), act.reason
    )


def perform(kronika: Kronika, subjects: Mapping[str, str], fields: Fields) -> Done:
    """Do what the fields say; `Refused` if it cannot be done.

    act: one of `ACTS`. subject: whom it blocks, a game's id, or an account's name. reason: a sentence. lang: its language. for:
    how long, such as `24h`. by: the operator's own account. `subjects` are those of tokens and accounts by their eight digits.
    """
    act = ACTS.get(fields.get("act", ""))
    if act is None:
        raise malformed("act", f"An act is one of {', '.join(ACTS)}.")
    made = act(kronika, subjects, {"subject": "", "reason": "", "lang": "en", "by": "", **fields})
    try:
        operator_log_of(kronika).sign()
    except Refused as error:
        return Done(made, error.detail)
    return Done(made, "")


def _block(kronika: Kronika, subjects: Mapping[str, str], fields: Fields) -> Act:
    found = DURATION.fullmatch(fields.get("for", ""))
    if found is None:
        raise malformed("for", "A block lasts for minutes, hours or days, such as 30m, 24h or 7d.")
    until = now() + int(found[1]) * MILLISECONDS[found[2]]
    return blocking.block(kronika.context, _subject(subjects, fields["subject"]), until, fields["reason"])


def _unblock(kronika: Kronika, subjects: Mapping[str, str], fields: Fields) -> Act:
    return blocking.unblock(kronika.context, _subject(subjects, fields["subject"]), fields["reason"])


def _subject(subjects: Mapping[str, str], written: str) -> str:
    """The subject, where a token may be named by its eight digits if it was used in the last hour."""
    short = SHORT_TOKEN.fullmatch(written.strip())
    if short is None:
        return written
    if short[1] not in subjects:
        raise Refused(Refusal.NOT_FOUND, f"No token {short[1]} was used in the last hour.")
    return subjects[short[1]]


def _lang(fields: Fields) -> str:
    if fields["lang"] not in LANGUAGES:
        raise malformed("lang", f"The language of a reason is one of {', '.join(LANGUAGES)}.")
    return fields["lang"]


def _of_game(act: Callable[..., Act]) -> Callable[[Kronika, Mapping[str, str], Fields], Act]:
    return lambda kronika, _, fields: act(kronika.context, fields["subject"], fields["reason"], _lang(fields))


def _of_account(act: Callable[..., Act]) -> Callable[[Kronika, Mapping[str, str], Fields], Act]:
    return lambda kronika, _, fields: act(kronika.context, fields["subject"], fields["by"], fields["reason"])


ACTS: Mapping[str, Callable[[Kronika, Mapping[str, str], Fields], Act]] = {
    "block": _block,
    "unblock": _unblock,
    "close-game": _of_game(games.close_game),
    "reopen-game": lambda kronika, _, fields: games.reopen_game(
        kronika.context, fields["subject"], fields["reason"]
    ),
    "abandon-game": _of_game(games.abandon_game),
    "pause-games": lambda kronika, _, fields: pausing.pause_games(
        kronika.context, fields["reason"], _lang(fields)
    ),
    "suspend-account": _of_account(suspending.suspend_account),
    "resume-account": _of_account(suspending.resume_account),
    "resume-games": lambda kronika, _, fields: pausing.resume_games(kronika.context, fields["reason"]),
}
