"""Games: the lobby, new games, seats, and the current state of a game for a viewer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from flask import Response

from api.http.continuation import LongPoll, continuation
from api.http.etags import conditional, conditional_read
from api.http.long_responses import take_place
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
from api.resources.acting import command_response
from domain.table.refusals import Refusal, Refused
from projections.documents.commands import GameCreated, SeatTaken, StatusChanged
from projections.documents.games import GameDocument
from projections.documents.lobby import GameList
from projections.lobby import GameFilter
from service.analyses import lifetime
from service.identity.access import ANALYST, WATCHER
from service.queries import lobby, states
from service.queries.responses import QueryResponse
from service.tables.creating import Create, create
from service.tables.seating import (
    Free,
    Join,
    free,
    join,
)
from service.tables.suspension import ChangeStatus, Step, change_status

OF_MEETING = [Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.GONE_ELSEWHERE]
"""Why nothing is added to a meeting."""
games = Resource("games", "Games: the lobby, seats, and the current state.")


@games.on(
    "GET",
    "/v1/games",
    query=queries.LobbyQuery,
    returns={200: Returns("A page of public games, newest first.", GameList, headers=["Link"])},
)
def list_games(call: Call) -> Response:
    """List the public games, newest first: those played here, or with `imported=true` those imported from files."""
    query = call.query
    body, following = lobby.page(kronika().repository, game_filter(query), query["limit"], query["cursor"])
    return with_next_link(respond(body, Cache_Control="no-cache"), "/v1/games", call.raw_query, following)


def game_filter(query: dict[str, Any]) -> GameFilter:
    """The games that a query of `GameFilters` is for."""
    filters = {name: query[name] for name in GameFilter._fields}
    return GameFilter(**{**filters, "imported": bool(filters["imported"])})


def with_next_link(response: Response, path: str, query: dict[str, Any], following: str | None) -> Response:
    """A page with a link to the next one, if there is one."""
    if following is not None:
        repeated = {name: value for name, value in query.items() if value is not None}
        response.headers["Link"] = f'<{path}?{urlencode({**repeated, "cursor": following})}>; rel="next"'
    return response


@games.on(
    "POST",
    "/v1/games",
    auth="optional",
    scopes=["tables"],
    begins=True,
    counts=[Quota.GAMES],
    body=schemas.NEW_GAME,
    headers=["Idempotency-Key"],
    mints=True,
    returns={201: Returns("The new game.", GameCreated, headers=["Location", "ETag"])},
    problems=[Refusal.GAMES_PAUSED, *OF_MEETING],
)
def create_game(call: Call) -> Response:
    """Create a game.

    The response holds the organiser's token; a game that an account creates is organised by the account, and then
    `organiser_token` is null. A private game responds 404 to anyone without a part in it. The token of a game counts only
    with `meeting`, where it is to be that of the meeting's organiser.
    """
    return command_response(create(Create(call.body, call.key, call.token), kronika().context))


@games.on(
    "POST",
    "/v1/games/<game:game>/seats",
    auth="optional",
    scopes=["tables"],
    begins=True,
    body=schemas.NEW_PLAYER,
    headers=["Idempotency-Key"],
    mints=True,
    returns={201: Returns("The seat is taken.", SeatTaken, headers=["ETag"])},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.GONE_ELSEWHERE, Refusal.STALE],
)
def take_seat(call: Call, game: str) -> Response:
    """Take a seat.

    The response holds the seat's token. A request of an account seats the account, under its name: `token` is null, for
    its sessions and personal tokens read and act for the seat. An account has one seat in a game. The game starts
    automatically when the last seat is taken and all seeds are revealed. Players take seats themselves: at a public
    table without any token, at a private one with an `invitation`. The organiser's token seats bots. A free seat is
    reserved while there is an open invitation to that very seat: other players get 409 `gone-elsewhere` there, and
    players who name no seat get another one. A player invited to a seat that is taken continues there as a substitute
    once the game has begun: the previous player loses access at once.

    Names at one table look different (409 `gone-elsewhere`, clause `table.names`). A name is refused if its skeleton
    (Unicode's UTS #39, without case) is that of another name there, a referee's included, or of a seat's own name, such as
    "Seat 1" or its colour. Only bots may share a name.
    """
    entrant = {**call.body}
    tokens = entrant.pop("tokens", ())
    return command_response(join(Join(game, call.token, entrant, call.key, tokens), kronika().context))


@games.on(
    "DELETE",
    "/v1/games/<game:game>/seats/<int:seat>",
    auth="required",
    scopes=["play", "tables"],
    headers=["Idempotency-Key"],
    returns={200: Returns("The seat is free.", StatusChanged, headers=["ETag"])},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.STALE],
)
def free_seat(call: Call, game: str, seat: int) -> Response:
    """Free a seat before all are taken (organiser, or the player of this seat, who leaves the table).

    The commitments of its player are void, and they lose access. Once the game has begun, an invitation to the seat
    brings a substitute instead.
    """
    return command_response(free(Free(game, call.token, seat, call.key), kronika().context))


@games.on(
    "GET",
    "/v1/games/<game:game>",
    auth="optional",
    scopes=SEES,
    query=queries.DocumentQuery,
    **conditional_read("The game document.", GameDocument),
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def get_game(call: Call, game: str) -> Response:
    """Read a game as this viewer may know it.

    With `wait` and `after` the response comes as soon as the game is beyond version `after`, at the latest after `wait`
    seconds (at most 30), or at once if `after` is not the current version. If too many requests wait for one client, the
    oldest gets its response early. `If-None-Match` gets 304 if nothing has changed.
    """
    found = _long_polled(game, call)
    if found is None:
        return Response()
    if found.viewer in (ANALYST, WATCHER):
        lifetime.record_read(game, kronika().context)
    return conditional(call._replace(raw_query={}), found)


def _long_polled(game: str, call: Call) -> QueryResponse | None:
    """The document, or None if the request is to wait: the client holds the current document and waits for the next one."""
    then = continuation()
    if then is None or not call.query["wait"]:
        return _waited_in_thread(game, call)
    poll = then.poll = then.poll or _new_poll(game, call, then.wake)
    poll.watch()
    found = states.document(kronika().repository, game, call.token)
    poll.role = found.viewer
    then.waits = call.query["after"] == found.version and not poll.over
    return None if then.waits else found


def _new_poll(game: str, call: Call, wake: Callable[[], object]) -> LongPoll:
    seconds = min(call.query["wait"], states.MAX_WAIT_SECONDS)
    return LongPoll(kronika().store, game, time.monotonic() + seconds, wake, call.token)


def _waited_in_thread(game: str, call: Call) -> QueryResponse:
    """Under any other server a thread waits. Only some may wait at once; other requests get their response immediately."""
    repository = kronika().repository
    found = states.document(repository, game, call.token)
    wait, after = call.query["wait"], call.query["after"]
    if not wait or after != found.version:
        return found
    try:
        give_back = take_place()
    except Refused:
        return found
    try:
        return states.document(repository, game, call.token, wait, after)
    finally:
        give_back()


def _change_status(call: Call, game: str, step: Step) -> Response:
    return command_response(change_status(ChangeStatus(game, call.token, step, call.key), kronika().context))


def _status_change(path: str, *scopes: str) -> dict[str, Any]:
    return {
        "path": f"/v1/games/<game:game>/{path}",
        "auth": "required",
        "scopes": ["tables", *scopes],
        "headers": ["Idempotency-Key"],
        "returns": {200: Returns("The game's new status.", StatusChanged, headers=["ETag"])},
        "problems": [
            Refusal.NOT_FOUND,
            Refusal.FORBIDDEN,
            Refusal.ILLEGAL_ACTION,
            Refusal.GONE_ELSEWHERE,
            Refusal.STALE,
        ],
    }


@games.on("POST", **_status_change("abandonment"))
def abandon_game(call: Call, game: str) -> Response:
    """End a game without an outcome (organiser).

    A started game with a clock only if the clock's terms have `organiser_stops` (409, clause `clock.organiser.1`).
    """
    return _change_status(call, game, "abandon")


@games.on("PUT", **_status_change("suspension"))
def suspend_game(call: Call, game: str) -> Response:
    """Suspend a game: no seat may act until it is resumed (organiser).

    A game with a clock only if the clock's terms have `organiser_stops`, or by everybody's agreement (409, clause
    `clock.organiser.1`).

    409 `gone-elsewhere` once the game's `account` lists 256 decisions: then no seat can be freed or given away either.
    """
    return _change_status(call, game, "suspend")


@games.on("DELETE", **_status_change("suspension", "play"))
def resume_game(call: Call, game: str) -> Response:
    """Resume a suspended game (organiser).

    Where the organiser suspends a game only by everybody's agreement, every person at the table may do so a day after that.
    """
    return _change_status(call, game, "resume")
