"""Analyses of games that were asked for, on both engines: one queue, one at a time, whatever becomes of the keeper."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import orjson
import pytest

from cli import main
from engine.analysis import decisions_of
from engine.game import Game
from service.analyses import analyser, worker
from service.analyses.analyser import Analyser, Bounds
from service.analyses.commands import Analyse, analyse, analyse_again
from service.analyses.lifetime import Delete, delete
from service.analyses.worker import Job
from service.identity import hiding
from service.log.analysis_queue import (
    MAX_QUEUED,
    AnalysisRun,
    enqueue,
    finish_run,
    record_progress,
    start_run,
)
from service.operation.app import compose
from service.queries.analyses import analysis
from service.store import Statement
from service.system.children import child_process
from service.system.settings import Settings
from service.tables import forking
from service.tables.suspension import ChangeStatus, change_status
from tests.running import children, until
from tests.service.conftest import House, house_with, said
from tests.service.playing import play
from tests.service.test_games import refused
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]
QUICK = Bounds(playouts=1, looks=1, least=3600.0, most=3600.0)
WAITING = (
    "INSERT INTO game_analyses (game, version, status, progress, asked_at) VALUES (?, 1, 'queued', 0, 1)"
)


@pytest.fixture
def house(tmp_path: Path, url: str) -> Iterator[House]:
    with house_with(Settings(data=tmp_path, database=url)) as house:
        yield house


def over(house: House, actions: int = 4, **new: Any) -> str:
    """A game that is over, after a few actions."""
    game, organiser = house.create(ruleset="romans", **new)
    tokens = {n: house.sit(game, organiser, {"name": f"P{n}"}) for n in (1, 2)}
    play(house, game, tokens, random.Random(2), actions)
    change_status(ChangeStatus(game, organiser, "abandon", None), house.context)
    return game


def ask(house: House, game: str, token: str | None = None) -> None:
    analyse(Analyse(game, token), house.context)


def told(house: House, game: str, token: str | None = None) -> dict[str, Any]:
    return dict(orjson.loads(analysis(house.repository, game, token).body))


def row(house: House, game: str) -> tuple[Any, ...]:
    [found] = house.kronika.store.query(
        "SELECT status, progress, run FROM game_analyses WHERE game = ?", (game,)
    )
    return found


def test_it_is_made_beside_the_log_and_stays_there(house: House) -> None:
    game = over(house, 2)
    with refused("not-found"):
        told(house, game)
    ask(house, game)
    version = house.document(game)["version"]
    assert (told(house, game)["status"], told(house, game)["moments"]) == ("queued", [])
    assert Analyser(house.repository, QUICK).make_next()
    found = told(house, game)
    assert (found["status"], found["progress"], found["version"]) == ("done", 1.0, version)
    loaded = house.repository.get(game)
    whole = Game(loaded.ruleset, loaded.table, tuple(house.repository.versions.log(loaded)))
    made = list(decisions_of(whole))
    assert [(it["version"], it["seat"]) for it in found["moments"]] == [
        (it.table.version, it.seat) for it in made
    ]
    assert (found["decisions"], found["result"]) == (len(made), None)
    ask(house, game)
    assert told(house, game) == found
    assert not Analyser(house.repository, QUICK).make_next()
    assert house.document(game)["version"] == version
    [(sealed,)] = house.kronika.store.query("SELECT sealed FROM game_analyses")
    assert b"chances" not in bytes(sealed)


def test_nobody_asks_about_a_game_that_goes_on(house: House) -> None:
    game, tokens = house.seated()
    for token in (None, tokens[1]):
        with refused("illegal-action") as caught:
            ask(house, game, token)
        assert caught.value.more["rule"] == "table.analysis"
        with refused("illegal-action"):
            told(house, game, token)
    assert house.kronika.store.query("SELECT 1 FROM game_analyses") == []


def fork(house: House, game: str, token: str | None) -> tuple[str, str]:
    made = said(forking.fork(forking.Fork(game, token, house.repository.get(game).version), house.context))
    return made["id"], made["token"]


@pytest.mark.usefixtures("analysed_here")
def test_a_fork_is_analysed_for_its_analyst_and_anew_when_it_went_on(house: House) -> None:
    game, tokens = house.seated()
    its, token = fork(house, game, tokens[1])
    with refused("not-found"):
        ask(house, its)
    ask(house, its, token)
    Analyser(house.repository, QUICK).make_next()
    first = told(house, its, token)
    assert (first["status"], first["moments"]) == ("done", [])
    play(house, its, dict.fromkeys((1, 2), token), random.Random(1), 4)
    assert told(house, its, token) == first
    ask(house, its, token)
    assert told(house, its, token)["status"] == "queued"
    Analyser(house.repository, QUICK).make_next()
    second = told(house, its, token)
    assert second["version"] == house.repository.get(its).version > first["version"]
    assert second["moments"] != []
    delete(Delete(its, token), house.context)
    assert house.kronika.store.query("SELECT 1 FROM game_analyses") == []


def test_so_many_wait_and_the_next_one_is_refused(house: House) -> None:
    first, second = over(house, 0), over(house, 0)
    store = house.kronika.store
    store.append("", [], [Statement(WAITING, (f"other-{n}",)) for n in range(MAX_QUEUED - 1)])
    ask(house, first)
    for _ in range(2):
        with refused("queue-full"):
            ask(house, second)
        ask(house, first)
    assert store.query("SELECT count(*) FROM game_analyses") == [(MAX_QUEUED,)]
    analyse_again(house.repository, second)
    assert row(house, second)[0] == "queued"


def test_of_many_who_ask_at_once_only_so_many_get_a_place(house: House) -> None:
    games = [over(house, 0) for _ in range(4)]
    store, full = house.kronika.store, []
    store.append("", [], [Statement(WAITING, (f"other-{n}",)) for n in range(MAX_QUEUED - 2)])
    other = compose(house.kronika.settings)
    try:

        def ask_at_once(game: str, context: Any) -> None:
            try:
                analyse(Analyse(game, None), context)
            except Exception:
                full.append(game)

        contexts = [house.context, other.context] * 2
        threads = [
            threading.Thread(target=ask_at_once, args=both) for both in zip(games, contexts, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        other.close()
    assert len(full) == 2
    assert store.query("SELECT count(*) FROM game_analyses") == [(MAX_QUEUED,)]


@pytest.mark.usefixtures("analysed_here")
def test_the_first_one_to_ask_is_the_first_one_made(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [over(house, 1) for _ in range(3)]
    for n, game in enumerate((games[2], games[0], games[1])):
        monkeypatch.setattr("service.log.analysis_queue.now", lambda n=n: n)
        ask(house, game)
    keeper = Analyser(house.repository, QUICK)
    for game in (games[2], games[0], games[1]):
        assert row(house, game)[0] == "queued"
        keeper.make_next()
        assert row(house, game)[0] == "done"


@pytest.mark.usefixtures("analysed_here")
def test_what_another_keeper_has_taken_over_is_not_written_by_the_first(house: House) -> None:
    game = over(house)
    ask(house, game)
    store, version = house.kronika.store, house.repository.get(game).version
    first, second = AnalysisRun(game, version, "first"), AnalysisRun(game, version, "second")
    start_run(store, first)
    assert record_progress(store, first, 0.4)
    start_run(store, second)
    assert row(house, game) == ("running", 0.0, "second")
    assert not record_progress(store, first, 0.5)
    finish_run(store, first, None)
    assert row(house, game) == ("running", 0.0, "second")
    assert Analyser(house.repository, QUICK).make_next(), "it is taken over once more"
    assert row(house, game)[0] == "done"


@pytest.mark.soak
def test_what_is_not_wanted_any_more_is_ended(house: House) -> None:
    """Deleted while it is made: its process ends, and nothing of it is left."""
    game = over(house)
    ask(house, game)
    keeper = Analyser(house.repository, Bounds(playouts=10**6, looks=1, least=600, most=600))
    making = threading.Thread(target=keeper.make_next, daemon=True)
    making.start()
    until(lambda: row(house, game)[1] > 0, "progress")
    hiding.delete(house.kronika.store, game)
    making.join(timeout=120)
    assert not making.is_alive()
    assert house.kronika.store.query("SELECT 1 FROM game_analyses") == []
    with refused("not-found"):
        ask(house, game)


def test_a_game_that_is_deleted_meanwhile_is_not_asked_about(house: House) -> None:
    game = over(house)
    loaded = house.repository.get(game)
    hiding.delete(house.kronika.store, game)
    house.kronika.store.append("", [], enqueue(loaded))
    assert house.kronika.store.query("SELECT 1 FROM game_analyses") == []


def test_what_fails_says_so_and_may_be_asked_for_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = over(house)
    ask(house, game)
    with monkeypatch.context() as broken:
        broken.setattr(analyser.worker, "__name__", "service.no_such_module")
        Analyser(house.repository, QUICK).make_next()
    assert told(house, game)["status"] == "failed"
    assert not Analyser(house.repository, QUICK).make_next()
    ask(house, game)
    assert told(house, game)["status"] == "queued"


@pytest.mark.usefixtures("analysed_here")
def test_the_command_has_it_made_anew_and_prints_it(
    house: House,
    url: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = over(house)
    ask(house, game)
    keeper = Analyser(house.repository, QUICK)
    keeper.make_next()
    before = told(house, game)
    monkeypatch.setenv("KRONIKA_DATABASE", url)
    monkeypatch.setenv("KRONIKA_DATA", str(tmp_path))
    # The command's clock alone: threads of other tests may sleep at the same moment.
    monkeypatch.setattr("cli.analyse.time", SimpleNamespace(sleep=lambda _: keeper.make_next()))
    assert main(["analyse", "--game", game, "--json"]) == 0
    after = orjson.loads(capsys.readouterr().out)
    assert after["done_at"] > before["done_at"]
    assert after == told(house, game)
    assert main(["analyse", "--game", game, "--lang", "pl"]) == 0
    _, *printed, searched = capsys.readouterr().out.splitlines()
    count = len(after["moments"])
    assert searched.startswith(f"Decyzje, dla których szukano lepszych ruchów: {count} z {count}.")
    assert [int(line.split()[0]) for line in printed] == [it["version"] for it in after["moments"]]
    playing, _ = house.seated()
    for wrong in ("0" * 32, playing):
        assert main(["analyse", "--game", wrong]) == 1
    assert main(["analyse"]) == main(["analyse", "file", "--game", game]) == 1


def test_what_takes_too_long_is_given_up(house: House) -> None:
    loaded = house.repository.get(over(house))
    log = Game(loaded.ruleset, loaded.table, tuple(house.repository.versions.log(loaded))).log()
    order = msgspec.json.encode(Job(log, 10**6, 1, 600.0))
    with child_process(worker.__name__, order, at_most=0.5) as process:
        assert b'"found":{' not in b"".join(process.stdout or ())


@pytest.mark.soak
def test_a_keeper_that_is_killed_takes_its_work_with_it_and_the_next_one_does_it(
    house: House, tmp_path: Path, url: str
) -> None:
    game = over(house)
    ask(house, game)
    code = (
        "import sys; from pathlib import Path;"
        "from service.operation.app import compose; from service.system.settings import Settings;"
        "from service.analyses.analyser import Analyser, Bounds;"
        "kronika = compose(Settings(data=Path(sys.argv[1]), database=sys.argv[2]));"
        "Analyser(kronika.repository, Bounds(10**6, 1, 600, 600)).make_next()"
    )
    keeper = subprocess.Popen([sys.executable, "-c", code, str(tmp_path), url])
    try:
        until(lambda: row(house, game)[1] > 0, "progress")
        [worker] = children(keeper.pid)
        assert os.getpriority(os.PRIO_PROCESS, worker) >= 10
    finally:
        keeper.send_signal(signal.SIGKILL)
        keeper.wait()
    until(lambda: not alive(worker), "the end of its worker")
    assert row(house, game)[0] == "running"
    assert Analyser(house.repository, QUICK).make_next()
    assert row(house, game) == ("done", 1.0, None)


def alive(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
