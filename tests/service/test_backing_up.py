"""What a back-up leaves on the disk while it is made, and when it is not."""

from __future__ import annotations

import tarfile
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import pytest

from service.identity import hiding
from service.operation import backups, encrypted_file
from service.operation.app import compose
from service.operation.backup.segments import Erasure
from service.operation.encrypted_file import BadFile, DecryptingReader, EncryptingWriter
from tests.accounts.kit import person
from tests.service.conftest import House


def test_no_key_reaches_the_disk_of_the_back_up_in_the_clear(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, there = house.kronika.settings.data, tmp_path / "there"
    there.mkdir()
    keys = [(data / name).read_bytes() for name in ("signing.key", "secret.key")]
    seen = list[str]()

    class Watched(EncryptingWriter):
        def __init__(self, file: BinaryIO, passphrase: str) -> None:
            super().__init__(file, passphrase)
            for one in (path for path in there.rglob("*") if path.is_file()):
                seen.append(one.name)
                assert not any(key in one.read_bytes() for key in keys), one

    monkeypatch.setattr(backups, "EncryptingWriter", Watched)
    assert backups.back_up(house.kronika, there / "copy", "correct horse") == []
    assert "kronika.db" in seen
    assert [path.name for path in there.iterdir()] == ["copy"]


def test_a_restored_key_is_its_owners_before_it_has_its_place(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups.back_up(house.kronika, tmp_path / "copy", "correct horse")
    link = backups.os.link

    def watched(source: Path, target: Path) -> None:
        assert source.stat().st_mode & 0o077 == 0
        link(source, target)

    monkeypatch.setattr(backups.os, "link", watched)
    new = tmp_path / "new"
    settings = type(house.kronika.settings)(data=new, database=f"sqlite:///{new}/kronika.db")
    assert backups.restore(settings, tmp_path / "copy", "correct horse") == []
    assert (new / "signing.key").read_bytes() == (house.kronika.settings.data / "signing.key").read_bytes()


def test_what_was_erased_since_the_file_was_made_is_erased_again(house: House, tmp_path: Path) -> None:
    """Sessions may have been ended since, so all of them end."""
    game, _ = house.seated()
    person(house.kronika, "Ada signed out")
    backups.back_up(house.kronika, tmp_path / "copy", "correct horse")
    hiding.hide(house.kronika.store, game)
    rows = house.kronika.store.query("SELECT id, at, key, word FROM erasures")
    new = tmp_path / "new"
    settings = type(house.kronika.settings)(data=new, database=f"sqlite:///{new}/kronika.db")
    erasures = [Erasure(*row) for row in rows]
    assert backups.restore(settings, tmp_path / "copy", "correct horse", erasures) == []
    with closing(compose(settings)) as kronika:
        assert kronika.store.query("SELECT game FROM lobby WHERE hidden = 1") == [(game,)]
        assert kronika.store.query("SELECT id FROM credentials") == []


def test_a_file_that_ends_between_two_pieces_is_not_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each piece is good by itself, and its number too: only the mark of the last one is missing."""
    monkeypatch.setattr(encrypted_file, "PIECE", 10)
    written = BytesIO()
    sealing = EncryptingWriter(written, "correct horse")
    ends = []
    for _ in range(3):
        sealing.write(b"0123456789")
        ends.append(written.tell())
    sealing.close()
    assert DecryptingReader(BytesIO(written.getvalue()), "correct horse").read(100) == b"0123456789" * 3
    for end in ends[1:]:
        opening = DecryptingReader(BytesIO(written.getvalue()[:end]), "correct horse")
        with pytest.raises(BadFile, match="damaged or truncated"):
            opening.read(100)


def test_a_back_up_of_an_earlier_version_is_restored(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was not compressed, and its first bytes said so."""
    game, _ = house.seated()
    backups.back_up(house.kronika, tmp_path / "today", "correct horse")
    opened = tarfile.open

    def uncompressed(*, fileobj: BinaryIO, mode: str) -> tarfile.TarFile:
        return opened(fileobj=fileobj, mode=mode.replace("w|gz", "w|"))  # type: ignore[call-overload,no-any-return]

    with monkeypatch.context() as earlier:
        earlier.setattr(backups.tarfile, "open", uncompressed)
        earlier.setattr(encrypted_file, "MAGIC", encrypted_file.OLDER)
        backups.back_up(house.kronika, tmp_path / "earlier", "correct horse")
    assert (tmp_path / "today").stat().st_size * 2 < (tmp_path / "earlier").stat().st_size
    assert (tmp_path / "earlier").read_bytes().startswith(b"kronika back-up 1\n")
    new = tmp_path / "new"
    left = new / ".kronika-restore-killed"
    left.mkdir(parents=True)
    settings = type(house.kronika.settings)(data=new, database=f"sqlite:///{new}/kronika.db")
    assert backups.restore(settings, tmp_path / "earlier", "correct horse") == []
    assert not left.exists()
    with closing(compose(settings)) as kronika:
        assert House(kronika).document(game)["version"] == house.document(game)["version"]
