"""Request bodies of judge calls."""

from __future__ import annotations

from marshmallow import fields

from api.requests.bodies import JsonBody
from api.requests.dispute_bodies import DeskText, Signable, StretchAsked, WithText
from api.requests.fields import Closed, described, one_of


class NewCall(Signable, WithText):
    """What a seat asks the referees."""

    about = fields.Nested(
        StretchAsked, metadata=described("The events that it is about, if it is about any in particular.")
    )
    question = DeskText(required=True)


class NewCallAnswer(Closed):
    """What a referee answers."""

    answer = DeskText(required=True)
    lang = one_of(["en", "pl"], load_default="en")


CALL, ANSWER = JsonBody(NewCall), JsonBody(NewCallAnswer)
