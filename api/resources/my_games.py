"""The games of the account that asks."""

from __future__ import annotations

from flask import Response

from api.http.operations import Call, Resource, Returns, kronika, respond
from api.requests.own_account import MyGamesQuery, MyStudiesQuery
from api.resources.games import with_next_link
from projections.documents.profiles import MyGames
from projections.documents.studies import StudyList
from service.accounts.my_games import my_games
from service.accounts.studies import my_studies

own_games = Resource("my-games", "The games of the account that asks.", accounts=True)
PATH = "/v1/me/games"
STUDIES = "/v1/me/studies"


@own_games.on(
    "GET",
    PATH,
    auth="account",
    scopes=["read"],
    query=MyGamesQuery,
    returns={200: Returns("A page of the account's games.", MyGames, headers=["Link"])},
)
def list_my_games(call: Call) -> Response:
    """List the games in which the account has a seat, private ones too (account).

    First those in which its clock runs, by what runs out first; then those that wait for it, the others that are not over,
    and those that are over, each the newest first. `notices` is the number of the newest notice that the page includes: read
    the page first, and follow the account's stream after that notice.
    """
    query = call.query
    page = my_games(
        kronika().store,
        call.account.account,
        query["status"],
        bool(query["to_act"]),
        query["limit"],
        query["cursor"],
    )
    return with_next_link(respond(page), PATH, call.raw_query, page.next)


@own_games.on(
    "GET",
    STUDIES,
    auth="account",
    scopes=["read"],
    query=MyStudiesQuery,
    returns={200: Returns("A page of the account's analyses.", StudyList, headers=["Link"])},
)
def list_my_studies(call: Call) -> Response:
    """List the analyses that the account made, newest first (account).

    They are those that it forked while signed in or with one of its tokens. Listing one does not open it: that takes the token
    that `POST /v1/games/{game}/forks` returned. What is deleted or has expired is not listed.
    """
    query = call.query
    page = my_studies(kronika().store, call.account.account, query["limit"], query["cursor"])
    return with_next_link(respond(page), STUDIES, call.raw_query, page.next)
