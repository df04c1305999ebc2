"""Forks: analyses that begin from a position of a game."""

from __future__ import annotations

from flask import Response

from api import schemas
from api.acting import written
from api.operations import Call, Quota, Resource, Returns, kronika
from domain.table.refusals import Refusal
from projections.documents.commands import Forked
from service.commands.forking import Fork, fork

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
    when several are to act) and takes back freely. What the forking viewer could not know at that version is dealt
    anew at random among what was possible for him; a finished game whose secrets are open keeps everything. Later
    draws are the analysis's own. A version in the midst of an action means the one before that action. An analysis in
    which nothing has happened for 90 days is deleted.
    """
    command = Fork(game, call.token, call.body["version"], call.key)
    return written(fork(command, kronika().context))
