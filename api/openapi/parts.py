"""The ruleset-specific parts of documents: the schemas of views, options, outcomes, actions and events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from apispec import APISpec

from api.http.once import once
from api.openapi.event_schemas import event_schema, with_descriptions
from api.requests import schemas
from api.requests.bodies import (
    REF,
    add_component,
    add_schema,
    component_name,
)
from api.requests.schemas import component_prefix, field_descriptions
from domain.ruleset import Event, Ruleset
from domain.rulesets import registry
from domain.table.absence.resigning import RESIGNED
from domain.table.clock.flags import TIME
from domain.table.event_types import TABLE_TYPES
from domain.table.referee.state import RULING, VOID
from projections.documents import Part

Json = dict[str, Any]
Game = Ruleset[Any]
NO_VIEW = "Before the start there is no board."


def events_of(ruleset: Game) -> Mapping[str, type[Event]]:
    """Every event that a log of this ruleset may hold, by its `type`."""
    return {**TABLE_TYPES, **ruleset.event_types}


@once
def event_data(ruleset: Game, tag: str) -> Json:
    """The schema of the `data` of one event type."""
    return event_schema(events_of(ruleset)[tag], field_descriptions(ruleset))


def part(spec: APISpec, what: Part, ruleset: Game | None) -> Json:
    """The schema of a part for one ruleset; for a document that may be of any ruleset, a schema that covers all."""
    rulesets = registry().values() if ruleset is None else [ruleset]
    if what in _VALUES:
        return enum_schema(value for each in rulesets for value in _VALUES[what](each))
    made = [_SCHEMAS[what](spec, each) for each in rulesets]
    return made[0] if len(made) == 1 else {"anyOf": made}


def enum_schema(values: Iterable[str]) -> Json:
    """One of these strings. Duplicates are dropped."""
    known = list(dict.fromkeys(values))
    return {"type": "string"} | ({"const": known[0]} if len(known) == 1 else {"enum": known})


def _view(spec: APISpec, ruleset: Game) -> Json:
    """The board; an empty object before the start."""
    whole = f"{component_prefix(ruleset)}View"
    _add_view_structs(spec, ruleset, whole)
    no_view = {"type": "object", "description": NO_VIEW, "additionalProperties": False}
    return {"anyOf": [{"$ref": REF.format(name=whole)}, add_component(spec, "NoView", no_view)]}


def _add_view_structs(spec: APISpec, ruleset: Game, whole: str) -> None:
    """The structs of a view as components, named after the ruleset; that of the view itself is called `whole`."""
    _, structs = msgspec.json.schema_components([ruleset.view_type], ref_template=REF)
    names = {name: component_prefix(ruleset) + name for name in structs}
    names[ruleset.view_type.__name__] = whole
    refs = {REF.format(name=old): new for old, new in names.items()}
    for name, schema in structs.items():
        described = with_descriptions(_renamed(schema, refs), field_descriptions(ruleset))
        add_component(spec, names[name], {**described, "title": names[name]})


def _renamed(schema: Any, names: Mapping[str, str]) -> Any:
    if isinstance(schema, list):
        return [_renamed(item, names) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _renamed(item, names) for key, item in schema.items()}
    return {**made, "$ref": REF.format(name=names[schema["$ref"]])} if "$ref" in schema else made


def _options(spec: APISpec, ruleset: Game) -> Json:
    """In the form that a request takes, so that a client can create a similar table."""
    options = schemas.options_of(ruleset)
    return add_schema(spec, component_name(options), options())


def _action(spec: APISpec, ruleset: Game) -> Json:
    return schemas.ACTIONS[ruleset.id].component(spec)


_VALUES: Mapping[Part, Callable[[Game], Iterable[str]]] = {
    Part.RULESET: lambda ruleset: [ruleset.id],
    Part.REASON: lambda ruleset: (*ruleset.end_reasons, TIME, RESIGNED, RULING, VOID),
    Part.EVENT_TYPE: events_of,
}
_SCHEMAS: Mapping[Part, Callable[[APISpec, Game], Json]] = {
    Part.VIEW: _view,
    Part.OPTIONS: _options,
    Part.ACTION: _action,
}
