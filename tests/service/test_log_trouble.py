"""Full or read-only disks, killed writers, and a sequencer at rest: no leaf is lost, and none is shown early."""

from __future__ import annotations

import errno
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from service.log.transparency import folder, sequencer
from service.log.transparency.log import LogUnusable, TransparencyLog
from service.log.transparency.queue import waiting
from service.operation.app import Kronika, compose
from service.system.settings import Settings
from tests.service.conftest import House
from tests.service.killing import Killed
from tests.service.preparing import prepared
from tests.service.test_log_of_logs import ORIGIN, check_sound, game_leaf, queue, sequence
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]
LONG = 120.0  # seconds that no test waits out


@pytest.fixture
def settings(url: str, tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, database=url)


@pytest.fixture
def kronika(settings: Settings) -> Iterator[Kronika]:
    prepared(settings)
    with closing(compose(settings)) as kronika:
        yield kronika


@pytest.fixture
def house(kronika: Kronika) -> House:
    return House(kronika)


def log_of(kronika: Kronika) -> TransparencyLog:
    return kronika.repository.logs.current()


def ids(kronika: Kronika) -> list[str]:
    return [leaf["id"] for leaf in check_sound(kronika)]


@contextmanager
def failing(name: str, number: int, until: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """`os.NAME` of the log's files fails with this error, so that nothing is changed by it."""

    def fail(*args: Any) -> Any:
        raise OSError(number, os.strerror(number))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folder.os, name, fail)
        yield


@pytest.mark.parametrize(
    ("call", "number"),
    [("fsync", errno.ENOSPC), ("fsync", errno.EIO), ("replace", errno.ENOSPC), ("replace", errno.EROFS)],
)
def test_while_the_log_cannot_be_written_leaves_stay_queued_and_games_go_on(
    house: House, call: str, number: int
) -> None:
    kronika, game = house.kronika, house.seated()
    sequence(kronika)
    before, of_process = log_of(kronika).head(), kronika.sequencer()
    of_process.sequence()
    queue(kronika, game_leaf(1))
    with failing(call, number):
        for _ in range(2):
            with pytest.raises(LogUnusable, match=os.strerror(number)):
                of_process.sequence()
        assert log_of(kronika).head() == before
        assert house.act(game[0], house.turn(*game), {"type": "roll"})["events"]
        house.create()
    while of_process.sequence():
        pass
    assert ids(kronika)[before.size] == "id 1"
    assert len(ids(kronika)) == before.size + 2
    assert not waiting(kronika.store, ORIGIN, 10)


