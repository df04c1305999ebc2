"""The log of logs: what is queued is in it once, under one tree, whatever happens to the process or the database."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.ledger import merkle, note
from domain.ledger.text import b64
from domain.ledger.tiles import tiles_of
from service.log.transparency.log import LogUnusable, TransparencyLog
from service.log.transparency.logs import origin_of
from service.log.transparency.queue import queued
from service.operation.app import Kronika, compose
from service.store import StoreUnusable
from tests.service.conftest import House, settings_in
from tests.service.preparing import prepared

ORIGIN = "kronika/log"


def game_leaf(number: int) -> dict[str, Any]:
    return {"k": "game", "id": f"id {number}"}


def queue(kronika: Kronika, *leaves: dict[str, Any], log: str = ORIGIN) -> None:
    kronika.store.append("", [], [queued(leaf, log) for leaf in leaves])


def sequence(kronika: Kronika) -> None:
    sequencer = kronika.sequencer()
    while sequencer.sequence():
        pass


def leaves_of(log: TransparencyLog) -> list[dict[str, Any]]:
    return [orjson.loads(log.leaf(index)) for index in range(log.head().size)]


def check_sound(kronika: Kronika, log: TransparencyLog | None = None) -> list[dict[str, Any]]:
    """The leaves of a log of which everything agrees: files, head, signature, proofs, index."""
    log = log or kronika.repository.logs.current()
    head = log.head()
    text = note.verify(head.note, kronika.signer.vkey(log.origin))
    assert note.parse_checkpoint(text) == (log.origin, head.size, head.root)
    hashes = [merkle.leaf_hash(log.leaf(index)) for index in range(head.size)]
    assert merkle.tree_root(hashes) == head.root
    for index in {0, head.size // 2, head.size - 1} if head.size else ():
        assert merkle.path_root(hashes[index], index, head.size, log.inclusion(index, head.size)) == head.root
    for tile in tiles_of(head.size):
        assert (log.folder.path / tile.path).exists(), "a file server has every tile"
    leaves = leaves_of(log)
    assert [leaf["at"] for leaf in leaves] == sorted(leaf["at"] for leaf in leaves)
    for index, leaf in enumerate(leaves):
        assert log.index_of(leaf["k"], leaf["id"], leaf.get("n")) == index
    return leaves


@pytest.fixture
def log(house: House) -> TransparencyLog:
    return house.repository.logs.current()


def test_a_new_service_has_an_empty_log_with_a_signed_head(house: House, log: TransparencyLog) -> None:
    assert log.origin == house.repository.logs.check_open() == ORIGIN
    assert log.head()[:2] == (0, merkle.EMPTY_ROOT)
    assert check_sound(house.kronika) == []


def test_leaves_are_in_the_log_in_the_order_in_which_they_were_queued(
    house: House, log: TransparencyLog
) -> None:
    for number in range(5):
        queue(house.kronika, game_leaf(number))
    assert log.index_of("game", "id 3") is None
    sequence(house.kronika)
    assert [leaf["id"] for leaf in check_sound(house.kronika)] == [f"id {n}" for n in range(5)]
    assert log.index_of("game", "id 3") == 3
    assert log.indexes_of("id 3") == [3]


def test_every_size_up_to_some_hundreds_is_sound(house: House, log: TransparencyLog) -> None:
    sequencer, heads = house.kronika.sequencer(), [log.head()]
    for begin in range(0, 600, 40):
        queue(house.kronika, *map(game_leaf, range(begin, begin + 40)))
        while sequencer.sequence():
            pass
        heads.append(log.head())
    check_sound(house.kronika)
    for old in heads:
        path = log.consistency(old.size, 600)
        assert merkle.verify_consistency(old.size, 600, old.root, heads[-1].root, path)


def test_a_leaf_that_the_log_has_is_not_added_again(house: House) -> None:
    end = {"k": "end", "id": "id 1", "n": 7, "r": b64(bytes(32)), "why": "finished"}
    queue(house.kronika, game_leaf(1), game_leaf(1), end)
    sequence(house.kronika)
    queue(house.kronika, game_leaf(1), end, {**end, "n": 9})
    sequence(house.kronika)
    leaves = check_sound(house.kronika)
    assert [(leaf["k"], leaf.get("n")) for leaf in leaves] == [("game", None), ("end", 7), ("end", 9)]


def test_times_never_decrease(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for at in (5_000, 3_000, 9_000):
        monkeypatch.setattr("service.log.shared_time.SharedTime.now", lambda _, at=at: at)
        queue(house.kronika, game_leaf(at))
        sequence(house.kronika)
    assert [leaf["at"] for leaf in check_sound(house.kronika)] == [5_000, 5_000, 9_000]


def test_partial_tiles_go_when_the_full_one_is_there(house: House, log: TransparencyLog) -> None:
    sequencer = house.kronika.sequencer()
    for begin, end in ((0, 3), (3, 200), (200, 257)):
        queue(house.kronika, *map(game_leaf, range(begin, end)))
        sequencer.sequence()
    files = {
        path.relative_to(log.folder.path).as_posix() for path in log.folder.path.rglob("*") if path.is_file()
    }
    assert {file for file in files if file.startswith("tile/")} == {tile.path for tile in tiles_of(257)}
    assert merkle.path_root(merkle.leaf_hash(log.leaf(2)), 2, 150, log.inclusion(2, 150)) is not None


def test_the_log_lacks_what_is_beyond_its_head(house: House, log: TransparencyLog) -> None:
    queue(house.kronika, game_leaf(1))
    sequence(house.kronika)
    for impossible in (
        lambda: log.leaf(1),
        lambda: log.leaf(-1),
        lambda: log.inclusion(1, 2),
        lambda: log.consistency(1, 2),
    ):
        with pytest.raises(IndexError):
            impossible()


def test_leaves_of_a_log_of_another_name_are_left_out(house: House) -> None:
    queue(house.kronika, game_leaf(1), log="kronika/log/other")
    sequence(house.kronika)
    assert check_sound(house.kronika) == []


@pytest.mark.parametrize("lost", ["", "checkpoint", "names", "tile/0/000.p/3"])
def test_without_its_files_no_game_may_be_created(house: House, tmp_path: Path, lost: str) -> None:
    queue(house.kronika, *map(game_leaf, range(3)))
    sequence(house.kronika)
    house.repository.logs.check_open()
    path = tmp_path / "log" / lost
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    with closing(compose(settings_in(tmp_path))) as other:
        for _ in range(2):
            with pytest.raises(LogUnusable, match=r"kronika/log.*No game is created.*kronika log start NAME"):
                other.repository.logs.check_open()
        queue(other, game_leaf(4))
        if lost != "names":
            with pytest.raises(LogUnusable, match="kronika/log"):
                sequence(other)
    prepared(settings_in(tmp_path))  # the next start changes nothing about it
    with closing(compose(settings_in(tmp_path))) as other, pytest.raises(LogUnusable):
        other.repository.logs.check_open()


def test_another_log_takes_over_and_the_old_one_gets_no_more_leaves(house: House, tmp_path: Path) -> None:
    queue(house.kronika, game_leaf(1))
    sequence(house.kronika)
    shutil.rmtree(tmp_path / "log")
    logs = house.repository.logs
    assert logs.start("second", house.kronika.signer) == "kronika/log/second"
    assert logs.check_open() == origin_of("kronika", "second")
    queue(house.kronika, game_leaf(2))
    queue(house.kronika, game_leaf(3), log="kronika/log/second")
    sequence(house.kronika)
    assert [leaf["id"] for leaf in check_sound(house.kronika)] == ["id 3"]
    assert [known.origin for known in logs.known()] == [ORIGIN, "kronika/log/second"]
    prepared(settings_in(tmp_path))
    assert logs.check_open() == "kronika/log/second"
    with pytest.raises(LogUnusable, match="choose another name"):
        logs.start("second", house.kronika.signer)


def test_a_head_that_is_older_than_the_database_is_refused(house: House, tmp_path: Path) -> None:
    queue(house.kronika, game_leaf(1))
    sequence(house.kronika)
    shutil.copytree(tmp_path / "log", tmp_path / "older")
    queue(house.kronika, game_leaf(2))
    sequence(house.kronika)
    shutil.rmtree(tmp_path / "log")
    (tmp_path / "older").rename(tmp_path / "log")
    queue(house.kronika, game_leaf(3))
    with pytest.raises(LogUnusable, match="it has 1 leaves, and the database knows of 2"):
        sequence(house.kronika)
    with pytest.raises(LogUnusable, match="it has 1 leaves, and the database knows of 2"):
        house.repository.logs.check_open()


def test_while_the_log_is_lost_games_are_played_and_none_is_created(house: House, tmp_path: Path) -> None:
    game, tokens = house.seated()
    shutil.rmtree(tmp_path / "log")
    with pytest.raises(StoreUnusable, match="No game is created until its files are back"):
        house.create()
    assert house.act(game, house.turn(game, tokens), {"type": "roll"})["events"]
    house.repository.logs.start("second", house.kronika.signer)
    assert house.create()
