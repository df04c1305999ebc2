"""Back-ups: making them, checking them, and restoring a service from one."""

from __future__ import annotations

import json
import os
import shutil
import tarfile
import tempfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast
from urllib.parse import urlsplit

from service.app import SECRET_FILE, Kronika, compose, prepare
from service.log.key_pool import FILE as RUN_FILE
from service.log.migrations import MIGRATIONS
from service.log.signing import FILE as SIGNING_FILE
from service.operation.backup_time import record_back_up
from service.operation.encrypted_file import BadFile, DecryptingReader, EncryptingWriter
from service.operation.integrity import Damage, every_game, find_damage
from service.store import StoreUnusable, open_store
from service.store.private_files import OWNER_ONLY, open_private
from service.system.settings import Settings

ABOUT = "about.json"
FORMAT = 1
CHUNK = 2**20


class NotDone(Exception):
    """A back-up cannot be made or restored; the message is a sentence."""


def back_up(kronika: Kronika, target: Path, passphrase: str) -> list[Damage]:
    """Write the whole service to a new file; the damages found in its games."""
    if target.exists():
        raise NotDone(f"{target} exists already; a back-up is always a new file.")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".kronika-backup-") as name:
        folder = Path(name)
        kronika.store.copy_out(folder)
        _seal(folder, _keys_and_description(kronika), target, passphrase)
    with suppress(StoreUnusable):  # the back-up is there all the same
        record_back_up(kronika.store)
    return check_games(kronika)


def _keys_and_description(kronika: Kronika) -> dict[str, bytes]:
    settings = kronika.settings
    about = {"format": FORMAT, "engine": _engine(settings), "layout": kronika.store.layout()}
    secret_key = settings.secret_key or (settings.data / SECRET_FILE).read_bytes()
    return {
        ABOUT: json.dumps(about).encode(),
        SIGNING_FILE: (settings.data / SIGNING_FILE).read_bytes(),
        SECRET_FILE: secret_key,
    }


def _seal(folder: Path, beside: dict[str, bytes], target: Path, passphrase: str) -> None:
    """The draft gets its name when it is complete and on the disk. `beside` holds keys, which reach the disk only encrypted."""
    draft = folder / "sealed"
    names = sorted(os.listdir(folder))
    with open(draft, "xb", opener=open_private) as file:
        sealing = EncryptingWriter(file, passphrase)
        with tarfile.open(fileobj=cast("BinaryIO", sealing), mode="w|") as archive:
            for name in names:
                archive.add(folder / name, name)
            for name, content in beside.items():
                archive.addfile(_member(name, content), BytesIO(content))
        sealing.close()
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, target)
    except FileExistsError as error:
        raise NotDone(f"{target} exists already; a back-up is always a new file.") from error


def _member(name: str, content: bytes) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode = len(content), OWNER_ONLY
    return member


def check_games(kronika: Kronika) -> list[Damage]:
    """The damages that `kronika fsck` finds."""
    found = (find_damage(kronika.store, kronika.signer, game) for game in every_game(kronika.store))
    return [one for one in found if one is not None]


def restore(settings: Settings, source: Path, passphrase: str) -> list[Damage]:
    """Restore a service into a place without keys and tables; the damages found in its games.

    A head journal in the data folder stays: it shows which games are older than their signed heads.
    """
    _check_no_keys(settings)
    settings.data.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=settings.data, prefix=".kronika-restore-") as name:
        folder = Path(name)
        _open(source, folder, passphrase)
        about = json.loads((folder / ABOUT).read_text())
        _check_fits(settings, about)
        _copy_in(settings, folder, about["layout"])
    (settings.data / RUN_FILE).unlink(missing_ok=True)  # of the service that was here before
    prepare(settings)
    kronika = compose(settings, slow_reads=True)
    try:
        kronika.key_pool.empty()
        return check_games(kronika)
    finally:
        kronika.close()


def _check_no_keys(settings: Settings) -> None:
    existing = [file for file in (SIGNING_FILE, SECRET_FILE) if (settings.data / file).exists()]
    if existing:
        raise NotDone(
            f"{settings.data / existing[0]} exists already; a back-up is restored into an empty place only."
        )


def _open(source: Path, folder: Path, passphrase: str) -> None:
    """Read, and so check, the whole file before any of it is used."""
    try:
        with source.open("rb") as file:
            opening = DecryptingReader(file, passphrase)
            with tarfile.open(fileobj=cast("BinaryIO", opening), mode="r|") as archive:
                _extract(archive, folder)
            while opening.read(CHUNK):
                pass
    except OSError as error:
        raise NotDone(f"{source} cannot be read: {error.strerror}.") from error
    except (BadFile, tarfile.TarError) as error:
        raise NotDone(str(error)) from error


def _extract(archive: tarfile.TarFile, folder: Path) -> None:
    """Its files are in one folder. (Python before 3.11.4 lacks the library's own filter for names.)"""
    for member in archive:
        content = archive.extractfile(member)
        if content is None or member.name != Path(member.name).name:
            raise BadFile(f"This back-up has a member that no back-up has: {member.name!r}.")
        with (folder / member.name).open("wb") as file:
            shutil.copyfileobj(content, file, CHUNK)


def _check_fits(settings: Settings, about: dict[str, object]) -> None:
    if about["format"] != FORMAT or about["layout"] not in range(1, len(MIGRATIONS) + 1):
        raise NotDone("A newer version of Kronika made this back-up; restore it with that version.")
    if about["engine"] != _engine(settings):
        raise NotDone(
            f"This is a back-up of a database on {about['engine']}, and KRONIKA_DATABASE names one on {_engine(settings)}."
        )


def _copy_in(settings: Settings, folder: Path, layout: int) -> None:
    key = (folder / SECRET_FILE).read_bytes()
    if settings.secret_key not in (None, key):
        raise NotDone(
            "KRONIKA_SECRET_KEY is not the secret key of this back-up; unset it, or set the right key."
        )
    store = open_store(settings.database, key, settings.database_direct, create=True)
    try:
        if not store.empty:
            raise NotDone("The database has tables already; a back-up is restored into an empty place only.")
        store.copy_in(folder, MIGRATIONS[:layout])
    finally:
        store.close()
    files = [SIGNING_FILE] if settings.secret_key else [SIGNING_FILE, SECRET_FILE]
    for file in files:
        (folder / file).chmod(OWNER_ONLY)  # before others can see it
        os.link(folder / file, settings.data / file)


def _engine(settings: Settings) -> str:
    return "SQLite" if urlsplit(settings.database).scheme == "sqlite" else "PostgreSQL"
