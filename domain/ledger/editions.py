"""The edition of a ruleset's component data, as a log names it."""

from __future__ import annotations

import hashlib

from domain.ledger import canonical
from domain.ruleset import Edition


def edition_hash(edition: Edition) -> str:
    """SHA-256 of the edition's canonical JSON, in hex."""
    return hashlib.sha256(canonical.dumps(edition.components)).hexdigest()
