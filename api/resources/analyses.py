"""Game analyses: how good the decisions in a game were."""

from __future__ import annotations

from flask import Response

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
from domain.table.refusals import Refusal
from projections.documents.analyses import GameAnalysis
from service.analyses.commands import Analyse, analyse
from service.analyses.lifetime import record_read
from service.identity.access import ANALYST
from service.queries.analyses import Found, analysis

analyses = Resource("analysis", "How good the decisions of a game were.")
PATH = "/v1/games/<game:game>/analysis"


@analyses.on(
    "POST",
    PATH,
    counts=[Quota.GAMES, Quota.COSTLY],
    auth="optional",
    scopes=["play"],
    returns={
        200: Returns("The analysis, which is finished.", GameAnalysis),
        202: Returns("The analysis is queued or running.", GameAnalysis),
    },
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.QUEUE_FULL],
)
def analyse_game(call: Call, game: str) -> Response:
    """Request the analysis of a finished game or of an analysis: how good was each decision, and what was better?

    Anyone who may see the game may request it, and everyone gets the same result. Repeating the request returns it again; a
    new analysis is made if the game has newer events since, or if the last attempt failed. Games are analysed one at a
    time: one of usual length takes less than two minutes, the longest about five. At most 20 games are queued; beyond that
    the response is 503. This address reports the progress, and so does the game's stream with `analysis=true`.
    """
    analyse(Analyse(game, call.token), kronika().context)
    found = _found(call, game)
    return respond(found.body, 200 if found.done else 202)


@analyses.on(
    "GET",
    PATH,
    counts=[Quota.COSTLY],
    auth="optional",
    scopes=SEES,
    **conditional_read("The analysis, or its progress.", GameAnalysis),
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION],
)
def get_game_analysis(call: Call, game: str) -> Response:
    """Read how good the decisions in a game were, if an analysis was requested.

    It has each seat's chance to win before each decision. The chances are shares of games that bots played on from there:
    once with full information, and once with what the acting seat knew. `error` is no bound: about two of three true values
    are within one of it. It is the standard error, and where bots ended games early and judged the position, also what that
    was found to be off by, as a root mean square over many positions: single ones may be off by several times as much.
    `decision` says how what was done changed the chances, for all that its seat knew, and
    `luck` what dice, cards and hidden things did besides. A moment is `turning` if its decision changed them by a fifth,
    beyond doubt. `better` is named only if it is better beyond doubt. `odds` are exact. `version` is the game's version that
    was analysed; POST requests a newer one.
    """
    return conditional(call, _found(call, game).response)


def _found(call: Call, game: str) -> Found:
    """Reading an analysis in this way extends its lifetime, too."""
    found = analysis(kronika().repository, game, call.token)
    if found.response.viewer == ANALYST:
        record_read(game, kronika().context)
    return found
