"""What requests may hold: the schemas of record. Those of games come from the rulesets themselves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from marshmallow import EXCLUDE, Schema, fields, post_load, validate

from api.requests.bodies import (
    Body,
    Choice,
    JsonBody,
    OrSigned,
)
from api.requests.fields import (
    Closed,
    JsonBoolean,
    JsonInteger,
    Name,
    QueryBoolean,
    QueryInteger,
    QuerySeconds,
    QueryTime,
    one_of,
    text,
)
from api.requests.structs import schema_of
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.clauses import FIELDS
from domain.table.referee.terms import LONGEST
from domain.table.undo import POLICIES
from projections.documents.games import STATUSES
from projections.people import BOTS
from projections.sentences import LANGUAGES

SECRET = "[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]"
"""32 bytes in base64url without padding."""
SIGNATURE = "[A-Za-z0-9_-]{85}[AQgw]"
"""64 bytes in base64url without padding."""
CODE = f"ki_{SECRET}"
"""The code of an invitation."""
REASON = "[a-z0-9-]+"
"""Why a game is over, in a ruleset's words."""
CURSOR = "[A-Za-z0-9_=-]+"


def described(description: str, **more: Any) -> dict[str, Any]:
    """What a field means, for readers of the OpenAPI document."""
    return {"description": description, **more}


class Label(Schema):
    """What a button for an action says."""

    class Meta:
        unknown = EXCLUDE

    en = fields.String(required=True, metadata=described("In English."))
    pl = fields.String(required=True, metadata=described("In Polish."))


class SeenHead(Closed):
    """The head of the log that the client knows: how many entries, and the root over them in base64.

    The log keeps it as the client's word. A head that is none of this log is answered with 409 `split-view`.
    """

    n = JsonInteger(min=0, required=True, metadata=described("How many entries."))
    r = text(
        "[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=",
        44,
        required=True,
        metadata=described("The root over them, in base64."),
    )


class SignedWords(Closed):
    """What the key of a seat has signed: entry number `n` is to be the action in `disclosure`, base64url of the canonical
    JSON of an array of 16 random bytes in base64url and the action; `s` is the signature. See the ledger's page.
    """

    n = JsonInteger(min=1, required=True, metadata=described("The entry's number."))
    disclosure = text(
        "[A-Za-z0-9_-]+", 60_000, required=True, metadata=described("The action with its salt, in base64url.")
    )
    s = text(SIGNATURE, 86, required=True, metadata=described("The Ed25519 signature, in base64url."))


class SignedAction(Closed):
    """A signed action, in place of the action itself: the only way to act for a seat that has a key."""

    signed = fields.Nested(SignedWords, required=True, metadata=described("What the seat's key has signed."))


SEEN_HEAD = fields.Nested(SeenHead, metadata=described("The head that the client has seen, if it likes."))


