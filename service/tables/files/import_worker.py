"""The process that checks one game file. It gets only the file: no database, keys or connections.

A file that exceeds the limits of processor time or memory ends only this process. The process writes two lines: the identity of
the game, as soon as it is known, and then the data to store.
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
from service.log.keys import OPENINGS
from service.system import strict_json
from service.system.parent import end_with_parent
from service.tables.files import game_files
from service.tables.files.game_files import NoteInFile, PlayerEntry

DECODE = msgspec.json.decode
"""orjson does not fail cleanly when memory runs out: it crashes, or takes up to twenty seconds to report it."""
NICE = 5
MEMORY = 512 << 20
"""Bytes of address space. Games of 20,000 entries take up to 95 MiB (`bench/results.md`, Imports)."""
SECONDS = 30
"""Processor time. Games of 20,000 entries take up to 5 s, and about 3 s more if every action is signed."""


class Entry(msgspec.Struct, frozen=True):
    """A row of the log: the original entry, and its secrets with their knowers as JSON ("" for none).

    The knowers are computed by replaying the log.
    """

    kind: str
    text: str
    secrets: str


class Identified(msgspec.Struct, frozen=True, tag=True):
    """A well-formed file. `game` is the id in the file, `identity` is `game_files.identity` for both values of `renamed`.

    `digest` is the SHA-256 of the whole tree, independent of formatting.
    """

    game: str | None
    identity: tuple[str, str]
    digest: str


class Passed(msgspec.Struct, frozen=True, tag=True):
    """A file that passed all checks, with the data to store."""

    players: tuple[PlayerEntry, ...]
    notes: tuple[NoteInFile, ...]
    openings: dict[str, Any]
    entries: tuple[Entry, ...]


class RefusedFile(msgspec.Struct, frozen=True, tag=True):
    """A refused file, with the members of `Refused`."""

    kind: str
    detail: str
    more: dict[str, Any]


class TooLarge(msgspec.Struct, frozen=True, tag=True):
    """A file that needs more memory than the limit."""


Message = Identified | Passed | RefusedFile | TooLarge


def main(parent: int) -> None:
    end_with_parent(parent, signal.SIGKILL)
    os.nice(NICE)
    for kind, limit in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, SECONDS),
    ):
        _limit(kind, limit)
    try:
        _check(sys.stdin.buffer.read())
    except Refused as refused:
        _write(RefusedFile(refused.kind, refused.detail, refused.more))
    except (MemoryError, SystemError):  # some libraries raise SystemError when memory runs out
        _write(TooLarge())


def _limit(kind: int, limit: int) -> None:
    """Set a limit, unless this process already has a lower one."""
    _, hard = resource.getrlimit(kind)
    lowest = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(kind, (lowest, lowest))


def _check(data: bytes) -> None:
    tree = _parse(data)
    found = game_files.read(tree)
    _write(_identify(tree))
    game_files.check_cheaply(found)
    judged = game_files.verified(found)
    openings = {name: found.audit[name] for name in OPENINGS if name in found.audit}
    entries = map(_entry, judged.log, found.audit["entries"])
    _write(Passed(found.players, tuple(found.notes), openings, tuple(entries)))


def _parse(data: bytes) -> Any:
    gc.disable()  # it would scan millions of new lists again and again
    try:
        return strict_json.parse(data, DECODE)
    except strict_json.BadJson as error:
        raise malformed("", f"The file is {error}") from error
    finally:
        gc.enable()


def _identify(tree: dict[str, Any]) -> Identified:
    game = tree["audit"].get("game")
    try:
        identity = game_files.identity(tree, renamed=False), game_files.identity(tree, renamed=True)
        return Identified(game if type(game) is str else None, identity, game_files.digest(tree))
    except (RecursionError, TypeError) as error:  # raised by orjson for deep nesting
        raise malformed("", "The file is nested too deeply.") from error


def _entry(logged: Logged, text: str) -> Entry:
    kind = str(type(logged.event).__struct_config__.tag)
    _, secrets = seal_event(logged.event, logged.version - 1, b"")
    return Entry(kind, text, orjson.dumps(secrets).decode() if secrets else "")


def _write(answer: Message) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
