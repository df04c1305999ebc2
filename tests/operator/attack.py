"""What an attack is: how it is made, who finds it, and what they say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tests.operator.service import Json, Operator


class Evidence(NamedTuple):
    """What is left of an attack: the files that strangers get, what the reader knows, what an honest client says."""

    files: Sequence[Json]
    known: Json = {}
    """Arguments of the verifier's `Known`."""
    client: str = ""


Make = Callable[[Operator], Evidence]


class Attack(NamedTuple):
    """`found`: the level that fails; "verdict" if none does and its words tell the reader; "client"; or "nobody".

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
NOBODY = "nobody"


def attack(found: str, why: str, change: str) -> Callable[[Make], Make]:
    """Notes an attack under its function's name; its docstring is the title. `change` says what the operator changed."""

    def note(make: Make) -> Make:
        assert make.__doc__
        name = getattr(make, "__name__", "").replace("_", "-")
        ATTACKS[name] = Attack(name, make.__doc__, change, make, found, why)
        return make

    return note


def file_of(file: Json, client: str = "", **known: Any) -> Evidence:
    """One file, and what its reader knows."""
    return Evidence([file], known, client)
