"""L4 over the files of a tournament: the options of a game follow from the game before it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cli.verify import check
from domain.ledger.canonical import dumps
from service.log.tournament_options import with_options
from service.queries import auditing
from service.tables import suspension
from tests.service.conftest import House
from tests.service.test_tournaments import SHORT, awaited, entered, games
from verifier import FAILED, PASSED, Known, Level

FOLLOW = "its options follow from the game before"
PASSING = Level("L4", PASSED, "")


def files(house: House, id: str) -> dict[str, bytes]:
    found = [auditing.audit(house.repository, game, None) for game in games(house, id)]
    return {str(n): body for n, body in enumerate(found)}


def judged(audits: dict[str, Any]) -> dict[str, Level]:
    return with_options(audits, dict.fromkeys(audits, PASSING))


@pytest.fixture
def played(house: House) -> dict[str, bytes]:
    """Two games of Touché, whose deal passes to the left."""
    id, _, _ = entered(house, "greedy", seats=3, games=2, options={**SHORT, "dealer": 3})
    awaited(house, id)
    return files(house, id)


def test_the_options_of_a_later_game_follow(played: dict[str, bytes]) -> None:
    reports = check(played, Known())
    assert [FOLLOW in report["L4"].detail for report in reports.values()] == [False, True]
    assert {report["L4"].status for report in reports.values()} == {PASSED}
    [alone] = check({"1": played["1"]}, Known()).values()
    assert (alone["L4"].status, FOLLOW in alone["L4"].detail) == (PASSED, False)


def test_other_options_fail_and_a_file_that_ends_too_early_is_not_compared(played: dict[str, bytes]) -> None:
    audits = {name: json.loads(data) for name, data in played.items()}
    first = json.loads(audits["1"]["entries"][0])
    assert first["d"]["options"]["dealer"] == 1
    first["d"]["options"]["dealer"] = 2
    audits["1"]["entries"][0] = dumps(first).decode()
    level = judged(audits)["1"]
    assert (level.status, level.entry, "do not follow" in level.detail) == (FAILED, 0, True)
    entries = audits["0"]["entries"]
    del entries[len(entries) // 2 :]
    audits["0"]["disclosures"] = [it for it in audits["0"]["disclosures"] if it["index"] < len(entries)]
    level = judged(audits)["1"]
    assert (level.status, "not over in its file" in level.detail) == (PASSED, True)


def test_a_game_without_a_result_is_played_again_with_the_same_options(house: House) -> None:
    id, organiser, _ = entered(house, seats=3, games=2, options={**SHORT, "dealer": 2})
    for n in range(2):
        game = games(house, id)[n]
        suspension.change_status(suspension.ChangeStatus(game, organiser, "abandon"), house.context)
    levels = judged({name: json.loads(data) for name, data in files(house, id).items()})
    assert [FOLLOW in level.detail for level in levels.values()] == [False, True, True]
