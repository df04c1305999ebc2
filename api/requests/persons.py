"""What persons say of their seats, in request bodies: they resign, return and agree."""

from __future__ import annotations

from api.requests.bodies import JsonBody, OrSigned
from api.requests.fields import Closed, described, text
from api.requests.schemas import SEEN_HEAD, SIGNED_ACTION


class SeatWord(Closed):
    """What a person says of their seat has no members but `seen`."""

    seen = SEEN_HEAD


class Agreement(Closed):
    """What the seat agrees to."""

    seen = SEEN_HEAD
    to = text(
        r"suspend|abandon|reassign:[1-9][0-9]?",
        11,
        required=True,
        metadata=described(
            "`suspend`, `abandon`, or `reassign:N` for another person at seat N.", example="suspend"
        ),
    )


AGREEMENT = OrSigned("AgreementOrSigned", JsonBody(Agreement), SIGNED_ACTION)
SEAT_WORD = OrSigned("SeatWordOrSigned", JsonBody(SeatWord, optional=True), SIGNED_ACTION)
