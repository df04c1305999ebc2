"""The game document: one game at one version, redacted for one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from domain.hidden import AUDITOR, Viewer
from domain.knowledge import known
from domain.ruleset import Action, Ruleset
from domain.table.events import GameCreated
from domain.table.referee.state import Referee
from domain.table.state import Table
from domain.table.undo import describe
from projections.clocks import clock_of
from projections.documents import REVISION, BothLanguages
from projections.documents.games import GameDocument, Origin, RefereeSeen, Witnessed
from projections.documents.rulesets import package_name
from projections.people import Players, names_of, rfc3339, seats_of
from projections.sentences import BilingualRenderer
from projections.verdict import account_of, entropy_of


def view_of(ruleset: Ruleset[Any], table: Table, viewer: Viewer) -> dict[str, Any]:
    """The board; {} before the game starts."""
    if table.game is None:
        return {}
    board: dict[str, Any] = msgspec.to_builtins(ruleset.view(known(ruleset, table.game, viewer), viewer))
    return board


def role_of(viewer: Viewer) -> str:
    if viewer is None:
        return "spectator"
    return AUDITOR if viewer == AUDITOR else f"seat:{viewer}"


def legal_actions(ruleset: Ruleset[Any], table: Table, viewer: Viewer) -> Sequence[Action]:
    """The legal actions of this viewer; [] if they are not to act."""
    decision = _decision(ruleset, table, viewer)
    return decision.legal if decision else []


class _Decision(NamedTuple):
    seat: int
    known: Any
    legal: Sequence[Action]


def _decision(ruleset: Ruleset[Any], table: Table, viewer: Viewer) -> _Decision | None:
    if viewer not in table.to_act or not isinstance(viewer, int) or viewer in table.absence.away:
        return None
    state = known(ruleset, table.game, viewer)
    return _Decision(viewer, state, ruleset.legal_actions(state, viewer))


class LabelledActions(NamedTuple):
    """A decision in words, by language."""

    actions: list[dict[str, Any]]
    """The legal actions, each with its `label` for a button, and with `say` if people who hear it need more."""
    prompt: BothLanguages | UnsetType
    """The question that the seat decides; unset for a viewer who is not to act."""


def labelled_actions(
    ruleset: Ruleset[Any], table: Table, players: Players, viewer: Viewer
) -> LabelledActions:
    """The current decision of this viewer, in words."""
    decision = _decision(ruleset, table, viewer)
    if decision is None or not decision.legal:
        return LabelledActions([], UNSET)
    seat, state, legal = decision
    renderer = BilingualRenderer(ruleset, names_of(players))
    labelled = [
        {**msgspec.to_builtins(action), **_words(renderer, ruleset, state, seat, action)} for action in legal
    ]
    return LabelledActions(labelled, renderer.render(ruleset.prompt(state, seat, legal)))


def _words(
    renderer: BilingualRenderer, ruleset: Ruleset[Any], state: Any, seat: int, action: Action
) -> dict[str, BothLanguages]:
    label = ruleset.describe(action)
    facts = ruleset.aloud(state, seat, action)
    words = {"label": renderer.render(label)}
    return {**words, "say": renderer.render_aloud(label, facts)} if facts else words


def _referee(referee: Referee) -> RefereeSeen:
    return RefereeSeen(
        referee=referee.number,
        head=referee.head,
        appointed="before-start" if referee.from_start or not referee.after_start else "after-start",
        dismissed=referee.left is not None,
    )


def _witnessed(setup: GameCreated) -> Witnessed | UnsetType | None:
    promised = setup.witnessed
    if promised is None or promised is UNSET:
        return promised
    return Witnessed(quorum=promised.quorum, witnesses=promised.witnesses)


def origin_of(table: Table) -> Origin | None:
    """Where an analysis branches off; None for other games."""
    forked = table.forked
    return None if forked is None else Origin(game=forked.game, version=forked.version)


def game_document(
    ruleset: Ruleset[Any],
    table: Table,
    players: Players,
    viewer: Viewer,
    *,
    role: str,
    imported: bool,
    imported_at: int | None,
    at: int,
    renamed: int = 0,
    expires_at: int | None = None,
) -> GameDocument:
    """`role` is the viewer's role in the game; `at` is the time of the last event in milliseconds.

    `renamed` counts the operator's changes of visible names, each of which changes all documents of the game.
    """
    setup = table.setup
    return GameDocument(
        id=setup.game,
        ruleset=setup.ruleset,
        edition=setup.edition,
        options=setup.options,
        visibility=setup.visibility,
        status=table.status,
        version=table.version,
        seats=seats_of(ruleset, table, players),
        to_act=table.to_act,
        entropy=entropy_of(table, imported),
        log=setup.log,
        witnessed=_witnessed(setup),
        account=account_of(table),
        to_reveal=table.to_reveal,
        view=view_of(ruleset, table, viewer),
        outcome=table.outcome,
        referees=tuple(map(_referee, table.desk.referees)),
        dispute=None if table.desk.case is None else table.desk.case.number,
        viewer=role,
        undo=describe(table, viewer),
        forked=origin_of(table),
        imported=imported,
        imported_at=None if imported_at is None else rfc3339(imported_at),
        expires_at=None if expires_at is None else rfc3339(expires_at),
        document_revision=REVISION + renamed,
        updated_at=rfc3339(at),
        clock=clock_of(table),
        meeting=UNSET if setup.meeting is None else setup.meeting,
        accounts=UNSET if setup.accounts is None else setup.accounts,
        package=package_name(setup.package),
    )
