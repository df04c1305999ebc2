"""Creating a meeting, and adding tables and tournaments to it."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any, NamedTuple

from domain.table.refusals import Refusal, Refused
from projections.documents.meetings import MeetingCreated
from service.play.context import Context
from service.play.idempotency import CommandResponse, Request, WriteRecord, run_once
from service.store import Statement, Store
from service.system.clock import now
from service.tables.organisers import Creator, creator

INSERT = "INSERT INTO meetings (id, created_at, name) VALUES (?, ?, ?)"
MOST = {"tables": 500, "tournaments": 100}
COUNT = {
    "tables": "SELECT count(*) FROM meeting_games WHERE meeting = ? AND tournament IS NULL",
    "tournaments": "SELECT count(*) FROM tournaments WHERE meeting = ?",
}


class CreateMeeting(NamedTuple):
    """`token`: the credential of the account that organises the meeting, if any."""

    name: str
    key: str | None = None
    token: str | None = None


def create_meeting(command: CreateMeeting, context: Context) -> CommandResponse[MeetingCreated]:
    """Returns the meeting's id and the organiser's token."""
    store = context.repository.store
    own = creator(store, {}, command.token)
    request = Request.of("meetings", own.actor, command.key, ["create-meeting", command.name], mints=True)
    token = request.token(context.repository.signer)
    written = run_once(store, request, partial(_create, command, store, request, own, token))
    created = MeetingCreated(id=written.game, organiser_token=own.token_to_send(token))
    return CommandResponse(created, written.replayed)


def _create(command: CreateMeeting, store: Store, request: Request, own: Creator, token: str) -> WriteRecord:
    written = WriteRecord(uuid.uuid4().hex, 0, 0)
    row = Statement(INSERT, (written.game, now(), command.name))
    store.append("", [], [row, own.row(written.game, token), *request.remember(written)])
    return written


def check_room(store: Store, terms: dict[str, Any], what: str) -> None:
    """`Refused` when the meeting that the terms name, if any, has no room for more tables or tournaments (`what`)."""
    meeting = terms.get("meeting")
    if meeting is None:
        return
    [(so_far,)] = store.query(COUNT[what], (meeting,))
    if so_far >= MOST[what]:
        raise Refused(Refusal.GONE_ELSEWHERE, f"A meeting has at most {MOST[what]} {what}.")
