"""Navigation: an analyst moves between the lines of an analysis."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from domain.table import decisions
from projections.documents import commands as documents
from service.identity.access import Caller
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context
from service.play.runner import (
    CommandResult,
    Decision,
    Reply,
    load_command,
    run,
)


class Navigate(NamedTuple):
    """Continue from a version of the analysis, on any line."""

    game: str
    token: str | None
    to_version: int
    key: str | None = None


def navigate(command: Navigate, context: Context) -> Reply:
    """Returns the version after the undo event."""
    pending = load_command(context, command.game, command.token, command.key, ["line", command.to_version])
    return run(context, pending, partial(_decide, command, context.repository), _response)


def _decide(command: Navigate, repository: Repository, loaded: LoadedGame, caller: Caller) -> Decision:
    caller.check_analyst()
    log = repository.versions.log(loaded)
    return Decision(decisions.go_to_line(loaded.ruleset, loaded.table, log, command.to_version))


def _response(done: CommandResult) -> documents.Changed:
    return documents.Changed(version=done.loaded.version, checkpoint=done.checkpoint)
