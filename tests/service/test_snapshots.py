"""Folds that are kept in the store: what they make cheap, what is not believed of them, and what is left of them."""

from __future__ import annotations

import pickle
import random
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

import cli
from cli import rebuild
from domain.rulesets import registry
from domain.table.snapshots import Snapshots
from service.identity import hiding
from service.log import snapshots, snapshotter
from service.log.loaded import load_game
from service.log.replayer import Replayer
from service.log.repository import Repository
from service.log.snapshots import SnapshotStore
from service.log.snapshotter import Snapshotter
from service.operation.app import compose
from service.store import Statement, Store
from service.system.settings import Settings
from tests.running import until
from tests.service.conftest import House, following, settings_in
from tests.service.courses import Course, an_analysis, begun, every_course, played, with_rulings
from tests.service.preparing import prepared
from tests.store.conftest import postgres_url, server

__all__ = ["postgres_url", "server"]

EVERY = 8
THERE = "SELECT game, version FROM folds ORDER BY version"
LISTED = "SELECT game FROM folded_games"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.soak)])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    on_sqlite = request.param == "sqlite"
    settings = (
        settings_in(tmp_path)
        if on_sqlite
        else Settings(database=request.getfixturevalue("postgres_url"), data=tmp_path, limits=None)
    )
    prepared(settings)
    with closing(compose(settings)) as kronika:
        yield House(kronika)


def worker(house: House) -> Snapshotter:
    return Snapshotter(house.kronika.store, EVERY)


def new_process(house: House) -> Replayer:
    return Replayer(house.kronika.store, every=1, stored_every=EVERY)


def snapshot_game(house: House, ruleset: str = "age-of-war", draws: str = "") -> str:
    game = begun(house, ruleset, draws).game
    played(house.repository, game, random.Random(1), 40)
    worker(house).catch_up()
    return game


def folded_right(house: House, replayer: Replayer, game: str, versions: list[int]) -> None:
    store = house.kronika.store
    for version in versions:
        entries, secrets = store.entries(game, 0, version), store.secrets(game, 0, version)
        first, fold, at = replayer.replay(game, version)
        anew = load_game(entries, secrets, {})
        assert (fold.table(), at, first.ctx) == (anew.table, anew.at, anew.ctx), version


