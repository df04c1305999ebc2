"""Keys that are made ahead are those of one game each, whoever takes them and whatever is put in the database's place."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from pathlib import Path

import orjson
import pytest

from domain.ledger.keys import KeyTree
from domain.ledger.text import from_b64
from domain.rulesets import registry
from service.log import key_pool
from service.log.key_pool import FILE as RUN_FILE
from service.log.key_pool import start_run
from service.operation.app import Kronika, compose
from service.operation.backups import back_up, restore
from service.queries import auditing
from service.store import Statement, StoreUnusable
from service.tables import creating
from tests.service import taking_keys
from tests.service.conftest import House, long, said, settings_in
from tests.service.playing import play
from tests.service.preparing import prepared
from tests.service.taking_keys import SLOTS
from verifier import PASSED, verify

THERE = "SELECT game FROM keys_ahead ORDER BY game"


@pytest.fixture(scope="module", autouse=True)
def quick_keys() -> None:
    """The pool itself is tested here."""


@pytest.fixture
def ahead(tmp_path: Path) -> Iterator[House]:
    """A service that was started, with keys for four games."""
    house = started(tmp_path)
    fill(house, 4)
    yield house
    house.kronika.close()


def started(folder: Path) -> House:
    prepared(settings_in(folder))
    start_run(folder)
    return House(compose(settings_in(folder)))


def fill(house: House, number: int) -> None:
    for _ in range(number):
        house.kronika.key_pool.add(SLOTS)


def there(house: House) -> list[str]:
    return [game for (game,) in house.kronika.store.query(THERE)]


def created(house: House) -> str:
    return house.create(ruleset="nagaraja")[0]


def copied(folder: Path, to: Path) -> None:
    """The database as it is, as who saves files does."""
    with closing(compose(settings_in(folder))) as kronika:
        to.mkdir()
        kronika.store.copy_out(to)


def put_back(copy: Path, folder: Path) -> None:
    for file in folder.glob("kronika.db*"):
        file.unlink()
    shutil.copy(copy / "kronika.db", folder / "kronika.db")


def test_a_game_takes_them_and_can_be_checked_as_any_other(ahead: House) -> None:
    before = there(ahead)
    game, tokens = ahead.seated(ruleset="nagaraja")
    assert game in before
    assert there(ahead) == [other for other in before if other != game]
    play(ahead, game, tokens, random.Random(1))
    report = verify(orjson.loads(auditing.audit(ahead.repository, game, None)))
    assert [report[level].status for level in ("L0", "L2", "L3")] == [PASSED] * 3


def test_they_are_the_keys_of_the_roots_in_the_first_entry(ahead: House) -> None:
    loaded = ahead.repository.get(created(ahead))
    roots = tuple(map(from_b64, loaded.table.setup.draw_roots))
    assert loaded.keys.tree.roots() == roots  # type: ignore[attr-defined]


def test_without_any_and_without_a_start_they_are_made_at_once(house: House, ahead: House) -> None:
    games = [created(ahead) for _ in range(5)]
    assert there(ahead) == []
    assert len(set(games)) == 5
    assert created(house)


def test_whoever_takes_the_same_ones_later_takes_others(ahead: House, tmp_path: Path) -> None:
    """Two processes, and eight requests of each at once; there are keys for some of them only."""
    other = House(compose(settings_in(tmp_path)))
    fill(ahead, 6)
    before = there(ahead)
    with ThreadPoolExecutor(8) as pool:
        games = list(pool.map(created, [ahead, other] * 8))
    other.kronika.close()
    assert len(set(games)) == 16
    assert there(ahead) == [game for game in before if game not in games]
    masters = {ahead.repository.get(game).keys.pack() for game in games}
    assert len(masters) == 16


def test_the_same_keys_in_two_hands_make_one_game(ahead: House, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = ahead.kronika.key_pool.take(SLOTS)
    assert drawn is not None
    monkeypatch.setattr(ahead.kronika.key_pool, "take", lambda slots: drawn)
    assert created(ahead) == drawn.keys.game.hex()
    assert created(ahead) != drawn.keys.game.hex()


def test_what_is_not_written_leaves_them_there(ahead: House, monkeypatch: pytest.MonkeyPatch) -> None:
    before = there(ahead)

    def failing(*_: object) -> None:
        raise StoreUnusable("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(ahead.kronika.store, "append", failing)
        with pytest.raises(StoreUnusable):
            created(ahead)
    assert there(ahead) == before
    assert created(ahead) in before


def test_a_request_that_is_sent_again_takes_them_once(ahead: House) -> None:
    command = creating.Create({"ruleset": "nagaraja", "seats": 2}, long("key"))
    first, again = (said(creating.create(command, ahead.context)) for _ in range(2))
    assert first == again
    assert len(there(ahead)) == 3


def test_an_older_database_gives_none_of_them_again(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(started(folder).kronika) as kronika:
        fill(House(kronika), 4)
    copied(folder, tmp_path / "copy")
    used = games_of(House(compose(settings_in(folder))), 4)
    put_back(tmp_path / "copy", folder)
    for file in (
        *folder.glob("heads.db*"),
        folder / RUN_FILE,
    ):  # as on a machine where this service never ran
        file.unlink()
    house = started(folder)
    assert len(there(house)) == 4
    assert not set(games_of(house, 4)) & set(used)


def test_nor_one_that_comes_while_the_service_runs(tmp_path: Path) -> None:
    """As when a standby takes over that had not heard of the last games: who signed them knows."""
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(started(folder).kronika) as kronika:
        fill(House(kronika), 4)
    copied(folder, tmp_path / "copy")
    used = games_of(House(compose(settings_in(folder))), 3)
    put_back(tmp_path / "copy", folder)
    house = House(compose(settings_in(folder)))
    left = set(there(house)) - set(used)
    games = games_of(house, 4)  # each looks at one or two of the four keys: three might end before the last
    assert not set(games) & set(used)
    assert left <= set(games)


def games_of(house: House, number: int) -> list[str]:
    with closing(house.kronika):
        return [created(house) for _ in range(number)]


def test_a_back_up_that_is_restored_gives_none_of_them(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        folder.mkdir()
    with closing(started(old).kronika) as kronika:
        fill(House(kronika), 4)
        back_up(kronika, tmp_path / "file", "a long passphrase")
    assert restore(settings_in(new), tmp_path / "file", "a long passphrase") == []
    shutil.copy(old / key_pool.FILE, new / key_pool.FILE)
    with closing(compose(settings_in(new))) as kronika:
        assert there(House(kronika)) == []


def test_the_database_shows_nothing_of_them(ahead: House) -> None:
    drawn = ahead.kronika.key_pool.take(SLOTS)
    assert drawn is not None
    packed = orjson.loads(drawn.keys.pack())
    stored = b"".join(
        bytes(sealed) for (sealed,) in ahead.kronika.store.query("SELECT sealed FROM keys_ahead")
    )
    for secret in packed.values():
        assert secret.encode() not in stored
        assert from_b64(secret) not in stored


def test_what_was_altered_or_moved_is_not_taken(ahead: House) -> None:
    first, second, third, fourth = there(ahead)
    moved = "UPDATE keys_ahead SET sealed = (SELECT sealed FROM keys_ahead WHERE game = ?) WHERE game = ?"
    altered = "UPDATE keys_ahead SET sealed = substr(sealed, 1, 40) WHERE game = ?"
    rows = [Statement(moved, (first, second)), Statement(altered, (third,))]
    ahead.kronika.store.append("", [], rows)
    games = [created(ahead) for _ in range(4)]
    assert {first, fourth} <= set(games)
    assert not {second, third} & set(games)


def filled(house: House) -> int:
    """How many keys there are when no more are wanted."""
    while house.kronika.key_pool.missing([SLOTS]):
        fill(house, 1)
    return len(there(house))


@pytest.fixture
def small_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("LEAST", 6), ("MOST", 15), ("GROWTH", 4)):
        monkeypatch.setattr(key_pool, name, value)


def test_the_pool_grows_with_each_key_that_is_taken_up_to_a_limit(ahead: House, small_pool: None) -> None:
    assert filled(ahead) == 6
    assert filled(ahead) == 6
    for after in (10, 14, 15, 15):
        created(ahead)
        assert filled(ahead) == after


def test_keys_that_another_process_takes_count_and_those_of_another_ruleset_do_not(
    ahead: House, tmp_path: Path, small_pool: None
) -> None:
    filled(ahead)
    with closing(compose(settings_in(tmp_path))) as other:
        created(House(other))
    ahead.create(ruleset="touche")
    assert filled(ahead) == 10


def test_the_pool_shrinks_when_no_keys_were_taken_for_a_while(
    ahead: House, small_pool: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(ahead)
    created(ahead)
    assert filled(ahead) == 10
    monkeypatch.setattr(key_pool, "LATELY", 0.0)
    for left in (9, 8, 7, 6, 6):
        created(ahead)
        assert filled(ahead) == left


def test_processes_that_are_killed_and_the_run_that_follows_use_no_keys_twice(tmp_path: Path) -> None:
    """Two processes fill the pool and take from it, until both are killed at once."""
    with closing(started(tmp_path).kronika) as kronika:
        fill(House(kronika), 40)
    told = ids_of_killed(tmp_path)
    house = started(tmp_path)
    with closing(house.kronika) as kronika:
        fill(house, 2)
        told += [created(house) for _ in range(4)]
        left = there(house)
        games = [game for (game,) in kronika.store.query("SELECT game FROM lobby")]
        used = {kronika.repository.get(game).keys.pack() for game in games}
    assert len(used) == len(games)
    assert len(set(told)) == len(told)
    assert set(told) <= set(games)
    assert not set(left) & set(games)


def ids_of_killed(folder: Path) -> list[str]:
    """The ids that both have told before they are killed, after some games each."""
    command = [sys.executable, "-m", taking_keys.__name__, str(folder)]
    takers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    told = [line for taker in takers if taker.stdout for line in islice(taker.stdout, 5)]
    for taker in takers:
        taker.kill()
    told += [line for taker in takers for line in taker.communicate()[0].splitlines(keepends=True)]
    return [line.strip() for line in told if line.endswith("\n")]


def test_each_start_begins_anew(tmp_path: Path) -> None:
    kronikas: list[Kronika] = []
    for _ in range(2):
        kronikas.append(started(tmp_path).kronika)
        fill(House(kronikas[-1]), 1)
    first, second = kronikas
    mine, other = first.key_pool.take(SLOTS), second.key_pool.take(SLOTS)
    assert mine is not None
    assert other is not None
    assert mine.keys.game != other.keys.game
    for kronika in kronikas:
        kronika.close()


@pytest.mark.parametrize("made_ahead", [True, False])
def test_the_first_draw_of_a_game_that_is_read_anew_does_not_hash_all_keys(
    ahead: House, tmp_path: Path, made_ahead: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As another worker reads it, or this one when it has forgotten it."""
    if made_ahead:
        ahead.kronika.key_pool.add(registry()["age-of-war"].traits.draws)
    game, tokens = ahead.seated()
    made, make = list[int](), KeyTree._make_block
    monkeypatch.setattr(KeyTree, "_make_block", lambda tree, *at: made.append(1) or make(tree, *at))
    with closing(compose(settings_in(tmp_path))) as kronika:
        other = House(kronika)
        assert other.act(game, other.turn(game, tokens), {"type": "roll"})["draws"]
    assert len(made) == 1
