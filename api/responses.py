"""What answers hold. They document; prepared dicts go out as they are, and tests hold them to these schemas."""

from __future__ import annotations

from typing import Any

from marshmallow import EXCLUDE, Schema, fields

from api.fields import one_of
from api.schemas import ANY_STATUS, STATUSES
from domain.table.undo import POLICIES

Nested = fields.Nested


def need(field: type[fields.Field[Any]] | Any, description: str = "", **told: Any) -> Any:
    """A member that is always there."""
    return field(required=True, metadata={"description": description} if description else {}, **told)


def listed(item: Any, description: str = "") -> Any:
    return need(lambda **told: fields.List(item, **told), description)


def seat_numbers(description: str) -> Any:
    return listed(fields.Integer(), description)


class Open(Schema):
    """Base of answers: members may be added, so clients ignore those that they do not know."""

    class Meta:
        unknown = EXCLUDE


class Problem(Open):
    """RFC 9457. Which further members there are depends on the kind; see /problems/KIND."""

    type = need(fields.String, "/problems/KIND")
    title = need(fields.String)
    status = need(fields.Integer)
    detail = need(fields.String)
    request_id = need(fields.String)
    errors = fields.Dict(keys=fields.String(), values=fields.List(fields.String()))
    rule = fields.String()
    version = fields.Integer()
    to_act = fields.List(fields.Integer())
    legal_actions = fields.String()
    reasons = fields.List(fields.String())
    level = fields.String(allow_none=True)
    entry = fields.Integer(allow_none=True)


class ProblemKind(Open):
    name = need(fields.String)
    type = need(fields.String)
    status = need(fields.Integer)
    title = need(fields.String)
    meaning = need(fields.String)
    members = need(lambda **t: fields.Dict(keys=fields.String(), values=fields.String(), **t))


class ServiceDocument(Open):
    name = need(fields.String)
    links = need(lambda **t: fields.Dict(keys=fields.String(), values=fields.String(), **t))


class Health(Open):
    status = one_of(["live", "ready"], required=True)


class SeatRange(Open):
    min = need(fields.Integer)
    max = need(fields.Integer)


class BothLanguages(Open):
    en = need(fields.String)
    pl = need(fields.String)


class RulesetSummary(Open):
    id = need(fields.String)
    name = need(lambda **t: Nested(BothLanguages, **t))
    seats = need(lambda **t: Nested(SeatRange, **t))
    editions = listed(fields.String())


class RulesetList(Open):
    rulesets = listed(Nested(RulesetSummary))


class Clause(Open):
    id = need(fields.String)
    text = need(lambda **t: Nested(BothLanguages, **t))
    source = one_of(["rulebook", "ruling", "addition"], required=True)
    where = need(fields.String, "Page and paragraph of the rulebook; may be empty for what is not in it.")


class RulesetDocument(RulesetSummary):
    """`options`, and `actions` and `events` by type, are JSON Schemas; `components` have their provenance."""

    edition = need(fields.String, "The edition of new games, and of `components`.")
    options = need(fields.Dict, "JSON Schema.")
    actions = need(lambda **t: fields.Dict(keys=fields.String(), values=fields.Dict(), **t))
    events = need(
        lambda **t: fields.Dict(keys=fields.String(), values=fields.Dict(), **t), "Of an event's `data`."
    )
    components = need(fields.Dict)
    clauses = listed(Nested(Clause))


class Spread(Open):
    """Of the finished games; null when there are none."""

    min = need(fields.Float)
    median = need(fields.Float)
    max = need(fields.Float)


def counts(description: str) -> Any:
    return need(lambda **t: fields.Dict(keys=fields.String(), values=fields.Integer(), **t), description)


class Statistics(Open):
    """What the games of a ruleset came to, a moment ago."""

    ruleset = need(fields.String)
    games = counts("By status.")
    events = need(lambda **t: Nested(Spread, allow_none=True, **t))
    actions = need(lambda **t: Nested(Spread, allow_none=True, **t))
    end_reasons = counts("Of the finished games.")
    wins_by_seat = counts("A shared win counts for each.")


