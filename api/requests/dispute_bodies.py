"""Request bodies of disputes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import ValidationError, fields, validate

from api.requests.bodies import JsonBody
from api.requests.fields import (
    Closed,
    JsonBoolean,
    JsonInteger,
    Name,
    Prose,
    described,
    one_of,
    text,
)
from api.requests.schemas import (
    CODE,
    TOKENS,
    SeenHead,
    SignedWords,
)
from projections.documents.disputes import KINDS, PENALTIES, WANTS
from service.system.texts import LINE_ENDS, check_visible, is_blank

MAX_CHARACTERS = 4000
SALT = "[A-Za-z0-9_-]{21}[AQgw]"
"""16 bytes in base64url without padding."""
AT_MOST_100 = validate.Length(max=100)
"""More than any game allows: a smaller limit is a clause of the rules."""


class DeskText(Prose):
    """A text of a party or referee. It is stored and hashed unchanged."""

    def __init__(self, **options: Any) -> None:
        about = "At most 4,000 visible characters and line ends. Stored unchanged."
        checks = validate.Length(min=1, max=MAX_CHARACTERS)
        super().__init__(validate=checks, metadata=described(about), **options)

    def normalized(self, text: str) -> str:
        check_visible(text, but=LINE_ENDS)
        if is_blank(text):
            raise ValidationError("A text has at least one letter or sign.")
        return text


def _version(**options: Any) -> JsonInteger:
    return JsonInteger(min=1, required=True, metadata=described("The version of an event."), **options)


class Signable(Closed):
    """Base of a seat's steps: signed if the seat has a key, or with the head that the client has seen."""

    signed = fields.Nested(SignedWords)
    seen = fields.Nested(SeenHead)


class WithText(Closed):
    """Base of steps with a text, in the language `lang`."""

    lang = one_of(["en", "pl"], load_default="en")
    salt = text(SALT, 22, metadata=described("With `signed`: the salt of the hash in it."))


class StretchAsked(Closed):
    """Versions of events, both included. They may have been taken back."""

    from_ = _version(data_key="from")
    to = _version()


class NewDispute(Signable, WithText):
    """What is disputed, why, and which remedy the opener wants."""

    about = fields.Nested(StretchAsked, required=True)
    claim = DeskText(required=True)
    clauses = fields.List(text("[a-z0-9.-]+", 64), load_default=list, validate=AT_MOST_100)
    wants = one_of(WANTS, required=True)


class NewStatement(Signable, WithText):
    """The statement of a party other than the opener."""

    text = DeskText(required=True)


class NewAppeal(Signable, WithText):
    """Why the ruling is wrong."""

    grounds = DeskText(required=True)


class NewAnswer(Signable, WithText):
    """What a party says to the grounds; without `text` it has nothing to say."""

    text = DeskText()


class DeskAction(Signable):
    """A step without a text."""


class NewRefusal(Signable):
    """Whether a party refuses the referee who has taken the case; false says that it will not."""

    refuse = JsonBoolean(required=True, metadata=described("Whether it refuses."))


class NewRelease(Closed):
    """The seats whose view is needed, for which versions, and why."""

    seats = fields.List(JsonInteger(min=1, max=64), required=True, validate=AT_MOST_100)
    from_ = _version(data_key="from")
    to = _version()
    reason = DeskText(required=True)
    lang = one_of(["en", "pl"], load_default="en")


class NewReading(Closed):
    """The seat with whose eyes the referee begins to see."""

    seat = JsonInteger(min=1, max=64, required=True)


class NewPenalty(Closed):
    """A record that changes nothing in the game; `code` is a clause referee.conduct.*."""

    seat = JsonInteger(min=1, max=64, required=True)
    kind = one_of(PENALTIES, required=True)
    code = text("[a-z0-9.-]+", 64, required=True)


class NewRemedy(Closed):
    """The remedy; its members depend on the ruling's kind.

    backed-up: to_version. replayed: chapter, the first version of a chapter of the replay. corrected: to_version, seat and
    its action. result: winners, ranking, scores. If the game continues, it may have `clock` besides.
    """

    to_version = JsonInteger(min=1)
    chapter = JsonInteger(min=1)
    seat = JsonInteger(min=1, max=64)
    action = fields.Dict(keys=fields.String(), metadata=described("An action of the game's ruleset."))
    winners = fields.List(JsonInteger(min=1, max=64), validate=AT_MOST_100)
    ranking = fields.List(fields.List(JsonInteger(min=1, max=64), validate=AT_MOST_100), validate=AT_MOST_100)
    scores = fields.Dict(keys=text("[1-9][0-9]?", 2), values=JsonInteger())
    clock = fields.Dict(
        keys=text("[1-9][0-9]?", 2),
        values=JsonInteger(min=0),
        metadata=described(
            "By seat, the milliseconds that its bank then has: stands, backed-up, replayed, corrected."
        ),
    )


class NewPreview(Closed):
    """The part of a ruling that has an effect."""

    kind = one_of(KINDS, required=True)
    remedy = fields.Nested(NewRemedy)


class PlainRuling(Closed):
    """The ruling, its findings, and the clauses that it rests on."""

    kind = one_of(KINDS, required=True)
    findings = DeskText(required=True)
    clauses = fields.List(text("[a-z0-9.-]+", 64), required=True, validate=AT_MOST_100)
    remedy = fields.Nested(NewRemedy, metadata=described("Omitted if the kind needs none."))
    penalties = fields.List(fields.Nested(NewPenalty), load_default=list, validate=AT_MOST_100)
    why_not_stand = DeskText()


class NewRuling(PlainRuling):
    """A ruling, in one language."""

    lang = one_of(["en", "pl"], load_default="en")


class NewDecision(Closed):
    """The decision on an appeal: `changed` brings a complete ruling that replaces the first."""

    decision = one_of(["upheld", "changed"], required=True)
    findings = DeskText(required=True)
    ruling = fields.Nested(PlainRuling)
    lang = one_of(["en", "pl"], load_default="en")


class NewReferee(Closed):
    """The referee's role."""

    head = JsonBoolean(load_default=False, metadata=described("Whether the referee may decide appeals."))
    account = Prose(
        validate=validate.Length(min=1, max=60),
        metadata=described("The id or the name of the account that is appointed; it accepts without a code."),
    )


class Acceptance(Closed):
    """The code that makes its holder a referee, and the referee's name; neither for an account that was appointed."""

    constraints: ClassVar[Mapping[str, Any]] = {"example": {"code": f"ki_{'A' * 43}", "name": "Ala"}}
    code = text(CODE, 46)
    name = Name()
    tokens = TOKENS


CLAIM, STATEMENT, APPEAL = JsonBody(NewDispute), JsonBody(NewStatement), JsonBody(NewAppeal)
REFUSAL = JsonBody(NewRefusal)
ANSWER, READING = JsonBody(NewAnswer, optional=True), JsonBody(NewReading)
WITH_SIGNATURE = JsonBody(DeskAction, optional=True)
PREVIEW = JsonBody(NewPreview)
RELEASE, RULING, DECISION = JsonBody(NewRelease), JsonBody(NewRuling), JsonBody(NewDecision)
REFEREE, ACCEPTANCE = JsonBody(NewReferee, optional=True), JsonBody(Acceptance, optional=True)
