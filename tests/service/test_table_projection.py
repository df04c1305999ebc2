"""Kept projections: the same whether they followed the log, took it up again, or were made anew."""

from __future__ import annotations

import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.table.refusals import Refused
from projections import statistics
from service.log import async_projections, table_projection
from service.log.async_projections import ASYNC_PROJECTIONS
from service.log.table_projection import TableProjection
from service.operation.app import compose
from service.play import acting
from service.store import Conflict, Statement, StoreUnusable
from service.store.projecting import Tracking, run
from tests.running import until
from tests.service.conftest import House, plain, settings_in
from tests.service.playing import play


def busy(house: House, seed: int, actions: int = 20) -> None:
    """Games of several rulesets, with some taking back."""
    rng = random.Random(seed)
    for ruleset in ("age-of-war", "romans"):
        game, tokens = house.seated(ruleset=ruleset)
        for _ in range(actions):
            if not (to_act := house.document(game)["to_act"]):
                break
            token = tokens[rng.choice(to_act)]
            house.act(game, token, rng.choice(house.legal(game, token)))
            if rng.random() < 0.2:
                try:
                    acting.request_undo(acting.RequestUndo(game, token), house.context)
                except Refused:
                    continue


def tables(house: House) -> dict[str, list[tuple[Any, ...]]]:
    query = house.kronika.store.query
    return {p.NAME: sorted(query(f"SELECT * FROM {p.NAME}")) for p in ASYNC_PROJECTIONS}


def catch_up(house: House) -> None:
    for projection in ASYNC_PROJECTIONS:
        TableProjection(house.kronika.repository, projection).catch_up()


def test_following_in_pieces_is_the_same_as_a_rebuild(house: House) -> None:
    for seed in range(3):
        busy(house, seed)
        catch_up(house)
    followed = tables(house)
    assert len(followed["statistics"]) == 6
    for projection in ASYNC_PROJECTIONS:
        TableProjection(house.kronika.repository, projection).rebuild()
    assert tables(house) == followed


@pytest.mark.soak
def test_what_follows_each_event_is_the_same_as_a_rebuild(house: House) -> None:
    """Most of them are not folded: rows change when a game begins and when it ends."""
    game, organiser = house.create()
    house.create(visibility="private")
    catch_up(house)
    seats = {n: house.sit(game, organiser, {"name": f"P{n}"}) for n in (1, 2)}
    catch_up(house)
    rng = random.Random(3)
    while house.document(game)["status"] == "playing":
        token = house.turn(game, seats)
        house.act(game, token, rng.choice(house.legal(game, token)))
        catch_up(house)
    followed = tables(house)
    assert [(row[2], row[6]) for row in followed["statistics"]] == [("finished", "last-castle")]
    for projection in ASYNC_PROJECTIONS:
        TableProjection(house.kronika.repository, projection).rebuild()
    assert tables(house) == followed


def test_a_game_that_goes_on_again_is_not_over(house: House) -> None:
    """As after a ruling: the rows follow the lobby's."""
    game, tokens = house.seated()
    catch_up(house)
    playing = tables(house)["statistics"]
    ended = "UPDATE statistics SET status = 'finished', events = 9, actions = 9, reason = 'last-castle', winners = '[1]'"
    house.kronika.store.append("", [], [Statement(ended)])
    house.act(game, house.turn(game, tokens), {"type": "roll"})
    catch_up(house)
    assert tables(house)["statistics"] == playing


