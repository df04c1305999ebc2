"""A client of Kronika: games as event logs over HTTP.

`play(address, token)` gives a seat's turns; `Client` and `AsyncClient` do the rest. The operations of the service are
functions of `api`, its documents are structs of `models`.
"""

from kronika_client import api
from kronika_client.choices import Record
from kronika_client.client import AsyncClient
from kronika_client.errors import (
    Busy,
    IllegalAction,
    KronikaError,
    Malformed,
    MovedOn,
    NotAllowed,
    NotFound,
    Problem,
    Taken,
    Unreachable,
)
from kronika_client.loops import follow, play
from kronika_client.playing import Turn
from kronika_client.seats import Seat
from kronika_client.synchronous import Client
from kronika_client.version import VERSION as __version__
from kronika_client.webhooks import NotSigned, verify_webhook

__all__ = [
    "AsyncClient",
    "Busy",
    "Client",
    "IllegalAction",
    "KronikaError",
    "Malformed",
    "MovedOn",
    "NotAllowed",
    "NotFound",
    "NotSigned",
    "Problem",
    "Record",
    "Seat",
    "Taken",
    "Turn",
    "Unreachable",
    "__version__",
    "api",
    "follow",
    "play",
    "verify_webhook",
]
