"""Tournaments: series of games with the same players, and their standings."""

from __future__ import annotations

from collections.abc import Sequence
from threading import BoundedSemaphore
from typing import Any

from flask import Response, current_app
from marshmallow import Schema, fields, validate

from api.http.body import Body
from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    kronika,
    minted,
    respond,
)
from api.http.rate_limits import RateLimits
from api.http.scopes import SEES
from api.requests.bodies import Choice, JsonBody
from api.requests.fields import (
    Closed,
    JsonInteger,
    QueryInteger,
    described,
)
from api.requests.queries import CURSOR
from api.requests.schemas import REVEALED_SEED, NewPlayer, NewTable, component_prefix, table_of
from api.resources.games import OF_MEETING, with_next_link
from domain.ledger.plan import games_planned
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.refusals import Refusal, Refused
from projections.documents.tournaments import (
    Entered,
    PlanDocument,
    SeedOpened,
    TournamentCreated,
    TournamentDocument,
    TournamentList,
)
from service.queries import tournaments as queries
from service.tables import entering
from service.tables import tournaments as commands

tournaments = Resource("tournaments", "Series of games with the same players, and their standings.")
MAX_GAMES = 100
"""Games of one tournament."""


def new_tournament_of(ruleset: Ruleset[Any]) -> type[Schema]:
    """The body of `POST /v1/tournaments` for this ruleset."""
    place = fields.String(validate=validate.Regexp(r"[1-9][0-9]?\Z"), metadata={"pattern": "^[1-9][0-9]?$"})
    made: dict[str, Any] = {
        **table_of(ruleset),
        "games": JsonInteger(min=1, max=MAX_GAMES, required=True, metadata=described("The number of games.")),
        "points": fields.Dict(
            keys=place,
            values=JsonInteger(min=0, max=1_000_000),
            metadata=described(
                "Points by place in a game, such as 3 for '1'; by default those of the ruleset."
            ),
        ),
    }
    base: type[Schema] = type(
        "Tabled", (NewTable,), {"constraints": _points_constraint(ruleset.traits.seats)}
    )
    schema = base.from_dict(made, name=f"New{component_prefix(ruleset)}Tournament")
    schema.__doc__ = f"A tournament of games of {ruleset.name['en']}"
    return schema


def _points_constraint(seats: Sequence[int]) -> dict[str, Any]:
    """There are as many places as seats."""
    if not seats:
        return {}
    first, *others = seats
    names = {"enum": [str(place) for place in range(1, first + 1)]}
    condition = {
        "if": {"properties": {"seats": {"const": first}}},
        "then": {"properties": {"points": {"propertyNames": names}}},
    }
    return condition if not others else {**condition, "else": _points_constraint(others)}


class NewEntrant(NewPlayer):
    """A player or bot who takes a seat in every game. Without `seat` they get the first free one; `bot` is for the
    organiser.

    `seed_commitment`, `key` and `sig` are valid for all games: the seed is revealed once, when all seats are taken.
    """


class TournamentsQuery(Closed):
    limit = QueryInteger(
        min=1, max=100, load_default=20, metadata=described("The largest number of tournaments.")
    )
    cursor = CURSOR


NEW_TOURNAMENT: Body = Choice(
    "NewTournament",
    "ruleset",
    {r.id: new_tournament_of(r) for r in registry().values()},
    "Games of the same players.",
)


@tournaments.on(
    "GET",
    "/v1/tournaments",
    query=TournamentsQuery,
    returns={200: Returns("A page of public tournaments, newest first.", TournamentList, headers=["Link"])},
)
def list_tournaments(call: Call) -> Response:
    """List the public tournaments, newest first."""
    body = queries.page(kronika().repository, call.query["limit"], call.query["cursor"])
    return with_next_link(respond(body, Cache_Control="no-cache"), "/v1/tournaments", call.query, body.next)


