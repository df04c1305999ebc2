"""Notes: what people have written on versions of a game that is over, or of an analysis."""

from __future__ import annotations

from flask import Response
from marshmallow import fields, validate

from api.http.etags import answered, readable
from api.http.operations import (
    Call,
    Resource,
    Returns,
    answer,
    kronika,
)
from api.requests.bodies import One
from api.requests.fields import Closed, Prose, text
from api.requests.schemas import told
from domain.table.refusals import Refusal
from projections.documents.notes import LONGEST_MARK, MOST_LETTERS, MOST_MARKS, POINTER, Note, NoteList
from service.analyses.notes import Write, write
from service.log.notes import WrittenNote
from service.queries.notes import notes as written_notes
from service.system.texts import LINE_ENDS, normalized

notes = Resource("notes", "What people have written on versions of a game.")


class NoteText(Prose):
    """What a note says, in Unicode's form NFC, without characters that cannot be seen, line ends aside."""

    def __init__(self) -> None:
        about = "At most 2,000 characters, all of them visible, and line ends; kept in Unicode's form NFC. Empty: no note."
        super().__init__(required=True, validate=validate.Length(max=MOST_LETTERS), metadata=told(about))

    def kept(self, text: str) -> str:
        return normalized(text.strip(), but=LINE_ENDS)


MARK = text(POINTER, LONGEST_MARK, metadata=told("A JSON Pointer (RFC 6901) into `view`.", example="/dice/0"))


class NewNote(Closed):
    """What is to stand on a version, in place of the caller's earlier note. An empty text takes that away."""

    text = NoteText()
    marks = fields.List(
        MARK,
        load_default=list,
        validate=validate.Length(max=MOST_MARKS),
        metadata=told(
            "What on the board of that version it is about; what is not there is left out by viewers."
        ),
    )


@notes.on(
    "GET",
    "/v1/games/<game:game>/notes",
    auth="optional",
    **readable("The notes, by version and author.", NoteList),
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def list_notes(call: Call, game: str) -> Response:
    """Read the notes on a game.

    Whoever may see the game reads all of them. While it goes on there are none. They are no part of the log: no event and
    no stream tells of them, and the ETag changes with them.
    """
    return answered(call, written_notes(kronika().repository, game, call.token))


@notes.on(
    "PUT",
    "/v1/games/<game:game>/notes/<int:version>",
    auth="required",
    body=One(NewNote),
    returns={
        200: Returns("The note.", Note),
        204: Returns("There is no note of yours there any more.", media_types=()),
    },
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.GONE_ELSEWHERE],
)
def write_note(call: Call, game: str, version: int) -> Response:
    """Write a note on a version (seats and organiser of a game that is over; analyst).

    One a version and author: a second one takes the place of the first, and an empty text takes it away. At most 200 of one
    author. What seats and organiser write everybody reads who may see the game, as it is over; while it goes on nobody
    writes. Notes travel in the portable file.
    """
    written = WrittenNote(call.body["text"], tuple(call.body["marks"]))
    kept = write(Write(game, call.token, version, written), kronika().context)
    return Response(status=204) if kept is None else answer(kept)
