"""Notes of players and analysts on versions of a finished game or of an analysis."""

from __future__ import annotations

from flask import Response
from marshmallow import fields, validate

from api.http.etags import conditional, conditional_read
from api.http.operations import (
    Call,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.http.scopes import SEES
from api.requests.bodies import JsonBody
from api.requests.fields import Closed, Prose, described, one_of, text
from domain.table.refusals import Refusal
from projections.documents.notes import (
    GLYPHS,
    LONGEST_MARK,
    LONGEST_PLACE,
    MOST_ARROWS,
    MOST_LETTERS,
    MOST_MARKS,
    PLACE,
    POINTER,
    Arrow,
    Note,
    NoteList,
)
from service.analyses.notes import Write, write
from service.log.notes import WrittenNote
from service.queries.notes import notes as written_notes
from service.system.texts import LINE_ENDS, normalized

notes = Resource("notes", "Notes on versions of a game.")


class NoteText(Prose):
    """A note's text, in Unicode's form NFC, with line ends but without other invisible characters."""

    def __init__(self) -> None:
        about = "At most 2,000 visible characters and line ends; stored in Unicode's form NFC."
        super().__init__(required=True, validate=validate.Length(max=MOST_LETTERS), metadata=described(about))

    def normalized(self, text: str) -> str:
        return normalized(text.strip(), but=LINE_ENDS)


MARK = text(
    POINTER, LONGEST_MARK, metadata=described("A JSON Pointer (RFC 6901) into `view`.", example="/dice/0")
)


class ArrowOnBoard(Closed):
    """An arrow on the board, or a ring around one place where both ends are the same.

    Places have the names of the page's boards: `die:2`, or on the plain board `view:players:0:hand` for what is at
    `/players/0/hand` of `view`. Others are refused (422). Viewers leave out arrows between places that the board
    does not have at that version.
    """

    start = text(PLACE, LONGEST_PLACE, required=True, metadata=described("Where it begins.", example="die:2"))
    end = text(PLACE, LONGEST_PLACE, required=True, metadata=described("Where it ends.", example="die:3"))


class NewNote(Closed):
    """A note on a version. It replaces the caller's earlier one; one without text, glyph and arrows deletes that."""

    text = NoteText()
    marks = fields.List(
        MARK,
        load_default=list,
        validate=validate.Length(max=MOST_MARKS),
        metadata=described(
            "The parts of that version's board that the note is about; viewers ignore those that do not exist."
        ),
    )
    glyph = one_of(
        list(GLYPHS),
        metadata=described("A judgment of the action that led to this version."),
    )
    arrows = fields.List(
        fields.Nested(ArrowOnBoard),
        load_default=list,
        validate=validate.Length(max=MOST_ARROWS),
        metadata=described("Arrows on the board of that version."),
    )


@notes.on(
    "GET",
    "/v1/games/<game:game>/notes",
    auth="optional",
    scopes=SEES,
    **conditional_read("The notes, by version and author.", NoteList),
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def list_notes(call: Call, game: str) -> Response:
    """Read the notes on a game.

    Anyone who may see the game reads all of them. While the game runs there are none. Notes are not part of the log: events
    and streams do not include them, and the ETag changes with them.
    """
    return conditional(call, written_notes(kronika().repository, game, call.token))


@notes.on(
    "PUT",
    "/v1/games/<game:game>/notes/<int:version>",
    auth="required",
    scopes=["play", "tables"],
    body=JsonBody(NewNote),
    returns={
        200: Returns("The note.", Note),
        204: Returns("There is no note of yours there.", media_types=()),
    },
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.GONE_ELSEWHERE],
)
def write_note(call: Call, game: str, version: int) -> Response:
    """Write a note on a version (seats and organiser of a game that is over; analyst).

    There is one note for each version and author: a second one replaces the first, and an empty one deletes it. An author
    may write at most 200. Anyone who may see the finished game reads the notes of its seats and organiser; nobody writes
    notes while the game runs. The portable file includes them.
    """
    body = call.body
    arrows = tuple(Arrow(**arrow) for arrow in body["arrows"])
    note = WrittenNote(body["text"], tuple(body["marks"]), body.get("glyph"), arrows)
    stored = write(Write(game, call.token, version, note), kronika().context)
    return Response(status=204) if stored is None else respond(stored)
