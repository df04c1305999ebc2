"""What is shipped is what is stored, whoever is killed and whatever the store of objects answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from service.identity import hiding
from service.operation.backup import generations, shipper
from service.operation.backup.objects import BackupAway, ObjectExists
from service.operation.backup.progress import Progress, shipped_at
from service.operation.backup_time import backed_up_at, record_back_up
from service.store import StoreUnusable
from service.system.clock import DAY, now
from tests.service.backup.conftest import Faulty, Killed, Shipped, away, rows_of, running
from tests.soaking import soaked

STEPS = 40
"""More than a shipper takes in these tests."""


def test_a_restored_service_has_everything(shipped: Shipped, tmp_path: Path) -> None:
    """What was there before the base, what changed after it, what was deleted; and it can be played on."""
    before = shipped.play()
    shipping = shipped.shipper()
    shipping.look()
    game = shipped.play()
    hiding.hide(shipped.store, before)
    shipping.ship()
    segments = len(shipped.segments())
    shipping.ship()
    assert len(shipped.segments()) == segments, "nothing new, nothing shipped"
    settings, done = shipped.restored(tmp_path / "two")
    assert done.point.last[0] == shipped.store.head()
    with running(settings) as house:
        assert rows_of(house.kronika.store) == rows_of(shipped.store)
        assert house.kronika.head_journal.last(game) == shipped.house.kronika.head_journal.last(game)
        assert hiding.hidden(house.kronika.store, before)
        shipped.act(game, house)


@pytest.mark.parametrize("to", soaked(("sqlite", "postgresql"), rare=("sqlite",)))
def test_either_engine_is_restored_into_either(
    request: pytest.FixtureRequest, tmp_path: Path, to: str
) -> None:
    one: Shipped = request.getfixturevalue("shipped_from_postgres" if to == "sqlite" else "shipped")
    url = f"sqlite:///{tmp_path}/k.db" if to == "sqlite" else request.getfixturevalue("postgres_url")
    shipping = one.shipper()
    shipping.look()
    game = one.play()
    shipping.ship()
    settings, _ = one.restored(tmp_path / "two", database=url)
    with running(settings) as house:
        assert rows_of(house.kronika.store) == rows_of(one.store)
        one.act(game, house)
        assert house.kronika.store.head() == one.store.head() + 1


@pytest.mark.parametrize("after", soaked((False, True), rare=(False,)))
def test_a_shipper_may_be_killed_at_every_step(shipped: Shipped, tmp_path: Path, after: bool) -> None:
    """Before a step and after it; the next one continues, without another base."""
    killed = 0
    for step in range(1, STEPS):

        def kill(number: int, method: str, name: str, done: bool, step: int = step) -> None:
            if number == step and done is after:
                raise Killed

        shipped.play(1)
        try:
            shipping = shipped.shipper(Faulty(shipped.folder, kill))
            shipping.look()
            break
        except Killed:
            killed += 1
    assert killed > 3
    shipping.ship()
    settings, _ = shipped.restored(tmp_path / "two")
    with running(settings) as house:
        assert rows_of(house.kronika.store) == rows_of(shipped.store)


def test_a_shipper_may_be_killed_at_every_commit(
    shipped: Shipped, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, left = Progress.save, [1]

    def saved(progress: Progress, state: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Killed
        save(progress, state)

    monkeypatch.setattr(Progress, "save", saved)
    for commits in range(STEPS):
        left[0] = commits
        shipped.play(1)
        try:
            shipping = shipped.shipper()
            shipping.look()
            break
        except Killed:
            continue
    left[0] = STEPS
    shipping.ship()
    settings, _ = shipped.restored(tmp_path / "two")
    with running(settings) as house:
        assert rows_of(house.kronika.store) == rows_of(shipped.store)


def test_answers_that_are_lost_make_no_second_segment(
    shipped: Shipped, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The object was written, and the answer says otherwise: every time."""
    monkeypatch.setattr("service.operation.backup.objects.PAUSE", 0.0)

    def lose(_: int, method: str, name: str, done: bool) -> None:
        if done and method == "create" and "generations" in name:
            away()

    shipping = shipped.shipper(Faulty(shipped.folder, lose))
    shipping.look()
    shipped.play()
    shipping.ship()
    [numbers] = shipped.archive.generations().values()
    assert numbers == [1, 2, 3]
    [(generation, _)] = shipped.archive.generations().items()
    assert len(list(shipped.archive.segments(generation, numbers))) == 3


