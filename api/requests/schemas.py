"""The schemas of request bodies. Those specific to a game are made from its ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from marshmallow import EXCLUDE, Schema, fields, post_load, validate

from api.http.body import Body
from api.requests.bodies import Choice, JsonBody, OrSigned
from api.requests.clocks import NewClock
from api.requests.fields import (
    Closed,
    JsonBoolean,
    JsonInteger,
    Name,
    described,
    one_of,
    text,
)
from api.requests.structs import schema_of
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.clauses import FIELDS
from domain.table.referee.terms import LONGEST
from domain.table.undo import POLICIES
from projections.people import BOTS
from service.tables.creating import undo_of

SECRET = "[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]"
"""32 bytes in base64url without padding."""
SIGNATURE = "[A-Za-z0-9_-]{85}[AQgw]"
"""64 bytes in base64url without padding."""
SALT = "[A-Za-z0-9_-]{21}[AQgw]"
"""16 bytes in base64url without padding."""
CODE = f"ki_{SECRET}"
"""The code of an invitation."""


class Label(Schema):
    """The text of an action's button."""

    class Meta:
        unknown = EXCLUDE

    en = fields.String(required=True, metadata=described("In English."))
    pl = fields.String(required=True, metadata=described("In Polish."))


class SeenHead(Closed):
    """The head of the log that the client has seen: the number of entries, and their root in base64.

    The log records it as the client's claim. A head that does not belong to this log gets 409 `split-view`.
    """

    n = JsonInteger(min=0, required=True, metadata=described("The number of entries."))
    r = text(
        "[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=",
        44,
        required=True,
        metadata=described("Their root, in base64."),
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
    """A signed action, instead of the action itself: the only way to act for a seat that has a key."""

    signed = fields.Nested(SignedWords, required=True, metadata=described("What the seat's key has signed."))


SEEN_HEAD = fields.Nested(SeenHead, metadata=described("Optional: the head that the client has seen."))


class Labelled(Closed):
    """Base of actions. A client may post them as the service lists them, with their words, which are ignored."""

    seen = SEEN_HEAD
    label = fields.Nested(Label, metadata=described("Served with `labels=true`; ignored in a request."))
    say = fields.Nested(
        Label,
        metadata=described(
            "Served with `labels=true` where those who hear it need more than the `label`; ignored in a request."
        ),
    )

    @post_load
    def without_words(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {name: value for name, value in data.items() if name not in ("label", "say", "seen")}


def component_prefix(ruleset: Ruleset[Any]) -> str:
    """A ruleset's id as part of a component's name: age-of-war -> AgeOfWar."""
    return "".join(part.title() for part in ruleset.id.split("-"))


class NewTable(Closed):
    """Base of the settings of a new table."""

    removed: ClassVar[Mapping[str, str]] = {
        "entropy": "Omit this: there is only one way to contribute seeds now. A player may send a seed_commitment with the "
        "seat, and reveals the seed when all seats are taken."
    }

    @post_load
    def with_undo(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "undo": undo_of(data)}


CLOCK = "The clock; omitted: the game is played without one. `GET /v1/clocks` lists usual ones."
MEETING = (
    "The meeting that it belongs to for good. The request then carries the token of the meeting's organiser; the answer has the "
    "token of the new table's."
)
DISPUTES = "How disputes are settled; null if the game allows no disputes. Omitted: the defaults."


def _seconds(usual: int) -> JsonInteger:
    return JsonInteger(min=0, max=LONGEST, load_default=usual, metadata=described("Seconds."))


class DisputeTerms(Closed):
    """How disputes are settled: for how long after the end one may be opened, the time for statements, for a ruling and for
    an appeal, and whether the game pauses meanwhile.
    """

    open_within = _seconds(86_400)
    answer_within = _seconds(600)
    rule_within = _seconds(3_600)
    appeal_within = _seconds(600)
    pause = JsonBoolean(
        load_default=True, metadata=described("Whether the game pauses while a case is open.")
    )


def field_descriptions(ruleset: Ruleset[Any]) -> Mapping[str, str]:
    """Descriptions of the fields that have none of their own."""
    return {**FIELDS, **ruleset.fields}


@cache
def options_of(ruleset: Ruleset[Any]) -> type[Schema]:
    """The options of a game of this ruleset."""
    return schema_of(
        ruleset.options, f"{component_prefix(ruleset)}Options", descriptions=field_descriptions(ruleset)
    )


def table_of(ruleset: Ruleset[Any]) -> dict[str, Any]:
    """The settings of a table of this ruleset, alone or in a tournament."""
    return {
        "ruleset": one_of([ruleset.id], required=True, metadata=described("The ruleset.")),
        "seats": one_of(ruleset.traits.seats, required=True, metadata=described("The number of seats.")),
        "options": fields.Nested(
            options_of(ruleset), metadata=described("Omitted options have their defaults; see the ruleset.")
        ),
        "visibility": one_of(
            ["public", "private"],
            load_default="public",
            metadata=described("Whether anyone may see the game, or only holders of its tokens."),
        ),
        "undo": one_of(
            POLICIES,
            metadata=described(
                "Whether players may take back: freely, also with the others' consent, or not at all. The default is `free`, "
                "and `none` with a `clock`."
            ),
        ),
        "disputes": fields.Nested(DisputeTerms, allow_none=True, metadata=described(DISPUTES)),
        "clock": fields.Nested(NewClock, metadata=described(CLOCK)),
        "accounts": one_of(
            ["required"],
            metadata=described("Only persons with accounts take seats; without it, guests are welcome."),
        ),
        "meeting": text("[0-9a-f]{32}", 32, metadata=described(MEETING)),
    }


def new_game_of(ruleset: Ruleset[Any]) -> type[Schema]:
    """The body of `POST /v1/games` for this ruleset."""
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
    return Choice(f"{name}Action", "type", members, f"An action of a seat. Game: {ruleset.name['en']}")


NEW_GAME: Body = Choice(
    "NewGame", "ruleset", {r.id: new_game_of(r) for r in registry().values()}, "A table for a game."
)
ACTIONS: Mapping[str, Choice] = {r.id: actions_of(r) for r in registry().values()}


NEEDS_SEAT = {"anyOf": [{"properties": {name: {}}, "required": [name]} for name in ("seat", "invitation")]}
"""A signature or commitment names the seat it is bound to, unless an invitation does."""


TOKENS = fields.List(
    text("[A-Za-z0-9_-]+", 64),
    validate=validate.Length(max=100),
    metadata=described(
        "The tokens of this game, its tournament and its meeting that the client holds. Players, organisers and other "
        "referees may not be referees there, and referees take no seat. The tokens are used for nothing else and neither "
        "logged nor stored; unknown ones are ignored."
    ),
)


class NewPlayer(Closed):
    """A player or bot who takes a seat. Without `seat` they get the first free one; `bot` is for the organiser.

    To contribute to the draws, a player names the seat, sends `seed_commitment`, and reveals the seed when all seats are
    taken. With `key`, the seat's own Ed25519 key, comes `sig`: the ledger's page says what both are made from.
    """

    removed: ClassVar[Mapping[str, str]] = {
        "client_seed": "Seeds are no longer sent when taking a seat. Send a seed_commitment, and the seed itself to `seeds` "
        "when all seats are taken; or send neither."
    }
    constraints: ClassVar[Mapping[str, Any]] = {
        "dependentSchemas": {"seed_commitment": NEEDS_SEAT, "key": NEEDS_SEAT},
        "example": {"name": "Ala"},
    }
    name = Name("Required for guests and bots; an account sits down under its own name, and gives none.")
    seat = JsonInteger(min=1, max=64, metadata=described("The seat; the default is the first free one."))
    invitation = text(
        CODE,
        46,
        metadata=described("The code of an invitation; it gives access to a private game or tournament."),
    )
    bot = one_of(BOTS, metadata=described("The kind of bot, for the organiser."))
    account_salt = text(
        SALT,
        22,
        metadata=described(
            "16 random bytes in base64url for the log's hash of the account; required with `key`. Accounts only."
        ),
    )
    seed_commitment = text(SECRET, 43, metadata=described("The commitment to the seat's seed, in base64url."))
    key = text(SECRET, 43, metadata=described("The seat's own Ed25519 public key, in base64url."))
    sig = text(SIGNATURE, 86, metadata=described("The key's signature of taking the seat, in base64url."))
    tokens = TOKENS


class RevealedSeed(Closed):
    """The seed that the seat committed to when it joined, with `sig` by its key if it has one."""

    seed = text(SECRET, 43, required=True, metadata=described("32 random bytes in base64url."))
    sig = text(SIGNATURE, 86, metadata=described("The signature by the seat's key, in base64url."))


class AtVersion(Closed):
    """A question about a version of the game."""

    version = JsonInteger(min=1, required=True, metadata=described("The version of the game."))


class UndoRequest(Closed):
    """How far back; by default to before the seat's last action."""

    to_version = JsonInteger(min=1, metadata=described("The version to go back to."))
    seen = SEEN_HEAD


class UndoAnswer(Closed):
    """Whether the seat agrees."""

    seen = SEEN_HEAD
    accept = JsonBoolean(required=True, metadata=described("Whether the seat agrees."))


class NewFork(Closed):
    """Where the analysis starts. A version within an action means the one before that action."""

    version = JsonInteger(min=1, required=True, metadata=described("The version to start from."))


class LineFrom(Closed):
    """Where an analysis continues."""

    to_version = JsonInteger(min=1, required=True)


GO_TO = JsonBody(LineFrom)
NEW_FORK = JsonBody(NewFork)
NEW_PLAYER, REVEALED_SEED = JsonBody(NewPlayer), JsonBody(RevealedSeed)
SEEN, SIGNED_ACTION = JsonBody(SeenHead), JsonBody(SignedAction)
UNDO_ANSWER = OrSigned("UndoAnswerOrSigned", JsonBody(UndoAnswer), SIGNED_ACTION)
UNDO_REQUEST = OrSigned("UndoRequestOrSigned", JsonBody(UndoRequest, optional=True), SIGNED_ACTION)
