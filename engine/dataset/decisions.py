"""The decisions of a game with their legal actions, as rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.json import encode

from domain.knowledge import known
from domain.table.actors import seat_of
from domain.table.fold import Fold
from domain.table.logged_draws import LoggedDraws
from domain.table.state import Logged, Table
from engine.decisions import Decision, action_of
from engine.game import Game
from projections.dataset import DecisionRow
from projections.people import rfc3339

DECIDERS = ("seat:", "bot:")


def decision_rows(game: Game) -> Iterator[DecisionRow]:
    """The decisions of seats, of bots too, that were not taken back; also those with a single legal action.

    `legal` is what the seat could know to be legal. The log has the knowers of its secrets, as `engine.logs.read` computes.
    """
    draws = LoggedDraws(game.history, game.table.setup.draw_count)
    for table, recorded in _decided(game):
        yield _row(game, table, recorded, draws)


def _decided(game: Game) -> Iterator[tuple[Table, Sequence[Logged]]]:
    """The table before each decision that counts, and the events that it recorded."""
    folding, last = Fold(game.ruleset), 0
    together = {action: list(group) for action, group in groupby(game.history, key=lambda it: it.action)}
    for logged in folding.reading_whole(game.history):
        begins, last = logged.action != last, logged.action
        if begins and type(logged.event) in game.ruleset.events and logged.actor.startswith(DECIDERS):
            yield folding.table(), together[logged.action]


def _row(game: Game, table: Table, recorded: Sequence[Logged], draws: LoggedDraws) -> DecisionRow:
    first, rules = recorded[0], game.ruleset
    seat = seat_of(first.actor)
    legal = list(rules.legal_actions(known(rules, table.game, seat), seat))
    chosen = action_of(rules, Decision(table, seat, recorded, {}), draws)
    return DecisionRow(
        game=table.setup.game,
        version=table.version,
        action=first.action,
        seat=seat,
        actor=first.actor,
        at=rfc3339(first.at),
        choices=len(legal),
        legal=encode(legal).decode(),
        index=None if chosen is None else legal.index(chosen),
        chosen=None if chosen is None else encode(chosen).decode(),
        rules=tuple(dict.fromkeys(rule for it in recorded for rule in it.rules)),
    )
