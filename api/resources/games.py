"""Games: the lobby, new tables, seats, and what a viewer sees of a game now."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import urlencode

from flask import Response, current_app

from api.http.etags import answered, readable
from api.http.long_poll import HERE, Poll, put_aside
from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    answer,
    kronika,
)
from api.requests import schemas
from api.resources.acting import written
from domain.table.refusals import Refusal
from projections.documents.commands import GameCreated, SeatTaken, StatusChanged
from projections.documents.games import GameDocument, GameList
from projections.lobby import GameFilter
from service.analyses import lifetime
from service.identity.access import ANALYST, WATCHER
from service.queries import reading
from service.tables.creating import Create, create
from service.tables.seating import (
    Free,
    Join,
    free,
    join,
)
from service.tables.suspension import ChangeStatus, Step, change_status

games = Resource("games", "Tables: who plays what, and how it stands.")


@games.on(
    "GET",
    "/v1/games",
    query=schemas.LobbyQuery,
    returns={200: Returns("A page of public games, newest first.", GameList, headers=["Link"])},
)
def list_games(call: Call) -> Response:
    """List the public games, newest first: those played here, or with `imported=true` those that came in files."""
    asked = {name: value for name, value in call.query.items() if name not in ("limit", "cursor")}
    wanted = GameFilter(**{**asked, "imported": bool(asked["imported"])})
    body, following = reading.lobby(kronika().repository, wanted, call.query["limit"], call.query["cursor"])
    return linked(answer(body, Cache_Control="no-cache"), "/v1/games", call.asked, following)


def linked(response: Response, path: str, query: dict[str, Any], following: str | None) -> Response:
    """A page with the link of the next one, if there is one."""
    if following is not None:
        kept = {name: value for name, value in query.items() if value is not None}
        response.headers["Link"] = f'<{path}?{urlencode({**kept, "cursor": following})}>; rel="next"'
    return response


@games.on(
    "POST",
    "/v1/games",
    counts=[Quota.GAMES],
    body=schemas.NEW_GAME,
    headers=["Idempotency-Key"],
    mints=True,
    returns={201: Returns("The new game.", GameCreated, headers=["Location", "ETag"])},
)
def create_game(call: Call) -> Response:
    """Set a table.

    The answer holds the organiser's token. A private game answers 404 to whoever holds no token of it.
    """
    return written(create(Create(call.body, call.key), kronika().context))


@games.on(
    "POST",
    "/v1/games/<game:game>/seats",
    auth="optional",
    body=schemas.NEW_PLAYER,
    headers=["Idempotency-Key"],
    mints=True,
    returns={201: Returns("The seat is taken.", SeatTaken, headers=["ETag"])},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.GONE_ELSEWHERE, Refusal.STALE],
)
def take_seat(call: Call, game: str) -> Response:
    """Take a seat.

    The answer holds the seat's token. The game starts by itself when the last seat is taken and all seeds are open.
    People sit down by themselves: at a public table without any token, at a private one with an `invitation`. The
    organiser's token seats bots. A free seat to which somebody is invited by an open invitation to that very seat is kept:
    others are 409 `gone-elsewhere` there, and whoever names no seat gets another one. Whoever is invited to a seat that is
    taken plays on there as a substitute once the game has begun: the token of the player before is dead at once.

    Names at one table look different (409 `gone-elsewhere`, clause `table.names`): one is refused whose skeleton (Unicode's
    UTS #39, without case) is that of another name there, a referee's included, or of what a seat is called, such as "Seat 1"
    or its colour. Only bots may share a name.
    """
    entrant = {**call.body}
    tokens = entrant.pop("tokens", ())
    return written(join(Join(game, call.token, entrant, call.key, tokens), kronika().context))


@games.on(
    "DELETE",
    "/v1/games/<game:game>/seats/<int:seat>",
    auth="required",
    headers=["Idempotency-Key"],
    returns={200: Returns("The seat is free.", StatusChanged, headers=["ETag"])},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.STALE],
)
def free_seat(call: Call, game: str, seat: int) -> Response:
    """Free a seat before all are taken (organiser).

    What whoever sat there has committed to is void, and his token is dead. Once the game has begun an invitation to the
    seat brings a substitute.
    """
    return written(free(Free(game, call.token, seat, call.key), kronika().context))


@games.on(
    "GET",
    "/v1/games/<game:game>",
    auth="optional",
    query=schemas.DocumentQuery,
    **readable("The game document.", GameDocument),
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def get_game(call: Call, game: str) -> Response:
    """Read a game as this viewer may know it.

    With `wait` and `after` the answer comes as soon as the game is beyond version `after`, at the latest after
    `wait` seconds (at most 30), or at once when `after` is not the present version. Of too many that wait for one client the
    oldest is answered early.
    `If-None-Match` gives 304 when nothing has changed.
    """
    found = _awaited(game, call)
    if found is None:
        return put_aside()
    if found.viewer in (ANALYST, WATCHER):
        lifetime.record_read(game, kronika().context)
    return answered(call._replace(asked={}), found)


def _awaited(game: str, call: Call) -> reading.QueryResponse | None:
    """The document now, or when the client holds this one and will wait the next one; None: the request is to be put aside."""
    connection = HERE.connection
    if connection is None or not call.query["wait"]:
        return _awaited_here(game, call)
    poll = connection.poll or _poll(game, call, connection.wake)
    connection.poll = None
    try:
        poll.watch()
        found = reading.document(kronika().repository, game, call.token)
        connection.poll = poll if call.query["after"] == found.version and not poll.over else None
        return found if connection.poll is None else None
    finally:
        if connection.poll is None:
            poll.close()


def _poll(game: str, call: Call, wake: Callable[[], None]) -> Poll:
    seconds = min(call.query["wait"], reading.MAX_WAIT_SECONDS)
    return Poll(kronika().store, game, time.monotonic() + seconds, wake)


def _awaited_here(game: str, call: Call) -> reading.QueryResponse:
    """The same below another server than ours: a thread waits, so only some may at once, and others are answered at once."""
    repository = kronika().repository
    found = reading.document(repository, game, call.token)
    waiting: BoundedSemaphore = current_app.extensions["waiting"]
    wait, after = call.query["wait"], call.query["after"]
    if not wait or after != found.version or not waiting.acquire(blocking=False):
        return found
    try:
        return reading.document(repository, game, call.token, wait, after)
    finally:
        waiting.release()


def _organise(call: Call, game: str, step: Step) -> Response:
    return written(change_status(ChangeStatus(game, call.token, step, call.key), kronika().context))


def _organised(path: str) -> dict[str, Any]:
    return {
        "path": f"/v1/games/<game:game>/{path}",
        "auth": "required",
        "headers": ["Idempotency-Key"],
        "returns": {200: Returns("The game's status now.", StatusChanged, headers=["ETag"])},
        "problems": [Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.STALE],
    }


@games.on("POST", **_organised("abandonment"))
def abandon_game(call: Call, game: str) -> Response:
    """End a game without an outcome (organiser)."""
    return _organise(call, game, "abandon")


@games.on("PUT", **_organised("suspension"))
def suspend_game(call: Call, game: str) -> Response:
    """Halt a game: no seat may act until it is resumed (organiser)."""
    return _organise(call, game, "suspend")


@games.on("DELETE", **_organised("suspension"))
def resume_game(call: Call, game: str) -> Response:
    """Let a suspended game go on (organiser)."""
    return _organise(call, game, "resume")
