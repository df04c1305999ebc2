"""The process that checks one game file. It gets the file and nothing else: no database, no keys, no connections.

A file that takes more processor time or memory than the limits ends this process, and no other. It writes two lines:
which game the file is of, as soon as that is known, and then what is stored of it.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
from typing import Any

import msgspec
import orjson

from domain.ledger.seal import seal_event
from domain.table.refusals import Refused, malformed
from domain.table.state import Logged
from service.files import game_files
from service.files.game_files import NoteInFile, Person
from service.log.keys import OPENINGS
from service.system import strict_json
from service.system.parent import end_with_parent

DECODE = msgspec.json.decode
"""orjson does not stop when memory runs out: it crashes, or takes up to twenty seconds to say so."""
NICE = 5
MEMORY = 512 << 20
"""Bytes of address space. Games of 20,000 entries take up to 95 MiB (`bench/results.md`, Imports)."""
SECONDS = 30
"""Of processor time. Games of 20,000 entries take up to 5 s, and about 3 s more when seats have signed every action."""


class Entry(msgspec.Struct, frozen=True):
    """A row of the log: the entry as it came, and beside it the secrets with their knowers, as JSON ("" for none).

    The knowers come from deciding the log again.
    """

    kind: str
    text: str
    secrets: str


class Identified(msgspec.Struct, frozen=True, tag=True):
    """A file that reads. `game` is the id that it gives, `identity` that of `game_files.identity` by `renamed`.

    `digest` is SHA-256 of the whole tree, however it was spelled.
    """

    game: str | None
    identity: tuple[str, str]
    digest: str


class Passed(msgspec.Struct, frozen=True, tag=True):
    """A file with which nothing is wrong, and what is stored of it."""

    players: tuple[Person, ...]
    notes: tuple[NoteInFile, ...]
    openings: dict[str, Any]
    entries: tuple[Entry, ...]


class Wrong(msgspec.Struct, frozen=True, tag=True):
    """A file that is refused, with the members of `Refused`."""

    kind: str
    detail: str
    more: dict[str, Any]


class TooLarge(msgspec.Struct, frozen=True, tag=True):
    """A file whose check takes more memory than there may be."""


Answer = Identified | Passed | Wrong | TooLarge


def main(parent: int) -> None:
    end_with_parent(parent, signal.SIGKILL)
    os.nice(NICE)
    for kind, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, SECONDS),
    ):
        _limit(kind, most)
    try:
        _check(sys.stdin.buffer.read())
    except Refused as refused:
        _write(Wrong(refused.kind, refused.detail, refused.more))
    except (MemoryError, SystemError):  # some libraries say so in this way
        _write(TooLarge())


def _limit(kind: int, most: int) -> None:
    """A smaller limit that this process was started under remains."""
    _, hard = resource.getrlimit(kind)
    at_most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (at_most, at_most))


def _check(data: bytes) -> None:
    tree = _parsed(data)
    found = game_files.read(tree)
    _write(_identified(tree))
    game_files.check_first(found)
    judged = game_files.checked(found)
    openings = {name: found.audit[name] for name in OPENINGS}
    entries = map(_entry, judged.log, found.audit["entries"])
    _write(Passed(found.players, tuple(found.notes), openings, tuple(entries)))


def _parsed(data: bytes) -> Any:
    gc.disable()  # which would look through millions of new lists again and again
    try:
        return strict_json.parse(data, DECODE)
    except strict_json.BadJson as error:
        raise malformed("", f"The file is {error}") from error
    finally:
        gc.enable()


def _identified(tree: dict[str, Any]) -> Identified:
    game = tree["audit"].get("game")
    try:
        identity = game_files.identity(tree, renamed=False), game_files.identity(tree, renamed=True)
        return Identified(game if type(game) is str else None, identity, game_files.digest(tree))
    except (RecursionError, TypeError) as error:  # orjson's way to say so
        raise malformed("", "The file is nested too deeply.") from error


def _entry(logged: Logged, text: str) -> Entry:
    kind = str(type(logged.event).__struct_config__.tag)
    _, secrets = seal_event(logged.event, logged.version - 1, b"")
    return Entry(kind, text, orjson.dumps(secrets).decode() if secrets else "")


def _write(answer: Answer) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