class Labelled(Closed):
    """Base of actions: they may be sent as they are served, with their label, which says nothing to the service."""

    seen = SEEN_HEAD
    label = fields.Nested(Label, metadata=described("Served with `labels=true`; ignored in a request."))

    @post_load
    def without_label(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        data.pop("label", None)
        data.pop("seen", None)
        return data


def component_prefix(ruleset: Ruleset[Any]) -> str:
    """A ruleset's id as part of a component's name: age-of-war -> AgeOfWar."""
    return "".join(part.title() for part in ruleset.id.split("-"))


class NewTable(Closed):
    """Base of what a table is set up with."""

    gone: ClassVar[Mapping[str, str]] = {
        "entropy": "There is one way of giving seeds now, so leave this out: whoever sits down may send a seed_commitment, "
        "and opens the seed when all seats are taken."
    }


DISPUTES = "How disputes are settled; null where no referee may be asked. Left out: the defaults."


def _seconds(usual: int) -> JsonInteger:
    return JsonInteger(min=0, max=LONGEST, load_default=usual, metadata=described("Seconds."))


class DisputeTerms(Closed):
    """How disputes are settled: how long after the end one may be opened, how much time there is for statements, for a
    ruling and for an appeal, and whether the game stands still meanwhile.
    """

    open_within = _seconds(86_400)
    answer_within = _seconds(600)
    rule_within = _seconds(3_600)
    appeal_within = _seconds(600)
    pause = JsonBoolean(
        load_default=True, metadata=described("Whether the game stands still while a case is open.")
    )


def field_descriptions(ruleset: Ruleset[Any]) -> Mapping[str, str]:
    """What fields mean that do not say it themselves."""
    return {**FIELDS, **ruleset.fields}


@cache
def options_of(ruleset: Ruleset[Any]) -> type[Schema]:
    """What may be agreed on for a game of this ruleset."""
    return schema_of(
        ruleset.options, f"{component_prefix(ruleset)}Options", words=field_descriptions(ruleset)
    )


def table_of(ruleset: Ruleset[Any]) -> dict[str, Any]:
    """What is agreed on for a game of this ruleset, alone or in a tournament."""
    return {
        "ruleset": one_of([ruleset.id], required=True, metadata=described("What is played.")),
        "seats": one_of(ruleset.traits.seats, required=True, metadata=described("How many may sit down.")),
        "options": fields.Nested(
            options_of(ruleset), metadata=described("What is left out has its default; see the ruleset.")
        ),
        "visibility": one_of(
            ["public", "private"],
            load_default="public",
            metadata=described("Whether everybody may see it, or who holds a token of it."),
        ),
        "undo": one_of(
            POLICIES,
            load_default="free",
            metadata=described("Taking back: freely, also with the others' consent, or not at all."),
        ),
        "disputes": fields.Nested(DisputeTerms, allow_none=True, metadata=described(DISPUTES)),
    }


def new_game_of(ruleset: Ruleset[Any]) -> type[Schema]:
    """What `POST /v1/games` takes for this ruleset."""
    made = NewTable.from_dict(table_of(ruleset), name=f"New{component_prefix(ruleset)}Game")
    made.__doc__ = f"A table for a game of {ruleset.name['en']}"
    return made


def actions_of(ruleset: Ruleset[Any]) -> Choice:
    """The union of a ruleset's actions, by `type`."""
    name = component_prefix(ruleset)
    members = {
        tag: schema_of(cls, f"{name}{cls.__name__}", Labelled, field_descriptions(ruleset))
        for tag, cls in ruleset.action_types.items()
    }
    return Choice(f"{name}Action", "type", members, f"What a seat may ask for. Game: {ruleset.name['en']}")


NEW_GAME: Body = Choice(
    "NewGame", "ruleset", {r.id: new_game_of(r) for r in registry().values()}, "A table for a game."
)
ACTIONS: Mapping[str, Choice] = {r.id: actions_of(r) for r in registry().values()}


NEEDS_SEAT = {"anyOf": [{"properties": {name: {}}, "required": [name]} for name in ("seat", "invitation")]}
"""What is bound to a seat says to which; an invitation may say it."""


TOKENS = fields.List(
    text("[A-Za-z0-9_-]+", 64),
    validate=validate.Length(max=100),
    metadata=described(
        "The tokens that the client holds of this game or tournament: whoever plays or organises does not referee there, and "
        "the other way round. They are used for nothing else, neither logged nor stored; unknown ones do not count."
    ),
)


class NewPlayer(Closed):
    """Who takes a seat. Without `seat` the first free one is taken; `bot` is for the organiser.

    Who wants a part in the draws names the seat and sends `seed_commitment`, and opens the seed when all seats are taken.
    With `key`, the seat's own Ed25519 key, goes `sig`: see the ledger's page for what both are made of.
    """

    gone: ClassVar[Mapping[str, str]] = {
        "client_seed": "Seeds are not sent on sitting down any more: send a seed_commitment, and the seed itself to "
        "`seeds` when all seats are taken; or send neither."
    }
    together: ClassVar[Mapping[str, Any]] = {
        "dependentSchemas": {"seed_commitment": NEEDS_SEAT, "key": NEEDS_SEAT}
    }
    name = Name(required=True)
    seat = JsonInteger(min=1, max=64, metadata=described("Which seat; without it the first free one."))
    invitation = text(
        CODE, 46, metadata={"description": "The code of an invitation; it opens what is private too."}
    )
    bot = one_of(BOTS, metadata=described("The kind of bot that the organiser seats."))
    seed_commitment = text(SECRET, 43, metadata=described("What the seat's seed is bound to, in base64url."))
    key = text(SECRET, 43, metadata=described("The Ed25519 key of the seat's own, in base64url."))
    sig = text(SIGNATURE, 86, metadata=described("The key's signature of sitting down, in base64url."))
    tokens = TOKENS


class RevealedSeed(Closed):
    """The seed that the seat committed to when it joined, with `sig` by its key if it has one."""

    seed = text(SECRET, 43, required=True, metadata=described("32 random bytes in base64url."))
    sig = text(SIGNATURE, 86, metadata=described("The signature by the seat's key, in base64url."))


class AtVersion(Closed):
    """What is asked about a version of the game."""

    version = JsonInteger(min=1, required=True, metadata=described("The version that is meant."))


class UndoRequest(Closed):
    """How far back; by default to before the seat's last action."""

    to_version = JsonInteger(min=1, metadata=described("The version to go back to."))
    seen = SEEN_HEAD


class UndoAnswer(Closed):
    """Whether the seat agrees."""

    seen = SEEN_HEAD
    accept = JsonBoolean(required=True, metadata=described("Whether the seat agrees."))


class NewFork(Closed):
    """Where the analysis begins; a version in the midst of an action means the one before that action."""

    version = JsonInteger(min=1, required=True, metadata=described("The version to begin from."))


class LineFrom(Closed):
    """Where an analysis goes on."""

    to_version = JsonInteger(min=1, required=True)


GO_TO = JsonBody(LineFrom)
NEW_FORK = JsonBody(NewFork)
NEW_PLAYER, REVEALED_SEED = JsonBody(NewPlayer), JsonBody(RevealedSeed)
SEEN, SIGNED_ACTION = JsonBody(SeenHead), JsonBody(SignedAction)
UNDO_ANSWER = OrSigned("UndoAnswerOrSigned", JsonBody(UndoAnswer), SIGNED_ACTION)
UNDO_REQUEST = OrSigned("UndoRequestOrSigned", JsonBody(UndoRequest, optional=True), SIGNED_ACTION)


SINCE = "Games whose last event came at this time or later."
UNTIL = "Games whose last event came before this time."


class LobbyQuery(Closed):
    imported = QueryBoolean(
        load_default=None, metadata=described("Games that came in files, in place of those played here.")
    )
    status = one_of(STATUSES, load_default=None, metadata=described("Only games that stand so."))
    ruleset = fields.String(
        load_default=None, metadata=described("Only games of this ruleset.", example="romans")
    )
    player = Name(
        load_default=None, about="Games where somebody sits under this name, which is not a person."
    )
    since = QueryTime(load_default=None, metadata={"description": SINCE})
    until = QueryTime(load_default=None, metadata={"description": UNTIL})
    bot = QueryBoolean(load_default=None, metadata={"description": "Whether a bot plays."})
    outcome = text(
        REASON, 64, load_default=None, metadata={"description": "The `reason` of the game's outcome."}
    )
    limit = QueryInteger(min=1, max=100, load_default=20, metadata=described("At most so many."))
    cursor = text(CURSOR, 256, load_default=None, metadata={"description": "`next` of the page before."})


class ExportQuery(Closed):
    ruleset = fields.String(load_default=None)
    since = QueryTime(load_default=None, metadata={"description": SINCE})
    until = QueryTime(load_default=None, metadata={"description": UNTIL})
    cursor = text("[0-9a-f]{32}", 32, load_default=None, metadata={"description": "The last game received."})


class SeatQuery(Closed):
    seat = QueryInteger(
        min=1,
        max=64,
        load_default=None,
        metadata={
            "description": "For an analyst, who acts for all seats: which one, when several are to act."
        },
    )


LABELS = QueryBoolean(load_default=False, metadata=described("Whether each event comes with its `text`."))


class ActionQuery(SeatQuery):
    labels = LABELS


class DocumentQuery(Closed):
    wait = QuerySeconds(
        load_default=None,
        metadata={"description": "Seconds to wait for a newer version; more than 30 are taken as 30."},
    )
    after = QueryInteger(
        load_default=None,
        metadata={"description": "The version that the client holds: what is newer is waited for."},
    )


class ViewpointQuery(Closed):
    """Base of what may be asked with a seat's eyes."""

    as_ = text(
        "seat:[1-9][0-9]?",
        7,
        data_key="as",
        load_default=None,
        metadata={
            "description": "With the eyes of this seat, such as `seat:2`: for a referee under a release, and for anybody when "
            "the game is over."
        },
    )


class LegalActionsQuery(ViewpointQuery):
    seat = QueryInteger(
        min=1,
        max=64,
        load_default=None,
        metadata={
            "description": "For an analyst: which seat, when several are to act. In a game that hides nothing, for whoever "
            "has no seat: whose actions."
        },
    )
    labels = QueryBoolean(
        load_default=False,
        metadata={"description": "Whether each action comes with its `label`, and all with the `prompt`."},
    )
    version = QueryInteger(
        min=1,
        load_default=None,
        metadata={
            "description": "What the seat could do at this version; by default now. One in the midst of an action means the "
            "one before that action."
        },
    )


class PastQuery(ViewpointQuery):
    """Base of what is asked about the past of a game."""

    reveal = one_of(
        ["end"],
        load_default=None,
        metadata={
            "description": "`end`: with every value that is open to everybody now that the game is over."
        },
    )


class StateQuery(PastQuery):
    document_revision = QueryInteger(
        load_default=None, metadata={"description": "The game document's `document_revision`."}
    )


class StatesQuery(PastQuery):
    from_ = QueryInteger(
        data_key="from", load_default=1, min=1, metadata={"description": "The first version."}
    )
    to = QueryInteger(
        load_default=None,
        min=1,
        metadata={"description": "The last version; by default as many as there are, at most 100 in all."},
    )


class EventsQuery(PastQuery):
    after = QueryInteger(load_default=0, metadata={"description": "The version that the client holds."})
    limit = QueryInteger(min=1, max=1000, load_default=200, metadata=described("At most so many, in JSON."))
    labels = LABELS


EVENT = one_of(
    ["typed", "none"],
    load_default="typed",
    metadata=described("none: no `event` line, so that one listener (`onmessage`) hears all types."),
)


class StreamQuery(Closed):
    after = QueryInteger(load_default=0, metadata={"description": "The version that the client holds."})
    labels = LABELS
    event = EVENT
    analysis = QueryBoolean(
        load_default=False,
        metadata=described("Whether to tell, too, how far the analysis of the game has come."),
    )


class LobbyStreamQuery(Closed):
    after = QueryInteger(
        load_default=None,
        metadata={"description": "The id of the last change that the client holds; else from now."},
    )
    event = EVENT


class ReplayQuery(PastQuery):
    after = QueryInteger(
        load_default=0,
        metadata=described(
            "The version whose replay, asked for in the same way, the client holds: only what is new or other then."
        ),
    )
    lang = one_of(list(LANGUAGES), load_default="en", metadata=described("The language of the sentences."))
    labels = QueryBoolean(
        load_default=False,
        metadata=described("Whether frames and chapters have their `text` in both languages."),
    )


class NewsQuery(Closed):
    after = QueryInteger(load_default=0, metadata=described("The version that the client holds: 0 for none."))
    lang = one_of(list(LANGUAGES), load_default="en", metadata=described("The language of the sentences."))
    audit = QueryInteger(
        load_default=None,
        metadata=described(
            "How many entries the audit file has that the client holds; without it no audit file is told."
        ),
    )


class AuditQuery(Closed):
    after = QueryInteger(
        load_default=0,
        metadata=described("How many entries the file has that the client holds: only what is new then."),
    )


class EntriesQuery(Closed):
    from_ = QueryInteger(data_key="from", load_default=0, metadata=described("The first entry, from 0."))
    to = QueryInteger(load_default=None, metadata=described("The entry to stop before; else all."))


class ProofQuery(Closed):
    index = QueryInteger(required=True, metadata=described("The entry's number, from 0.", example=0))
    size = QueryInteger(
        load_default=None, metadata=described("The size of the log it is proved for; else all of it.")
    )


class ConsistencyQuery(Closed):
    from_ = QueryInteger(
        data_key="from", required=True, metadata=described("The size of the shorter log.", example=1)
    )
    to = QueryInteger(load_default=None, metadata=described("The size of the longer log; else all of it."))
