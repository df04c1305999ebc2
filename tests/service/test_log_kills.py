"""The log of logs is one tree whenever its process is killed, whoever else writes, and whatever database comes back."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domain.ledger import merkle
from domain.ledger.log_leaf import log_id
from domain.ledger.tiles import parse_tile
from domain.table.refusals import Refusal, Refused
from service.log.head_journal import FILE as HEADS_FILE
from service.log.transparency.recovery import LOST_AFTER
from service.operation.app import Kronika, compose
from service.store import Statement
from service.system.clock import now
from service.system.settings import Settings
from service.tables import entering
from tests.service.conftest import House
from tests.service.killing import Heads, Killed, killed_at
from tests.service.preparing import prepared
from tests.service.test_log_of_logs import check_sound, game_leaf, leaves_of, queue, sequence
from tests.service.test_tournaments import create, enter
from tests.soaking import soaked
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]
MOST_STEPS = 200


@pytest.fixture
def settings(url: str, tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, database=url)


@pytest.fixture
def heads() -> Iterator[Heads]:
    signed = Heads()
    with signed.watched():
        yield signed


@pytest.fixture
def kronika(settings: Settings, heads: Heads) -> Iterator[Kronika]:
    prepared(settings)
    kronika = compose(settings)
    yield kronika
    kronika.close()


@pytest.mark.parametrize("before", soaked([0, 3, 253, 256], rare=[0, 256]))
def test_a_sequencer_that_is_killed_at_every_step_leaves_one_log(
    kronika: Kronika, before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five leaves a time: around 256 they fill a tile, go on in the next one, and remove partial tiles."""
    times = iter(range(10**9))  # so that no attempt writes the bytes of another
    monkeypatch.setattr("service.log.shared_time.SharedTime.now", lambda _: next(times))
    queue(kronika, *map(game_leaf, range(before)))
    sequence(kronika)
    log, shown, total = kronika.repository.logs.current(), [], before
    for step in range(MOST_STEPS):
        queue(kronika, *map(game_leaf, range(total, total + 5)))
        total += 5
        try:
            with killed_at(step, kronika):
                sequence(kronika)
        except Killed:
            shown.append(log.head())
            if step % 2:  # at other times the next killed process finds what the last one left
                sequence(kronika)
            continue
        break
    else:
        pytest.fail("the sequencer has more steps")
    leaves = check_sound(kronika)
    assert [leaf["id"] for leaf in leaves] == [game_leaf(n)["id"] for n in range(total)]
    for head in shown:
        path = log.consistency(head.size, total)
        assert merkle.verify_consistency(head.size, total, head.root, log.head().root, path)
    for file in (log.folder.path / "tile").rglob("*.p/*"):
        tile = parse_tile(file.relative_to(log.folder.path).as_posix())
        assert tile is not None
        assert file.read_bytes() == log.tile(tile), "nothing is left of an attempt whose head never came"


def test_two_services_that_both_sequence_make_one_log(kronika: Kronika, settings: Settings) -> None:
    with closing(compose(settings)) as other:
        workers = [threading.Thread(target=_sequence_some, args=(one,)) for one in (kronika, other)]
        for worker in workers:
            worker.start()
        for begin in range(0, 300, 3):
            queue(kronika, *map(game_leaf, range(begin, begin + 3)))
        for worker in workers:
            worker.join()
        sequence(kronika)
        assert {leaf["id"] for leaf in check_sound(kronika)} == {game_leaf(n)["id"] for n in range(300)}
        assert kronika.repository.logs.current().head().size == 300


def _sequence_some(kronika: Kronika) -> None:
    sequencer = kronika.sequencer()
    for _ in range(200):
        sequencer.sequence()


