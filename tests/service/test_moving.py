"""A move is killed anywhere and run again; what cannot be moved is refused, and stays in use."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cli.fsck import damage_of
from service.operation import backups, moving
from service.operation.app import compose, prepare
from service.operation.backups import back_up, restore
from service.operation.moving import Move, NotMoved
from service.store import EVENTS, Relocation, StoreUnusable
from service.system.settings import Settings
from tests.service.backup.conftest import Killed
from tests.service.conftest import House
from tests.soaking import soaked
from tests.store.conftest import new_database, postgres_url, server, sqlite_url
from tests.whole.test_move import rows

__all__ = ["postgres_url", "server", "sqlite_url"]

BETWEEN_ENGINES = ("to-postgresql", "to-sqlite")


@pytest.fixture(params=soaked(BETWEEN_ENGINES, rare=("to-sqlite",)))
def way(request: pytest.FixtureRequest, tmp_path: Path, sqlite_url: str) -> tuple[str, str]:
    """The addresses of two databases."""
    if request.param == "to-another-file":
        return sqlite_url, f"sqlite:///{tmp_path}/new.db"
    urls = (sqlite_url, request.getfixturevalue("postgres_url"))
    return urls if request.param == "to-postgresql" else urls[::-1]


def settings_of(folder: Path, url: str) -> Settings:
    return Settings(data=folder, database=url, limits=None)


class Service:
    """A service on the source, which is closed while it is not used."""

    def __init__(self, folder: Path, url: str) -> None:
        self.settings = settings_of(folder, url)
        prepare(self.settings)
        with self.open() as house:
            self.game, self.tokens = house.seated()

    @contextmanager
    def open(self) -> Iterator[House]:
        with closing(compose(self.settings)) as kronika:
            yield House(kronika)

    def act(self) -> int:
        """The new version of its game."""
        with self.open() as house:
            seat = house.document(self.game)["to_act"][0]
            action = house.legal(self.game, self.tokens[seat])[0]
            return int(house.act(self.game, self.tokens[seat], action)["version"])


def move(folder: Path, source: str, target: str) -> Move:
    return Move(settings_of(folder, source), source, target, lambda what, done, total: None)


def check(kronika: Any, games: Any, events: int) -> Any:
    return (damage_of(kronika, game) for game in games)


def run(folder: Path, source: str, target: str) -> list[Any]:
    return move(folder, source, target).run(False, check)


class Killer:
    """Counts the steps of a move, and kills this process at one of them."""

    def __init__(self, step: int) -> None:
        self._left = step

    def step(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, made: Callable[..., Any]) -> Callable[..., Any]:
        """The same context manager, with a step after it begins, before its end, and after it."""

        @contextmanager
        def guarded(*args: Any) -> Iterator[Any]:
            with made(*args) as value:
                self.step()
                yield value
                self.step()
            self.step()

        return guarded

    def install(self) -> None:
        begin, mark = Relocation.__init__, Relocation.mark_moved

        def init(relocation: Relocation, engine: Any) -> None:
            begin(relocation, engine)
            for name in ("loading", "stop_writers"):
                setattr(relocation, name, self.around(getattr(relocation, name)))

        def marked(relocation: Relocation, target: Relocation | None) -> None:
            mark(relocation, target)
            self.step()

        Relocation.__init__, Relocation.mark_moved = init, marked  # type: ignore[method-assign]


def is_usable(folder: Path, url: str) -> bool:
    """Whether a service starts there."""
    try:
        compose(settings_of(folder, url)).close()
    except StoreUnusable:
        return False
    return True


def killed_at(step: int, work: Callable[[], object]) -> bool:
    """Whether work in another process was killed before its end."""
    child = os.fork()
    if child == 0:
        Killer(step).install()
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL)
    return status == signal.SIGKILL


@pytest.mark.parametrize("way", soaked(((0, 1, 5), (0, 1, 1), (1, 0, 1)), rare=((0, 1, 1), (1, 0, 1))))
def test_a_move_is_killed_and_run_again(
    tmp_path: Path, sqlite_url: str, postgres_url: str, way: tuple[int, int, int]
) -> None:
    """At every fifth step in the everyday run, at every one in the soak."""
    urls = (sqlite_url, postgres_url)
    source, target = urls[way[0]], urls[way[1]]
    service = Service(tmp_path, source)
    version, step = service.act(), 1
    while killed_at(step, partial(run, tmp_path, source, target)):
        step += way[2]
        if is_usable(tmp_path, source):
            assert not is_usable(tmp_path, target)
            version = service.act()
    assert step > 10
    assert run(tmp_path, source, target) == []
    assert rows(source) == rows(target)
    moved = Service.__new__(Service)
    moved.settings, moved.game, moved.tokens = settings_of(tmp_path, target), service.game, service.tokens
    assert moved.act() > version


@pytest.mark.parametrize(
    "way", soaked(("to-another-file", *BETWEEN_ENGINES), rare=BETWEEN_ENGINES), indirect=True
)
def test_an_unlike_copy_is_not_used_and_the_source_is(
    tmp_path: Path, way: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = way
    service = Service(tmp_path, source)

    def differs(*stores: Any) -> None:
        with pytest.raises(StoreUnusable, match="was moved to"):
            service.act()
        raise NotMoved("Game x has another head in the target.")

    with monkeypatch.context() as during:
        during.setattr(moving, "_compare_heads", differs)
        with pytest.raises(NotMoved, match="another head"):
            run(tmp_path, source, target)
    service.act()
    with pytest.raises(StoreUnusable, match="not complete"):
        compose(settings_of(tmp_path, target))
    with pytest.raises(NotMoved, match="source is not complete"):
        run(tmp_path, target, f"sqlite:///{tmp_path}/third.db")
    reported = set[str]()
    again = Move(service.settings, source, target, lambda what, done, total: reported.add(what))
    again.run(False, check)
    assert reported == {f"copying {EVENTS}", "catching up", "checking games"}, "no table is copied anew"
    assert rows(source) == rows(target)


def test_a_database_is_not_moved_into_itself(tmp_path: Path, sqlite_url: str) -> None:
    Service(tmp_path, sqlite_url)
    with pytest.raises(NotMoved, match="empty one only"):
        run(tmp_path, sqlite_url, sqlite_url)


def test_of_two_moves_at_once_one_is_refused(tmp_path: Path, sqlite_url: str) -> None:
    """During the other one, and after it: what was moved is moved nowhere else."""
    Service(tmp_path, sqlite_url)
    first, second = (move(tmp_path, sqlite_url, f"sqlite:///{tmp_path}/{name}.db") for name in "ab")

    def while_it_runs(kronika: Any, games: Any, events: int) -> Any:
        with pytest.raises(NotMoved, match="Another"):
            second.run(False, check)
        return check(kronika, games, events)

    assert first.run(False, while_it_runs) == []
    with pytest.raises(NotMoved, match=r"was moved to .*/a\.db already"):
        second.run(False, check)


@pytest.mark.soak
def test_a_second_target_does_not_replace_the_first(tmp_path: Path, sqlite_url: str) -> None:
    """Of two targets that were begun, one takes the service; the other one lacks changes that the first has read."""
    service = Service(tmp_path, sqlite_url)
    one, two = (f"sqlite:///{tmp_path}/{name}.db" for name in ("one", "two"))
    assert killed_at(10, partial(run, tmp_path, sqlite_url, one))
    service.act()
    assert killed_at(20, partial(run, tmp_path, sqlite_url, two))
    with pytest.raises(NotMoved, match="was deleted"):
        run(tmp_path, sqlite_url, one)
    with pytest.raises(NotMoved, match="source is not complete"):
        run(tmp_path, two, f"sqlite:///{tmp_path}/three.db")
    run(tmp_path, sqlite_url, two)
    with pytest.raises(NotMoved, match=r"was moved to .*two\.db already"):
        run(tmp_path, sqlite_url, one)


def test_an_answer_lost_at_the_very_end_never_leaves_two_databases_in_use(
    tmp_path: Path, way: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = way
    Service(tmp_path, source)
    complete = moving.Copier.complete

    def lost(copier: Any) -> None:
        complete(copier)
        raise StoreUnusable("The answer to the commit is lost.")

    with monkeypatch.context() as during:
        during.setattr(moving.Copier, "complete", lost)
        with pytest.raises(StoreUnusable, match="lost"):
            run(tmp_path, source, target)
    assert [is_usable(tmp_path, url) for url in way] == [False, True]
    assert run(tmp_path, source, target) == []


@pytest.mark.soak
def test_from_one_postgresql_to_another(tmp_path: Path, server: Any, postgres_url: str) -> None:
    service = Service(tmp_path, postgres_url)
    version = service.act()
    with new_database(server) as target:
        run(tmp_path, postgres_url, target)
        assert rows(postgres_url) == rows(target)
        service.settings = replace(service.settings, database=target)
        assert service.act() > version


def test_an_unfinished_move_can_be_given_up(tmp_path: Path, way: tuple[str, str]) -> None:
    source, target = way
    service = Service(tmp_path, source)
    assert killed_at(12, partial(run, tmp_path, source, target))
    move(tmp_path, source, target).cancel()
    service.act()
    with service.open() as house:
        assert house.kronika.store.query("SELECT count(*) FROM changes") == [(0,)]
    with pytest.raises(NotMoved, match="was deleted"):
        run(tmp_path, source, target)


def killed(*_: object) -> None:
    raise Killed


def test_a_back_up_is_restored_into_either_engine(
    tmp_path: Path, way: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after it was killed before the keys, which come last, were written."""
    source, target = way
    service, file = Service(tmp_path, source), tmp_path / "copy"
    before = rows(source)
    with service.open() as house:
        back_up(house.kronika, file, "correct horse")
    other = tmp_path / "other"
    with monkeypatch.context() as during:
        during.setattr(backups, "write_key", killed)
        with pytest.raises(Killed):
            restore(settings_of(other, target), file, "correct horse")
    (other / "signing.key").write_bytes((tmp_path / "signing.key").read_bytes())
    assert not is_usable(other, target)
    (other / "signing.key").unlink()
    assert restore(settings_of(other, target), file, "correct horse") == []
    assert rows(target) == before
    with pytest.raises(NotMoved, match="empty one only"):
        run(tmp_path, source, target)
    service.settings = settings_of(other, target)
    shutil.copytree(tmp_path / "log", other / "log")
    service.act()
