"""What the decisions of a game were worth."""

from __future__ import annotations

from flask import Response

from api.http.etags import answered, readable
from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    answer,
    kronika,
)
from domain.table.refusals import Refusal
from projections.documents.analyses import GameAnalysis
from service.analyses.commands import Analyse, analyse
from service.analyses.lifetime import record_read
from service.identity.access import ANALYST
from service.queries.analyses import Found, analysis

analyses = Resource("analysis", "What the decisions of a game were worth.")
PATH = "/v1/games/<game:game>/analysis"


@analyses.on(
    "POST",
    PATH,
    counts=[Quota.GAMES, Quota.COSTLY],
    auth="optional",
    returns={
        200: Returns("The analysis, which is there.", GameAnalysis),
        202: Returns("It waits, or is being made.", GameAnalysis),
    },
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.QUEUE_FULL],
)
def analyse_game(call: Call, game: str) -> Response:
    """Have a game analysed that is over, or an analysis: what was each decision worth, and what would have been better?

    Whoever may see the game may ask, and everybody gets the same. Asking again gives the same; when the game has got newer
    events since, or the last attempt failed, it is made anew. One is made at a time, for which a game of usual length takes less
    than two minutes and the longest one about five; 20 games wait at most, beyond that the answer is 503. How far it has come is
    told by the same address, and by the game's stream with `analysis=true`.
    """
    analyse(Analyse(game, call.token), kronika().context)
    found = _found(call, game)
    return answer(found.body, 200 if found.done else 202)


@analyses.on(
    "GET",
    PATH,
    counts=[Quota.COSTLY],
    auth="optional",
    **readable("The analysis, or how far it has come.", GameAnalysis),
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION],
)
def get_game_analysis(call: Call, game: str) -> Response:
    """Read what the decisions of a game were worth, if somebody has asked for it: each seat's chance to win before each of them.

    The chances are shares of games that were played on from there by bots: for who sees everything, and for all that the acting
    seat knew. `error` says how uncertain they are: of three true values about two lie within one of it. A moment is `turning`
    when the chances changed with it by a fifth and by more than chance explains. `version` is the version of the game that all
    this is about; POST asks for a newer one.
    """
    return answered(call, _found(call, game).response)


def _found(call: Call, game: str) -> Found:
    """An analysis lasts for as long as its analyst looks at it, this way too."""
    found = analysis(kronika().repository, game, call.token)
    if found.response.viewer == ANALYST:
        record_read(game, kronika().context)
    return found
