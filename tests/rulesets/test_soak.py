"""Ten thousand games of every ruleset through the battery's checks: `make soak`."""

from __future__ import annotations

import random
from typing import Any

import pytest

from conformance import checks
from conformance.kit import Sitting, mixed
from domain.ruleset import Action, Ruleset
from tests.rulesets.test_battery import every_setup

GAMES = 10_000


@pytest.mark.soak
@every_setup
def test_thousands_of_games_without_a_violation(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    for seed in range(-(-GAMES // len(ruleset.setups()))):
        one_game(ruleset, seats, options, seed)


def one_game(ruleset: Ruleset[Any], seats: int, options: Any, seed: int) -> None:
    """Conservation at every version, everything else at about two moments of the game."""
    sitting, rng = Sitting(ruleset, seats, options, f"soak-{seed}"), random.Random(seed)
    met: dict[Action, None] = {}
    games = {sitting.table.version: sitting.table.game}
    for table in sitting.play(mixed, rng):
        games[table.version] = table.game
        met.update(dict.fromkeys(sitting.legal(table.to_act[0])))
        if rng.random() < 0.02:
            look_closely(sitting, met, games, rng)
    checks.check_ending(sitting)
    checks.check_conservation(sitting)
    if seed % 20 == 0:
        checks.check_redeciding(sitting, rng, changes=1)


def look_closely(
    sitting: Sitting, met: dict[Action, None], games: dict[int, Any], rng: random.Random
) -> None:
    checks.check_legal_actions(sitting, met, rng)
    checks.check_no_leak(sitting, met, rng)
    checks.check_json(sitting)
    checks.check_undo(sitting, games)
    if len(sitting.table.to_act) > 1:
        checks.check_arrival_order(sitting, rng)
