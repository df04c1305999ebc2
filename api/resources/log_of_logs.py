"""The log of logs: its checkpoint and its tiles (c2sp.org/tlog-tiles), for clients, witnesses and monitors."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.operations import Call, Resource, Returns, kronika, respond
from domain.ledger.tiles import WIDTH, parse_tile
from domain.table.refusals import Refusal, Refused
from service.log.transparency.cosigned_heads import cosignatures_of
from service.log.transparency.log import TransparencyLog
from service.log.transparency.logs import name_of

log_of_logs = Resource("log", "The log of logs: which games this service began, and how they ended.")
BYTES = "application/octet-stream"
CHECKPOINT: dict[str, Any] = {
    "auth": "none",
    "returns": {200: Returns("A C2SP signed note.", media_types=["text/plain"])},
    "problems": [Refusal.NOT_FOUND],
}
TILE: dict[str, Any] = {
    "auth": "none",
    "returns": {200: Returns("The bytes of the tile.", media_types=[BYTES])},
    "problems": [Refusal.NOT_FOUND],
}


@log_of_logs.on("GET", "/v1/log/checkpoint", **CHECKPOINT)
def get_log_checkpoint(call: Call) -> Response:
    """Read the signed head of the service's first log, with its cosignatures so far. `GET /` names all its logs."""
    return _checkpoint(_named(""))


@log_of_logs.on("GET", "/v1/log/tile/<path:tile>", **TILE)
def get_log_tile(call: Call, tile: str) -> Response:
    """Read a tile or an entry bundle of the service's first log.

    Tiles have a height of 8. A leaf in an entry bundle follows its length (u16). A full tile never changes.
    """
    return _tile(_named(""), tile)


@log_of_logs.on("GET", "/v1/log/<log>/checkpoint", **CHECKPOINT)
def get_named_log_checkpoint(call: Call, log: str) -> Response:
    """Read the signed head of a log of another name, which an operator started after the tiles of the one before were lost."""
    return _checkpoint(_named(log))


@log_of_logs.on("GET", "/v1/log/<log>/tile/<path:tile>", **TILE)
def get_named_log_tile(call: Call, log: str, tile: str) -> Response:
    """Read a tile or an entry bundle of a log of another name."""
    return _tile(_named(log), tile)


def _named(name: str) -> TransparencyLog:
    logs = kronika().repository.logs
    for origin in logs.origins():
        if name_of(origin) == name:
            return logs.of(origin)
    raise Refused(
        Refusal.NOT_FOUND, "This service never had a log of this name; GET / names all that it had."
    )


def _checkpoint(log: TransparencyLog) -> Response:
    head = log.head()
    cosigned = cosignatures_of(kronika().store, log.origin, head.size)
    lines = "".join(it.note.partition("\n\n")[2] for it in cosigned)
    return respond(
        (head.note + lines).encode(), media_type="text/plain; charset=utf-8", Cache_Control="no-store"
    )


def _tile(log: TransparencyLog, path: str) -> Response:
    tile = parse_tile(f"tile/{path}")
    if tile is None:
        raise Refused(
            Refusal.NOT_FOUND,
            "No tile is called so. Names are LEVEL/INDEX or entries/INDEX, the index in groups of three digits such as "
            "x001/x234/067, followed by .p/WIDTH for fewer than 256 hashes or leaves (c2sp.org/tlog-tiles).",
        )
    try:
        data = log.tile(tile)
    except IndexError:
        size = log.head().size
        raise Refused(
            Refusal.NOT_FOUND, f"The log has {size} leaves, and a tree of that size does not have this tile."
        ) from None
    age = "public, max-age=31536000, immutable" if tile.width == WIDTH else "public, max-age=60"
    return respond(data, media_type=BYTES, Cache_Control=age)
