"""Commands of the persons at seats: resigning, coming back, and agreeing to what the organiser may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from domain.table import asking
from domain.table.asking import Agree, Resign, Return, SeatWord
from service.identity.access import Caller
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.acting import acted, signed_action_or
from service.play.context import Context
from service.play.runner import Decision, Reply, load_command, run
from service.play.signing import ActionInput, log_rules_change


class Say(NamedTuple):
    """Say a word of this `kind` for the caller's seat; `to` is what it agrees to, if it agrees and does not sign."""

    game: str
    token: str | None
    kind: type[SeatWord]
    to: str = ""
    key: str | None = None
    signed: dict[str, Any] | None = None
    seen: dict[str, Any] | None = None

    def unsigned(self) -> SeatWord:
        return UNSIGNED[self.kind](self.to)


UNSIGNED: Mapping[type[SeatWord], Callable[[str], SeatWord]] = {
    Resign: lambda to: Resign(),
    Return: lambda to: Return(),
    Agree: Agree,
}


def say(command: Say, context: Context) -> Reply:
    """Returns the new events as the caller may see them, and the seats to act."""
    given = ActionInput.of(command.signed, command.seen)
    content = [command.kind.__struct_config__.tag, given.identity(command.to)]
    pending = load_command(context, command.game, command.token, command.key, content, signed=given.signed)
    word = signed_action_or(given, pending.loaded.ruleset, command.kind, command.unsigned)
    decide = partial(_decide, context.repository, given, word)
    return run(context, pending, decide, partial(acted, False))


def _decide(
    repository: Repository, given: ActionInput, word: SeatWord, loaded: LoadedGame, caller: Caller
) -> Decision:
    seat = caller.seat()
    attestation = given.attestation(repository, loaded, seat)
    if attestation.sig is not None:
        log_rules_change(repository, loaded)
    return Decision(asking.of_the_seat(loaded.ruleset, loaded.table, seat, word, attestation))
