"""Documents: the bodies of responses, each defined once.

The service encodes these types, member by member; the OpenAPI document describes them, and type checkers check them.
Clients ignore members that they do not know, so members may be added; none is ever removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.contract.data import load_fields
from domain.meaning import meaning
from domain.packages.installed import folders
from projections.build_id import digest_of

FIELDS = load_fields(Path(__file__).parent)
"""What members mean that do not say it themselves, by name, of documents and of requests."""
WRITERS = tuple(
    Path(__file__).parents[2] / name for name in ("api", "domain", "engine", "projections", "service")
)
"""The sources that determine the content of responses; any change in them changes the document revision."""


def revision_of(folders: Iterable[Path]) -> int:
    """Another number, of 40 bits, whenever a file in these is another one."""
    return int.from_bytes(digest_of(folders, ".py", ".json", ".po")[:5])


REVISION = revision_of((*WRITERS, *folders().values()))
"""A version that was served before may be served in other bytes by another build: caches ask again."""


class Document(Struct, frozen=True, kw_only=True):
    """Base of all documents. Every member is always there, unless its default is UNSET."""


class BothLanguages(Document, frozen=True):
    """A text in both languages."""

    en: Annotated[str, meaning("In English.")]
    pl: Annotated[str, meaning("In Polish.")]


def one_of(values: Sequence[str]) -> Meta:
    """A closed set of strings."""
    return Meta(extra_json_schema={"enum": list(values)})


class Part(StrEnum):
    """What is another thing in the documents of each ruleset."""

    RULESET = "ruleset"
    OPTIONS = "options"
    VIEW = "view"
    ACTION = "action"
    REASON = "reason"
    EVENT_TYPE = "event-type"
    EVENT_DATA = "event-data"


PART = "x-part"
"""Marks, in a document's JSON Schema, what is to be described for each ruleset by itself."""


def part(what: Part, description: str) -> Meta:
    """A member that holds this part of what a ruleset is."""
    return Meta(description=description, extra_json_schema={PART: what.value})


RulesetId = Annotated[str, part(Part.RULESET, "The ruleset that is played.")]
"""A document that has it as `ruleset`, and other parts beside, is a union of one kind for each ruleset."""
Time = Annotated[str, Meta(description="In RFC 3339, UTC.", extra_json_schema={"format": "date-time"})]
Seats = tuple[int, ...]
"""Seat numbers."""
SeatNumber = Annotated[int, meaning("The number of a seat, from 1.")]
GameId = Annotated[str, meaning("The game's id, 32 hexadecimal digits.")]
Version = Annotated[int, meaning("The number of events in the game's log; of an event, its number from 1.")]
EventType = Annotated[str, part(Part.EVENT_TYPE, "The event's type, of the table's or the ruleset's.")]
AgreedOptions = Annotated[
    dict[str, Any], part(Part.OPTIONS, "What was agreed on; what is left out has its default.")
]
Viewer = Annotated[
    str, meaning("Who asks: seat:N, referee:N, organiser, auditor, analyst, watcher, invited or spectator.")
]
Actor = Annotated[str, meaning("Whose doing it is: seat:N, table, organiser, referee or referee:N.")]
