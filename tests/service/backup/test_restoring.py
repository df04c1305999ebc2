"""Restores: to an earlier time, after erasures, from a dishonest store, interrupted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from pyrage import DecryptError
from pyrage.x25519 import Identity

from domain.table.refusals import Refused
from service.identity import erasures, hiding
from service.operation.app import prepare
from service.operation.backup import restoring, sealing
from service.operation.backup.job import shipper
from service.operation.backup.loading import Loader
from service.operation.backup.objects import BackupAway
from service.operation.backup.points import NotDone, Target, find_point
from service.operation.backup.segments import BadSegment, sealed, unsealed
from service.operation.backup.verifying import verify
from service.store import Statement, StoreUnusable
from tests.service.backup.conftest import Killed, Shipped, rows_of, running
from tests.service.conftest import settings_in

ADA = "P1"


def three(shipped: Shipped) -> tuple[str, int]:
    """A game before the last segment, and the time at which it was shipped (ms)."""
    shipping = shipped.shipper()
    shipping.look()
    game = shipped.play()
    shipping.ship()
    at = find_point(shipped.archive, None).header.at
    shipped.act(game)
    shipped.play()
    shipping.ship()
    return game, at


def test_an_earlier_time_closes_the_games_that_went_on(shipped: Shipped, tmp_path: Path) -> None:
    game, at = three(shipped)
    asked = []

    def no(closing: Any) -> bool:
        asked.append(closing)
        return False

    with pytest.raises(NotDone):
        shipped.restored(tmp_path / "two", Target(at=at), agreed=no)
    assert (asked[0].games, asked[0].unknown) == (2, 1)
    assert not [name for name in os.listdir(tmp_path / "two") if name.endswith(".key")]
    settings, done = shipped.restored(tmp_path / "two", Target(at=at))
    assert done.point.at == at
    with running(settings) as house, pytest.raises(Refused, match="entries of this game were signed"):
        shipped.act(game, house)


def test_what_is_signed_while_a_segment_is_read_closes_no_game(
    shipped: Shipped, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine is lost after a segment during which an action was acknowledged: its head came with the next one."""
    shipping, game = shipped.shipper(), shipped.play()
    shipping.look()
    shipped.act(game)
    journal = shipped.house.kronika.head_journal
    last = journal.last

    def late(of: str) -> Any:
        monkeypatch.undo()
        shipped.act(game)
        return last(of)

    monkeypatch.setattr(journal, "last", late)
    shipping.ship()
    settings, _ = shipped.restored(tmp_path / "two")
    with running(settings) as house:
        shipped.act(game, house)


@pytest.mark.soak
@pytest.mark.parametrize("position", [True, False])
def test_a_point_is_never_beyond_the_target(shipped: Shipped, position: bool) -> None:
    _, at = three(shipped)
    middle = find_point(shipped.archive, Target(at=at)).header
    beyond = Target(position=middle.last[0] + 1) if position else Target(at=at + 1)
    assert find_point(shipped.archive, beyond).header == middle
    with pytest.raises(NotDone):
        find_point(shipped.archive, Target(at=1))


