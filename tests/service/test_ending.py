"""A service that is told to end: nobody of its own goes on in its store, nothing alarming is said, and nothing is lost."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from service.operation.app import Kronika, compose
from service.play import bots
from service.store import write_queue
from service.tables import seating
from tests.running import PATIENCE, until
from tests.service.conftest import House, following, settings_in
from tests.service.preparing import prepared


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, what is waited for comes."""
    monkeypatch.setattr(bots, "END_SECONDS", float(PATIENCE))
    monkeypatch.setattr(write_queue, "STALL_SECONDS", float(PATIENCE))
    monkeypatch.setattr(write_queue, "WRITE_SECONDS", float(PATIENCE))


@pytest.fixture
def kronika(tmp_path: Path) -> Kronika:
    """The tests end it."""
    prepared(settings_in(tmp_path))
    return compose(settings_in(tmp_path))


def bots_alone(house: House, kind: str = "random") -> str:
    """A game that goes on by itself, for a while."""
    game, organiser = house.create(ruleset="romans", seats=2)
    for name in ("A", "B"):
        seating.join(seating.Join(game, organiser, {"name": name, "bot": kind}), house.context)
    return game


def at_a_commit(kronika: Kronika, monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Set when a bot is about to write its move, and what lets it."""
    there, may = threading.Event(), threading.Event()
    write = kronika.store.append

    def append(*args: Any) -> None:
        if threading.current_thread().name == "bots":
            there.set()
            assert may.wait(PATIENCE)
        write(*args)

    monkeypatch.setattr(kronika.store, "append", append)
    return there, may


def ending(kronika: Kronika) -> threading.Thread:
    thread = threading.Thread(target=kronika.close)
    thread.start()
    return thread


def test_a_bot_ends_its_move_and_begins_no_other(
    kronika: Kronika, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next process takes its game up."""
    house = House(kronika)
    there, may = at_a_commit(kronika, monkeypatch)
    with capture_logs() as said:
        game = bots_alone(house)
        assert there.wait(PATIENCE)
        before, closed = house.repository.get(game).table.action, ending(kronika)
        until(lambda: kronika.bots._closed, "the end")
        may.set()
        closed.join(PATIENCE)
    assert [it for it in said if it.get("game") == game] == []
    with closing(compose(settings_in(tmp_path))) as next_one:
        stands = next_one.repository.get(game)
        assert stands.table.action == before + 1
        next_one.resume()
        until(lambda: next_one.store.version(game) > stands.version, "the next move")


def test_a_bot_that_meets_the_end_is_no_trouble(kronika: Kronika, monkeypatch: pytest.MonkeyPatch) -> None:
    """It thinks for longer than the end waits; then there is nothing to write to."""
    there, may = at_a_commit(kronika, monkeypatch)
    with capture_logs() as said:
        game = bots_alone(House(kronika))
        assert there.wait(PATIENCE)
        player = kronika.bots._thread
        assert player is not None
        monkeypatch.setattr(bots, "END_SECONDS", 0.0)
        kronika.close()
        may.set()
        player.join(PATIENCE)
    assert not player.is_alive()
    assert [it for it in said if it.get("game") == game] == []


def test_who_is_written_as_it_ends_has_his_head_signed_and_kept(kronika: Kronika, tmp_path: Path) -> None:
    house, keep = House(kronika), kronika.store.hooks.on_commit
    game, tokens = house.seated()
    there, may = threading.Event(), threading.Event()

    def committed(together: Any) -> None:
        there.set()
        assert may.wait(PATIENCE)
        keep(together)

    kronika.store.hooks.on_commit = committed
    with ThreadPoolExecutor(1) as pool:
        acting = pool.submit(house.act, game, house.turn(game, tokens), {"type": "roll"})
        assert there.wait(PATIENCE)
        closed = ending(kronika)
        until(lambda: kronika.store.waiting_ended, "the end")
        may.set()
        version = acting.result(PATIENCE)["version"]
        closed.join(PATIENCE)
    with closing(compose(settings_in(tmp_path))) as next_one:
        kept = next_one.head_journal.last(game)
        assert kept is not None
        assert kept.size == version == next_one.store.version(game)


def test_bots_that_think_end_with_what_they_follow(house: House) -> None:
    """The keeper's, in a game that would go on for long."""
    playing = bots.ThinkingBots(house.repository, house.kronika.bots, time=1)
    with following(house, playing.follow):
        game = bots_alone(house, "search")
        began = house.kronika.store.version(game)
        until(lambda: house.kronika.store.version(game) > began, "a move")
    assert playing._bots._thread is not None
    assert not playing._bots._thread.is_alive()
