"""The audit file: a game's log for one viewer, with what a stranger needs to check it (`kronika-audit/1`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from domain.ledger.knowledge import Place
from domain.ledger.text import b64, b64u

FORMAT = "kronika-audit/1"
MEDIA_TYPE = "application/vnd.kronika.audit+json"


class Seed(NamedTuple):
    """A client seed as the log holds it; `by` is "seat" or "service"."""

    epoch: int
    seat: int
    seed: bytes
    by: str


class OpenedKey(NamedTuple):
    """A draw key shown to everybody, with the path to its epoch's root."""

    epoch: int
    slot: int
    key: bytes
    path: Sequence[bytes]


def opened_places(
    places: Iterable[Place], disclosures_of: Callable[[int], Mapping[str, str]]
) -> list[dict[str, Any]]:
    """The disclosures of these places (from `disclosures_for`), as the audit file and the API list them.

    `disclosures_of` gives those of an entry by path; each entry is asked for once.
    """
    made: dict[int, Mapping[str, str]] = {}
    listed = []
    for index, path in places:
        if index not in made:
            made[index] = disclosures_of(index)
        listed.append({"index": index, "path": path, "disclosure": made[index][path]})
    return listed


def disclosures_by_index(listed: Iterable[Mapping[str, Any]]) -> dict[int, dict[str, str]]:
    """Listed disclosures by the index of their entry and by path; empty for an entry without any."""
    found: dict[int, dict[str, str]] = defaultdict(dict)
    for it in listed:
        found[it["index"]][it["path"]] = it["disclosure"]
    return found


def seed_json(seed: Seed) -> dict[str, Any]:
    return {"epoch": seed.epoch, "seat": seed.seat, "seed": b64u(seed.seed), "by": seed.by}


def key_json(opened: OpenedKey) -> dict[str, Any]:
    path = [b64(node) for node in opened.path]
    return {"epoch": opened.epoch, "slot": opened.slot, "key": b64u(opened.key), "path": path}


def audit_file(
    *,
    game: str,
    origin: str,
    entries: Iterable[bytes],
    disclosed: list[dict[str, Any]],
    seeds: Iterable[Seed],
    draws: Iterable[OpenedKey],
    checkpoint: str,
    vkey: str,
    ruleset: str,
    edition: str,
) -> dict[str, Any]:
    """The audit file as a JSON-able object.

    `disclosed` comes from `opened_places`; `seeds` are all of the log's, in order.
    """
    return {
        "format": FORMAT,
        "game": game,
        "origin": origin,
        "entries": [entry.decode() for entry in entries],
        "disclosures": disclosed,
        "seeds": [seed_json(seed) for seed in seeds],
        "draws": [key_json(opened) for opened in draws],
        "checkpoint": checkpoint,
        "vkey": vkey,
        "ruleset": ruleset,
        "edition": edition,
    }


def audit_bytes(audit: dict[str, Any]) -> bytes:
    """The file itself: canonical JSON like an entry (without its limit of size), so that every bit counts."""
    return orjson.dumps(audit, option=orjson.OPT_SORT_KEYS)
