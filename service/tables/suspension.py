"""Status changes by the organiser: suspending, resuming and abandoning a game. Seats may end a long suspension."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

from domain.ruleset import Ruleset
from domain.table import decisions
from domain.table.absence.suspension import end_suspension
from domain.table.fold import Fold
from domain.table.state import Table
from projections.documents.commands import StatusChanged
from service.identity.access import Caller
from service.log.loaded import LoadedGame
from service.play.context import Context
from service.play.runner import (
    CommandResult,
    Decision,
    Reply,
    load_command,
    run,
)
from service.tables.bounds import check_account

Step = Literal["abandon", "suspend", "resume"]
STEPS: Mapping[Step, Callable[[Ruleset[Any], Table], Fold]] = {
    "abandon": decisions.abandon,
    "suspend": decisions.suspend,
    "resume": decisions.resume,
}


class ChangeStatus(NamedTuple):
    """Suspend, resume or abandon a game, as its organiser; or resume it, as a seat."""

    game: str
    token: str | None
    step: Step
    key: str | None = None


def change_status(command: ChangeStatus, context: Context) -> Reply:
    """Returns the game's status afterwards."""
    pending = load_command(context, command.game, command.token, command.key, [command.step])
    return run(context, pending, partial(_decide, command), _status_changed, status=200)


def _decide(command: ChangeStatus, loaded: LoadedGame, caller: Caller) -> Decision:
    if command.step == "resume" and isinstance(caller.viewer, int) and not caller.organises:
        return Decision(end_suspension(loaded.ruleset, loaded.table, caller.seat()))
    caller.check_organiser()
    if command.step == "suspend":
        check_account(loaded.table)
    return Decision(STEPS[command.step](loaded.ruleset, loaded.table))


def _status_changed(done: CommandResult) -> StatusChanged:
    loaded = done.loaded
    status, version = loaded.table.status, loaded.version
    return StatusChanged(status=status, version=version, checkpoint=done.checkpoint)
