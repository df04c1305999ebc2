"""The operator's place on PostgreSQL: two machines act at once, and each signs one and the same log."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.operation.app import Kronika, compose, prepare
from service.operation.games_overview import games_overview
from service.operation.moderation import pausing
from service.operation.status import operator_log_of, status_of
from service.system.settings import Settings
from tests.service.conftest import House
from tests.store.conftest import new_database
from verifier import PASSED, Known, verify_all


def act(kronika: Kronika) -> None:
    for n in range(4):
        pausing.pause_games(kronika.context, f"For time {n}.")
        operator_log_of(kronika).sign()


@pytest.mark.soak
def test_two_machines_act_at_once(shared_postgresql: object, tmp_path: Path) -> None:
    with new_database(shared_postgresql) as address:
        first = Settings(data=tmp_path / "first", database=address)
        prepare(first)
        (tmp_path / "second").mkdir()
        for name in ("signing.key", "secret.key"):
            (tmp_path / "second" / name).write_bytes((tmp_path / "first" / name).read_bytes())
        second = Settings(data=tmp_path / "second", database=address)
        both = [compose(first), compose(second)]
        try:
            private, _ = House(both[0]).create(visibility="private")
            public, _ = House(both[0]).create()
            with ThreadPoolExecutor(2) as pool:
                list(pool.map(act, both))
            files = [operator_log_of(kronika).export() for kronika in both]
            assert files[0] == files[1]
            report = verify_all({"": files[0]}, Known(older=files[1]))[""]
            assert [level.status for level in report.levels] == [PASSED, PASSED]
            assert report.size == 8
            found = games_overview(both[0].store, 10)
            assert [game.id for game in found.games] == [public, private]
            assert (found.counts.private, status_of(both[1]).pause is not None) == ({"waiting": 1}, True)
        finally:
            for kronika in both:
                kronika.close()
