"""Reads games: from a log as JSON objects, a portable game file, or an audit file."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import orjson
from msgspec.structs import replace

from domain.ledger.seal import Undisclosed
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.created import check_created
from domain.table.event_types import types_of
from domain.table.events import GameCreated
from domain.table.fold import fold
from domain.table.reading import read_log, signed_actions
from domain.table.redecide import NotByTheRules, Unfoldable, redecided
from domain.table.refusals import Refused
from domain.table.state import Logged
from domain.table.terms import chosen
from engine.files import Source, is_text, numbered_lines, opened
from engine.game import Game
from engine.written import logged
from verifier import FAILED, verify

MAX_BYTES = 64 * 1024 * 1024
"""Of one game that is read: the largest that a service accepts has 16 MiB."""


class BadFile(ValueError):
    """The input is not a readable game; the message says what is wrong with it."""


def from_log(log: Sequence[Mapping[str, Any]]) -> Game:
    """The game with this `log()`. It continues with the draws that the original would have had.

    `BadFile` if this is not a log. Whether it follows the rules is not checked; `kronika verify` does that for audit files.
    """
    if not isinstance(log, Sequence) or not log or not all(isinstance(entry, Mapping) for entry in log):
        raise BadFile("A log is a list of events as JSON objects, the first one first, as `log()` gives it.")
    try:
        setup = msgspec.convert(log[0]["data"], GameCreated)
        ruleset = ruleset_of(setup.ruleset, setup.edition)
        chosen({"ruleset": setup.ruleset, "seats": setup.seats, "options": setup.options})
        types = types_of(ruleset)
        history = tuple(logged(entry, types) for entry in log)
    except (LookupError, TypeError, msgspec.ValidationError, Refused) as error:
        raise BadFile(f"This is no log of a game: {_said(error)}.") from error
    for version, it in enumerate(history, 1):
        if it.version != version:
            raise BadFile(
                f"Versions of a log go 1, 2, 3 without a gap; version {it.version} stands in place {version}."
            )
    try:
        return _folded(ruleset, history)
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadFile(f"These events cannot have followed each other: {_said(error)}.") from error


def _said(error: Exception) -> str:
    """An error's message, for use inside a sentence."""
    return (
        f"there is no {error}"
        if isinstance(error, KeyError)
        else str(error).rstrip(".") or type(error).__name__
    )


def read(file: Source | Mapping[str, Any]) -> Game:
    """The game in a portable file or an audit file: a path, the JSON as text or bytes, or the parsed JSON.

    A file may be compressed by gzip. No level of its verification may fail, it has to follow the rules (L4), and to disclose
    every secret, as that of a game that is over does; `BadFile` otherwise, also where it has several games, as an export of a
    service has: `read_all` reads those. The whole past is there: `game.at(version)`, `game.history`.
    """
    return of_audit(audit_in(file if isinstance(file, Mapping) else _loaded(file)))


def read_all(file: Source) -> Iterator[Game]:
    """The games in a file with one on each line, as `GET /v1/games/export` gives it, one after the other.

    Each is read as by `read`; `BadFile` names the line, at which the iterator ends.
    """
    with opened(file) as lines, _decompressing(_name(file)):
        for number, line in numbered_lines(lines):
            yield _on_line(number, line)


def _on_line(number: int, line: bytes) -> Game:
    try:
        return of_audit(audit_in(orjson.loads(line)))
    except ValueError as error:
        raise BadFile(f"Line {number}: {error}") from error


def _loaded(file: Source) -> Any:
    name = _name(file)
    with opened(file) as read, _decompressing(name):
        text = read.read(MAX_BYTES + 1)
    try:
        return json.loads(text)
    except ValueError as error:
        if _is_game(text.partition(b"\n")[0]):
            raise BadFile(
                f"{name} has several games, one on each line: kronika.read_all reads one after the other."
            ) from error
        raise BadFile(f"{name} is no JSON file: {error}.") from error


def _name(file: Source) -> str:
    return "This text" if isinstance(file, bytes) or is_text(file) else str(file)


@contextmanager
def _decompressing(name: str) -> Iterator[None]:
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise BadFile(f"{name} cannot be decompressed: {error}.") from error


def _is_game(line: bytes) -> bool:
    try:
        return isinstance(orjson.loads(line), dict)
    except ValueError:
        return False


def audit_in(file: Any) -> Mapping[str, Any]:
    """The audit file in a game file, or the file itself if it is one; `BadFile` for anything else."""
    audit = file.get("audit", file) if isinstance(file, Mapping) else None
    if not isinstance(audit, Mapping):
        raise BadFile("This is no game file and no audit file.")
    return audit


def of_audit(audit: Mapping[str, Any]) -> Game:
    """The game of an audit file; `BadFile` as in `read`."""
    failed = next((level for level in verify(dict(audit)).levels if level.status == FAILED), None)
    if failed is not None:
        raise BadFile(f"This is no game that holds together: {failed.name}: {failed.detail}.")
    ruleset = ruleset_of(audit["ruleset"], audit["edition"])
    try:
        log = read_log(audit)
        check_created(ruleset, log[0])
        return _folded(ruleset, _with_knowers(ruleset, log, signed_actions(audit)))
    except Undisclosed:
        detail = "The file does not disclose every secret; that of a game that is over does."
        raise BadFile(detail) from None
    except NotByTheRules as broken:
        raise BadFile(f"Version {broken.version}: {broken.detail}.") from broken
    except Unfoldable as error:
        raise BadFile(f"Another revision of the rules has decided this game: {error}.") from error


def _with_knowers(
    ruleset: Ruleset[Any], log: Sequence[Logged], signed: Mapping[int, Mapping[str, Any]]
) -> tuple[Logged, ...]:
    """The log with the knowers of its secrets: files do not contain them, so they are computed by replaying it."""
    decided = (it for fold in redecided(ruleset, log, signed=signed) for it in fold.recorded)
    pairs = zip(decided, log, strict=True)
    return tuple(replace(it, sig=read.sig, seen=read.seen, at=read.at) for it, read in pairs)


def ruleset_of(id: str, edition: str) -> Ruleset[Any]:
    """`BadFile` for a ruleset or an edition that is not installed."""
    ruleset = registry().get(id)
    if ruleset is None or edition not in ruleset.editions:
        raise BadFile(f"There is no {id}, edition {edition}, here.")
    return ruleset


def _folded(ruleset: Ruleset[Any], history: tuple[Logged, ...]) -> Game:
    return Game(ruleset, fold(ruleset, history), history)
