"""The bodies of requests about accounts."""

from __future__ import annotations

from marshmallow import fields, validate

from api.requests.bodies import Choice, JsonBody
from api.requests.fields import Closed, Prose, described, one_of

CREDENTIAL = "What `PublicKeyCredential.toJSON()` gives."


def account_name() -> fields.String:
    return Prose(
        required=True,
        validate=validate.Length(min=1, max=60),
        metadata=described(
            "2 to 24 characters in Unicode's form NFKC: letters of any script, with marks after them, and digits; between them "
            "single spaces, hyphens and underscores."
        ),
    )


def label() -> fields.String:
    return Prose(
        validate=validate.Length(min=1, max=60),
        metadata=described("By which you recognise the passkey; by default the browser and its system."),
    )


def purpose(value: str) -> fields.Field[str]:
    return one_of([value], required=True, data_key="for")


class SignUpChallenge(Closed):
    """For a new account."""

    purpose = purpose("sign-up")
    name = account_name()
    invitation = fields.String(
        validate=validate.Length(min=1, max=100),
        metadata=described("The code of an invitation to a table: such a sign-up may be free of a limit."),
    )


class SignInChallenge(Closed):
    """For a session."""

    purpose = purpose("sign-in")


class AssertionChallenge(Closed):
    """For operations that need a passkey presented lately, by the session that asks."""

    purpose = purpose("assertion")


class PasskeyChallenge(Closed):
    """For one more passkey of the account that asks."""

    purpose = purpose("passkey")


class RecoveryChallenge(Closed):
    """For a new passkey of an account whose passkeys are lost."""

    purpose = purpose("recovery")
    code = fields.String(
        required=True,
        validate=validate.Length(min=1, max=100),
        metadata=described("A recovery code; case, spaces and hyphens do not count."),
    )


class CredentialAnswer(Closed):
    """A browser's answer to a challenge."""

    challenge = fields.String(
        required=True,
        validate=validate.Length(min=1, max=100),
        metadata=described("That of the challenge."),
    )
    credential = fields.Dict(required=True, keys=fields.String(), metadata=described(CREDENTIAL))


class NewCredentialAnswer(CredentialAnswer):
    """A browser's answer to a challenge for a new passkey."""

    label = label()


class NewName(Closed):
    """The name that the account gets."""

    name = account_name()


class Nothing(Closed):
    """No members."""


CHALLENGE = Choice(
    "NewChallenge",
    "for",
    {
        "sign-up": SignUpChallenge,
        "sign-in": SignInChallenge,
        "assertion": AssertionChallenge,
        "passkey": PasskeyChallenge,
        "recovery": RecoveryChallenge,
    },
    "What a passkey is to be made or presented for.",
)
ANSWER, NEW_PASSKEY = JsonBody(CredentialAnswer), JsonBody(NewCredentialAnswer)
NAME, NOTHING = JsonBody(NewName), JsonBody(Nothing, optional=True)
