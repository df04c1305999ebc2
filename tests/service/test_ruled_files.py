"""Games with rulings in files: they are taken in as they were ruled, and not while a case is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.table.fold import Fold
from domain.table.referee import appointing, handling, opening, ruling
from domain.table.referee.events import Remedy
from domain.table.referee.opening import Claim
from domain.table.referee.ruling import Said
from service.play.clocks.hearing import hearing_of
from tests.service.conftest import House
from tests.service.test_portable import abroad as abroad
from tests.service.test_portable import file_of, finished, refusal, take_in

WON_BY_2 = Remedy(winners=(2,), ranking=((2,), (1,)), scores={"1": 3, "2": 40})


def tell(house: House, game: str, command: Callable[..., Fold], *args: Any) -> None:
    """Decided, and committed."""
    loaded = house.repository.get(game)
    house.repository.commit(loaded, command(hearing_of(house.repository, loaded), *args))


@pytest.mark.usefixtures("checked_here")
def test_a_game_is_taken_in_as_it_was_ruled_and_not_while_a_case_is_open(house: House, abroad: House) -> None:
    game, auditor, _ = finished(house)
    tell(house, game, appointing.appoint, 1, True)
    tell(house, game, appointing.accept, 1)
    version = house.repository.get(game).version
    tell(house, game, opening.open_dispute, 1, Claim(3, version - 1, (), "result", "h"))
    assert "Case 1 of this game is open" in refusal(abroad, file_of(house, game, auditor)).detail
    tell(house, game, opening.state, 2, 1, "h")
    tell(house, game, handling.take, 1, 1)
    tell(house, game, ruling.rule, 1, 1, Said("result", ("table.legal",), "h", WON_BY_2))
    taken = take_in(abroad, file_of(house, game, auditor))
    assert (taken["answered"], taken["status"]) == (201, "finished")
    assert abroad.document(game)["outcome"] == house.document(game)["outcome"]
    assert abroad.document(game)["outcome"]["winners"] == [2]