def test_what_was_erased_later_is_erased_in_every_restore(
    shipped: Shipped, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name, wherever it occurs; a game; and what was shown again is not hidden, even in the same millisecond."""
    shipping = shipped.shipper()
    shipping.look()
    named, gone, shown = shipped.play(), shipped.play(), shipped.play()
    shipping.ship()
    at = find_point(shipped.archive, None).header.at
    moment = erasures.now()
    monkeypatch.setattr(erasures, "now", lambda: moment)
    hiding.delete(shipped.store, gone)
    for _ in range(4):
        hiding.hide(shipped.store, shown)
        hiding.show(shipped.store, shown)
    hiding.delete_names(shipped.store, hiding.names_spelled(ADA))
    shipping.ship()
    for name in shipped.objects.names("erasures/"):
        told = unsealed(shipped.objects.get(name), [shipped.identity], name, dict)
        assert ADA not in str(told)
    settings, done = shipped.restored(tmp_path / "two", Target(at=at))
    assert done.erasures == 3
    with running(settings) as house:
        store = house.kronika.store
        assert hiding.deleted(store, gone)
        assert not hiding.hidden(store, shown)
        assert store.query("SELECT DISTINCT name FROM players WHERE seat = 1") == [("#1",)]
        assert store.query("SELECT DISTINCT name FROM players WHERE game = ? AND seat = 2", (named,)) == [
            ("P2",)
        ]


def test_a_restore_to_the_end_erases_no_later_namesake(shipped: Shipped, tmp_path: Path) -> None:
    shipping = shipped.shipper()
    shipping.look()
    shipped.play(1)
    hiding.delete_names(shipped.store, hiding.names_spelled(ADA))
    later = shipped.play(1)
    shipping.ship()
    settings, _ = shipped.restored(tmp_path / "two")
    with running(settings) as house:
        found = house.kronika.store.query("SELECT name FROM players WHERE game = ? AND seat = 1", (later,))
        assert found == [(ADA,)]


def omitted(names: list[str], shipped: Shipped) -> None:
    shipped.objects.delete(names[1])


def cut(names: list[str], shipped: Shipped) -> None:
    shipped.objects.replace(names[1], shipped.objects.get(names[1])[:-1])


def older(names: list[str], shipped: Shipped) -> None:
    shipped.objects.replace(names[1], shipped.objects.get(names[0]))


@pytest.mark.parametrize("harm", [omitted, cut, older])
def test_a_segment_that_is_not_the_one_is_named(shipped: Shipped, tmp_path: Path, harm: Any) -> None:
    three(shipped)
    names = shipped.segments()
    harm(names, shipped)
    with pytest.raises(BadSegment, match=names[1]):
        shipped.restored(tmp_path / "two")
    assert not [name for name in os.listdir(tmp_path / "two") if name.endswith(".key")]


def test_an_older_object_with_the_right_name_inside_does_not_continue_the_chain(
    shipped: Shipped, tmp_path: Path
) -> None:
    """Written by the same service at the same place, for example by a copy of it."""
    three(shipped)
    names = shipped.segments()
    segment = unsealed(shipped.objects.get(names[1]), [shipped.identity], names[1])
    shipped.objects.replace(names[1], sealed(segment, str(shipped.identity.to_public())))
    with pytest.raises(BadSegment, match=f"{names[2]} does not continue"):
        shipped.restored(tmp_path / "two")


def test_an_end_that_was_cut_off_is_noticed(shipped: Shipped, tmp_path: Path) -> None:
    """Because the last sign of life names it. What is left can be restored by naming a time."""
    _, at = three(shipped)
    shipped.shipper().look()
    last = shipped.segments()[-1]
    shipped.objects.delete(last)
    with pytest.raises(BadSegment, match=last):
        shipped.restored(tmp_path / "two")
    shipped.restored(tmp_path / "two", Target(at=at))


def test_a_copy_of_the_service_that_shipped_to_the_same_place_is_not_restored(
    shipped: Shipped, tmp_path: Path
) -> None:
    """Such as a drill: its generation began last, but the service itself has given a sign of life since."""
    three(shipped)
    drill, _ = shipped.restored(tmp_path / "drill")
    with running(drill) as house:
        shipper(house.kronika, str(shipped.folder)).look()
    shipped.play()
    shipped.shipper().look()
    at = find_point(shipped.archive, None).header.at
    for number, target in enumerate((None, Target(at=at))):
        settings, _ = shipped.restored(tmp_path / str(number), target)
        with running(settings) as house:
            assert rows_of(house.kronika.store) == rows_of(shipped.store)


def test_a_restore_may_be_killed_and_continues(
    shipped: Shipped, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before every segment and before the end; until then there are no keys, and nothing can be started."""
    three(shipped)
    load, loaded, finish = Loader.load, list[int](), restoring._finish

    def load_one(loader: Loader, segment: Any) -> None:
        load(loader, segment)
        loaded.append(segment.header.number)
        raise Killed

    monkeypatch.setattr(Loader, "load", load_one)
    monkeypatch.setattr(restoring, "_finish", lambda *_: (_ for _ in ()).throw(Killed))
    segments = len(shipped.segments())
    for _ in range(segments + 1):
        with pytest.raises(Killed):
            shipped.restored(tmp_path / "two")
        assert not [name for name in os.listdir(tmp_path / "two") if name.endswith(".key")]
    assert loaded == list(range(1, segments + 1))
    with pytest.raises(StoreUnusable, match="not complete"):
        prepare(settings_in(tmp_path / "two"))
    monkeypatch.setattr(restoring, "_finish", finish)
    settings, _ = shipped.restored(tmp_path / "two")
    with running(settings) as house:
        assert rows_of(house.kronika.store) == rows_of(shipped.store)
    with pytest.raises(NotDone, match="empty place only"):
        shipped.restored(tmp_path / "two")


def test_nothing_is_restored_into_a_database_that_is_in_use(shipped: Shipped, tmp_path: Path) -> None:
    """Not even into that of the same service, from an empty folder."""
    shipped.shipper().look()
    with pytest.raises(NotDone, match="has tables already"):
        shipped.restored(tmp_path / "two", database=shipped.house.kronika.settings.database)
    assert not [name for name in os.listdir(tmp_path / "two") if name.endswith(".key")]


def test_verification_reads_what_is_new(shipped: Shipped, tmp_path: Path) -> None:
    three(shipped)
    data = shipped.house.kronika.settings.data
    first = verify(shipped.archive, shipped.store, data)
    assert (first.segments, first.events) == (len(shipped.segments()), shipped.store.head())
    assert verify(shipped.archive, shipped.store, data).segments == 0
    shipped.play()
    shipped.shipper().ship()
    assert verify(shipped.archive, shipped.store, data).segments == 1


def test_verification_compares_with_the_database(shipped: Shipped) -> None:
    three(shipped)
    tamper = Statement("UPDATE stored_events SET state = ? WHERE originator_version = 3", (b"{}",))
    shipped.store.append("", [], [tamper])
    with pytest.raises(BadSegment, match="another event 3"):
        verify(shipped.archive, shipped.store, shipped.house.kronika.settings.data)


def test_a_busy_machine_is_not_a_wrong_passphrase(
    monkeypatch: pytest.MonkeyPatch, identity: Identity
) -> None:
    """The library refuses to open the identity when it finds the machine slow; the message is its own."""
    answers = ["Excessive work parameter for passphrase.\nDecryption would take around 32 seconds."] * 3

    def decrypt(sealed: bytes, secret: str) -> bytes:
        if answers:
            raise DecryptError(answers.pop())
        return sealed

    monkeypatch.setattr(sealing.passphrase, "decrypt", decrypt)
    assert str(sealing.open_identity(str(identity).encode(), "correct horse")) == str(identity)
    answers.extend(["Excessive work"] * 1000)
    with pytest.raises(BackupAway, match="busy"):
        sealing.open_identity(b"", "correct horse")
    answers[:] = ["Decryption failed"]
    with pytest.raises(sealing.WrongPassphrase):
        sealing.open_identity(b"", "correct horse")
