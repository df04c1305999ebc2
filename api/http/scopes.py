"""The scopes of personal tokens, of which none contains another (`Operation.scopes`)."""

from __future__ import annotations

SEES = ("read", "play", "tables", "referee")
"""Those that read a game or another place, each with its own eyes: `service.identity.caller`."""
