"""Positions at which all that came of an action has happened: between its events nobody could choose anything."""

from __future__ import annotations

from service.log.loaded import LoadedGame
from service.log.repository import Repository


def complete_at(repository: Repository, loaded: LoadedGame, version: int) -> LoadedGame:
    """The game as it was at a version; one in the midst of an action means the one before that action."""
    there = repository.at(loaded, version)
    if version == loaded.version or repository.at(loaded, version + 1).table.action != there.table.action:
        return there
    before = version - 1
    while repository.at(loaded, before).table.action == there.table.action:
        before -= 1
    return repository.at(loaded, before)
