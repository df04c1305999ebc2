"""The queries and bodies of what is an account's own."""

from __future__ import annotations

from api.requests.bodies import JsonBody
from api.requests.fields import Closed, QueryBoolean, QueryInteger, described, one_of
from api.requests.queries import CURSOR
from projections.documents.games import STATUSES
from projections.documents.profiles import INVITATIONS

LIMIT = described("The largest number of games.")


class GamesOfAccountQuery(Closed):
    limit = QueryInteger(min=1, max=100, load_default=20, metadata=LIMIT)
    cursor = CURSOR


class MyGamesQuery(GamesOfAccountQuery):
    status = one_of(STATUSES, load_default=None, metadata=described("Only games with this status."))
    to_act = QueryBoolean(
        load_default=None, metadata=described("true: only games that wait for the account's own seat.")
    )


class MyStudiesQuery(Closed):
    limit = QueryInteger(
        min=1, max=100, load_default=20, metadata=described("The largest number of analyses.")
    )
    cursor = CURSOR


class Settings(Closed):
    """The settings of an account."""

    invitations = one_of(
        INVITATIONS,
        required=True,
        metadata=described(
            "Whose invitations by name it takes: of those with whom it has played, of everybody, of nobody."
        ),
    )


SETTINGS = JsonBody(Settings)
