"""Games that the operator closes or abandons, and what is made of that."""

from __future__ import annotations

from domain.table import decisions
from domain.table.actors import ORGANISER
from domain.table.events import GameSuspended
from service.operation.moderation.games import abandon_game, close_game
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.clocks import BY_HAND
from tests.operator.remaining import NOTHING
from tests.operator.service import Operator, play

WHY = "Somebody is insulted."


@attack("L2", "a game-suspended is by table", BY_HAND)
def a_closing_in_the_organisers_name(service: Operator) -> Evidence:
    """The operator closes a game, and the log says that its organiser did"""
    players = service.begun()
    service.write(players[0].game, (ORGANISER, GameSuspended("operator", "A" * 43)))
    return file_of(service.audit(players[0].game))


@attack("L4", "no action allowed there leads to", "`decisions.play`")
def an_action_in_a_closed_game(service: Operator) -> Evidence:
    """A friend acts while nobody else may, because the operator has closed the game"""
    game = service.create()
    for seat in (1, 2):
        service.post(f"games/{game}/seats", {"name": f"P{seat}", "seat": seat})
    close_game(service.kronika.context, game, WHY)
    repository = service.kronika.repository
    loaded = repository.get(game)
    ruleset, table = loaded.ruleset, loaded.table
    [seat] = ruleset.to_act(table.game)
    action = ruleset.legal_actions(table.game, seat)[0]
    repository.commit(loaded, decisions.carry_out(ruleset, table, seat, action, loaded.keys.draws(table)))
    return file_of(service.audit(game))


@attack("account", "The game was abandoned", NOTHING)
def a_game_abandoned_for_a_friend(service: Operator) -> Evidence:
    """The operator abandons a game that a friend is about to lose"""
    players = service.begun()
    play(players)
    abandon_game(service.kronika.context, players[0].game, WHY)
    return file_of(service.audit(players[0].game))
