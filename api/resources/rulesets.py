"""Rulesets: the available games, and everything that a client needs to play them."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request

from api.http.once import once
from api.http.operations import (
    Call,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.openapi.event_schemas import with_descriptions
from api.openapi.parts import event_data, events_of
from api.requests.schemas import field_descriptions
from domain import ruleset as rules
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.clauses import CLAUSES as TABLE_CLAUSES
from domain.table.refusals import Refusal, Refused
from projections import statistics
from projections.documents import BothLanguages
from projections.documents.rulesets import (
    Clause,
    ClausePart,
    Lesson,
    OptionWords,
    Primer,
    RulesetDocument,
    RulesetList,
    RulesetSummary,
    SeatRange,
    Section,
    Statistics,
    localized,
    package_name,
)
from projections.ends import ends_of
from projections.sentences import BilingualRenderer
from projections.view_words import view_words

rulesets = Resource("rulesets", "The games of this service.")
REVALIDATE = "public, no-cache"
"""Caches may store it but must revalidate it, because a new release's page needs texts that the last one lacks."""
NOT_MODIFIED = {304: Returns("The client holds the current document.", media_types=())}


@rulesets.on(
    "GET",
    "/v1/rulesets",
    returns={200: Returns("All rulesets.", RulesetList, headers=["ETag"]), **NOT_MODIFIED},
    headers=["If-None-Match"],
)
def list_rulesets(call: Call) -> Response:
    """List the rulesets."""
    summaries = tuple(RulesetSummary(**_summary(ruleset)) for ruleset in registry().values())
    return revalidated(msgspec.json.encode(RulesetList(rulesets=summaries)))


@rulesets.on(
    "GET",
    "/v1/rulesets/<ruleset>",
    returns={200: Returns("The ruleset.", RulesetDocument, headers=["ETag"]), **NOT_MODIFIED},
    headers=["If-None-Match"],
    problems=[Refusal.NOT_FOUND],
)
def get_ruleset(call: Call, ruleset: str) -> Response:
    """Read a ruleset: options, actions, events, components, clauses.

    JSON Schema describes options, actions and events' data; every component figure names its source.
    """
    check_ruleset(ruleset)
    return revalidated(document_of(ruleset))


@rulesets.on(
    "GET",
    "/v1/rulesets/<ruleset>/primer",
    returns={200: Returns("The primer.", Primer, headers=["ETag"]), **NOT_MODIFIED},
    headers=["If-None-Match"],
    problems=[Refusal.NOT_FOUND],
)
def get_primer(call: Call, ruleset: str) -> Response:
    """Read how to learn a game: its rules in sections for beginners, and the lessons of a first game."""
    check_ruleset(ruleset)
    return revalidated(primer_of(ruleset))


@rulesets.on(
    "GET",
    "/v1/rulesets/<ruleset>/statistics",
    returns={200: Returns("The statistics.", Statistics)},
    problems=[Refusal.NOT_FOUND],
)
def get_statistics(call: Call, ruleset: str) -> Response:
    """Read statistics: games by status, lengths, end reasons, wins by seat. They are updated with a short delay."""
    check_ruleset(ruleset)
    return respond(statistics.document(kronika().store.query, ruleset), Cache_Control="no-cache")


def revalidated(body: bytes) -> Response:
    """A response that changes only with a release; the ETag is a digest of its bytes."""
    response = respond(body, Cache_Control=REVALIDATE)
    response.add_etag()
    response.make_conditional(request)
    return response


def check_ruleset(ruleset: str) -> None:
    if ruleset not in registry():
        raise Refused(Refusal.NOT_FOUND, f"There is no such ruleset. Rulesets: {', '.join(registry())}.")


def _summary(ruleset: Ruleset[Any]) -> dict[str, Any]:
    """The members of `RulesetSummary`."""
    seats = ruleset.traits.seats
    return {
        "id": ruleset.id,
        "name": BothLanguages(**ruleset.name),
        "seats": SeatRange(min=seats[0], max=seats[-1]),
        "about": localized(ruleset.primer.about, tuple[BothLanguages, ...]),
        "minutes": ruleset.primer.minutes,
        "weight": ruleset.primer.weight,
        "editions": tuple(ruleset.editions),
        "package": package_name(ruleset.package) or None,
    }


@once
def primer_of(id: str) -> bytes:
    primer = registry()[id].primer
    sections = localized(primer.sections, tuple[Section, ...])
    return msgspec.json.encode(
        Primer(id=id, sections=sections, lessons=localized(primer.lessons, tuple[Lesson, ...]))
    )


@once
def document_of(id: str) -> bytes:
    ruleset = registry()[id]
    edition = ruleset.newest
    words = field_descriptions(ruleset)
    clauses = {**ruleset.clauses, **TABLE_CLAUSES}
    document = RulesetDocument(
        **_summary(ruleset),
        edition=edition.id,
        options=with_descriptions(msgspec.json.schema(ruleset.options), words),
        actions={
            tag: with_descriptions(msgspec.json.schema(cls), words)
            for tag, cls in ruleset.action_types.items()
        },
        events={tag: event_data(ruleset, tag) for tag in events_of(ruleset)},
        view=with_descriptions(msgspec.json.schema(ruleset.view_type), words),
        components=edition.components,
        clauses=tuple(_clause(id, clause) for id, clause in clauses.items()),
        texts=texts_of(ruleset),
        words=localized(ruleset.words.board, dict[str, BothLanguages]),
        option_words=localized(ruleset.words.options, dict[str, OptionWords]),
        marks=localized(ruleset.words.marks, dict[str, BothLanguages]),
        score_parts=localized(ruleset.words.parts, dict[str, BothLanguages]),
        ends=ends_of(ruleset),
        view_words=view_words(ruleset),
        view_hints=dict(ruleset.hints),
    )
    return msgspec.json.encode(document)


def texts_of(ruleset: Ruleset[Any]) -> dict[str, BothLanguages]:
    words = BilingualRenderer(ruleset, {})
    return {name: words.render(text) for name, text in ruleset.texts.items()}


def _clause(id: str, clause: rules.Clause) -> Clause:
    text = BothLanguages(en=clause.en, pl=clause.pl)
    parts = tuple(
        ClausePart(text=BothLanguages(en=part.en, pl=part.pl), source=part.source, where=part.where)
        for part in clause.parts
    )
    return Clause(id=id, text=text, source=clause.source, where=clause.where, parts=parts)
