"""Leaves of the log of logs (docs/ledger.md): what a service tells everybody of a game or a tournament, in order.

A leaf is made here without `at`, which is set when it is sequenced.
"""

from __future__ import annotations


def log_origin(host: str) -> str:
    """The origin of a service's log of logs."""
    return f"{host}/log"
