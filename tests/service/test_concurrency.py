"""Many writers of one game, in threads and in processes: nothing is lost, nothing doubled, no version is missing."""

from __future__ import annotations

import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.table.refusals import Refusal, Refused
from service.log.verifying import rules_level
from service.operation.app import Kronika, compose
from service.play import acting
from service.queries import auditing
from service.store import Row
from tests.service.conftest import House, house_with, said, settings_in
from verifier import PASSED, verify

EACH = 20


def seated_romans(house: House) -> tuple[str, dict[int, str]]:
    """Four players who all place warriors at the same time."""
    return house.seated(seats=4, ruleset="romans")


def place_and_withdraw(kronika: Kronika, game: str, token: str, who: str) -> list[int]:
    """Placing and withdrawing until `EACH` actions are acknowledged; gives the versions of the answers."""
    house, versions = House(kronika), []
    for n in range(EACH):
        wanted = "place-warrior" if n % 2 == 0 else "withdraw-warrior"
        action = next(a for a in house.legal(game, token) if a["type"] == wanted)
        versions.append(_insistently(house, game, token, action, f"{who}-{n}"))
    return versions


def _insistently(house: House, game: str, token: str, action: dict[str, Any], key: str) -> int:
    """Sends every request twice, as a client does that never saw the first answer."""
    first = _in_the_end(house, game, token, action, key)
    assert said(acting.act(acting.Act(game, token, action, None, key), house.context)) == first
    return int(first["version"])


def _in_the_end(house: House, game: str, token: str, action: dict[str, Any], key: str) -> dict[str, Any]:
    """The answer. Whoever was too slow too often is told to try again; then others have acted, and they do not for ever."""
    while True:
        try:
            return house.act(game, token, action, key)
        except Refused as refused:
            if refused.kind is not Refusal.STALE:
                raise


def check(house: House, game: str, versions: list[int], before: int) -> None:
    rows: list[Row] = house.kronika.store.rows(game)
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    assert sorted(versions) == list(range(before + 1, before + 1 + len(versions)))
    assert house.document(game)["version"] == len(rows) == before + len(versions)
    file = orjson.loads(auditing.audit(house.repository, game, None))
    assert verify(file)["L0"].status == PASSED


def test_threads_on_one_game(house: House) -> None:
    game, tokens = seated_romans(house)
    before = house.document(game)["version"]
    with ThreadPoolExecutor(4) as pool:
        work = [pool.submit(place_and_withdraw, house.kronika, game, t, f"s{s}") for s, t in tokens.items()]
        versions = [v for done in work for v in done.result()]
    check(house, game, versions, before)


def in_a_process(folder: Path, game: str, token: str, who: str) -> list[int]:
    kronika = compose(settings_in(folder))
    try:
        return place_and_withdraw(kronika, game, token, who)
    finally:
        kronika.close()


@pytest.mark.soak
def test_processes_on_one_game(tmp_path: Path) -> None:
    with house_with(settings_in(tmp_path)) as house:
        game, tokens = seated_romans(house)
        before = house.document(game)["version"]
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(4, mp_context=spawn) as pool:
            work = [pool.submit(in_a_process, tmp_path, game, t, f"s{s}") for s, t in tokens.items()]
            versions = [v for done in work for v in done.result()]
        check(house, game, versions, before)


def test_what_refuses_in_a_process_is_told_whole_by_another() -> None:
    there = pickle.loads(pickle.dumps(Refused(Refusal.STALE, "Too late.", version=3)))
    assert (there.kind, str(there), there.more) == (Refusal.STALE, "Too late.", {"version": 3})


def test_only_one_of_two_racing_actions_of_a_seat_is_taken(house: House) -> None:
    game, tokens = house.seated()
    token = house.turn(game, tokens)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: _try_to_roll(house, game, token), range(8)))
    assert sorted(answers) == ["illegal-action"] * 7 + ["rolled"]
    assert rules_level(orjson.loads(auditing.audit(house.repository, game, None))).status == PASSED


def _try_to_roll(house: House, game: str, token: str) -> str:
    try:
        house.act(game, token, {"type": "roll"})
    except Refused as refused:
        return refused.kind
    return "rolled"
