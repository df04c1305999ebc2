"""The audit file: a game's log for one viewer, with what a stranger needs to check it (`kronika-audit/1`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
import orjson
from msgspec import Meta

from domain.ledger.knowledge import Place
from domain.ledger.text import b64, b64u

FORMAT = "kronika-audit/1"
MEDIA_TYPE = "application/vnd.kronika.audit+json"


class Disclosure(msgspec.Struct, frozen=True):
    """The opening of one hidden value: `path` leads to it in the data of entry `index`."""

    index: int
    path: str
    disclosure: str


class MixedSeed(msgspec.Struct, frozen=True):
    """A seat's seed, which goes into every draw."""

    seat: int
    seed: str


class OpenedDraw(msgspec.Struct, frozen=True):
    """The key behind a throw or shuffle, with its path to the committed root."""

    epoch: int
    slot: int
    key: str
    path: tuple[str, ...]


class Cosignature(msgspec.Struct, frozen=True):
    """A head of the log as a witness saw it: the verifier key of the witness, and the note that it signed."""

    vkey: str
    note: str


class AuditFile(msgspec.Struct, frozen=True):
    """Everything that a viewer needs to check the game without the service: see docs/ledger.md."""

    format: Annotated[str, Meta(extra_json_schema={"enum": [FORMAT]})]
    game: str
    origin: str
    entries: tuple[str, ...]
    disclosures: tuple[Disclosure, ...]
    seeds: tuple[MixedSeed, ...]
    draws: tuple[OpenedDraw, ...]
    checkpoint: str
    cosignatures: tuple[Cosignature, ...]
    vkey: str
    ruleset: str
    edition: str


class Seed(NamedTuple):
    """A seat's seed as the log holds it."""

    seat: int
    seed: bytes


class OpenedKey(NamedTuple):
    """A draw key shown to everybody, with the path to its epoch's root."""

    epoch: int
    slot: int
    key: bytes
    path: Sequence[bytes]


def opened_places(
    places: Iterable[Place], disclosures_of: Callable[[int], Mapping[str, str]]
) -> list[Disclosure]:
    """The disclosures of these places (from `disclosures_for`), as the audit file and the API list them.

    `disclosures_of` gives those of an entry by path; each entry is asked for once.
    """
    made: dict[int, Mapping[str, str]] = {}
    listed = []
    for index, path in places:
        if index not in made:
            made[index] = disclosures_of(index)
        listed.append(Disclosure(index, path, made[index][path]))
    return listed


def disclosures_by_index(listed: Iterable[Mapping[str, Any]]) -> dict[int, dict[str, str]]:
    """Listed disclosures by the index of their entry and by path; empty for an entry without any."""
    found: dict[int, dict[str, str]] = defaultdict(dict)
    for it in listed:
        found[it["index"]][it["path"]] = it["disclosure"]
    return found


def mixed(seed: Seed) -> MixedSeed:
    """A seed as text."""
    return MixedSeed(seed.seat, b64u(seed.seed))


def spelled_draw(opened: OpenedKey) -> OpenedDraw:
    """An opened key as text."""
    return OpenedDraw(opened.epoch, opened.slot, b64u(opened.key), tuple(b64(node) for node in opened.path))


def audit_file(
    *,
    game: str,
    origin: str,
    entries: Iterable[bytes],
    disclosed: Iterable[Disclosure],
    seeds: Iterable[Seed],
    draws: Iterable[OpenedKey],
    checkpoint: str,
    vkey: str,
    ruleset: str,
    edition: str,
    cosignatures: Iterable[Cosignature] = (),
) -> AuditFile:
    """`disclosed` comes from `opened_places`; `seeds` are all of the log's, in order."""
    return AuditFile(
        format=FORMAT,
        game=game,
        origin=origin,
        entries=tuple(entry.decode() for entry in entries),
        disclosures=tuple(disclosed),
        seeds=tuple(mixed(seed) for seed in seeds),
        draws=tuple(spelled_draw(opened) for opened in draws),
        checkpoint=checkpoint,
        cosignatures=tuple(cosignatures),
        vkey=vkey,
        ruleset=ruleset,
        edition=edition,
    )


def audit_bytes(audit: Any) -> bytes:
    """The file itself: canonical JSON like an entry (without its limit of size), so that every bit counts."""
    return orjson.dumps(msgspec.to_builtins(audit), option=orjson.OPT_SORT_KEYS)
