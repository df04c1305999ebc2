"""Bodies about what opens an account."""

from __future__ import annotations

from collections.abc import Sequence

from marshmallow import fields, validate

from api.requests.bodies import JsonBody
from api.requests.fields import Closed, JsonInteger, Name, described, one_of, text
from projections.documents.credentials import SCOPES

DAY = 86_400
SECRET = "[A-Za-z0-9_-]{43}"


def _scopes(names: Sequence[str]) -> fields.List[str]:
    return fields.List(
        one_of(names),
        required=True,
        validate=validate.Length(min=1, max=len(names)),
        metadata=described("What it may do; none contains another."),
    )


class NewToken(Closed):
    """A personal token, for a program."""

    label = Name("What its owner calls it.", required=True)
    scopes = _scopes(SCOPES)
    expires_in = JsonInteger(
        min=60, max=366 * DAY, load_default=90 * DAY, metadata=described("Seconds; 90 days by default.")
    )


class NewBotToken(NewToken):
    """A token of a bot, which is no referee."""

    scopes = _scopes([scope for scope in SCOPES if scope != "referee"])


class NewBot(Closed):
    """A bot."""

    name = fields.String(
        required=True,
        validate=validate.Length(min=1, max=100),
        metadata=described("Its name, of the form of all names of accounts."),
    )


class Digits(Closed):
    """What the new device shows."""

    digits = text("[0-9]{6}", 6, required=True, metadata=described("The six digits.", example="042731"))


class CodeSecret(Closed):
    """What the new device has read."""

    secret = text(
        SECRET,
        43,
        required=True,
        metadata=described("What was behind # in the code's address.", example="A" * 43),
    )


class Ticket(Closed):
    """Who was let in."""

    ticket = text(
        SECRET, 43, required=True, metadata=described("The ticket of the opening.", example="A" * 43)
    )


class Nothing(Closed):
    """No members."""


NEW_TOKEN, NEW_BOT_TOKEN, NEW_BOT = JsonBody(NewToken), JsonBody(NewBotToken), JsonBody(NewBot)
DIGITS, CODE_SECRET, TICKET = JsonBody(Digits), JsonBody(CodeSecret), JsonBody(Ticket)
NOTHING = JsonBody(Nothing, optional=True)
