"""What requests may hold: the schemas of record. Those of games come from the rulesets themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import EXCLUDE, Schema, fields, post_load

from api.fields import (
    Closed,
    JsonBoolean,
    JsonInteger,
    Name,
    QueryBoolean,
    QueryInteger,
    QuerySeconds,
    one_of,
    text,
)
from api.request_bodies import Body, Choice, One, OrSigned
from api.structs import schema_of
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.undo import POLICIES
from projections.documents.games import STATUSES
from projections.sentences import LANGUAGES
from service.bots import KINDS as BOTS

SECRET = "[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]"
"""32 bytes in base64url without padding."""
SIGNATURE = "[A-Za-z0-9_-]{85}[AQgw]"
"""64 bytes in base64url without padding."""
CODE = f"ki_{SECRET}"
"""The code of an invitation."""
CURSOR = "[A-Za-z0-9_=-]+"


class Label(Schema):
    """What a button for an action says."""

    class Meta:
        unknown = EXCLUDE

    en = fields.String(required=True)
    pl = fields.String(required=True)


class SeenHead(Closed):
    """The head of the log that the client knows: how many entries, and the root over them in base64.

    The log keeps it as the client's word. A head that is none of this log is answered with 409 `split-view`.
    """

    n = JsonInteger(min=0, required=True)
    r = text("[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=", 44, required=True)


class SignedWords(Closed):
    """What the key of a seat has signed: entry number `n` is to be the action in `disclosure`, base64url of the canonical
    JSON of an array of 16 random bytes in base64url and the action; `s` is the signature. See the ledger's page.
    """

    n = JsonInteger(min=1, required=True)
    disclosure = text("[A-Za-z0-9_-]+", 60_000, required=True)
    s = text(SIGNATURE, 86, required=True)


class SignedAction(Closed):
    """A signed action, in place of the action itself: the only way to act for a seat that has a key."""

    signed = fields.Nested(SignedWords, required=True)


class Labelled(Closed):
    """Base of actions: they may be sent as they are served, with their label, which says nothing to the service."""

    seen = fields.Nested(
        SeenHead, metadata={"description": "The head that the client has seen, if it likes."}
    )
    label = fields.Nested(Label, metadata={"description": "Served with `labels=true`; ignored in a request."})

    @post_load
    def without_label(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        data.pop("label", None)
        data.pop("seen", None)
        return data


def named(ruleset: Ruleset[Any]) -> str:
    """A ruleset's id as part of a component's name: age-of-war -> AgeOfWar."""
    return "".join(part.title() for part in ruleset.id.split("-"))


class NewTable(Closed):
    """Base of what a table is set up with."""

    gone: ClassVar[Mapping[str, str]] = {
        "entropy": "There is one way of giving seeds now, so leave this out: whoever sits down may send a seed_commitment, "
        "and opens the seed when all seats are taken."
    }


def table_of(ruleset: Ruleset[Any]) -> dict[str, Any]:
    """What is agreed on for a game of this ruleset, alone or in a tournament."""
    options = schema_of(ruleset.options, f"{named(ruleset)}Options")
    return {
        "ruleset": one_of([ruleset.id], required=True),
        "seats": one_of(ruleset.traits.seats, required=True),
        "options": fields.Nested(options),
        "visibility": one_of(["public", "private"], load_default="public"),
        "undo": one_of(POLICIES, load_default="free"),
        "disputes": JsonBoolean(
            load_default=True, metadata={"description": "Whether a referee may be asked to settle disputes."}
        ),
    }


def new_game_of(ruleset: Ruleset[Any]) -> type[Schema]:
    """What `POST /v1/games` takes for this ruleset."""
    return NewTable.from_dict(table_of(ruleset), name=f"New{named(ruleset)}Game")


def actions_of(ruleset: Ruleset[Any]) -> Choice:
    """The union of a ruleset's actions, by `type`."""
    name = named(ruleset)
    members = {
        tag: schema_of(cls, f"{name}{cls.__name__}", Labelled) for tag, cls in ruleset.action_types.items()
    }
    return Choice(f"{name}Action", "type", members)


NEW_GAME: Body = Choice("NewGame", "ruleset", {r.id: new_game_of(r) for r in registry().values()})
ACTIONS: Mapping[str, Choice] = {r.id: actions_of(r) for r in registry().values()}


