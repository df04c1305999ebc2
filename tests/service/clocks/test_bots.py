"""Bots in games with clocks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from domain.table import decisions
from service.play.bots import _answer_undo
from tests.table.clock.script import Timed


@pytest.mark.parametrize(("at", "accepted"), [(89_999, True), (90_000, False)])
def test_a_bot_declines_an_undo_for_which_the_asker_has_no_time_left(at: int, accepted: bool) -> None:
    """An abuse: whoever asks at their last millisecond keeps the bot from its next move for ever."""
    game = Timed(undo="consent", seats=2)
    version = game.table.version
    game.at(40_000).do(1, 2, turn=2)
    game.at(41_000).do(2, 2)
    game.at(60_000).decide(decisions.request_undo, 1, version)
    present: Any = SimpleNamespace(ruleset=game.sitting.ruleset, table=game.at(at).sitting.now)
    game.take(_answer_undo(2, 1, present))
    assert game.table.undo.request is None
    assert (game.table.to_act == (1,)) == accepted
    game.check()
