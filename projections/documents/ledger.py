"""The ledger: proofs, openings, files."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from domain.ledger.audit import AuditFile, Cosignature, Disclosure, MixedSeed, OpenedDraw
from projections.documents import Document, meaning, one_of


class InclusionProof(Document, frozen=True):
    """The audit path of an entry in a log (RFC 9162); nodes in base64."""

    index: int
    size: int
    path: tuple[str, ...]


class ConsistencyProof(Document, frozen=True):
    """That a log begins with a shorter one (RFC 9162); nodes in base64."""

    from_: int = field(name="from")
    to: int
    path: tuple[str, ...]


class DisclosureList(Document, frozen=True):
    """The openings of the hidden values that a viewer may know."""

    version: int
    disclosures: tuple[Disclosure, ...]


class CosignatureList(Document, frozen=True):
    """What witnesses cosigned of a game's log: its heads at the start and at the end."""

    version: int
    cosignatures: tuple[Cosignature, ...]


class DrawList(Document, frozen=True):
    """Opened draw keys, and the seeds mixed into the draws."""

    version: int
    seeds: tuple[MixedSeed, ...]
    draws: tuple[OpenedDraw, ...]


class Person(Document, frozen=True):
    """Who took a seat."""

    seat: int
    name: str
    bot: str | None


class GameFile(Document, frozen=True):
    """A whole game in one file: see docs/portable.md."""

    format: Annotated[str, one_of(["kronika-game/1"])]
    audit: AuditFile
    players: Annotated[tuple[Person, ...], meaning("Who took the seats, in their order.")]
