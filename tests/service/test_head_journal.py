"""What was signed is remembered outside the database, and trouble with that ends nothing else."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from time import monotonic

import pytest

from service.log import head_journal
from service.log.head_journal import FILE, HeadJournal, HeadNotRecorded, SignedHead
from service.operation.reconciling import incomplete_logs
from service.queries import tournaments as queries
from service.store import StoreUnusable, Trouble
from service.system.settings import Settings
from tests.service.conftest import House, house_with
from tests.service.test_games import refused
from tests.service.test_planning import reveal, seated
from tests.service.test_tournaments import games
from tests.store.test_groups import together

HEAD = SignedHead(7, b"r" * 32)
PATIENCE = 120.0
MANY = 60
"""Writers at once: one after the other each would wait half a second."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head_journal, "LOCK_SECONDS", 0.5)


@pytest.fixture
def heads(tmp_path: Path, impatient: None) -> Iterator[HeadJournal]:
    one = HeadJournal(tmp_path, create=True)
    yield one
    one.close()


def held(folder: Path) -> sqlite3.Connection:
    """Somebody stands still in the middle of writing to the file."""
    other = sqlite3.connect(folder / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def trouble(act: Callable[[], object]) -> Trouble:
    """What is wrong with the file, as whoever does this is told."""
    with pytest.raises(StoreUnusable) as caught:
        act()
    return caught.value.trouble


def test_nobody_else_reads_the_file(heads: HeadJournal, tmp_path: Path) -> None:
    heads.record("a", HEAD)
    for file in tmp_path.glob(f"{FILE}*"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


@pytest.mark.soak
def test_writers_together_wait_no_longer_than_one(heads: HeadJournal, tmp_path: Path) -> None:
    other, waited = held(tmp_path), list[float]()

    def keep(n: int) -> None:
        came = monotonic()
        with pytest.raises(StoreUnusable):
            heads.record(str(n), HEAD)
        waited.append(monotonic() - came)

    threads = [threading.Thread(target=keep, args=(n,)) for n in range(MANY)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(waited) == MANY
    assert max(waited) < MANY / 4, "one after the other they would wait twice as long"
    other.close()


def test_many_may_keep_the_same_head_at_once(heads: HeadJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    """As whoever writes a game does, and all who ask for its head just then."""
    monkeypatch.setattr(head_journal, "LOCK_SECONDS", PATIENCE)
    together, said = threading.Barrier(8), list[BaseException]()

    def keep() -> None:
        for size in range(1, 101):
            together.wait()
            try:
                heads.record("a", SignedHead(size, b"root"))
            except StoreUnusable as error:
                said.append(error)

    threads = [threading.Thread(target=keep) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == []
    assert heads.last("a") == (100, b"root")
    heads.check()


def test_what_could_not_be_kept_is_kept_before_anything_else_is_done(
    heads: HeadJournal, tmp_path: Path
) -> None:
    heads.check()
    other = held(tmp_path)
    with pytest.raises(StoreUnusable):
        heads.record("a", HEAD)
    with pytest.raises(StoreUnusable):
        heads.check()
    other.close()
    heads.check()
    assert heads.last("a") == HEAD


def test_an_action_whose_head_cannot_be_kept_is_refused_before_it_is_stored(
    impatient: None, house: House
) -> None:
    """Only the first one, which meets the trouble, is stored; repeated with its key it is answered as the first time."""
    game, tokens = house.seated()
    other = held(house.kronika.settings.data)
    turn = house.turn(game, tokens)
    for _ in range(3):
        assert trouble(lambda: house.act(game, turn, {"type": "roll"}, "key")) is Trouble.LOCKED
    stored = house.repository.store.version(game)
    assert trouble(house.create) is Trouble.LOCKED
    assert [game] == house.repository.store.games()
    assert trouble(house.kronika.ready) is Trouble.LOCKED
    other.close()
    assert house.kronika.ready() == []
    assert house.act(game, turn, {"type": "roll"}, "key")["version"] == stored
    assert house.repository.store.version(game) == stored


def test_heads_of_actions_that_are_committed_together_are_written_by_one_statement(house: House) -> None:
    """Before anybody gets his head; the next to act finds nothing left to be written."""
    tables = [house.seated() for _ in range(5)]
    turns = [(game, house.turn(game, tokens)) for game, tokens in tables]
    before = house.kronika.head_journal._requested
    acts = [partial(house.act, game, turn, {"type": "roll"}) for game, turn in turns]
    assert together(house.kronika.store, acts) == [None] * 5
    assert house.kronika.head_journal._requested == before + 1
    assert [house.kronika.head_journal.last(game) for game, _ in turns] == [
        (
            house.repository.store.version(game),
            house.repository.heads.frontier(house.repository.get(game)).root(),
        )
        for game, _ in turns
    ]


def test_whoever_was_committed_together_gets_an_error_of_his_own(heads: HeadJournal, tmp_path: Path) -> None:
    """With what is wrong; several threads raise it, and it gathers where."""
    pending = [heads.pending(game, HEAD) for game in "ab"]
    other, errors = held(tmp_path), list[StoreUnusable]()
    heads.record_pending(pending)
    tried = heads._requested
    for one in pending:
        with pytest.raises(StoreUnusable) as caught:
            heads.confirm(one)
        errors.append(caught.value)
    assert [error.trouble for error in errors] == [Trouble.LOCKED] * 2
    assert errors[0] is not errors[1]
    assert heads._requested == tried, "nobody has waited for the file once more"
    assert str(heads.path) in str(errors[0])
    other.close()


@pytest.mark.soak
def test_while_somebody_tries_all_others_are_told_what_is_wrong(heads: HeadJournal, tmp_path: Path) -> None:
    other = held(tmp_path)
    with pytest.raises(StoreUnusable):
        heads.record("a", HEAD)
    with heads._writing:
        assert trouble(heads.check) is Trouble.LOCKED
        assert trouble(lambda: heads.record("a", HEAD)) is Trouble.LOCKED
    other.close()


def test_nothing_is_signed_in_the_place_of_entries_that_are_missing(house: House, tmp_path: Path) -> None:
    """In an older copy of the database nobody acts in the game and everybody reads it; where the entries are it goes on."""
    game, tokens = house.seated()
    copy = tmp_path / "older.db"
    with closing(sqlite3.connect(tmp_path / "kronika.db")) as now, closing(sqlite3.connect(copy)) as then:
        now.backup(then)
    before = house.document(game)
    house.act(game, house.turn(game, tokens), {"type": "roll"})
    with house_with(Settings(data=tmp_path, database=f"sqlite:///{copy}")) as older:
        assert older.document(game) == before
        with refused("log-incomplete") as caught:
            older.act(game, older.turn(game, tokens), {"type": "roll"})
        assert (caught.value.more["version"], caught.value.more["signed"]) == (
            before["version"],
            before["version"] + 1,
        )
        assert [it.game for it in incomplete_logs(older.repository)] == [game]
        assert older.document(game) == before
    house.act(game, house.turn(game, tokens), {"type": "set-aside"})


def test_a_tournament_that_is_older_than_what_was_signed_stops_alone(house: House) -> None:
    """Its next game has been begun and signed after the copy. The service starts, and its keeper keeps."""
    id, _, chairs, tokens = seated(house)
    first = queries.plan(house.repository, id, None).planned[0]
    house.kronika.head_journal.record(first.game, HEAD)
    for token, chair in zip(tokens, chairs, strict=True):
        reveal(house, id, token, *chair.opening(chairs))
    house.kronika.resume()
    house.kronika.run_due_work()
    assert games(house, id) == []
    assert house.create()


def test_a_file_that_is_damaged_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreUnusable):
        HeadJournal(tmp_path)


def test_listing_a_file_that_breaks_is_one_sentence(heads: HeadJournal, tmp_path: Path) -> None:
    heads.record("a", HEAD)
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("DROP TABLE heads")
    with pytest.raises(StoreUnusable):
        list(heads.all())


@pytest.mark.soak
def test_an_older_head_never_takes_the_place_of_a_newer_one(tmp_path: Path) -> None:
    """Neither by another process, nor by the same one while both wait to be written."""
    with closing(HeadJournal(tmp_path, create=True)) as one, closing(HeadJournal(tmp_path)) as other:
        one.record("a", HEAD)
        other.record("a", SignedHead(HEAD.size - 1, b"o" * 32))
        assert one.last("a") == other.last("a") == HEAD
        newer = SignedHead(HEAD.size + 1, b"n" * 32)
        blocking = held(tmp_path)
        for head in (newer, SignedHead(HEAD.size, b"z" * 32)):
            with pytest.raises(StoreUnusable):
                one.record("a", head)
        blocking.close()
        one.check()
        assert other.last("a") == newer


def test_a_file_that_took_its_place_is_read(heads: HeadJournal, tmp_path: Path) -> None:
    """By a process that keeps nothing meanwhile, too; while there is none, it goes on with what it has."""
    heads.record("a", HEAD)
    with closing(HeadJournal(tmp_path)) as other:
        away = (tmp_path / FILE).rename(tmp_path / "away")
        assert other.last("a") == HEAD
        shutil.copy(away, tmp_path / FILE)
        later = SignedHead(8, HEAD.root)
        heads.record("a", later)
        with closing(sqlite3.connect(tmp_path / FILE)) as third:
            third.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert other.last("a") == later


class Healed(HeadJournal):
    """Another thread records the heads right after somebody has seen that they are not."""

    @property
    def _error(self) -> HeadNotRecorded | None:
        return self._errors.pop() if self._errors else None

    @_error.setter
    def _error(self, error: HeadNotRecorded | None) -> None:
        self._errors = [] if error is None else [error]


def test_trouble_that_ends_while_somebody_looks_at_it_is_told_as_trouble(tmp_path: Path) -> None:
    with closing(Healed(tmp_path, create=True)) as heads:
        heads._error = HeadNotRecorded("It is locked.", Trouble.LOCKED)
        with heads._writing:
            assert trouble(heads.check) == Trouble.LOCKED
        heads.check()
