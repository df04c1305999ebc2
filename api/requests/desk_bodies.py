"""What is sent to the referee's desk."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from api.requests.bodies import One
from api.requests.fields import (
    Closed,
    JsonBoolean,
    JsonInteger,
    Name,
    Prose,
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
from service.system.texts import LINE_ENDS, check_visible

MOST_LETTERS = 4000
SALT = "[A-Za-z0-9_-]{21}[AQgw]"
"""16 bytes in base64url without padding."""
MANY = validate.Length(max=100)
"""Beyond what any game allows, which is refused with its clause."""


class DeskText(Prose):
    """What somebody writes. It is kept and hashed as it came."""

    def __init__(self, **told: Any) -> None:
        about = "At most 4,000 characters, all of them visible, and line ends. Kept as it came."
        checks = validate.Length(min=1, max=MOST_LETTERS)
        super().__init__(validate=checks, metadata={"description": about}, **told)

    def kept(self, text: str) -> str:
        check_visible(text, but=LINE_ENDS)
        return text


def _version(**told: Any) -> JsonInteger:
    return JsonInteger(min=1, required=True, metadata={"description": "The version of an event."}, **told)


class Signable(Closed):
    """Base of what a seat does: signed if it has a key, or with the head that the client has seen."""

    signed = fields.Nested(SignedWords)
    seen = fields.Nested(SeenHead)


class Writing(Closed):
    """Base of what brings a text, in the language `lang`."""

    lang = one_of(["en", "pl"], load_default="en")
    salt = text(
        SALT, 22, metadata={"description": "With `signed`: the salt that the hash in it was made with."}
    )


class StretchAsked(Closed):
    """Versions of events, both included; they may have been taken back."""

    from_ = _version(data_key="from")
    to = _version()


class NewDispute(Signable, Writing):
    """What is disputed, why, and what is wanted."""

    about = fields.Nested(StretchAsked, required=True)
    claim = DeskText(required=True)
    clauses = fields.List(text("[a-z0-9.-]+", 64), load_default=list, validate=MANY)
    wants = one_of(WANTS, required=True)


class NewStatement(Signable, Writing):
    """What another party than the opener says."""

    text = DeskText(required=True)


class NewAppeal(Signable, Writing):
    """Why the ruling is wrong."""

    grounds = DeskText(required=True)


class DeskAction(Signable):
    """What needs no words."""


class NewRelease(Closed):
    """Whose eyes are needed, for which versions, and why."""

    seats = fields.List(JsonInteger(min=1, max=64), required=True, validate=MANY)
    from_ = _version(data_key="from")
    to = _version()
    reason = DeskText(required=True)
    lang = one_of(["en", "pl"], load_default="en")


class NewPenalty(Closed):
    """A record that changes nothing in the game; `code` is a clause referee.conduct.*."""

    seat = JsonInteger(min=1, max=64, required=True)
    kind = one_of(PENALTIES, required=True)
    code = text("[a-z0-9.-]+", 64, required=True)


class NewRemedy(Closed):
    """What is to be done: which members there are follows from the ruling's kind.

    backed-up: to_version. replayed: chapter, the first version of a chapter of the replay. corrected: to_version, seat and
    its action. result: winners, ranking, scores.
    """

    to_version = JsonInteger(min=1)
    chapter = JsonInteger(min=1)
    seat = JsonInteger(min=1, max=64)
    action = fields.Dict(keys=fields.String(), metadata={"description": "An action of the game's ruleset."})
    winners = fields.List(JsonInteger(min=1, max=64), validate=MANY)
    ranking = fields.List(fields.List(JsonInteger(min=1, max=64), validate=MANY), validate=MANY)
    scores = fields.Dict(keys=text("[1-9][0-9]?", 2), values=JsonInteger())


class NewPreview(Closed):
    """A ruling as far as it does something."""

    kind = one_of(KINDS, required=True)
    remedy = fields.Nested(NewRemedy)


class PlainRuling(Closed):
    """What is ruled, why, by which clauses."""

    kind = one_of(KINDS, required=True)
    findings = DeskText(required=True)
    clauses = fields.List(text("[a-z0-9.-]+", 64), required=True, validate=MANY)
    remedy = fields.Nested(NewRemedy, metadata={"description": "Left out where the kind needs none."})
    penalties = fields.List(fields.Nested(NewPenalty), load_default=list, validate=MANY)
    why_not_stand = DeskText()


class NewRuling(PlainRuling):
    """A ruling, in one language."""

    lang = one_of(["en", "pl"], load_default="en")


class NewDecision(Closed):
    """Of an appeal: `changed` brings a whole ruling in place of the first."""

    decision = one_of(["upheld", "changed"], required=True)
    findings = DeskText(required=True)
    ruling = fields.Nested(PlainRuling)
    lang = one_of(["en", "pl"], load_default="en")


class NewReferee(Closed):
    """Who is appointed."""

    head = JsonBoolean(load_default=False, metadata={"description": "May decide appeals."})


class Acceptance(Closed):
    """The code that makes somebody a referee, and what he is called."""

    code = text(CODE, 46, required=True)
    name = Name(required=True)
    tokens = TOKENS


CLAIM, STATEMENT, APPEAL = One(NewDispute), One(NewStatement), One(NewAppeal)
WITH_SIGNATURE = One(DeskAction, optional=True)
PREVIEW = One(NewPreview)
RELEASE, RULING, DECISION = One(NewRelease), One(NewRuling), One(NewDecision)
REFEREE, ACCEPTANCE = One(NewReferee, optional=True), One(Acceptance)
