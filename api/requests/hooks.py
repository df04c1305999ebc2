"""The requests about webhooks."""

from __future__ import annotations

from marshmallow import fields, validate

from api.requests.bodies import Choice
from api.requests.fields import Closed, described, one_of, text
from projections.notices import KINDS
from service.accounts.notices.addresses import LONGEST_URL


class HookAbout(Closed):
    """What every hook has."""

    url = text(
        r"https://[!-~]+",
        LONGEST_URL,
        required=True,
        metadata=described(
            "Where the service sends notices: https, port 443 or 8443, without user name and fragment. Names that resolve to "
            "addresses that are not public get nothing.",
            example="https://receiver.example/kronika",
        ),
    )
    events = fields.List(
        one_of(KINDS),
        load_default=lambda: list(KINDS),
        validate=validate.Length(min=1, max=len(KINDS)),
        metadata=described("The kinds of notices to send; all of them by default."),
    )


class HookAboutGame(HookAbout):
    """A hook about one game, for its organiser."""

    about = one_of(["game"], required=True, metadata=described("One game."))
    game = text("[0-9a-f]{32}", 32, required=True, metadata=described("The game's id."))


class HookAboutTournament(HookAbout):
    """A hook about all games of a tournament, for its organiser."""

    about = one_of(["tournament"], required=True, metadata=described("All games of a tournament."))
    tournament = text("[0-9a-f]{32}", 32, required=True, metadata=described("The tournament's id."))


class HookAboutMe(HookAbout):
    """A hook about what an account is notified of."""

    about = one_of(["me"], required=True, metadata=described("What the account is notified of."))


class HookAboutPublic(HookAbout):
    """A hook of an account about the beginnings and ends of all public games."""

    about = one_of(
        ["public"], required=True, metadata=described("The beginnings and ends of all public games.")
    )


NEW_HOOK = Choice(
    "NewHook",
    "about",
    {
        "game": HookAboutGame,
        "tournament": HookAboutTournament,
        "me": HookAboutMe,
        "public": HookAboutPublic,
    },
    "A webhook about a game, a tournament, the caller's account, or all public games.",
)
