"""The greedy bot: it plans from what its seat knows and beats chance."""

import random

import pytest

from conformance.kit import Sitting, at_random, greedily
from domain.hidden import AUDITOR, redact
from domain.ruleset import Action
from domain.rulesets.romans import RULESET
from domain.rulesets.romans import actions as a
from engine.luck import Luck
from engine.playout import Trial
from tests.rulesets.romans.scene import C, Scene, hand, sitting


def answer(scene: Scene, seat: int) -> Action:
    known = redact(scene.game, seat)
    return RULESET.greedy(known, seat, RULESET.legal_actions(known, seat), lambda n: 0)


def test_bot_lays_a_whole_line_and_seals_without_detours() -> None:
    table = sitting(2, seed="bot")
    steps = []
    while 1 in table.table.to_act:
        steps.append(greedily(RULESET, table.table.game, 1, table.legal(1), random.Random(1)))
        table.act(1, steps[-1])
    assert [type(step) for step in steps] == [a.PlaceWarrior] * 6 + [a.SealOrders]


def test_bot_mends_a_line_that_somebody_else_began() -> None:
    table = sitting(2, seed="mend")
    planned = greedily(RULESET, table.table.game, 1, table.legal(1), random.Random(1))
    assert isinstance(planned, a.PlaceWarrior)
    wrong = next(w for w in hand(table, 1) if w != planned.warrior)
    table.act(1, a.PlaceWarrior(wrong, planned.fort))
    assert greedily(RULESET, table.table.game, 1, table.legal(1), random.Random(1)) == a.WithdrawWarrior(
        planned.fort
    )


def test_bot_seduces_whom_it_needs_to_win_the_fort() -> None:
    scene = Scene(C("qween"), C("druhid", line="archr"), C("horsie"), wall="niefort-6")
    assert answer(scene, 1) == a.Seduce("red")


def test_bot_avoids_winning_a_fort_below_zero() -> None:
    scene = Scene(C("qween"), C("druhid", line="horsie"), C("chariott"), wall="fortheca-3")
    assert answer(scene, 1) == a.Seduce("green")


def test_bot_takes_the_third_fortheca() -> None:
    scene = Scene(
        C("druhid", line="chariott", forts="fortheca-1 fortheca-2"),
        C("axx"),
        wall="niefort-1 fortheca-3 fortuna",
    )
    assert answer(scene, 1) == a.TakeFort(5)


def test_bot_gives_up_its_lowest_fort() -> None:
    scene = Scene(
        C("archr", line="chariott", forts="niefort-6 fortheca-2 niefort-1"),
        C("axx"),
        wall="fortuna fortheca-1",
    )
    assert answer(scene, 1) == a.DiscardFort("fortheca-2")


@pytest.mark.soak
def test_bot_beats_chance() -> None:
    """Against three random players it wins far more than its fourth of the games."""
    won = 0
    for n in range(40):
        table, rng, bot = sitting(4, seed=f"chance-{n}"), random.Random(n), 1 + n % 4
        while table.table.status == "playing":
            _turn(table, bot, rng)
        assert table.table.outcome is not None
        won += bot in table.table.outcome.winners
    assert won >= 16


def _turn(table: Sitting, bot: int, rng: random.Random) -> None:
    seat = table.table.to_act[0]
    legal = table.legal(seat)
    onwards = [act for act in legal if not isinstance(act, a.WithdrawWarrior | a.DiscardWarrior)]
    player = greedily if seat == bot else at_random
    table.act(seat, player(RULESET, table.table.game, seat, legal if seat == bot else onwards, rng))


@pytest.mark.parametrize("viewer", [AUDITOR, 1])
def test_playouts_of_the_first_round_end_when_a_later_wall_is_revealed(viewer: int) -> None:
    table = sitting(2, seed="horizon")
    horizon = RULESET.horizon(table.table.game, viewer)
    assert horizon is not None
    trial = Trial(RULESET, RULESET.redraw(table.table.game, viewer, lambda n: 0), Luck("horizon"))
    trial.play_on(horizon.actions)
    assert trial.state.round > 1
    assert RULESET.settled(trial.state)
    assert RULESET.horizon(trial.state, viewer) is None


def test_a_position_is_not_settled_once_an_order_is_given() -> None:
    table = sitting(2, seed="orders")
    assert RULESET.settled(table.table.game)
    seat = table.table.to_act[0]
    table.act(seat, next(act for act in table.legal(seat) if isinstance(act, a.PlaceWarrior)))
    assert not RULESET.settled(table.table.game)
