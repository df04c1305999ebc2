"""The audit file: a game's log for one viewer, with everything needed to check it (`kronika-audit/1`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
import orjson
from msgspec import Meta

from domain.ledger.knowledge import Place
from domain.ledger.text import b64, b64u
from domain.meaning import meaning

FORMAT = "kronika-audit/1"
PART = "kronika-audit-part/1"
MEDIA_TYPE = "application/vnd.kronika.audit+json"


Number = Annotated[int, meaning("The entry's number, from 0.")]
Seat = Annotated[int, meaning("The number of the seat.")]


class Disclosure(msgspec.Struct, frozen=True):
    """The opening of one hidden value: `path` leads to it in the data of entry `index`."""

    index: Number
    path: Annotated[str, meaning("Where in the entry's data the value belongs.")]
    disclosure: Annotated[str, meaning("The value with its salt, in base64url.")]


class MixedSeed(msgspec.Struct, frozen=True):
    """A seat's seed, which goes into every draw."""

    seat: Seat
    seed: Annotated[str, meaning("32 bytes in base64url.")]


class OpenedDraw(msgspec.Struct, frozen=True):
    """The key behind a throw or shuffle, with its path to the committed root."""

    epoch: Annotated[int, meaning("The epoch of the draw keys, from 0.")]
    slot: Annotated[int, meaning("The number of the draw in its epoch, from 0.")]
    key: Annotated[str, meaning("The draw's key, in base64url.")]
    path: Annotated[tuple[str, ...], meaning("From the key up to the committed root, in base64.")]


class Cosignature(msgspec.Struct, frozen=True):
    """A head of the log that a witness saw: the verifier key of the witness, and the note that it signed."""

    vkey: Annotated[str, meaning("The verifier key of the witness.")]
    note: Annotated[str, meaning("The C2SP note that it signed.")]


class ListedLeaf(msgspec.Struct, frozen=True):
    """A leaf of the log of logs, and the proof that it is in the log."""

    index: Annotated[int, meaning("The leaf's number in the log, from 0.")]
    leaf: Annotated[str, meaning("The leaf as it was hashed.")]
    path: Annotated[tuple[str, ...], meaning("From the leaf up to the root of the checkpoint, in base64.")]


class ServiceLog(msgspec.Struct, frozen=True):
    """All leaves of a game or tournament in the log of logs, under a head of that log."""

    checkpoint: Annotated[str, meaning("The signed head of the log of logs, a C2SP note.")]
    cosignatures: Annotated[tuple[Cosignature, ...], meaning("What witnesses signed of this head.")]
    leaves: Annotated[tuple[ListedLeaf, ...], meaning("In the log's order.")]


class AuditFile(msgspec.Struct, frozen=True):
    """Everything that a viewer needs to check the game without the service, or the new part of it: see docs/ledger.md."""

    format: Annotated[
        str,
        Meta(
            description="What kind of file it is: a whole one, or a part that has a `from`.",
            extra_json_schema={"enum": [FORMAT, PART]},
        ),
    ]
    game: Annotated[str, meaning("The game's id, 32 hexadecimal digits.")]
    origin: Annotated[str, meaning("What the service signs this game's log as.")]
    entries: Annotated[tuple[str, ...], meaning("The log, each entry as it was hashed.")]
    disclosures: Annotated[tuple[Disclosure, ...], meaning("What this viewer may open.")]
    seeds: Annotated[tuple[MixedSeed, ...], meaning("Those of the seats.")]
    draws: Annotated[tuple[OpenedDraw, ...], meaning("What has been drawn in public.")]
    checkpoint: Annotated[str, meaning("The signed head of the log, a C2SP note.")]
    cosignatures: Annotated[tuple[Cosignature, ...], meaning("What witnesses signed of the log.")]
    vkey: Annotated[str, meaning("The verifier key of the service that signed the log.")]
    ruleset: Annotated[str, meaning("The ruleset that is played.")]
    edition: Annotated[str, meaning("The edition of the game's components.")]
    service_log: Annotated[
        ServiceLog | msgspec.UnsetType,
        meaning(
            "The game's leaves in the log of logs; absent where there are none yet, or none were promised."
        ),
    ] = msgspec.UNSET
    from_: Annotated[
        int | msgspec.UnsetType,
        meaning("Of a part: the number of entries that go before it, which are those that the reader holds."),
    ] = msgspec.field(default=msgspec.UNSET, name="from")


class Seed(NamedTuple):
    """A seat's seed as the log holds it."""

    seat: int
    seed: bytes


class OpenedKey(NamedTuple):
    """A public draw key, with the path to its epoch's root."""

    epoch: int
    slot: int
    key: bytes
    path: Sequence[bytes]


def opened_places(
    places: Iterable[Place], disclosures_of: Callable[[int], Mapping[str, str]]
) -> list[Disclosure]:
    """The disclosures of these places (from `disclosures_for`), as the audit file and the API list them.

    `disclosures_of` returns those of an entry by path; it is called once for each entry.
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
    return OpenedDraw(opened.epoch, opened.slot, b64u(opened.key), tuple(map(b64, opened.path)))


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
    service_log: ServiceLog | msgspec.UnsetType = msgspec.UNSET,
    after: int = 0,
) -> AuditFile:
    """`disclosed` comes from `opened_places`; `seeds` are all of the log's, in order. `after` entries precede a part."""
    return AuditFile(
        format=PART if after else FORMAT,
        from_=after or msgspec.UNSET,
        game=game,
        origin=origin,
        entries=tuple(entry.decode() for entry in entries),
        disclosures=tuple(disclosed),
        seeds=tuple(mixed(seed) for seed in seeds),
        draws=tuple(spelled_draw(opened) for opened in draws),
        checkpoint=checkpoint,
        cosignatures=tuple(cosignatures),
        service_log=service_log,
        vkey=vkey,
        ruleset=ruleset,
        edition=edition,
    )


def audit_bytes(audit: Any) -> bytes:
    """The file itself: canonical JSON like an entry (without its limit of size), so that every bit counts."""
    return orjson.dumps(msgspec.to_builtins(audit), option=orjson.OPT_SORT_KEYS)
