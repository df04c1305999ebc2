"""Why so: what happened, and what a seat may or may not do, argued from the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.json import encode

from domain.hidden import AUDITOR
from domain.table.given_actions import read_action
from domain.table.refusals import malformed
from projections.documents.explanations import Explanation
from projections.documents.games import BothLanguages
from projections.explanations import action_explanation, explanation
from projections.people import names_of
from projections.replay import sentence_of
from projections.sentences import Interpreter
from service.identity.access import seen
from service.identity.viewpoint import OWN, RequestedViewpoint, eyes_of
from service.log.mapper import from_rows
from service.log.repository import Repository
from service.queries.game_files import read_game
from service.queries.reading import QueryResponse


def event(
    repository: Repository, game: str, token: str | None, version: int, wish: RequestedViewpoint = OWN
) -> QueryResponse:
    """The argument behind the event of a version, also of one that was taken back later; `Refused` not-found without one."""
    loaded, caller = seen(repository, game, token)
    eyes, there = eyes_of(loaded, caller, wish), repository.versions.at(loaded, version)
    eyes.check(version, version)
    (logged,) = from_rows(repository.store.rows(loaded.id, version - 1, version), loaded.types)
    argued = type(logged.event) in loaded.ruleset.explained
    before = repository.versions.at(loaded, version - 1).table if argued else None
    told = explanation(
        loaded.ruleset, before, logged, there.players, eyes.at(version), role=eyes.role, game=loaded.id
    )
    return QueryResponse(version, encode(told), eyes.role, loaded.renamed)


def action(
    repository: Repository,
    game: str,
    token: str | None,
    version: int,
    action: dict[str, Any],
    seat: int | None = None,
) -> bytes:
    """Why an action of the caller's own seat is legal or not at a version; an analyst names the `seat`.

    A version in the midst of an action means the one before that action.
    """
    loaded, caller = seen(repository, game, token)
    there = repository.versions.complete_at(loaded, version)
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
    game, players = read_game(file)
    if not 1 <= version <= game.version:
        raise malformed("", f"This game has versions 1 to {game.version}.")
    ruleset, logged = game.ruleset, game.history[version - 1]
    before = game.at(version - 1).table if type(logged.event) in ruleset.explained else None
    told = explanation(ruleset, before, logged, players, AUDITOR, role=AUDITOR, game=game.table.setup.game)
    words = Interpreter(ruleset, names_of(players))
    return Argued(words.tell(sentence_of(ruleset, logged.event, AUDITOR)), told)
