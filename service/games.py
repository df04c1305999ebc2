"""All use cases of games in one object, as the API and the command line use them."""

from __future__ import annotations

from service.acting import Acting
from service.creating import Creating
from service.forking import Forking
from service.portable import Portable
from service.seating import Seating
from service.streaming import Streaming


class Games(Creating, Seating, Acting, Forking, Streaming, Portable):
    """Commands take an idempotency key and give a `Reply`; questions change nothing. All may raise `Refused`."""