@tournaments.on(
    "POST",
    "/v1/tournaments",
    auth="optional",
    scopes=["tables"],
    begins=True,
    counts=[Quota.GAMES],
    body=NEW_TOURNAMENT,
    headers=["Idempotency-Key"],
    mints=True,
    returns={201: Returns("The new tournament.", TournamentCreated, headers=["Location"])},
    problems=[Refusal.BUSY, Refusal.GAMES_PAUSED, *OF_MEETING],
)
def create_tournament(call: Call) -> Response:
    """Create a tournament: a number of games of the same players at the same seats.

    The response holds the organiser's token, which an account does not need. A private tournament and its games respond
    404 to anyone without a part in them. The token of a game counts only with `meeting`, as for a game. The keys of all
    games are made at once, so it counts towards the limit of new games as often as it plans games.
    """
    limits: RateLimits | None = current_app.extensions.get("limits")
    more = games_planned(call.body["games"]) - 1
    refusal = None if limits is None else limits.count_more(Quota.GAMES, more)
    return refusal or _created(commands.CreateTournament(call.body, call.key, call.token))


def _created(command: commands.CreateTournament) -> Response:
    """Making the keys takes seconds for the longest tournaments, so a worker does it for one request at a time."""
    slot: BoundedSemaphore = current_app.extensions["plans"]
    if not slot.acquire(blocking=False):
        raise Refused(Refusal.BUSY, "Another tournament is being planned; try again soon.")
    try:
        made = commands.create_tournament(command, kronika().context)
    finally:
        slot.release()
    return minted(made, Location=made.document.location)


@tournaments.on(
    "POST",
    "/v1/tournaments/<game:tournament>/seats",
    auth="optional",
    scopes=["tables"],
    begins=True,
    body=JsonBody(NewEntrant),
    headers=["Idempotency-Key"],
    mints=True,
    returns={201: Returns("The seat is taken.", Entered)},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.GONE_ELSEWHERE, Refusal.STALE],
)
def enter_tournament(call: Call, tournament: str) -> Response:
    """Take a seat in all games of a tournament.

    The response holds one token that acts for this seat in every game, and null for an account, as in a game. The first
    game begins when the last seat is taken and all seeds are revealed, each further one when the previous one is over.
    The organiser may seat bots. A private tournament needs an `invitation`. Names look different, as at a table.
    """
    entrant = {**call.body}
    tokens = entrant.pop("tokens", ())
    command = entering.Enter(tournament, call.token, entrant, call.key, tokens)
    return minted(entering.enter(command, kronika().context))


@tournaments.on(
    "POST",
    "/v1/tournaments/<game:tournament>/seeds",
    auth="required",
    scopes=["play"],
    headers=["Idempotency-Key"],
    body=REVEALED_SEED,
    returns={201: Returns("The seed is accepted.", SeedOpened)},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.ILLEGAL_ACTION, Refusal.GONE_ELSEWHERE],
)
def reveal_tournament_seed(call: Call, tournament: str) -> Response:
    """Reveal the seed that the seat committed to, for all games at once.

    Each seat does this once, when all seats are taken. The tournament's `to_reveal` lists the seats whose seeds are
    missing.
    """
    command = commands.Reveal(tournament, call.token, call.body["seed"], call.body.get("sig"), call.key)
    return minted(commands.reveal(command, kronika().context))


@tournaments.on(
    "GET",
    "/v1/tournaments/<game:tournament>/plan",
    auth="optional",
    scopes=SEES,
    returns={200: Returns("The commitments of the tournament's games.", PlanDocument)},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def get_tournament_plan(call: Call, tournament: str) -> Response:
    """Read what was fixed before anyone joined: every game's id and the roots of its draw keys.

    A seat's commitment and signatures are bound to it. A holder of an invitation to a private tournament may read it, too.
    """
    return respond(queries.plan(kronika().repository, tournament, call.token))


@tournaments.on(
    "GET",
    "/v1/tournaments/<game:tournament>",
    auth="optional",
    scopes=SEES,
    returns={200: Returns("The tournament.", TournamentDocument)},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def get_tournament(call: Call, tournament: str) -> Response:
    """Read a tournament: its games and its standings."""
    command = commands.Visit(tournament, call.token)
    commands.visit(command, kronika().context)
    found = queries.document(kronika().repository, tournament, call.token)
    return respond(found)
