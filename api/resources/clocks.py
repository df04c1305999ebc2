"""Clocks: usual ones to choose from."""

from __future__ import annotations

import msgspec
from flask import Response

from api.http.operations import Call, Resource, Returns
from api.resources.rulesets import NOT_MODIFIED, revalidated
from projections.clock_presets import PRESETS
from projections.documents.clocks import ClockList

clocks = Resource("clocks", "Clocks: usual ones to choose from.")


@clocks.on(
    "GET",
    "/v1/clocks",
    returns={200: Returns("Usual clocks.", ClockList, headers=["ETag"]), **NOT_MODIFIED},
    headers=["If-None-Match"],
)
def list_clocks(call: Call) -> Response:
    """List usual clocks, from a minute a player to days a move.

    Any other clock within the limits of the body of a new game can be agreed on as well.
    """
    return revalidated(msgspec.json.encode(PRESETS))
