"""Accounts as everybody sees them."""

from __future__ import annotations

from urllib.parse import quote

from flask import Response
from werkzeug.exceptions import NotFound

from api.http.operations import Call, Resource, Returns, kronika, respond
from api.requests.own_account import GamesOfAccountQuery
from api.resources.games import with_next_link
from domain.table.refusals import Refusal
from projections.documents.lobby import GameList
from projections.documents.profiles import Profile
from service.accounts.profiles import profile, public_games
from service.store import Store

profiles = Resource("profiles", "Accounts as everybody sees them.", accounts=True)
PROFILE = "/v1/accounts/<account>"


@profiles.on(
    "GET",
    PROFILE,
    returns={200: Returns("The account.", Profile)},
    problems=[Refusal.NOT_FOUND],
)
def get_profile(call: Call, account: str) -> Response:
    """Read an account by its id or name, with the results of its finished public games.

    A name is found whatever its case; one that only looks like it is another name. Private games count nowhere.
    """
    return respond(profile(_store(), account), Cache_Control="no-cache")


@profiles.on(
    "GET",
    f"{PROFILE}/games",
    query=GamesOfAccountQuery,
    returns={200: Returns("A page of its public games, newest first.", GameList, headers=["Link"])},
    problems=[Refusal.NOT_FOUND],
)
def list_games_of_account(call: Call, account: str) -> Response:
    """List the public games in which an account has a seat, newest first, whatever their status."""
    page = public_games(_store(), account, call.query["limit"], call.query["cursor"])
    path = f"/v1/accounts/{quote(account, safe='')}/games"
    return with_next_link(respond(page, Cache_Control="no-cache"), path, call.raw_query, page.next)


def _store() -> Store:
    """Of a service that has accounts."""
    if not kronika().settings.accounts:
        raise NotFound
    return kronika().store
