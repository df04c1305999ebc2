"""Forks: analyses that begin from a position of a game."""

from __future__ import annotations

from flask import Response

from api.http.etags import answered, readable
from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    kronika,
)
from api.requests import schemas
from api.resources.acting import written
from domain.table.refusals import Refusal
from projections.documents.commands import Changed, Forked
from projections.documents.history import LineList
from service.analyses.lifetime import Delete, delete
from service.play.navigation import Navigate, navigate
from service.queries import reading
from service.tables.forking import Fork, fork

forks = Resource("forks", "Analyses: what might have been.")


@forks.on(
    "POST",
    "/v1/games/<game:game>/forks",
    counts=[Quota.GAMES, Quota.COSTLY],
    auth="optional",
    body=schemas.NEW_FORK,
    headers=["Idempotency-Key"],
    mints=True,
    returns={201: Returns("The analysis.", Forked, headers=["Location", "ETag"])},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def fork_game(call: Call, game: str) -> Response:
    """Begin an analysis from a position of a game.

    A new private game whose one token, the analyst's, sees everything, acts for all seats (`?seat=N` says for which
    when several are to act) and takes back freely, also past a throw. What the forking viewer could not know at that
    version is dealt anew at random among what was possible for him; a finished game whose secrets are open keeps
    everything. Later draws are the analysis's own. A version in the midst of an action means the one before that
    action. Its `expires_at` says when it is deleted
    unless somebody reads it.
    """
    command = Fork(game, call.token, call.body["version"], call.key)
    return written(fork(command, kronika().context))


@forks.on(
    "GET",
    "/v1/games/<game:game>/lines",
    counts=[Quota.COSTLY],
    auth="optional",
    **readable("The lines, in the order of the log.", LineList),
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def list_lines(call: Call, game: str) -> Response:
    """List the lines of play: each time when somebody went back one was left, and another begun."""
    return answered(call, reading.lines(kronika().repository, game, call.token))


@forks.on(
    "POST",
    "/v1/games/<game:game>/lines",
    auth="required",
    body=schemas.GO_TO,
    headers=["Idempotency-Key"],
    returns={201: Returns("The analysis goes on there.", Changed, headers=["ETag"])},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.STALE],
)
def go_to_line(call: Call, game: str) -> Response:
    """Go on from any version of an analysis, also of a line that was left.

    A new line begins there. What is drawn on it is drawn anew.
    """
    command = Navigate(game, call.token, call.body["to_version"], call.key)
    return written(navigate(command, kronika().context))


@forks.on(
    "DELETE",
    "/v1/games/<game:game>",
    auth="required",
    returns={204: Returns("It is gone.", media_types=())},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def delete_analysis(call: Call, game: str) -> Response:
    """Delete an analysis (analyst).

    Nobody opens it any more, and within hours its log is deleted. Games are not deleted by anybody who plays in them.
    """
    delete(Delete(game, call.token), kronika().context)
    return Response(status=204)
