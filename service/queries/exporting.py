"""A whole game in one file (docs/portable.md), to be checked and taken in elsewhere."""

from __future__ import annotations

from service.access import seen
from service.log.audit import game_file
from service.log.repository import Repository

MEDIA_TYPE = "application/vnd.kronika.game+json"


def export(repository: Repository, game: str, token: str | None) -> bytes:
    """The game file of this viewer."""
    loaded, caller = seen(repository, game, token)
    return game_file(repository, loaded, caller.viewer)
