"""An analyst goes from line to line of his analysis."""

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
    Decision,
    Done,
    Reply,
    asked,
    run,
)


class GoTo(NamedTuple):
    """Go on from a version of the analysis, on whichever line it lies."""

    game: str
    token: str | None
    to_version: int
    key: str | None = None


def go_to(command: GoTo, context: Context) -> Reply:
    """Answers with the version of the way back."""
    about = asked(context, command.game, command.token, command.key, ["line", command.to_version])
    return run(context, about, partial(_decide, command, context.repository), _gone)


def _decide(command: GoTo, repository: Repository, loaded: LoadedGame, caller: Caller) -> Decision:
    caller.check_analyst()
    log = repository.log(loaded)
    return Decision(decisions.go_to_line(loaded.ruleset, loaded.table, log, command.to_version))


def _gone(done: Done) -> documents.Changed:
    return documents.Changed(version=done.loaded.version, checkpoint=done.checkpoint)
