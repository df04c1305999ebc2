"""Who is connected to this process. The server imports it before anything of the service exists."""

from __future__ import annotations

from typing import NamedTuple


class Connected(NamedTuple):
    """Viewers of a game in the same role, with the same token."""

    game: str
    role: str
    token: str | None
    connections: int
