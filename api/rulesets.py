"""Rulesets: what can be played, and everything a client needs to know to play it."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import orjson
from flask import Response

from api import responses
from api.event_schemas import event_schema
from api.operations import Call, Resource, Returns, answer, kronika
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.clauses import CLAUSES as TABLE_CLAUSES
from domain.table.events import TABLE_EVENTS
from domain.table.refusals import Refusal, Refused
from projections import statistics

rulesets = Resource("rulesets", "The games that can be played here.")
FOR_A_WHILE = "public, max-age=300"


@rulesets.on("GET", "/v1/rulesets", returns={200: Returns("All rulesets.", responses.RulesetList)})
def list_rulesets(call: Call) -> Response:
    """List the rulesets."""
    found = [_summary(ruleset) for ruleset in registry().values()]
    return answer({"rulesets": found}, Cache_Control=FOR_A_WHILE)


@rulesets.on(
    "GET",
    "/v1/rulesets/<ruleset>",
    returns={200: Returns("The ruleset.", responses.RulesetDocument)},
    problems=[Refusal.NOT_FOUND],
)
def get_ruleset(call: Call, ruleset: str) -> Response:
    """Read a ruleset: options, actions, events, components, clauses.

    Options, actions and events' data are described by JSON Schema; every component figure says where it is from.
    """
    _check(ruleset)
    return answer(_document(ruleset), Cache_Control=FOR_A_WHILE)


@rulesets.on(
    "GET",
    "/v1/rulesets/<ruleset>/statistics",
    returns={200: Returns("The figures.", responses.Statistics)},
    problems=[Refusal.NOT_FOUND],
)
def get_statistics(call: Call, ruleset: str) -> Response:
    """Read statistics: games by status, lengths, end reasons, wins by seat. They follow the games by a moment."""
    _check(ruleset)
    return answer(statistics.document(kronika().store.query, ruleset), Cache_Control="no-cache")


def _check(ruleset: str) -> None:
    if ruleset not in registry():
        raise Refused(Refusal.NOT_FOUND, f"There is no such ruleset; there are {', '.join(registry())}.")


def _summary(ruleset: Ruleset[Any]) -> dict[str, Any]:
    seats = ruleset.traits.seats
    return {
        "id": ruleset.id,
        "name": dict(ruleset.name),
        "seats": {"min": seats[0], "max": seats[-1]},
        "editions": list(ruleset.editions),
    }


@cache
def _document(id: str) -> bytes:
    ruleset = registry()[id]
    edition = ruleset.newest
    events = [*TABLE_EVENTS, *ruleset.events]
    return orjson.dumps(
        {
            **_summary(ruleset),
            "edition": edition.id,
            "options": msgspec.json.schema(ruleset.options),
            "actions": {tag: msgspec.json.schema(cls) for tag, cls in ruleset.action_types.items()},
            "events": {str(cls.__struct_config__.tag): event_schema(cls) for cls in events},
            "components": edition.components,
            "clauses": [
                {
                    "id": c,
                    "text": {"en": clause.en, "pl": clause.pl},
                    "source": clause.source,
                    "where": clause.where,
                }
                for c, clause in [*ruleset.clauses.items(), *TABLE_CLAUSES.items()]
            ],
        }
    )