class Restored:
    """A service on SQLite whose database is replaced by an older copy."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = Settings(data=folder, database=f"sqlite:///{folder / 'kronika.db'}")
        prepared(self.settings)
        self.house = House(compose(self.settings))

    def save(self, name: str) -> None:
        """Copy the database of the service as it is now."""
        self.close()
        shutil.copy(self.folder / "kronika.db", self.folder / name)
        self.start()

    def restore(self, name: str, without_heads: bool = True) -> None:
        """The head journal is lost, too, so that only the log of logs knows what is missing."""
        self.close()
        shutil.copy(self.folder / name, self.folder / "kronika.db")
        for file in (self.folder / HEADS_FILE, self.folder / "run") if without_heads else ():
            file.unlink(missing_ok=True)
        self.start()

    def close(self) -> None:
        self.house.kronika.close()

    def start(self) -> None:
        prepared(self.settings)
        self.house = House(compose(self.settings))

    def id_of(self, game: str) -> str:
        return log_id(next(iter(self.house.kronika.store.entries(game, 0, 1))))

    def leaves(self, id: str) -> list[str]:
        log = self.house.repository.logs.current()
        told = [leaf for leaf in leaves_of(log) if leaf["id"] == id]
        return [f"{leaf['k']} {leaf['why']}" if "why" in leaf else leaf["k"] for leaf in told]


@pytest.fixture
def restored(tmp_path: Path, heads: Heads) -> Iterator[Restored]:
    one = Restored(tmp_path)
    yield one
    one.close()


def refused(restored: Restored, game: str, tokens: dict[int, str]) -> str:
    with pytest.raises(Refused) as error:
        restored.house.act(game, restored.house.turn(game, tokens), {"type": "roll"})
    assert error.value.kind == Refusal.LOG_INCOMPLETE
    return error.value.detail


def test_a_game_that_is_shorter_than_its_last_leaf_is_closed_until_its_entries_are_back(
    restored: Restored,
) -> None:
    game, organiser = restored.house.create()
    tokens = {1: restored.house.sit(game, organiser, {"name": "Ada"})}
    restored.save("older")
    tokens[2] = restored.house.sit(game, organiser, {"name": "Bo"})
    sequence(restored.house.kronika)
    restored.save("newer")
    id, leaves = restored.id_of(game), leaves_of(restored.house.repository.logs.current())
    assert restored.leaves(id) == ["game", "seats"]

    restored.restore("older")
    assert check_sound(restored.house.kronika) == leaves
    with pytest.raises(Refused) as error:
        restored.house.sit(game, organiser, {"name": "Another"})
    assert error.value.kind == Refusal.LOG_INCOMPLETE
    assert restored.house.document(game)["version"] == 2

    restored.restore("newer", without_heads=False)
    turn = restored.house.turn(game, tokens)
    assert restored.house.act(game, turn, {"type": "roll"})["events"]
    assert check_sound(restored.house.kronika) == leaves


def test_what_is_not_back_within_thirty_days_is_told_to_be_lost_and_stays_closed(
    restored: Restored, monkeypatch: pytest.MonkeyPatch
) -> None:
    restored.save("older")
    house = restored.house
    game, tokens = house.seated()
    sequence(house.kronika)
    restored.save("newer")
    id = restored.id_of(game)
    restored.restore("older")
    sequence(restored.house.kronika)
    assert restored.leaves(id) == ["game", "seats"]

    later = now() + LOST_AFTER
    monkeypatch.setattr("service.log.transparency.recovery.now", lambda: later)
    current = restored.house.repository.logs.current()
    for _ in range(2):
        restored.house.kronika.sequencer()._recovery.check_missing(current)
    sequence(restored.house.kronika)
    assert restored.leaves(id) == ["game", "seats", "end lost"]
    check_sound(restored.house.kronika)

    restored.restore("newer", without_heads=False)
    assert "were lost" in refused(restored, game, tokens)
    queue(restored.house.kronika, {"k": "end", "id": id, "n": 9, "r": "", "why": "finished"})
    sequence(restored.house.kronika)
    assert restored.leaves(id) == ["game", "seats", "end lost"], "after `lost` there is nothing"


def test_other_games_go_on_after_a_restore(restored: Restored) -> None:
    game, tokens = restored.house.seated()
    sequence(restored.house.kronika)
    restored.save("older")
    restored.house.seated()
    sequence(restored.house.kronika)
    before = leaves_of(restored.house.repository.logs.current())
    restored.restore("older")
    assert restored.house.act(game, restored.house.turn(game, tokens), {"type": "roll"})["events"]
    assert restored.house.create()
    sequence(restored.house.kronika)
    after = check_sound(restored.house.kronika)
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1


@pytest.mark.parametrize("lost", ["seats", "game"])
def test_a_tournament_that_lacks_its_seats_or_a_game_is_closed_until_they_are_back(
    restored: Restored, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """Others at its seats would contradict the log, and so would another game of the same number."""
    house = restored.house
    id, _ = create(house)
    enter(house, id, None, {"name": "Ada"})
    if lost == "seats":
        restored.save("older")
        enter(restored.house, id, None, {"name": "Bo"})
    else:
        with monkeypatch.context() as patch:
            patch.setattr(entering, "advance", lambda *_: False)
            enter(house, id, None, {"name": "Bo"})
        sequence(house.kronika)
        restored.save("older")
        assert restored.house.kronika.resume() is None
    sequence(restored.house.kronika)
    restored.save("newer")
    leaves = leaves_of(restored.house.repository.logs.current())
    assert [leaf["k"] for leaf in leaves] == ["tournament", "tournament-seats", "game", "seats"]

    restored.restore("older")
    if lost == "seats":
        with pytest.raises(Refused, match="restored") as error:
            enter(restored.house, id, None, {"name": "Another"})
        assert error.value.kind == Refusal.LOG_INCOMPLETE
    restored.house.kronika.resume()
    assert restored.house.kronika.store.query("SELECT * FROM tournament_games") == []
    sequence(restored.house.kronika)
    assert check_sound(restored.house.kronika) == leaves

    restored.restore("newer", without_heads=False)
    assert restored.house.tournament(id, None)["games"]
    assert restored.house.kronika.store.query("SELECT * FROM log_missing") == []


def test_leaves_that_the_older_database_still_queues_are_not_added_again(restored: Restored) -> None:
    game, _ = restored.house.seated()
    restored.save("older")
    sequence(restored.house.kronika)
    restored.restore("older")
    sequence(restored.house.kronika)
    assert restored.leaves(restored.id_of(game)) == ["game", "seats"]
    assert restored.house.kronika.store.query("SELECT count(*) FROM log_missing") == [(0,)]
    check_sound(restored.house.kronika)


def test_a_head_that_was_never_shown_is_recovered_too(restored: Restored) -> None:
    """Killed after the head, before the checkpoint; and then the database is replaced."""
    restored.save("older")
    log = restored.house.repository.logs.current()
    shown = log.folder.read("checkpoint")
    game, _ = restored.house.seated()
    sequence(restored.house.kronika)
    id = restored.id_of(game)
    log.folder.write("checkpoint", shown)
    restored.restore("older")
    assert restored.leaves(id) == ["game", "seats"]
    assert restored.house.kronika.store.query("SELECT id FROM log_missing") == [(id,)]


def test_a_database_that_is_replaced_under_the_sequencer_gets_no_leaf_twice(
    tmp_path: Path, heads: Heads
) -> None:
    """Its rows become older from one transaction to the next."""
    settings = Settings(data=tmp_path, database=f"sqlite:///{tmp_path / 'kronika.db'}")
    prepared(settings)
    with closing(compose(settings)) as kronika:
        sequencer, before = kronika.sequencer(), kronika.repository.logs.last()
        queue(kronika, game_leaf(1))
        sequencer.sequence()
        queue(kronika, game_leaf(1), game_leaf(2))
        older = Statement("UPDATE logs SET size = ?, root = ?", before[1:])
        kronika.store.append("", [], [Statement("DELETE FROM log_leaves"), older])
        sequencer.sequence()
        assert [leaf["id"] for leaf in check_sound(kronika)] == ["id 1", "id 2"]


def test_the_index_of_a_whole_log_is_rebuilt_from_its_tiles(restored: Restored) -> None:
    restored.save("empty")
    queue(restored.house.kronika, *map(game_leaf, range(700)))
    sequence(restored.house.kronika)
    restored.restore("empty")
    assert len(check_sound(restored.house.kronika)) == 700
