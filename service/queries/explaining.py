"""Explanations derived from the rules: why an event happened, and why an action is legal or illegal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.json import encode

from domain.hidden import AUDITOR
from domain.table.clock.explaining import EXPLAINED
from domain.table.given_actions import read_action
from domain.table.refusals import malformed
from domain.table.state import Logged
from engine.game_files import read_game
from projections.documents import BothLanguages
from projections.documents.explanations import Explanation
from projections.explanations import action_explanation, explanation
from projections.people import names_of
from projections.replay import sentence_of
from projections.sentences import BilingualRenderer
from service.identity.access import authorize
from service.identity.viewpoint import OWN_VIEWPOINT, RequestedViewpoint, released_seat, viewpoint_of
from service.log.loaded import LoadedGame
from service.log.mapper import from_rows
from service.log.repository import Repository
from service.queries.responses import QueryResponse


def event(
    repository: Repository,
    game: str,
    token: str | None,
    version: int,
    requested: RequestedViewpoint = OWN_VIEWPOINT,
) -> QueryResponse:
    """The explanation of the event at a version, including events undone later; `Refused` not-found if there is none."""
    loaded, caller = authorize(repository, game, token)
    viewpoint, there = viewpoint_of(loaded, caller, requested), repository.versions.at(loaded, version)
    viewpoint.check(version, version)
    (logged,) = from_rows(repository.store.rows(loaded.id, version - 1, version), loaded.types)
    explained = type(logged.event) in loaded.ruleset.explained
    before = repository.versions.at(loaded, version - 1).table if explained else None
    result = explanation(
        loaded.ruleset,
        before,
        logged,
        there.players,
        viewpoint.at(version),
        role=viewpoint.role,
        game=loaded.id,
        log=_log_up_to(repository, loaded, logged),
    )
    return QueryResponse(version, encode(result), viewpoint.role, loaded.renamed)


def action(
    repository: Repository,
    game: str,
    token: str | None,
    version: int,
    action: dict[str, Any],
    seat: int | None = None,
) -> bytes:
    """Why an action of the caller's seat is legal or illegal at a version; an analyst, and a referee under a release, name the
    `seat`.

    A version inside an action refers to the version before that action.
    """
    loaded, caller = authorize(repository, game, token)
    there = repository.versions.complete_at(loaded, version)
    if caller.referee is None:
        acting = caller.acting(there.table, there.table.to_act, seat)
    else:
        acting = released_seat(loaded, caller.referee, seat, there.version)
    parsed = read_action(loaded.ruleset, action)
    return encode(action_explanation(loaded.ruleset, there.table, there.players, acting, parsed))


def _log_up_to(repository: Repository, loaded: LoadedGame, logged: Logged) -> Sequence[Logged]:
    """All events up to one of a clock, whose sum begins with the game; () for others."""
    return repository.versions.log(loaded)[: logged.version] if isinstance(logged.event, EXPLAINED) else ()


class ExplainedSentence(NamedTuple):
    """An event as a sentence, with its explanation."""

    sentence: BothLanguages
    explanation: Explanation


def of_file(file: Mapping[str, Any], version: int) -> ExplainedSentence:
    """The explanation of an event of a game file or audit file, using everything that the file discloses.

    `Refused` malformed if the file has another format, is inconsistent, hides anything or lacks this version.
    """
    game, players = read_game(file)
    if not 1 <= version <= game.version:
        raise malformed("", f"This game has versions 1 to {game.version}.")
    ruleset, logged = game.ruleset, game.history[version - 1]
    before = game.at(version - 1).table if type(logged.event) in ruleset.explained else None
    log = game.history[:version] if isinstance(logged.event, EXPLAINED) else ()
    id = game.table.setup.game
    result = explanation(ruleset, before, logged, players, AUDITOR, role=AUDITOR, game=id, log=log)
    renderer = BilingualRenderer(ruleset, names_of(players))
    return ExplainedSentence(renderer.render(sentence_of(ruleset, logged, AUDITOR)), result)
