"""Cases and their deadlines on PostgreSQL, and two keepers that look at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from service.disputes import queries as queries
from service.log.shared_time import SharedTime
from service.operation.app import Kronika, compose, prepare
from service.system.clock import now
from service.system.settings import Settings
from tests.service.conftest import House
from tests.service.test_desk import HOUR, RESULT, AtDesk, Tourney, project
from tests.store.conftest import new_database


@pytest.fixture(scope="module")
def address(shared_postgresql: object) -> Iterator[str]:
    with new_database(shared_postgresql) as url:
        yield url


@pytest.fixture(scope="module")
def two(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Kronika, Kronika]]:
    """Two processes' services over one database."""
    settings = Settings(data=tmp_path_factory.mktemp("two"), database=address)
    prepare(settings)
    both = (compose(settings), compose(settings))
    yield both
    for kronika in both:
        kronika.close()


def test_a_deadline_is_entered_once_whoever_looks_and_whoever_has_died(
    two: tuple[Kronika, Kronika], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = map(House, two)
    desk = AtDesk.set(first)
    desk.open()
    cases = queries.page(second.repository, None, None, 9, None).disputes
    assert [case.due_at is None for case in cases if case.game == desk.game] == [False]
    at = now() + HOUR
    monkeypatch.setattr(SharedTime, "now", lambda _: at)
    commit, cut = first.repository.commit, {"off": True}

    def killed(*decided: Any, **more: Any) -> Any:
        """The first keeper is gone at the moment when it would write."""
        if cut["off"]:
            raise SystemExit
        return commit(*decided, **more)

    monkeypatch.setattr(first.repository, "commit", killed)
    with pytest.raises(SystemExit):
        first.kronika.clocks().look()
    assert desk.state() == "open"
    cut["off"] = False
    keepers = [threading.Thread(target=it.kronika.clocks().look) for it in (first, second)]
    for keeper in keepers:
        keeper.start()
    for keeper in keepers:
        keeper.join()
    assert desk.state() == "expired"
    kinds = [row.type for row in second.kronika.store.rows(desk.game)]
    assert kinds.count("dispute-expired") == 1


def test_a_tournament_has_no_winners_while_a_case_is_open(two: tuple[Kronika, Kronika]) -> None:
    house = House(two[0])
    tourney = Tourney(house, "age-of-war", games=1)
    tourney.desk(1).ruled("result", remedy=RESULT, why_not_stand="Because.")
    project(house)
    assert tourney.document().winners == (2,)
    tourney.desk(1).open(1)
    project(house)
    assert tourney.document().winners is None
