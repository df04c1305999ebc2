"""The ledger: proofs, openings, files."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType, field

from domain.ledger.audit import AuditFile, Cosignature, Disclosure, MixedSeed, OpenedDraw
from domain.meaning import meaning
from projections.documents import Document, SeatNumber, Version, one_of
from projections.documents.notes import Note


class InclusionProof(Document, frozen=True):
    """The audit path of an entry in a log (RFC 9162); nodes in base64."""

    index: Annotated[int, meaning("The entry's number, from 0.")]
    size: Annotated[int, meaning("How many entries the log has that it is proved for.")]
    path: Annotated[tuple[str, ...], meaning("From the entry up to the root.")]


class ConsistencyProof(Document, frozen=True):
    """That a log begins with a shorter one (RFC 9162); nodes in base64."""

    from_: Annotated[int, meaning("The size of the shorter log.")] = field(name="from")
    to: Annotated[int, meaning("The size of the longer log.")]
    path: Annotated[tuple[str, ...], meaning("The nodes that show it.")]


class DisclosureList(Document, frozen=True):
    """The openings of the hidden values that a viewer may know."""

    version: Version
    disclosures: Annotated[tuple[Disclosure, ...], meaning("In the order of the log.")]


class CosignatureList(Document, frozen=True):
    """What witnesses cosigned of a game's log: its heads at the start and at the end."""

    version: Version
    cosignatures: Annotated[tuple[Cosignature, ...], meaning("Those that have come.")]


class DrawList(Document, frozen=True):
    """Opened draw keys, and the seeds mixed into the draws."""

    version: Version
    seeds: Annotated[tuple[MixedSeed, ...], meaning("Those of the seats.")]
    draws: Annotated[tuple[OpenedDraw, ...], meaning("What has been drawn in public.")]


class Person(Document, frozen=True):
    """Who took a seat."""

    seat: SeatNumber
    name: Annotated[str, meaning("Their name.")]
    bot: Annotated[str | None, meaning("The kind of bot; null for a person.")]


class GameFile(Document, frozen=True):
    """A whole game in one file: see docs/portable.md."""

    format: Annotated[
        str,
        one_of(["kronika-game/1", "kronika-game/2"]),
        meaning("What kind of file it is. This service writes the second, and reads both."),
    ]
    audit: Annotated[AuditFile, meaning("The game's log, with what a stranger needs to check it.")]
    players: Annotated[tuple[Person, ...], meaning("Who took the seats, in their order.")]
    notes: Annotated[
        tuple[Note, ...] | UnsetType,
        meaning("What was written on versions, by version and author; absent from `kronika-game/1`."),
    ] = UNSET
    unsigned: Annotated[
        tuple[str, ...] | UnsetType,
        meaning("The members that no log vouches for: `players` and `notes`; absent from `kronika-game/1`."),
    ] = UNSET
    incomplete: Annotated[
        str | UnsetType, meaning("Why no service can take the file in; absent from one that can be taken in.")
    ] = UNSET
