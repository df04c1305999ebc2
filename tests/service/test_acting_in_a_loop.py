"""Commands in an event loop: it does short work itself, and leaves to a thread what is long or may have to wait."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from service.identity.access import authorize
from service.log.head_journal import HeadJournal, HeadNotRecorded
from service.log.versions import Versions
from service.operation.app import compose
from service.play import acting
from service.play.idempotency import Request
from service.play.runner import PendingCommand
from service.play.signing import Signed
from service.store.waiting import MOST_AT_ONCE, run_in_loop
from service.tables import planning, suspension
from tests.service.conftest import House, said, settings_in
from tests.service.playing import choose, play
from tests.service.test_head_journal import HEAD, held
from tests.service.test_tournaments import entered, games

LONG = 120.0


@pytest.fixture
def other(house: House, tmp_path: Path) -> Iterator[House]:
    """Another service on the same database."""
    kronika = compose(settings_in(tmp_path))
    yield House(kronika)
    kronika.close()


@pytest.fixture
def in_loop(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each time that events are folded, whether the loop did it."""
    noted = list[bool]()
    for name in ("load", "catch_up"):
        _note(monkeypatch, name, noted)
    return noted


def _note(monkeypatch: pytest.MonkeyPatch, name: str, noted: list[bool]) -> None:
    fold = getattr(Versions, name)

    def folded(versions: Versions, *args: Any) -> Any:
        noted.append(threading.current_thread() is threading.main_thread())
        return fold(versions, *args)

    monkeypatch.setattr(Versions, name, folded)


def run(work: Callable[[], Any]) -> Any:
    async def begin() -> Any:
        return await asyncio.wait_for(run_in_loop(work), LONG)

    return asyncio.run(begin())


def act(house: House, game: str, tokens: dict[int, str], key: str | None = None) -> dict[str, Any]:
    seat = house.kronika.repository.get(game).table.to_act[0]
    action = choose(house, game, seat, random.Random(7))
    return said(acting.act(acting.Act(game, tokens[seat], action, key=key), house.context))


def test_an_action_commits(house: House) -> None:
    game, tokens = house.seated()
    before = house.document(game)["version"]
    done = run(partial(act, house, game, tokens))
    assert done["version"] == house.document(game)["version"] > before


def test_the_loop_folds_few_events_and_a_thread_many(house: House, other: House, in_loop: list[bool]) -> None:
    game, tokens = house.seated()
    for actions in (2, MOST_AT_ONCE + 1):
        version = house.repository.get(game).version
        play(other, game, tokens, random.Random(7), actions)
        in_loop.clear()
        assert run(partial(house.repository.get, game)).version == other.repository.get(game).version
        behind = other.repository.get(game).version - version
        assert in_loop[0] is (behind <= MOST_AT_ONCE)


def test_what_begins_with_a_snapshot_is_folded_in_a_thread(house: House) -> None:
    """Such as a request that is repeated, or a game that this process does not have in memory."""
    game, tokens = house.seated()
    first = run(partial(act, house, game, tokens, "key"))
    threads = list[threading.Thread]()
    replay = house.repository.versions.replayer.replay

    def noted(*args: Any) -> Any:
        threads.append(threading.current_thread())
        return replay(*args)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(house.repository.versions.replayer, "replay", noted)
        house.repository.cache.clear()
        assert run(partial(house.repository.get, game)).version == first["version"]
    assert threads
    assert threading.main_thread() not in threads


def test_many_entries_are_hashed_in_a_thread(house: House) -> None:
    """As for the head that a client has seen."""
    game, tokens = house.seated()
    play(house, game, tokens, random.Random(7), MOST_AT_ONCE + 1)
    entries, threads = house.kronika.store.entries, list[threading.Thread]()

    def noted(*args: Any) -> Any:
        threads.append(threading.current_thread())
        return entries(*args)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(house.kronika.store, "entries", noted)
        for size in (MOST_AT_ONCE, MOST_AT_ONCE + 1):
            assert run(partial(house.repository.heads.frontier_of, game, size)).size == size
    assert [it is threading.main_thread() for it in threads] == [True, False]


def test_a_long_log_is_searched_for_a_signed_action_in_a_thread(house: House) -> None:
    game, tokens = house.seated()
    signed, entries, in_loop = Signed(1, "", "", {}, "nowhere"), house.kronika.store.entries, list[bool]()

    def noted(*args: Any) -> Any:
        in_loop.append(threading.current_thread() is threading.main_thread())
        return entries(*args)

    def search() -> None:
        loaded, caller = authorize(house.repository, game, tokens[1])
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(house.kronika.store, "entries", noted)
            pending = PendingCommand(loaded, caller, Request.of(game, "", None, None), signed)
            assert pending.earlier(house.kronika.store) is None

    run(search)
    play(house, game, tokens, random.Random(7), MOST_AT_ONCE + 1)
    run(search)
    assert in_loop == [True, False]


def test_the_next_game_of_a_tournament_begins_in_a_thread(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, organiser, _ = entered(house)
    threads, advance = list[threading.Thread](), planning.advance
    monkeypatch.setattr(
        planning, "advance", lambda *args: threads.append(threading.current_thread()) or advance(*args)
    )
    ending = suspension.ChangeStatus(games(house, id)[0], organiser, "abandon")
    run(partial(suspension.change_status, ending, house.context))
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()
    assert len(games(house, id)) == 2


def test_heads_that_cannot_be_recorded_do_not_hold_the_loop(tmp_path: Path) -> None:
    """The file is free again only when the loop has gone on, and long before anybody would give up."""
    heads = HeadJournal(tmp_path, create=True)
    heads._writer.execute("PRAGMA busy_timeout = 0")
    with held(tmp_path), pytest.raises(HeadNotRecorded):
        heads.record("g" * 32, HEAD)
    heads._writer.execute(f"PRAGMA busy_timeout = {int(LONG * 1000)}")

    async def begin() -> None:
        holder = held(tmp_path)
        checked = [run_in_loop(heads.check), run_in_loop(partial(heads.record, "h" * 32, HEAD))]
        await asyncio.sleep(0)
        assert not any(done.done() for done in checked)
        holder.close()
        await asyncio.wait_for(asyncio.gather(*checked), LONG)

    asyncio.run(begin())
    assert heads.last("g" * 32) == heads.last("h" * 32) == HEAD
    heads.close()
