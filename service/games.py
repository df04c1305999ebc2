"""All use cases of games in one object, as the API and the command line use them."""

from __future__ import annotations

from service.commands.acting import Acting
from service.commands.creating import Creating
from service.commands.forking import Forking
from service.commands.portable import Portable
from service.commands.seating import Seating
from service.queries.streaming import Streaming


class Games(Creating, Seating, Acting, Forking, Streaming, Portable):
    """Commands take an idempotency key and give a `Reply`; questions change nothing. All may raise `Refused`."""
