"""The scope of seeds: one game, or all planned games of a tournament together (docs/ledger.md, section 6)."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from . import merkle
from .export import Export
from .note import read_key
from .text import b64, encode, from_b64

OLDER_TERMS = ("disputes", "edition", "edition_hash", "ruleset", "seats", "undo", "visibility")
OWN = ("game", "origin", "nonce", "vkey", "draw_roots", "tournament", "options", "rules")
"""The members of entry 0 that are those of one game."""


def context(export: Export) -> bytes:
    """ctx of the game's seeds."""
    planned = export.created.get("tournament")
    if planned is None:
        return export.leaves[0]
    terms = encode(_terms(export.created))
    games = _identity(planned) + planned["games"].to_bytes(4, "big")
    head = b"gamelog/v1/tournament\n" + games + _root(export, planned) + sha256(terms).digest()
    return sha256(head).digest()


def _terms(created: dict[str, Any]) -> dict[str, Any]:
    """T: what all games share."""
    if "first" not in created["tournament"]:
        return {name: created[name] for name in OLDER_TERMS}
    shared = {name: value for name, value in created.items() if name not in OWN}
    return {**shared, "first": created["tournament"]["first"], "key": b64(read_key(created["vkey"]).public)}


def _identity(planned: dict[str, Any]) -> bytes:
    return bytes.fromhex(planned["id"])


def _root(export: Export, planned: dict[str, Any]) -> bytes:
    """The head over all planned games, computed from this game's path."""
    n = planned["number"]
    label = b"gamelog/v1/planned-game\n" + _identity(planned) + n.to_bytes(4, "big")
    hashed = merkle.leaf(label + export.game_id + b"".join(export.roots))
    return merkle.root_from(hashed, n, planned["games"], [from_b64(node, 32) for node in planned["path"]])