def test_what_is_not_sent_is_sent_later_unchanged(shipped: Shipped, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.operation.backup.objects.PAUSE", 0.0)
    shipping = shipped.shipper()
    shipping.look()
    shipped.play()
    there = shipping._objects
    shipping._objects = Faulty(shipped.folder, away)
    with pytest.raises(BackupAway):
        shipping.ship()
    at = shipped_at(shipped.store)
    shipped.play()
    shipping._objects = there
    shipping._settle_pending()
    shipping.ship()
    [numbers] = shipped.archive.generations().values()
    assert numbers == [1, 2, 3, 4]
    shipping._say_alive()
    assert (shipped_at(shipped.store) or 0) > (at or 0)
    record_back_up(shipped.store, 2**50)
    assert backed_up_at(shipped.store) == round(1000 * (shipped_at(shipped.store) or 0)), (
        "no file hides its age"
    )


def test_of_two_shippers_one_stops(shipped: Shipped, tmp_path: Path) -> None:
    """The one that does not know of the other's segments; what it would have written is nowhere."""
    first = shipped.shipper()
    first.look()
    second = shipped.shipper()
    shipped.play()
    second.ship()
    with pytest.raises(StoreUnusable, match="Another process"):
        first.ship()
    shipped.restored(tmp_path / "two")


def test_a_copy_of_the_database_does_not_write_into_the_same_generation(shipped: Shipped) -> None:
    """It finds a segment of another service, and makes a base of its own."""
    shipping = shipped.shipper()
    shipping.look()
    shipped.play()
    [generation] = shipped.archive.generations()
    shipped.objects.create(f"generations/{generation}/{3:016d}", b"of another service")
    shipping.ship()
    shipping.look()
    assert len(shipped.archive.generations()) == 2


@pytest.mark.soak
def test_a_back_up_that_stays_away_is_begun_anew(
    shipped: Shipped, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When more changes wait than are kept; and until then the players notice nothing."""
    shipping = shipped.shipper()
    shipping.look()
    monkeypatch.setattr(shipper, "MOST_CHANGES", 5)
    shipping._objects = Faulty(shipped.folder, away)
    shipped.play(10)
    shipping._drop_what_is_too_much()
    assert shipped.store.query("SELECT count(*) FROM changes") == [(0,)]
    shipped.play(1)
    shipping._objects = shipped.objects
    shipping.look()
    assert len(shipped.archive.generations()) == 2
    settings, _ = shipped.restored(tmp_path / "two")
    with running(settings) as house:
        assert rows_of(house.kronika.store) == rows_of(shipped.store)


@pytest.mark.soak
def test_generations_are_deleted_when_they_are_older_than_is_kept(
    shipped: Shipped, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = [now()]
    shipping = shipped.shipper()
    shipping._now = shipping._generations._now = lambda: times[0]
    for days in (0, 15, 15, 15):
        times[0] += days * DAY
        shipped.play(1)
        shipping._shipped = float("-inf")
        shipping.look()
    assert len(shipped.archive.generations()) == 2, "the last one, and the one that it followed"


@pytest.mark.soak
def test_a_base_is_made_when_segments_outgrow_it(shipped: Shipped, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generations, "SMALLEST", 0)
    shipping = shipped.shipper()
    shipping.look()
    base = Progress(shipped.store).state.current
    for _ in range(5):
        shipped.play(5)
        shipping.ship()
    shipping.look()
    current = shipping._progress.state.current
    assert base is not None
    assert current is not None
    assert current.generation != base.generation
    assert len(shipped.archive.generations()) == 2


def test_an_object_is_created_once(shipped: Shipped) -> None:
    shipped.objects.create("one/two", b"first")
    with pytest.raises(ObjectExists):
        shipped.objects.create("one/two", b"second")
    assert shipped.objects.get("one/two") == b"first"
    assert {path.stat().st_mode & 0o077 for path in shipped.folder.rglob("*")} == {0}
