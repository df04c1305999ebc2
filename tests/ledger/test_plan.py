"""A tournament's plan, against the page of the ledger."""

import pytest

from domain.ledger import seats
from domain.ledger.merkle import leaf_hash, path_root, tree_root
from domain.ledger.plan import Plan, PlannedGame, games_planned
from domain.ledger.text import b64, from_b64

ID, TERMS = bytes(range(16)), b"{}"
GAMES = [PlannedGame(bytes([n]).hex() * 16, [b64(bytes([n, e]) * 16) for e in range(4)]) for n in range(6)]


def planned(number: int) -> bytes:
    roots = b"".join(bytes([number, e]) * 16 for e in range(4))
    return b"gamelog/v1/planned-game\n" + ID + number.to_bytes(4, "big") + bytes([number]) * 16 + roots


def test_every_game_leads_to_the_root_that_the_context_binds():
    plan = Plan(ID, GAMES, TERMS)
    root = tree_root([leaf_hash(planned(n)) for n in range(6)])
    assert plan.root == root
    assert plan.ctx == seats.tournament_context(ID, 6, root, TERMS)
    for n in range(6):
        path = [from_b64(node) for node in plan.path(n)]
        assert path_root(leaf_hash(planned(n)), n, 6, path) == root


@pytest.mark.parametrize(("games", "all_planned"), [(1, 2), (3, 6), (8, 16), (9, 17), (100, 108)])
def test_as_many_spare_games_as_games_but_eight_at_most(games: int, all_planned: int):
    assert games_planned(games) == all_planned
