"""Precedents: what was ruled before."""

from __future__ import annotations

from flask import Response
from marshmallow import fields, validate

from api.http.operations import Call, Quota, Resource, Returns, kronika, respond
from api.http.problem_kinds import Fault
from api.requests.fields import Closed, QueryInteger, described, one_of, text
from api.requests.queries import CURSOR, ruleset_filter
from api.resources.games import with_next_link
from projections.documents.disputes import KINDS
from projections.documents.rulings import RulingPage, RulingStatistics
from service.queries import rulings as queries

rulings = Resource("rulings", "Precedents: rulings of final cases in public games.")


class RulingsQuery(Closed):
    """Filters of the list of rulings."""

    ruleset = ruleset_filter("rulings in games")
    clause = text(
        "[a-z0-9.-]+", 64, load_default=None, metadata=described("Only rulings that cite this clause.")
    )
    kind = one_of(KINDS, load_default=None)
    q = fields.String(
        load_default=None,
        validate=validate.Length(max=100),
        metadata=described("Words of the findings, or their beginnings, without regard to case and accents."),
    )
    limit = QueryInteger(min=1, max=100, load_default=20)
    cursor = CURSOR


class StatisticsQuery(Closed):
    """Which rulings are counted."""

    ruleset = ruleset_filter("rulings in games")


@rulings.on(
    "GET",
    "/v1/rulings",
    query=RulingsQuery,
    counts=[Quota.COSTLY],
    returns={200: Returns("Rulings, newest first.", RulingPage, headers=["Link"])},
    problems=[Fault.URI_TOO_LONG],
)
def list_rulings(call: Call) -> Response:
    """Search the rulings of final cases in public games, with their findings and what an appeal made of them.

    They appear shortly after a case is final. Erased findings are left out.
    """
    query = call.query
    search = queries.Search(query["ruleset"], query["clause"], query["kind"], query["q"])
    page = queries.page(kronika().repository.store, search, query["limit"], query["cursor"])
    return with_next_link(respond(page, Cache_Control="no-cache"), "/v1/rulings", call.raw_query, page.next)


@rulings.on(
    "GET",
    "/v1/rulings/statistics",
    query=StatisticsQuery,
    counts=[Quota.COSTLY],
    returns={200: Returns("The statistics.", RulingStatistics)},
)
def get_rulings_statistics(call: Call) -> Response:
    """Read statistics of the last 10,000 rulings by referee, clause and wish: how many, the time to rule, how many were
    overturned.
    """
    found = queries.statistics(kronika().repository.store, call.query["ruleset"])
    return respond(found, Cache_Control="no-cache")