class Seat(Open):
    seat = need(fields.Integer)
    name = need(lambda **t: fields.String(allow_none=True, **t), "null while the seat is free")
    side = need(lambda **t: fields.String(allow_none=True, **t))
    bot = need(lambda **t: fields.String(allow_none=True, **t))


class GameSummary(Open):
    id = need(fields.String)
    ruleset = need(fields.String)
    status = one_of(STATUSES, required=True)
    seats = listed(Nested(Seat))
    version = need(fields.Integer)
    to_act = seat_numbers("Seats with a decision now.")
    created_at = need(fields.DateTime)
    updated_at = need(fields.DateTime)


class GameList(Open):
    games = listed(Nested(GameSummary))
    next = need(lambda **t: fields.String(allow_none=True, **t), "The cursor of the next page.")


class Outcome(Open):
    winners = seat_numbers("Nobody, one seat, or several that share the win.")
    ranking = listed(
        fields.List(fields.Integer()), "Ranks from the first; seats that share one stand together."
    )
    scores = need(lambda **t: fields.Dict(keys=fields.String(), values=fields.Integer(), **t), "By seat.")
    reason = need(fields.String)
    details = need(fields.Dict)


class Origin(Open):
    """Where an analysis branches off."""

    game = need(fields.String)
    version = need(fields.Integer)


class PendingUndo(Open):
    id = need(fields.Integer)
    seat = need(fields.Integer)
    to_version = need(fields.Integer)
    needs = seat_numbers("Seats that have not answered yet.")


class Undo(Open):
    """How far this viewer may go back now, and what bars the way."""

    policy = one_of(POLICIES, required=True)
    free = listed(fields.Integer(), "Versions to go back to without asking, nearest first.")
    with_consent = listed(fields.Integer())
    barrier = need(lambda **t: fields.String(allow_none=True, **t))
    pending = need(lambda **t: Nested(PendingUndo, allow_none=True, **t))


class GameDocument(Open):
    """A game at one version, as one viewer may know it. `view` is the ruleset's board."""

    id = need(fields.String)
    ruleset = need(fields.String)
    edition = need(fields.String)
    options = need(fields.Dict)
    visibility = one_of(["public", "private"], required=True)
    entropy = one_of(["direct", "commit-reveal"], required=True)
    status = one_of(ANY_STATUS, required=True)
    version = need(fields.Integer)
    seats = listed(Nested(Seat))
    to_act = seat_numbers("Seats with a decision now.")
    view = need(fields.Dict)
    outcome = need(lambda **t: Nested(Outcome, allow_none=True, **t))
    viewer = need(fields.String, "seat:N, organiser, referee, analyst or spectator")
    undo = need(lambda **t: Nested(Undo, **t))
    forked = need(lambda **t: Nested(Origin, allow_none=True, **t), "null unless this is an analysis")
    imported = need(fields.Boolean, "Whether it was played elsewhere and came in a file.")
    updated_at = need(fields.DateTime)


class Event(Open):
    """What happened. `data` is described by the ruleset's `events`; what the viewer may not know is absent."""

    version = need(fields.Integer)
    type = need(fields.String)
    at = need(fields.DateTime)
    actor = need(fields.String, "seat:N, table, organiser or referee")
    action = need(fields.Integer, "The number of the action that caused it.")
    data = need(fields.Dict)
    rules = listed(fields.String(), "Clauses applied.")


class EventList(Open):
    events = listed(Nested(Event))
    version = need(fields.Integer, "The game's version now.")
    next = need(lambda **t: fields.Integer(allow_none=True, **t), "The `after` of the next page.")


class Frame(Open):
    version = need(fields.Integer)
    action = need(fields.Integer)
    actor = need(fields.String)
    type = need(fields.String)
    text = need(fields.String)
    rules = listed(fields.String())
    marks = listed(fields.String(), "What a viewer marks: conquest, undo, taken-back ...")


