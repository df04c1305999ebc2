"""What rulings make of a tournament's games: one that is void keeps its number, one whose result is set counts with it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from domain.table.calls.calling import Question, call_judge
from domain.table.fold import Fold
from domain.table.referee import appointing, handling, opening, ruling
from domain.table.referee.events import Remedy
from domain.table.referee.opening import Claim
from domain.table.referee.ruling import Said
from projections import standings
from service.log.table_projection import TableProjection
from service.play.clocks.hearing import hearing_of
from tests.service.conftest import House
from tests.service.playing import play
from tests.service.test_tournaments import document, entered, games

CITED = ("table.legal",)
WON_BY_2 = Remedy(winners=(2,), ranking=((2,), (1,)), scores={"1": 3, "2": 40})


def tell(house: House, game: str, command: Callable[..., Fold], *args: Any) -> None:
    """Decided, and committed."""
    loaded = house.repository.get(game)
    house.repository.commit(loaded, command(hearing_of(house.repository, loaded), *args))


def rule(house: House, game: str, said: Said) -> None:
    version = house.repository.get(game).version
    tell(house, game, appointing.appoint, 1, True)
    tell(house, game, appointing.accept, 1)
    tell(house, game, opening.open_dispute, 1, Claim(3, version, (), "result", "h"))
    tell(house, game, opening.state, 2, 1, "h")
    tell(house, game, handling.take, 1, 1)
    tell(house, game, ruling.rule, 1, 1, said)


def test_a_voided_game_keeps_its_number_and_is_not_played_again(house: House) -> None:
    id, _, tokens = entered(house, games=2)
    rule(house, games(house, id)[0], Said("void", CITED, "h"))
    first, second = games(house, id)
    assert house.document(first)["status"] == "abandoned"
    play(house, second, tokens, random.Random(1))
    found = document(house, id)
    assert [(game["number"], game["status"]) for game in found["games"]] == [
        (1, "abandoned"),
        (2, "finished"),
    ]
    assert found["status"] == "finished"


@pytest.mark.parametrize("ruleset", ["age-of-war", "touche", "romans", "nagaraja"])
def test_a_result_that_was_set_counts_in_the_standings(house: House, ruleset: str) -> None:
    id, _, _ = entered(house, games=1, ruleset=ruleset, options={})
    rule(house, games(house, id)[0], Said("result", CITED, "h", WON_BY_2))
    TableProjection(house.repository, standings).catch_up()
    found = document(house, id)
    lines = {line["seats"][0]: (line["points"], line["wins"]) for line in found["standings"]}
    assert lines == {1: (3, 0), 2: (40, 1)}
    assert house.document(games(house, id)[0])["outcome"]["reason"] == "ruling"


def test_a_judge_call_that_nobody_closed_is_no_open_case_of_its_tournament(house: House) -> None:
    id, _, tokens = entered(house, games=1)
    [game] = games(house, id)
    tell(house, game, appointing.appoint, 1, True)
    tell(house, game, appointing.accept, 1)
    tell(house, game, call_judge, 1, Question("h"))
    play(house, game, tokens, random.Random(1))
    TableProjection(house.repository, standings).catch_up()
    found = document(house, id)
    assert (found["status"], found["winners"]) == ("finished", house.document(game)["outcome"]["winners"])
