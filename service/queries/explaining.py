"""Why so: what happened, and what a seat may or may not do, argued from the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.json import encode

from domain.hidden import AUDITOR
from domain.ledger.seal import Undisclosed
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.fold import fold
from domain.table.redecide import NotByTheRules
from domain.table.refusals import malformed
from domain.table.state import Logged
from projections.documents.explanations import Explanation
from projections.documents.games import BothLanguages
from projections.explanations import action_explanation, explanation
from projections.people import Player, Players, names_of
from projections.replay import sentence_of
from projections.sentences import Interpreter
from service.access import seen
from service.actions import read_action
from service.log.mapper import from_rows
from service.log.repository import Repository
from service.log.verifying import read_log
from service.queries.reading import Shown
from verifier import FAILED, verify


def event(repository: Repository, game: str, token: str | None, version: int) -> Shown:
    """The argument behind the event of a version, also of one that was taken back later; `Refused` not-found without one."""
    loaded, caller = seen(repository, game, token)
    there = repository.at(loaded, version)
    (logged,) = from_rows(repository.store.rows(loaded.id, version - 1, version), loaded.types)
    argued = type(logged.event) in loaded.ruleset.explained
    before = repository.at(loaded, version - 1).table if argued else None
    told = explanation(
        loaded.ruleset, before, logged, there.players, caller.viewer, role=caller.role, game=loaded.id
    )
    return Shown(version, encode(told), caller.role, loaded.renamed)


def action(
    repository: Repository,
    game: str,
    token: str | None,
    version: int,
    action: dict[str, Any],
    seat: int | None = None,
) -> bytes:
    """Why an action of the caller's own seat is legal or not at a version; an analyst names the `seat`."""
    loaded, caller = seen(repository, game, token)
    there = repository.at(loaded, version)
    asks = caller.acting(there.table, there.table.to_act, seat)
    asked = read_action(loaded.ruleset, action)
    return encode(action_explanation(loaded.ruleset, there.table, there.players, asks, asked))


class Argued(NamedTuple):
    """An event in a sentence, and the argument behind it."""

    said: BothLanguages
    explanation: Explanation


def of_file(file: Mapping[str, Any], version: int) -> Argued:
    """The argument behind an event of a game file or an audit file, with all that the file discloses.

    `Refused` malformed for what is no such file, does not hold together, hides something or has no such version.
    """
    audit = file.get("audit", file)
    level = verify(audit)["L0"]
    if level.status == FAILED:
        raise malformed("", f"This is no game that holds together: {level.detail}.")
    ruleset = _ruleset(audit)
    log, players = _opened(audit), _players(file)
    if not 1 <= version <= len(log):
        raise malformed("", f"This game has versions 1 to {len(log)}.")
    logged = log[version - 1]
    before = fold(ruleset, log[: version - 1]) if type(logged.event) in ruleset.explained else None
    told = explanation(ruleset, before, logged, players, AUDITOR, role=AUDITOR, game=audit["game"])
    words = Interpreter(ruleset, names_of(players))
    return Argued(words.tell(sentence_of(ruleset, logged.event, AUDITOR)), told)


def _ruleset(audit: Mapping[str, Any]) -> Ruleset[Any]:
    ruleset = registry().get(audit["ruleset"])
    if ruleset is None or audit["edition"] not in ruleset.editions:
        raise malformed("", f"There is no {audit['ruleset']}, edition {audit['edition']}, here.")
    return ruleset


def _opened(audit: Mapping[str, Any]) -> list[Logged]:
    try:
        return read_log(audit)
    except Undisclosed:
        detail = "The file does not disclose every secret; that of a game that is over does."
        raise malformed("", detail) from None
    except NotByTheRules as broken:
        raise malformed("", f"Version {broken.version}: {broken.detail}.") from broken


class Sat(msgspec.Struct, frozen=True):
    """A player in a game file; an audit file has none."""

    seat: int
    name: str
    bot: str | None


def _players(file: Mapping[str, Any]) -> Players:
    try:
        sat = msgspec.convert(file.get("players", ()), tuple[Sat, ...])
    except msgspec.ValidationError as error:
        raise malformed("players", str(error)) from error
    return {it.seat: Player(it.name, it.bot) for it in sat}
