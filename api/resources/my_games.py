"""The games of the account that asks."""

from __future__ import annotations

from flask import Response

from api.http.operations import Call, Resource, Returns, kronika, respond
from api.requests.own_account import MyGamesQuery
from api.resources.games import with_next_link
from projections.documents.profiles import MyGames
from service.accounts.my_games import my_games

own_games = Resource("my-games", "The games of the account that asks.", accounts=True)
PATH = "/v1/me/games"


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