def test_a_folder_that_is_read_only_is_told_as_that(
    kronika: Kronika, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    queue(kronika, game_leaf(1))
    with monkeypatch.context() as patch:
        patch.setattr(folder, "open_private", refuse)
        with pytest.raises(LogUnusable, match=r"kronika/log cannot be used: lock: Read-only file system"):
            kronika.sequencer().sequence()
    sequence(kronika)
    assert ids(kronika) == ["id 1"]


def test_a_head_whose_writer_was_killed_is_on_the_disk_before_it_is_shown(
    kronika: Kronika, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a power cut there would be another one of its size."""
    path, done = log_of(kronika).folder.path, list[str]()
    replace, fsync = os.replace, os.fsync

    def renamed(draft: Path, name: Path) -> None:
        replace(draft, name)
        done.append(f"renamed {name.relative_to(path)}")
        if done[-1] == "renamed head" and len(killed) == 0:
            killed.append(True)
            raise Killed

    def synced(file: int) -> None:
        fsync(file)
        name = Path(os.readlink(f"/proc/self/fd/{file}"))
        done.append(f"synced {name.relative_to(path)}")

    killed = list[bool]()
    queue(kronika, game_leaf(1))
    monkeypatch.setattr(folder.os, "replace", renamed)
    monkeypatch.setattr(folder.os, "fsync", synced)
    with pytest.raises(Killed):
        sequence(kronika)
    done.clear()
    sequence(kronika)
    shown = done.index("renamed checkpoint")
    assert {"synced .", "synced tile", "synced tile/0", "synced tile/entries"} <= set(done[:shown])


def test_a_leaf_with_the_position_of_one_that_is_done_stays_queued(
    kronika: Kronika, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second process sequences what the first one has done already, and SQLite numbers the queue from 1 again."""
    queue(kronika, game_leaf(1))
    stale = waiting(kronika.store, ORIGIN, 10)
    sequence(kronika)
    queue(kronika, game_leaf(2))
    with monkeypatch.context() as patch:
        patch.setattr(sequencer, "waiting", lambda *_: stale)
        kronika.sequencer().sequence()
    sequence(kronika)
    assert ids(kronika) == ["id 1", "id 2"]


def test_the_sequencer_notices_a_leaf_without_looking_again_and_again(
    kronika: Kronika, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The leaf comes from another process, and no event with it."""
    monkeypatch.setattr(sequencer, "LONGEST_WAIT", LONG)
    looks = []
    real = sequencer.waiting
    monkeypatch.setattr(sequencer, "waiting", lambda *args: looks.append(1) or real(*args))
    with closing(compose(settings)) as other:
        following = threading.Thread(target=kronika.sequencer().follow, daemon=True)
        following.start()
        for n in range(3):
            queue(other, game_leaf(n))
            with kronika.store._follower.notifier.subscribed("commits") as signal:
                while other.repository.logs.current().index_of("game", f"id {n}") is None:
                    assert signal.wait(LONG)
                    signal.clear()
        kronika.store.end_waiting()
        following.join(LONG)
        assert not following.is_alive()
    assert len(looks) < 30


def test_what_another_process_sequenced_meanwhile_is_not_missing(
    kronika: Kronika, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the lock first: whoever waited reads anew what the database knows, and looks for no lost games."""
    queue(kronika, game_leaf(1))
    late, locked = kronika.sequencer(), folder.LogFolder.locked

    def lock_late(of: folder.LogFolder) -> Any:
        monkeypatch.setattr(folder.LogFolder, "locked", locked)
        kronika.sequencer().sequence()
        return locked(of)

    monkeypatch.setattr(folder.LogFolder, "locked", lock_late)
    late.sequence()
    assert ids(kronika) == ["id 1"]
    assert kronika.store.query("SELECT id FROM log_missing") == []


def test_a_machine_without_the_folder_of_the_log_creates_no_game(
    house: House, settings: Settings, tmp_path: Path
) -> None:
    """It shares the database alone. Nor does it write to the log, whoever has the lock of the database."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for file in tmp_path.glob("*.key"):
        shutil.copy(file, elsewhere)
    other_settings = replace(settings, data=elsewhere)
    prepared(other_settings)
    with closing(compose(other_settings)) as other:
        with pytest.raises(LogUnusable, match=r"names does not end with it\. No game is created"):
            House(other).create()
        game, tokens = house.seated()
        assert House(other).act(game, house.turn(game, tokens), {"type": "roll"})["events"]
        with pytest.raises(LogUnusable):
            other.sequencer().sequence()
    sequence(house.kronika)
    assert len(ids(house.kronika)) == 2


def test_under_another_host_no_game_is_created_until_a_log_of_it_is_started(
    house: House, settings: Settings
) -> None:
    renamed = replace(settings, origin="new.example")
    with closing(compose(renamed)) as kronika:
        with pytest.raises(
            LogUnusable, match=r"another host than new\.example.*KRONIKA_ORIGIN.*log start NAME"
        ):
            House(kronika).create()
        assert kronika.repository.logs.start("second", kronika.signer) == "new.example/log/second"
        assert House(kronika).create()
        sequence(kronika)
        assert [leaf["k"] for leaf in check_sound(kronika)] == ["game"]
    with pytest.raises(LogUnusable, match="another host than kronika"):
        house.create()


def test_tiles_that_were_lost_are_missed_soon(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.create()
    sequence(house.kronika)
    shutil.rmtree(tmp_path / "log" / "tile")
    after = house.repository.logs._check_after
    monkeypatch.setattr("service.log.transparency.logs.time.monotonic", lambda: after)
    with pytest.raises(LogUnusable, match="No game is created"):
        house.create()
