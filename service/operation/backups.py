"""Back-ups: making them, checking them, and restoring a service from one."""

from __future__ import annotations

import errno
import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Sequence
from contextlib import closing, suppress
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, cast
from urllib.parse import quote, urlsplit

from service.log.followed_tables import CACHES
from service.log.key_files import write_key
from service.log.key_pool import FILE as RUN_FILE
from service.log.legacy_games import count_legacy_games
from service.log.migrations import MIGRATIONS
from service.log.signing import FILE as SIGNING_FILE
from service.operation.app import SECRET_FILE, Kronika, compose, prepare
from service.operation.backup.erasing import apply_missing, end_sessions
from service.operation.backup.loading import complete
from service.operation.backup.points import NotDone
from service.operation.backup.segments import Erasure
from service.operation.backup_time import record_back_up
from service.operation.copying import Copier
from service.operation.encrypted_file import BadFile, DecryptingReader, EncryptingWriter
from service.operation.integrity import Damage, every_game, find_damage
from service.store import Mark, Store, StoreUnusable, open_store
from service.store.postgres_rows import load_rows
from service.store.private_files import OWNER_ONLY, open_private
from service.system.clock import now
from service.system.settings import Settings

ABOUT = "about.json"
FORMAT = 1
SQLITE, COPY = "SQLite", "kronika.db"
CHUNK = 2**20
KEYS_AND_DESCRIPTION = (ABOUT, SIGNING_FILE, SECRET_FILE)
"""The members that stay in memory."""
FULL = (errno.ENOSPC, errno.EDQUOT)
PLACE = ".kronika-restore-"


def back_up(kronika: Kronika, target: Path, passphrase: str) -> list[Damage]:
    """Write the whole service to a new file; the damages found in its games."""
    if target.exists():
        raise NotDone(f"{target} exists already; a back-up is always a new file.")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".kronika-backup-") as name:
        folder, began = Path(name), now()
        kronika.store.copy_out(folder)
        _seal(folder, _keys_and_description(kronika), target, passphrase)
    with suppress(StoreUnusable):  # a database that cannot be written to can be backed up all the same
        record_back_up(kronika.store, began)
    return check_games(kronika)


def _keys_and_description(kronika: Kronika) -> dict[str, bytes]:
    settings = kronika.settings
    about = {
        "format": FORMAT,
        "engine": _engine(settings),
        "layout": kronika.store.layout.number(),
        "at": now(),
    }
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
        with tarfile.open(fileobj=cast("BinaryIO", sealing), mode="w|gz") as archive:
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


def restore(
    settings: Settings, source: Path, passphrase: str, erasures: Sequence[Erasure] = ()
) -> list[Damage]:
    """Restore a service into a place without keys and tables; the damages found in its games.

    A head journal in the data folder stays: it shows which games are older than their signed heads. `erasures`: what operators
    did, perhaps since; what is missing of it is done again.
    """
    _check_no_keys(settings)
    settings.data.mkdir(parents=True, exist_ok=True)
    for left in settings.data.glob(f"{PLACE}*"):  # of a restore that was killed
        shutil.rmtree(left)
    with tempfile.TemporaryDirectory(dir=settings.data, prefix=PLACE) as name:
        folder = Path(name)
        beside = _open(source, folder, passphrase)
        about = json.loads(beside[ABOUT])
        _check_fits(about)
        _copy_in(settings, folder, about, beside, erasures)
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


def _open(source: Path, folder: Path, passphrase: str) -> dict[str, bytes]:
    """Read, and so check, the whole file before any of it is used; gives the keys, which are written nowhere yet."""
    try:
        with source.open("rb") as file:
            opening = DecryptingReader(file, passphrase)
            with tarfile.open(fileobj=cast("BinaryIO", opening), mode="r|*") as archive:
                beside = _extract(archive, folder)
            while opening.read(CHUNK):
                pass
            return beside
    except OSError as error:
        what = "written" if error.errno in FULL else "read"
        where = folder.parent if error.errno in FULL else source
        raise NotDone(f"{where} cannot be {what}: {error.strerror}.") from error
    except (BadFile, tarfile.TarError) as error:
        raise NotDone(str(error)) from error


def _extract(archive: tarfile.TarFile, folder: Path) -> dict[str, bytes]:
    """Its files are in one folder. (Python before 3.11.4 lacks the library's own filter for names.)"""
    beside = {}
    for member in archive:
        content = archive.extractfile(member)
        if content is None or member.name != Path(member.name).name:
            raise BadFile(f"This back-up has a member that no back-up has: {member.name!r}.")
        if member.name in KEYS_AND_DESCRIPTION:
            beside[member.name] = content.read()
        else:
            with (folder / member.name).open("wb") as file:
                shutil.copyfileobj(content, file, CHUNK)
    return beside


def _check_fits(about: dict[str, Any]) -> None:
    if about["format"] != FORMAT or about["layout"] not in range(1, len(MIGRATIONS) + 1):
        raise NotDone("A newer version of Kronika made this back-up; restore it with that version.")


def _copy_in(
    settings: Settings,
    folder: Path,
    about: dict[str, Any],
    keys: dict[str, bytes],
    erasures: Sequence[Erasure],
) -> None:
    key = keys[SECRET_FILE]
    if settings.secret_key not in (None, key):
        raise NotDone(
            "KRONIKA_SECRET_KEY is not the secret key of this back-up; unset it, or set the right key."
        )
    direct = settings.database_direct
    store = open_store(settings.database, key, direct, create=True, slow_reads=True, in_place=False)
    with closing(store):
        _mark(store)
        _copy_rows(settings, folder, about, key, store)
        store.migrate(MIGRATIONS)
        count_legacy_games(store, about["layout"])
        end_sessions(store)
        apply_missing(store, erasures)
        for file in [SIGNING_FILE] if settings.secret_key else [SIGNING_FILE, SECRET_FILE]:
            write_key(settings.data / file, keys[file])
        complete(store)


def _mark(store: Store) -> None:
    """No service opens the database before it is complete. What was filled in part is filled anew."""
    filled, begun = store.relocation(), not store.empty and store.layout.number() > 0
    if begun and filled.state() is None:
        raise NotDone("The database has tables already; a back-up is restored into an empty place only.")
    if not begun:
        store.migrate()
    with filled.loading() as load:
        filled.keep(load, {})


def _copy_rows(settings: Settings, folder: Path, about: dict[str, Any], key: bytes, store: Store) -> None:
    if about["engine"] == _engine(settings):
        store.copy_in(folder, MIGRATIONS[: about["layout"]])
    elif about["engine"] == SQLITE:
        _copy_file(folder / COPY, key, store)
    else:
        store.migrate(MIGRATIONS[: about["layout"]])
        load_rows(store, folder, *CACHES)


def _copy_file(file: Path, key: bytes, target: Store) -> None:
    """Copy the rows of an SQLite file, which is migrated first, to PostgreSQL."""
    with closing(open_store(f"sqlite:///{quote(str(file))}", key)) as source:
        source.migrate(MIGRATIONS)
        copier = Copier(source, target)
        copier.progress = None
        copier.begin(Mark(0, 0))
        for _ in copier.copy_all():
            pass


def _engine(settings: Settings) -> str:
    return SQLITE if urlsplit(settings.database).scheme == "sqlite" else "PostgreSQL"
