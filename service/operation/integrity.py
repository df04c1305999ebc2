"""Checks that every game's log is still the one that this service signed, and that its secrets still open it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson

from domain.ledger import canonical, note
from domain.ledger.merkle import leaf_hash, tree_root
from domain.ledger.seal import digest
from domain.packages.absent import absent
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.event_types import types_of
from domain.table.events import GameCreated
from service.log.keys import Keys, unpack
from service.log.legacy_formats import is_current
from service.log.mapper import created, dated, to_row
from service.log.signing import Signer
from service.store import Row, Store, StoreUnusable

LOBBY = "SELECT game FROM lobby"
CHECKPOINT = "SELECT checkpoint FROM lobby WHERE game = ?"


class Damage(NamedTuple):
    """What is wrong with a game; `entry` is the first bad entry, or None."""

    game: str
    entry: int | None
    why: str


class Damaged(Exception):
    """A check has failed."""

    def __init__(self, entry: int | None, why: str) -> None:
        super().__init__(why)
        self.entry, self.why = entry, why


def every_game(store: Store) -> list[str]:
    """Games with entries and games in the lobby: a game that is missing in one is found in the other."""
    listed = [game for (game,) in store.query(LOBBY)]
    return sorted({*store.games(), *listed})


def find_damage(store: Store, signer: Signer, game: str) -> Damage | None:
    """The first damage of a game; None for a sound one."""
    try:
        _check(store, signer, game)
    except Damaged as found:
        return Damage(game, found.entry, found.why)
    except StoreUnusable as error:
        return Damage(game, None, str(error))
    return None


def _check(store: Store, signer: Signer, game: str) -> None:
    """Games continue meanwhile: the entries read first have to be signed, and are checked up to the signed size."""
    stored = store.version(game)
    signed = store.query(CHECKPOINT, (game,))
    upto = max(stored, _size(signed))
    entries = store.entries(game, upto=upto)
    for index, entry in enumerate(entries):
        _check_entry(index, entry)
    if len(entries) < stored or not entries:
        raise Damaged(None, f"{len(entries)} entries are stored for {stored} versions")
    rows = store.rows(game, upto=upto)
    setup = _setup(game, rows[0])
    keys = _keys(setup, rows[0])
    if keys.checkpoint is None:
        (_check_secrets if is_current(rows[0].entry) else _check_openings)(setup, keys, rows)
        if setup.vkey != signer.vkey(setup.origin):
            raise Damaged(0, "the log is bound to a verifier key that is not this service's")
    _check_head(setup, entries, signed)


def _size(signed: list[tuple[str]]) -> int:
    """The size in the checkpoint, which is still to be checked; 0 if it cannot be read."""
    try:
        return int(signed[0][0].splitlines()[1])
    except (IndexError, ValueError):
        return 0


def _check_entry(index: int, entry: bytes) -> None:
    try:
        found = canonical.decode(entry, sealed=True)
    except ValueError as error:
        raise Damaged(index, f"these are not the bytes of an entry: {error}") from error
    at = found.get("i") if isinstance(found, dict) else None
    if at != index:
        raise Damaged(index, "this is not an entry" if at is None else f"this is entry {at}")


def _setup(game: str, first: Row) -> GameCreated:
    try:
        setup, _ = created(first.entry)
    except Exception as error:
        raise Damaged(0, f"this does not create a game: {error}") from error
    if setup.game != game:
        raise Damaged(0, "this does not create this game")
    return setup


def _keys(setup: GameCreated, first: Row) -> Keys:
    try:
        return unpack(setup, first.secrets)
    except Exception as error:
        raise Damaged(0, "the game's keys are lost") from error


def _check_secrets(setup: GameCreated, keys: Keys, rows: list[Row]) -> None:
    """Check that every event, opened with its secrets and sealed again, gives the stored bytes."""
    types = types_of(_ruleset_of(setup))
    for row in rows:
        try:
            same = to_row(*dated(row, types), keys.k_salt)
        except Exception as error:  # whatever fails, the entry or its secrets are damaged
            raise Damaged(row.version - 1, f"the event cannot be read: {error!r}") from error
        if (same.type, same.entry) != (row.type, row.entry):
            raise Damaged(row.version - 1, "the event with its secrets is not the one in the log")


def _ruleset_of(setup: GameCreated) -> Ruleset[Any]:
    """For a game of a package, what entry 0 says of its events is enough."""
    if setup.package is not None:
        return absent(setup.ruleset, setup.package)
    if setup.ruleset not in registry():
        raise Damaged(0, f"this service has no ruleset {setup.ruleset}")
    return registry()[setup.ruleset]


def _check_openings(setup: GameCreated, keys: Keys, rows: list[Row]) -> None:
    """For a legacy format: check that every hidden value in the log has its disclosure."""
    for row in rows[1:]:
        try:
            secrets = orjson.loads(row.secrets or b"{}")
            found = keys.disclosures(row.version - 1, secrets).values()
            digests = {digest(disclosure) for disclosure in found}
        except Exception as error:
            raise Damaged(row.version - 1, f"the secrets cannot be read: {error!r}") from error
        if not digests >= set(_committed(orjson.loads(row.entry)["d"])):
            raise Damaged(row.version - 1, "the secrets are not those of the log")


def _committed(data: Any) -> Iterator[str]:
    """The digests in the data of an event with hidden values."""
    if isinstance(data, dict):
        yield from data.get("_sd", [])
        if "..." in data:
            yield data["..."]
    for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _committed(inner)


def _check_head(setup: GameCreated, entries: list[bytes], signed: list[tuple[str]]) -> None:
    if not signed:
        raise Damaged(None, "there is no signed checkpoint")
    try:
        head = note.parse_checkpoint(note.verify(signed[0][0], setup.vkey))
    except note.BadNote as error:
        raise Damaged(None, f"the checkpoint does not hold: {error}") from error
    if head.origin != setup.origin:
        raise Damaged(None, f"the checkpoint is that of {head.origin}")
    if head.size != len(entries):
        raise Damaged(None, f"{len(entries)} entries are stored, {head.size} were signed")
    if tree_root([leaf_hash(entry) for entry in entries]) != head.root:
        raise Damaged(None, "the entries are not those that were signed")