def test_an_action_that_changes_no_row_folds_no_game(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game, tokens = house.seated()
    catch_up(house)
    house.act(game, house.turn(game, tokens), {"type": "roll"})
    monkeypatch.setattr(house.repository, "get", pytest.fail)
    catch_up(house)
    assert set(async_projections.lag(house.kronika.store).values()) == {0}


def test_the_lag_is_what_has_not_been_taken_in(house: House) -> None:
    busy(house, 1, actions=5)
    assert async_projections.lag(house.kronika.store)["statistics"] == house.kronika.store.head()
    catch_up(house)
    assert async_projections.lag(house.kronika.store) == {
        projection.NAME: 0 for projection in ASYNC_PROJECTIONS
    }


def test_a_runner_that_fails_halfway_goes_on_where_it_was(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy(house, 1)
    fine, calls = statistics.rows_for, []

    def failing(commit: Any) -> Any:
        calls.append(commit)
        if len(calls) == 2:
            raise RuntimeError("out of paper")
        return fine(commit)

    monkeypatch.setattr(statistics, "rows_for", failing)
    with pytest.raises(RuntimeError):
        catch_up(house)
    assert tables(house)["statistics"] == []
    catch_up(house)
    assert len(tables(house)["statistics"]) == 2


def test_a_batch_that_the_database_took_back_is_projected_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As PostgreSQL does with one of two transactions that wait for each other; its events are not told again."""
    busy(house, 1)
    store, waiting = house.kronika.store, iter([True, True, False])
    project = store.project

    def taken_back(*written: Any) -> None:
        if next(waiting):
            raise Conflict("Deadlock detected.")
        project(*written)

    monkeypatch.setattr(store, "project", taken_back)
    TableProjection(house.repository, statistics).catch_up()
    assert len(tables(house)["statistics"]) == 2
    assert async_projections.lag(store)["statistics"] == 0


def test_a_batch_that_another_runner_has_projected_is_left_to_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy(house, 1)
    store = house.kronika.store
    project, tried = store.project, list[int]()

    def too_late(name: str, position: int, statements: Any) -> None:
        tried.append(position)
        project(name, position, statements)  # the other one
        project(name, position, statements)

    monkeypatch.setattr(store, "project", too_late)
    TableProjection(house.repository, statistics).catch_up()
    assert tried == [store.head()]


def test_the_runner_follows_the_log_until_the_store_ends_waiting(house: House) -> None:
    busy(house, 1)
    store = house.kronika.store
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(run, TableProjection(house.repository, statistics))
        for seed in (2, 3):
            busy(house, seed)
            until(lambda: async_projections.lag(store)["statistics"] == 0, "all of it projected")
        assert len(tables(house)["statistics"]) == 6
        store.end_waiting()
        running.result(60)


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[tuple[Any, ...]]:
    """The arguments of each call, when it is over."""
    calls, call = list[tuple[Any, ...]](), getattr(owner, name)

    def noted(*given: Any, **how: Any) -> None:
        call(*given, **how)
        calls.append(given)

    monkeypatch.setattr(owner, name, noted)
    return calls


def test_the_runner_writes_what_has_come_in_one_transaction(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy(house, 1)
    store, projection = house.kronika.store, TableProjection(house.repository, statistics)
    monkeypatch.setattr(table_projection, "PAUSE", 0)
    processed = counted(monkeypatch, projection, "process_event")
    looks = counted(monkeypatch, projection, "catch_up")
    written = counted(monkeypatch, store, "project")
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(run, projection)
        until(lambda: len(processed) == store.head(), "every event processed")
        store.end_waiting()
        running.result(60)
    assert [tracking.notification_id for _, tracking in processed] == list(range(1, store.head() + 1))
    assert len(looks) == 1
    assert [position for _, position, _ in written] == [store.head()]


def test_a_backlog_is_projected_before_the_runner_begins(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy(house, 1)
    store, projection = house.kronika.store, TableProjection(house.repository, statistics)
    end, processed = store.head(), counted(monkeypatch, projection, "process_event")
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(projection.follow)
        until(lambda: store.position("statistics") == end, "the backlog projected")
        busy(house, 2)
        until(lambda: store.position("statistics") == store.head(), "all of it projected")
        store.end_waiting()
        running.result(60)
    assert min(tracking.notification_id for _, tracking in processed) == end + 1


def test_a_projection_begins_where_it_was(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    busy(house, 1)
    TableProjection(house.repository, statistics).catch_up()
    read, starts = house.kronika.store.recorder.select_notifications, list[int]()

    def noted(start: int, *given: Any, **more: Any) -> Any:
        starts.append(start)
        return read(start, *given, **more)

    monkeypatch.setattr(house.kronika.store.recorder, "select_notifications", noted)
    TableProjection(house.repository, statistics).catch_up()
    assert starts == [house.kronika.store.head()]


def test_the_runner_pauses_after_a_batch(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frequent small commits would delay the players' writes."""
    busy(house, 1)
    pauses: list[float] = []
    monkeypatch.setattr(table_projection.time, "sleep", pauses.append)
    projection = TableProjection(house.repository, statistics)
    for position in (1, 2, house.kronika.store.head()):
        projection.process_event(None, Tracking("statistics", position))
    assert pauses == [table_projection.PAUSE]


def test_what_a_projection_raises_ends_its_run(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    busy(house, 1)

    def unusable(*_: object) -> None:
        raise StoreUnusable("The database is away.")

    monkeypatch.setattr(house.kronika.store, "project", unusable)
    with pytest.raises(StoreUnusable, match="away"):
        run(TableProjection(house.repository, statistics))


def test_a_damaged_game_holds_up_no_other(house: House, tmp_path: Path) -> None:
    for seed in (1, 2):
        busy(house, seed, actions=10)
    with closing(sqlite3.connect(tmp_path / "kronika.db")) as database, database:
        broken = "(SELECT min(game) FROM lobby)"
        database.execute(
            "UPDATE stored_events SET state = CAST('5' AS BLOB) "
            f"WHERE originator_version = 5 AND originator_id = {broken}"
        )
    afresh = House(compose(settings_in(tmp_path)))
    catch_up(afresh)
    assert async_projections.lag(afresh.kronika.store)["statistics"] == 0
    kept = tables(afresh)["statistics"]
    assert len(kept) == 3
    TableProjection(afresh.kronika.repository, statistics).rebuild()
    assert tables(afresh)["statistics"] == kept
    afresh.kronika.close()


def test_statistics_count_games_and_ends(house: House) -> None:
    game, tokens = house.seated(draws="")  # by others it may end because they are used up
    play(house, game, tokens, random.Random(3))
    house.seated()
    catch_up(house)
    told = plain(statistics.document(house.kronika.store.query, "age-of-war"))
    assert told["games"] == {"finished": 1, "playing": 1}
    assert told["end_reasons"] == {"last-castle": 1}
    assert told["events"]["median"] == house.document(game)["version"]
    assert sum(told["wins_by_seat"].values()) == len(house.document(game)["outcome"]["winners"])


def test_a_service_whose_tables_are_far_behind_is_not_ready(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy(house, 1, actions=5)
    assert house.kronika.ready() == []
    monkeypatch.setattr(async_projections, "MAX_LAG", 3)
    assert len(house.kronika.ready()) == len(ASYNC_PROJECTIONS)
    catch_up(house)
    assert house.kronika.ready() == []