class NewPlayer(Closed):
    """Who takes a seat. Without `seat` the first free one is taken; `bot` is for the organiser.

    Who wants a part in the draws names the seat and sends `seed_commitment`, and opens the seed when all seats are taken.
    With `key`, the seat's own Ed25519 key, goes `sig`: see the ledger's page for what both are made of.
    """

    gone: ClassVar[Mapping[str, str]] = {
        "client_seed": "Seeds are not sent on sitting down any more: send a seed_commitment, and the seed itself to "
        "`seeds` when all seats are taken; or send neither."
    }
    name = Name(required=True)
    seat = JsonInteger(min=1, max=64)
    invitation = text(
        CODE, 46, metadata={"description": "The code of an invitation; it opens what is private too."}
    )
    bot = one_of(BOTS)
    seed_commitment = text(SECRET, 43)
    key = text(SECRET, 43)
    sig = text(SIGNATURE, 86)


class RevealedSeed(Closed):
    """The seed that the seat committed to when it joined, with `sig` by its key if it has one."""

    seed = text(SECRET, 43, required=True)
    sig = text(SIGNATURE, 86)


class AtVersion(Closed):
    """What is asked about a version of the game."""

    version = JsonInteger(min=1, required=True)


class UndoRequest(Closed):
    """How far back; by default to before the seat's last action."""

    to_version = JsonInteger(min=1)
    seen = fields.Nested(SeenHead)


class UndoAnswer(Closed):
    """Whether the seat agrees."""

    seen = fields.Nested(SeenHead)
    accept = JsonBoolean(required=True)


class NewFork(Closed):
    """Where the analysis begins; a version in the midst of an action means the one before that action."""

    version = JsonInteger(min=1, required=True)


NEW_FORK = One(NewFork)
NEW_PLAYER, REVEALED_SEED = One(NewPlayer), One(RevealedSeed)
SEEN, SIGNED_ACTION = One(SeenHead), One(SignedAction)
UNDO_ANSWER = OrSigned("UndoAnswerOrSigned", One(UndoAnswer), SIGNED_ACTION)
UNDO_REQUEST = OrSigned("UndoRequestOrSigned", One(UndoRequest, optional=True), SIGNED_ACTION)


class LobbyQuery(Closed):
    imported = QueryBoolean(load_default=None)
    status = one_of(STATUSES, load_default=None)
    ruleset = fields.String(load_default=None)
    limit = QueryInteger(min=1, max=100, load_default=20)
    cursor = text(CURSOR, 256, load_default=None, metadata={"description": "`next` of the page before."})


class SeatQuery(Closed):
    seat = QueryInteger(
        min=1,
        max=64,
        load_default=None,
        metadata={
            "description": "For an analyst, who acts for all seats: which one, when several are to act."
        },
    )


class LegalActionsQuery(SeatQuery):
    labels = QueryBoolean(
        load_default=False, metadata={"description": "Whether each action comes with its `label`."}
    )


class DocumentQuery(Closed):
    wait = QuerySeconds(
        load_default=None,
        metadata={"description": "Seconds to wait for a newer version; more than 30 are taken as 30."},
    )
    after = QueryInteger(
        load_default=None,
        metadata={"description": "The version that the client holds: what is newer is waited for."},
    )


class StateQuery(Closed):
    document_revision = QueryInteger(
        load_default=None, metadata={"description": "The game document's `document_revision`."}
    )


class EventsQuery(Closed):
    after = QueryInteger(load_default=0, metadata={"description": "The version that the client holds."})
    limit = QueryInteger(min=1, max=1000, load_default=200)


class StreamQuery(Closed):
    after = QueryInteger(load_default=0, metadata={"description": "The version that the client holds."})


class LobbyStreamQuery(Closed):
    after = QueryInteger(
        load_default=None,
        metadata={"description": "The id of the last change that the client holds; else from now."},
    )


class ReplayQuery(Closed):
    lang = one_of(list(LANGUAGES), load_default="en")


class EntriesQuery(Closed):
    from_ = QueryInteger(data_key="from", load_default=0)
    to = QueryInteger(load_default=None)


class ProofQuery(Closed):
    index = QueryInteger(required=True)
    size = QueryInteger(load_default=None)


class ConsistencyQuery(Closed):
    from_ = QueryInteger(data_key="from", required=True)
    to = QueryInteger(load_default=None)
