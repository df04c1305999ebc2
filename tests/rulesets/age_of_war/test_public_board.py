"""The sentences alone let a listener follow the public board: it is rebuilt from them and compared at every version."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import msgspec
import pytest

from conformance.kit import Player, Sitting, at_random, mixed
from domain.rulesets.age_of_war import RULESET
from domain.table.events import Rewound
from domain.table.fold import Fold
from domain.table.line import surviving
from domain.table.state import Logged
from domain.table.undo import frontier
from projections.replay import sentence_of
from projections.sentences import Renderer
from tests.rulesets.age_of_war.listener import Listener

NAMES = {1: "Ala", 2: "Ola", 3: "Ela", 4: "Jan", 5: "Ewa", 6: "Leo"}


def boards(sitting: Sitting) -> Iterator[tuple[Logged, object]]:
    """Each event with the public view after it; {} before the start."""
    folding = Fold(RULESET)
    for logged in sitting.log:
        if type(logged.event) is Rewound:
            folding = Fold(RULESET)
            folding.read(surviving(sitting.log[: logged.version]))
        else:
            folding.read([logged])
        game = folding.game
        yield logged, {} if game is None else json.loads(msgspec.json.encode(RULESET.view(game, None)))


def follow(sitting: Sitting) -> Listener:
    teller, listener = Renderer(RULESET, "en", NAMES), Listener()
    for logged, board in boards(sitting):
        sentence = teller.render(sentence_of(RULESET, logged, None))
        listener.hear(sentence)
        assert listener.board == board, f"version {logged.version}: {sentence}"
    return listener


def play(seats: int, player: Player, seed: int, draw_count: int | None = None) -> Sitting:
    """A game with some fillings taken back."""
    sitting = Sitting(RULESET, seats, RULESET.options(), f"listener {seed}", draw_count=draw_count)
    rng = random.Random(seed)
    for table in sitting.play(player, rng):
        seat = table.to_act[0]
        if rng.random() < 0.1 and frontier(table, seat).free:
            sitting.undo(seat)
    return sitting


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_listener_can_follow_the_public_board(seats: int) -> None:
    sitting = play(seats, mixed, seats)
    listener, outcome = follow(sitting), sitting.table.outcome
    assert outcome is not None
    assert {NAMES[int(seat)]: n for seat, n in outcome.scores.items()} == listener.points
    assert [NAMES[seat] for seat in outcome.winners] == listener.winners


def test_a_game_that_is_stopped_has_points_and_no_winner() -> None:
    listener = follow(play(2, at_random, 1, draw_count=8))
    assert len(listener.points) == 2
    assert listener.winners == []
