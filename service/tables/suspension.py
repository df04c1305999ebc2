"""What the organiser does: halt a game, let it go on, end it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

from domain.ruleset import Ruleset
from domain.table import decisions
from domain.table.fold import Fold
from domain.table.state import Table
from projections.documents.commands import StatusChanged
from service.identity.access import Caller
from service.log.loaded import LoadedGame
from service.play.context import Context
from service.play.runner import (
    Decision,
    Done,
    Reply,
    asked,
    run,
)

Step = Literal["abandon", "suspend", "resume"]
STEPS: Mapping[Step, Callable[[Ruleset[Any], Table], Fold]] = {
    "abandon": decisions.abandon,
    "suspend": decisions.suspend,
    "resume": decisions.resume,
}


class Organise(NamedTuple):
    """Take one of these steps with a game, as its organiser."""

    game: str
    token: str | None
    step: Step
    key: str | None = None


def organise(command: Organise, context: Context) -> Reply:
    """Answers with the game's status after it."""
    about = asked(context, command.game, command.token, command.key, [command.step])
    return run(context, about, partial(_decide, command), _organised, status=200)


def _decide(command: Organise, loaded: LoadedGame, caller: Caller) -> Decision:
    caller.check_organiser()
    return Decision(STEPS[command.step](loaded.ruleset, loaded.table))


def _organised(done: Done) -> StatusChanged:
    loaded = done.loaded
    status, version = loaded.table.status, loaded.version
    return StatusChanged(status=status, version=version, checkpoint=done.checkpoint)
