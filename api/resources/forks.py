"""Forks: analyses that start from a position of a game."""

from __future__ import annotations

from flask import Response
from marshmallow import validate

from api.http.etags import conditional, conditional_read
from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.http.scopes import SEES
from api.requests import queries, schemas
from api.requests.bodies import JsonBody
from api.requests.fields import Closed, Prose, described
from api.resources.acting import command_response
from domain.table.refusals import Refusal
from projections.documents.commands import Changed, Forked
from projections.documents.history import LineList
from projections.documents.studies import LONGEST_TITLE, StudyTitle
from service.analyses.lifetime import Delete, delete
from service.analyses.titles import give_title
from service.play.navigation import Navigate, navigate
from service.queries import history
from service.system.texts import is_blank
from service.tables.forking import Fork, fork

forks = Resource("forks", "Analyses: what might have been.")


class TitleText(Prose):
    """A title: one line in Unicode's form NFC, without invisible characters."""

    def __init__(self) -> None:
        about = f"At most {LONGEST_TITLE} visible characters on one line, stored in Unicode's form NFC; empty for none."
        super().__init__(
            required=True,
            validate=validate.Length(max=LONGEST_TITLE),
            metadata=described(about, example="The siege of Edo"),
        )

    def normalized(self, text: str) -> str:
        title = super().normalized(text.strip())
        return "" if is_blank(title) else title


class NewTitle(Closed):
    """What the analysis is called from now on."""

    title = TitleText()


@forks.on(
    "POST",
    "/v1/games/<game:game>/forks",
    counts=[Quota.GAMES, Quota.COSTLY],
    auth="optional",
    scopes=["play"],
    query=queries.NoQuery,
    body=schemas.NEW_FORK,
    headers=["Idempotency-Key"],
    mints=True,
    returns={201: Returns("The analysis.", Forked, headers=["Location", "ETag"])},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.GAMES_PAUSED],
)
def fork_game(call: Call, game: str) -> Response:
    """Start an analysis from a position of a game.

    This creates a private game with a single token, the analyst's. The analyst sees everything, acts for all seats
    (`?seat=N` says for which if several are to act) and takes back freely, even a throw of dice. What the forking viewer
    could not know at that version is dealt again at random, consistent with what they knew; a finished game whose secrets
    are disclosed keeps everything. Later draws are the analysis's own. A version within an action means the one before
    that action. The analysis is deleted at `expires_at` unless somebody reads it.
    """
    command = Fork(game, call.token, call.body["version"], call.key)
    return command_response(fork(command, kronika().context))


@forks.on(
    "GET",
    "/v1/games/<game:game>/lines",
    counts=[Quota.COSTLY],
    auth="optional",
    scopes=SEES,
    **conditional_read("The lines, in the order of the log.", LineList),
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def list_lines(call: Call, game: str) -> Response:
    """List the lines of play: each time that play went back, one line ended and another began."""
    return conditional(call, history.lines(kronika().repository, game, call.token))


@forks.on(
    "POST",
    "/v1/games/<game:game>/lines",
    auth="required",
    body=schemas.GO_TO,
    headers=["Idempotency-Key"],
    returns={201: Returns("The analysis continues there.", Changed, headers=["ETag"])},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.STALE],
)
def go_to_line(call: Call, game: str) -> Response:
    """Continue from any version of an analysis, on any of its lines.

    A new line begins there. Its draws are new.
    """
    command = Navigate(game, call.token, call.body["to_version"], call.key)
    return command_response(navigate(command, kronika().context))


@forks.on(
    "PUT",
    "/v1/games/<game:game>/title",
    auth="required",
    body=JsonBody(NewTitle),
    returns={200: Returns("The title.", StudyTitle)},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def put_title(call: Call, game: str) -> Response:
    """Give an analysis a title (analyst).

    Those with whom it is shared read it, with its notes: `GET /v1/games/{game}/notes` has it. It is not part of the log.
    """
    return respond(give_title(game, call.token, call.body["title"], kronika().context))


@forks.on(
    "DELETE",
    "/v1/games/<game:game>",
    auth="required",
    returns={204: Returns("The analysis is deleted.", media_types=())},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def delete_analysis(call: Call, game: str) -> Response:
    """Delete an analysis (analyst).

    Nobody can open it any more, and its log is deleted within hours. Games cannot be deleted by their players.
    """
    delete(Delete(game, call.token), kronika().context)
    return Response(status=204)
