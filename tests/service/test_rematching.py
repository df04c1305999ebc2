"""Rematches under way in two services at once, on both engines: there is one table, whoever was faster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from projections.documents.invitations import Rematch
from service.operation.app import compose
from service.system.settings import Settings
from service.tables import rematches
from service.tables.rematches import Answer, rematch
from service.tables.suspension import ChangeStatus, change_status
from tests.service.conftest import House, house_with
from tests.service.test_games import refused
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]
COUNT = "SELECT count(*) FROM lobby"


@pytest.fixture
def houses(tmp_path: Path, url: str) -> Iterator[list[House]]:
    settings = Settings(data=tmp_path, database=url, limits=None)
    with house_with(settings) as one, closing(compose(settings)) as other:
        yield [one, House(other)]


def over(house: House) -> tuple[str, dict[int, str]]:
    """A game of three that is over, and its seats' tokens."""
    game, organiser = house.create(seats=3)
    tokens = {seat: house.sit(game, organiser, {"name": f"P{seat}", "seat": seat}) for seat in (1, 2, 3)}
    change_status(ChangeStatus(game, organiser, "abandon"), house.context)
    return game, tokens


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Something happens once, after an answer was decided and before it is written."""
    decided, pending = rematches._step, [happens]

    def step(*told: object) -> object:
        if pending:
            pending.pop()()
        return decided(*told)  # type: ignore[arg-type]

    monkeypatch.setattr(rematches, "_step", step)


def test_of_two_offers_at_once_one_is_an_acceptance(
    houses: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:
    (one, other), (game, tokens) = houses, over(houses[0])
    meanwhile(monkeypatch, lambda: rematch(Answer(game, tokens[2]), other.context))
    assert rematch(Answer(game, tokens[1]), one.context) == Rematch(waiting=(3,))


def test_of_two_last_acceptances_at_once_one_makes_the_table(
    houses: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:
    (one, other), (game, tokens) = houses, over(houses[0])
    rematch(Answer(game, tokens[1]), one.context)
    meanwhile(monkeypatch, lambda: rematch(Answer(game, tokens[3]), other.context))
    assert rematch(Answer(game, tokens[2]), one.context).seat == 2
    assert one.kronika.store.query(COUNT) == [(2,)]


def test_the_last_acceptance_sees_a_refusal_at_the_same_moment(
    houses: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:
    (one, other), (game, tokens) = houses, over(houses[0])
    rematch(Answer(game, tokens[1]), one.context)
    rematch(Answer(game, tokens[2]), one.context)
    meanwhile(monkeypatch, lambda: rematch(Answer(game, tokens[2], accept=False), other.context))
    with refused("gone-elsewhere"):
        rematch(Answer(game, tokens[3]), one.context)
    assert one.kronika.store.query(COUNT) == [(1,)], "nothing of the table was written"


@pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)
def test_everybody_asks_at_once_and_there_is_one_table(houses: list[House]) -> None:
    game, tokens = over(houses[0])

    def insist(n: int) -> Rematch:
        return rematch(Answer(game, tokens[n % 3 + 1]), houses[n % 2].context)

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(insist, range(24)))
    ends = [rematch(Answer(game, token), houses[1].context) for token in tokens.values()]
    assert {it.game for it in [*found, *ends] if it.code} == {ends[0].game}
    assert len({it.code for it in ends}) == 3
    assert houses[0].kronika.store.query(COUNT) == [(2,)]
