"""The rules level of games that other revisions of the rules decided."""

from __future__ import annotations

import pytest

from domain.rulesets.age_of_war import AgeOfWar
from service.log.verifying import rules_level
from tests.service.conftest import House
from tests.service.test_auditing import audit, played
from verifier import FAILED, NOT_AVAILABLE, PASSED


def test_a_log_of_another_revision_is_not_available_never_failed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = played(house, "age-of-war", actions=20)
    file = audit(house, game, None)
    assert rules_level(file).status == PASSED
    monkeypatch.setattr(AgeOfWar, "rules", 2)
    level = rules_level(file)
    assert level.status == NOT_AVAILABLE
    last = len(file["entries"]) - 1
    assert level.detail == (
        "needs revision 1 of the rules of Age of War; this is revision 2: "
        f"entries 0 to {last} are decided by revision 1"
    )


def test_a_game_goes_on_under_new_rules_and_its_new_stretch_is_judged(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    token = house.turn(game, tokens)
    house.act(game, token, {"type": "roll"})
    monkeypatch.setattr(AgeOfWar, "rules", 2)
    token = house.turn(game, tokens)
    acted = house.act(game, token, house.legal(game, token)[0])
    assert acted["events"][0]["type"] == "rules-changed"
    file = audit(house, game, None)
    assert rules_level(file).status == NOT_AVAILABLE
    last = file["entries"][-1]
    file["entries"][-1] = last.replace('"r":["', '"r":["war.score.1","')
    assert rules_level(file).status == FAILED
