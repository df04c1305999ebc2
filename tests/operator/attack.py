"""What an attack is: how it is made, who finds it, and what they say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tests.operator.service import Json, Operator


class Evidence(NamedTuple):
    """What is left of an attack. `files` are those that strangers get; the first `honest` of them are as they should be."""

    files: Sequence[Json]
    known: Json = {}
    """Arguments of the verifier's `Known`."""
    said: str = ""
    """What an honest client, witness or monitor says when it stops there."""
    honest: int = 0
    bundle: bytes = b""
    """The bundle of a case that strangers get, in place of files."""


Make = Callable[[Operator], Evidence]


class Attack(NamedTuple):
    """`found`: the level that fails, or "procedure"; or, if none does: "verdict" or "account" if its words tell the reader,
    "not available" if L1 says what it lacks, "client", "witness" or "monitor" if that one stops, or "nobody".

    `why` is a part of what is said then, or of the reason why nobody can know.
    """

    name: str
    title: str
    change: str
    make: Make
    found: str
    why: str


ATTACKS: dict[str, Attack] = {}
LEVELS = ("L0", "L1", "L2", "L3", "L4")
OF_BUNDLES = ("B2", "procedure", "B3")
"""What finds a false bundle. "procedure" is the part of B2 that the page does not judge."""
WORDS = ("verdict", "account")
STOPPING = ("client", "witness", "monitor")
NOT_AVAILABLE, NOBODY = "not available", "nobody"


def attack(found: str, why: str, change: str) -> Callable[[Make], Make]:
    """Notes an attack under its function's name; its docstring is the title. `change` says what the operator changed."""

    def note(make: Make) -> Make:
        assert make.__doc__
        name = getattr(make, "__name__", "").replace("_", "-")
        ATTACKS[name] = Attack(name, make.__doc__, change, make, found, why)
        return make

    return note


def bundle_of(bundle: bytes) -> Evidence:
    return Evidence([], bundle=bundle)


def file_of(file: Json, said: str = "", **known: Any) -> Evidence:
    """One file, and what its reader knows."""
    return Evidence([file], known, said)