class Chapter(Open):
    version = need(fields.Integer, "Where it begins.")
    title = need(fields.String)


class Replay(Open):
    game = need(fields.String)
    ruleset = need(fields.String)
    edition = need(fields.String)
    options = need(fields.Dict)
    seats = listed(Nested(Seat))
    status = one_of(ANY_STATUS, required=True)
    version = need(fields.Integer)
    viewer = need(fields.String)
    lang = need(fields.String)
    frames = listed(Nested(Frame))
    chapters = listed(Nested(Chapter))
    outcome = need(lambda **t: Nested(Outcome, allow_none=True, **t))


class Changed(Open):
    """Every answer that changes a game carries its version and its signed head."""

    version = need(fields.Integer)
    checkpoint = need(fields.String, "A C2SP signed note.")


class GameCreated(Changed):
    id = need(fields.String)
    organiser_token = need(fields.String, "Shown once; keep it.")


class SeatTaken(Changed):
    seat = need(fields.Integer)
    token = need(fields.String, "The bearer token of the seat; shown once.")


class Forked(Changed):
    id = need(fields.String)
    token = need(fields.String, "The analyst's bearer token, which acts for all seats; shown once.")
    status = one_of(["analysis", "finished"], required=True)


class OpenedDraw(Open):
    """The key behind a throw or shuffle, with its path to the committed root."""

    epoch = need(fields.Integer)
    slot = need(fields.Integer)
    key = need(fields.String)
    path = listed(fields.String())


class Acted(Changed):
    events = listed(Nested(Event))
    to_act = seat_numbers("Seats with a decision now.")
    draws = listed(Nested(OpenedDraw), "What this action drew in public.")


class UndoResult(Changed):
    id = need(fields.String)
    status = one_of(["granted", "pending", "refused"], required=True)


class StatusChanged(Changed):
    status = one_of(ANY_STATUS, required=True)


class InclusionProof(Open):
    index = need(fields.Integer)
    size = need(fields.Integer)
    path = listed(fields.String())


class ConsistencyProof(Open):
    from_ = need(fields.Integer, data_key="from")
    to = need(fields.Integer)
    path = listed(fields.String())


class Disclosure(Open):
    index = need(fields.Integer)
    path = need(fields.String)
    disclosure = need(fields.String)


class DisclosureList(Open):
    version = need(fields.Integer)
    disclosures = listed(Nested(Disclosure))


class MixedSeed(Open):
    epoch = need(fields.Integer)
    seat = need(fields.Integer)
    seed = need(fields.String)
    by = one_of(["seat", "service"], required=True)


class DrawList(Open):
    version = need(fields.Integer)
    seeds = listed(Nested(MixedSeed))
    draws = listed(Nested(OpenedDraw))


class AuditFile(Open):
    """Everything that this viewer needs to check the game without the service."""

    format = one_of(["kronika-audit/1"], required=True)
    game = need(fields.String)
    origin = need(fields.String)
    entries = listed(fields.String())
    disclosures = listed(Nested(Disclosure))
    seeds = listed(Nested(MixedSeed))
    draws = listed(Nested(OpenedDraw))
    checkpoint = need(fields.String)
    vkey = need(fields.String)
    ruleset = need(fields.String)
    edition = need(fields.String)


class Person(Open):
    seat = need(fields.Integer)
    name = need(fields.String)
    bot = need(lambda **t: fields.String(allow_none=True, **t))


class GameFile(Open):
    """A whole game in one file: see docs/portable.md."""

    format = one_of(["kronika-game/1"], required=True)
    audit = need(lambda **t: Nested(AuditFile, **t))
    players = listed(Nested(Person), "Who took the seats, in their order.")


class Imported(Changed):
    id = need(fields.String)
    status = one_of(["finished", "abandoned"], required=True)
    referee_token = need(
        lambda **t: fields.String(allow_none=True, **t),
        "Opens everything in the imported game, the same at every import; null for a game that was played here.",
    )