class Reads:
    """How many entries were read from a store."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entries, read = 0, store.entries

        def counted(game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
            found = read(game, after, upto)
            self.entries += len(found)
            return found

        monkeypatch.setattr(store, "entries", counted)

    def of(self, work: Callable[[], object]) -> int:
        self.entries = 0
        work()
        return self.entries


@every_course((with_rulings, "nagaraja"), (an_analysis, "romans"))
def test_a_new_process_folds_any_version_to_the_same(
    house: House, ruleset: str, course: Callable[[House, str], Iterator[Course]]
) -> None:
    """While the log grows, and whatever was taken back."""
    rng, game, last, following = random.Random(2), "", 0, worker(house)
    for game, _ in course(house, ruleset):
        following.catch_up()
        last = house.repository.get(game).version
        folded_right(house, new_process(house), game, rng.sample(range(1, last + 1), min(12, last)))
    kept = {version for of, version in house.kronika.store.query(THERE) if of == game}
    assert kept.issuperset(range(EVERY, last + 1, EVERY))


def test_a_new_process_reads_a_short_stretch_of_a_long_log(
    either: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = snapshot_game(either)
    last, reads = either.repository.get(game).version, Reads(either.kronika.store, monkeypatch)
    for version in (last, EVERY + 1, last // 2, 1):
        assert reads.of(partial(new_process(either).replay, game, version)) <= 4 * EVERY
    assert last > 5 * EVERY


def test_so_does_one_that_acts(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = snapshot_game(house)
    last, reads = house.repository.get(game).version, Reads(house.kronika.store, monkeypatch)
    one = house.repository
    cold = Repository(one.store, one.signer, one.heads.journal, one.host, [])
    cold.versions.replayer = new_process(house)
    assert reads.of(lambda: played(cold, game, random.Random(3), 1)) < last
    assert cold.heads.checkpoint(cold.get(game)) == one.heads.checkpoint(one.get(game))


def altered(store: Store, sql: str, *params: object) -> None:
    store.append("", [], [Statement(sql, params)])


def moved(house: House, game: str) -> None:
    """A fold of the same game in the place of all others."""
    store, ((_, least), *_) = house.kronika.store, house.kronika.store.query(THERE)
    sql = "UPDATE folds SET sealed = (SELECT sealed FROM folds AS other WHERE other.version = ?)"
    altered(store, f"{sql} WHERE version > ?", least, least)
    altered(store, "DELETE FROM folds WHERE version = ?", least)


def cut(house: House, game: str) -> None:
    altered(house.kronika.store, "UPDATE folds SET sealed = substr(sealed, 1, 60)")


def gone(house: House, game: str) -> None:
    altered(house.kronika.store, "DELETE FROM folds")


def no_list(house: House, game: str) -> None:
    altered(house.kronika.store, "UPDATE folded_games SET sealed = substr(sealed, 1, 40)")


def of_another_game(house: House, game: str) -> None:
    other = snapshot_game(house, draws="other")
    for table in snapshots.TABLES:
        altered(house.kronika.store, f"DELETE FROM {table} WHERE game = ?", game)
        altered(house.kronika.store, f"UPDATE {table} SET game = ? WHERE game = ?", game, other)


def sealed_by_us_but_other(house: House, game: str) -> None:
    """One with another content, from this very service: it is not the one that was listed."""
    store = house.kronika.store
    for _, version in store.query(THERE):
        packed = zlib.compress(pickle.dumps(Replayer(store).replay(game, 1).fold.reached()))
        sealed = store.seal(packed, snapshots._bound_to(game), version)
        altered(store, "UPDATE folds SET sealed = ? WHERE version = ?", sealed, version)


def by_other_code(house: House, game: str) -> None:
    """What lies there would fold to something else."""
    sealed_by_us_but_other(house, game)
    altered(house.kronika.store, "UPDATE folded_games SET code = 'other'")


WRONG = [moved, cut, gone, no_list, of_another_game, sealed_by_us_but_other, by_other_code]


@pytest.mark.parametrize("spoil", WRONG)
def test_what_is_not_as_it_was_kept_is_passed_over(
    house: House, spoil: Callable[[House, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = snapshot_game(house)
    last = house.repository.get(game).version
    spoil(house, game)
    reads = Reads(house.kronika.store, monkeypatch)
    assert reads.of(lambda: new_process(house).replay(game, last)) >= last
    folded_right(house, new_process(house), game, list(range(last, 0, -5)))


def test_folds_of_a_log_that_went_on_otherwise_are_passed_over(house: House) -> None:
    """A standby that lacks the last events has taken over; what stood on top of them was kept."""
    game, store = snapshot_game(house), house.kronika.store
    last, lost = house.repository.get(game).version, 3 * EVERY
    altered(store, "DELETE FROM stored_events WHERE originator_version > ?", lost)
    altered(store, "DELETE FROM event_secrets WHERE version > ?", lost)
    folded_right(house, new_process(house), game, [lost, lost - 3])
    house.kronika.head_journal.close()
    for path in house.kronika.settings.data.glob("heads.db*"):
        path.unlink()
    with closing(compose(house.kronika.settings)) as again:
        other = House(again)
        played(other.repository, game, random.Random(9), 40)
        grown = other.repository.get(game).version
        assert grown > lost + EVERY
        folded_right(other, new_process(other), game, list(range(min(grown, last), 0, -3)))
        worker(other).reset()
        worker(other).catch_up()
        folded_right(other, new_process(other), game, list(range(grown, 0, -7)))


def test_only_values_and_our_own_types_are_read(house: House) -> None:
    """Even from who has the secret key."""
    game, store = snapshot_game(house), house.kronika.store
    kept = SnapshotStore(store).index(game)
    version = max(kept.folds)
    packed = zlib.compress(pickle.dumps({"game": Path.home}))
    sealed = store.seal(packed, snapshots._bound_to(game), version)
    altered(store, "UPDATE folds SET sealed = ? WHERE version = ?", sealed, version)
    listed = snapshots.SnapshotIndex(kept.frontier, kept.ways, {version: sha256(sealed).digest()})
    assert SnapshotStore(store).load(game, version, listed, registry()["age-of-war"]) is None


def test_a_ruleset_whose_states_hold_other_values_is_folded_from_the_log(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = snapshot_game(house)
    last = house.repository.get(game).version
    monkeypatch.setattr(snapshots, "VALUE_TYPES", ())
    folded_right(house, new_process(house), game, [last, last // 2])


def test_nothing_of_a_game_can_be_read_off_them(house: House) -> None:
    game = snapshot_game(house, "touche")
    for table in snapshots.TABLES:
        for (sealed,) in house.kronika.store.query(f"SELECT sealed FROM {table}"):
            assert game.encode() not in bytes(sealed)
            with pytest.raises(zlib.error):
                zlib.decompress(bytes(sealed)[12:])


def test_a_game_that_is_deleted_leaves_none(either: House) -> None:
    store = either.kronika.store
    game, other = snapshot_game(either), snapshot_game(either, draws="other")
    hiding.delete(store, game)
    assert {of for of, _ in store.query(THERE)} == {of for (of,) in store.query(LISTED)} == {other}
    worker(either).reset()
    worker(either).catch_up()
    assert {of for of, _ in store.query(THERE)} == {of for (of,) in store.query(LISTED)} == {other}


def test_nor_one_that_is_deleted_while_they_are_written(either: House) -> None:
    """Whichever of the two transactions comes first."""
    store = either.kronika.store
    for n in range(4):
        game = begun(either, "age-of-war", f"of {n}").game
        played(either.repository, game, random.Random(n), 20)
        with ThreadPoolExecutor() as threads:
            keep, delete = partial(worker(either).snapshot, game), partial(hiding.delete, store, game)
            for done in [threads.submit(work) for work in ((keep, delete), (delete, keep))[n % 2]]:
                done.result()
        assert store.query("SELECT 1 FROM folds WHERE game = ?", (game,)) == []
        assert store.query("SELECT 1 FROM folded_games WHERE game = ?", (game,)) == []


def test_a_fold_is_thinned_out_here_and_stays_there() -> None:
    line = Snapshots()
    line.add_stored([8, 16])
    line.learn({}, 20)
    line.remove_stored(16)
    line.thin()
    assert (line.nearest(20), len(line)) == (8, 0)


def test_the_keeper_goes_on_where_it_was_and_other_code_begins_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, store = snapshot_game(house), house.kronika.store
    before = store.query("SELECT version, sealed FROM folds ORDER BY version")
    worker(house).catch_up()
    assert store.query("SELECT version, sealed FROM folds ORDER BY version") == before
    for module in ("snapshots", "snapshotter"):
        monkeypatch.setattr(f"service.log.{module}.code_id", lambda: "newer")
    worker(house).catch_up()
    after = store.query("SELECT version, sealed FROM folds ORDER BY version")
    assert [version for version, _ in after] == [version for version, _ in before]
    assert not {sealed for _, sealed in after} & {sealed for _, sealed in before}
    folded_right(house, new_process(house), game, [house.repository.get(game).version])


@pytest.mark.soak
def test_what_rebuild_forgets_is_made_again_by_the_keeper_at_work(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshotter, "BATCH_WAIT", 0.02)
    game, store = snapshot_game(house), house.kronika.store
    kept = store.query(THERE)
    monkeypatch.setenv("KRONIKA_DATA", str(house.kronika.settings.data))
    monkeypatch.setenv("KRONIKA_DATABASE", house.kronika.settings.database)
    monkeypatch.setattr(rebuild, "end_tidily", lambda: None)
    before = store.query("SELECT sealed FROM folds")
    with following(house, worker(house).follow):
        assert cli.main(["rebuild", "folds"]) == 0
        until(lambda: store.query(THERE) == kept)
    assert not {*before} & {*store.query("SELECT sealed FROM folds")}
    folded_right(house, new_process(house), game, [house.repository.get(game).version])
