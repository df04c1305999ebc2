"""Where a back-up is stored: objects with names, in a folder or in S3. An object that was created never changes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from service.store.private_files import open_private
from service.system.settings import BadSetting

ATTEMPTS = 3
PAUSE = 0.5
"""Seconds before the second attempt; twice as many before each further one."""
S3 = "s3://"


class BackupAway(Exception):
    """The back-up cannot be reached or written at the moment; the message is a sentence for an operator."""


class ObjectExists(Exception):
    """There is an object of this name already."""


class ObjectMissing(Exception):
    """There is no object of this name; its name is the message."""


class Objects(Protocol):
    """A place for objects. Every method may raise `BackupAway`. Names have slashes; `place` names the whole for people."""

    place: str

    def create(self, name: str, data: bytes) -> None:
        """Durable when it returns; `ObjectExists`. After `BackupAway` the object may exist nevertheless."""

    def replace(self, name: str, data: bytes) -> None:
        """Write it, whether or not there is one."""

    def get(self, name: str) -> bytes:
        """`ObjectMissing`."""

    def names(self, prefix: str = "") -> list[str]:
        """The names that begin with it, sorted."""

    def delete(self, name: str) -> None:
        """No error if it is missing."""


def open_objects(address: str) -> Objects:
    """`s3://BUCKET/PREFIX`, or a folder, which is made if it is missing. `BadSetting`, `BackupAway`."""
    if not address.startswith(S3):
        return FolderObjects(Path(address))
    try:
        from service.operation.backup.s3 import S3Objects
    except ImportError as error:
        raise BadSetting(
            "A back-up in S3 needs the package obstore: pip install 'kronika[service]'."
        ) from error
    return S3Objects(address.removeprefix(S3))


def create_once(
    objects: Objects, name: str, data: bytes, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Create an object, with retries. `ObjectExists` if there is one with other contents; `BackupAway`.

    The answer to an attempt may be lost after the object was written, so one that exists is read back and compared.
    """
    for attempt in range(ATTEMPTS):
        try:
            objects.create(name, data)
        except ObjectExists:
            _check_same(objects, name, data)
        except BackupAway:
            if attempt == ATTEMPTS - 1:
                raise
            sleep(PAUSE * 2**attempt)
            continue
        break


def _check_same(objects: Objects, name: str, data: bytes) -> None:
    if hash_of(objects.get(name)) != hash_of(data):
        raise ObjectExists(f"{objects.place} has another object {name} already.")


def hash_of(data: bytes) -> str:
    """SHA-256, in hexadecimal digits."""
    return sha256(data).hexdigest()


class FolderObjects:
    """Objects as files that only their owner can read. What was created outlives a power cut."""

    def __init__(self, folder: Path) -> None:
        self.place, self._folder = str(folder), folder

    def create(self, name: str, data: bytes) -> None:
        with self._draft(name, data) as (draft, path):
            try:
                os.link(draft, path)
            except FileExistsError:
                raise ObjectExists(f"{path} exists already.") from None

    def replace(self, name: str, data: bytes) -> None:
        with self._draft(name, data) as (draft, path):
            os.replace(draft, path)

    @contextmanager
    def _draft(self, name: str, data: bytes) -> Iterator[tuple[Path, Path]]:
        """The file with the data, under a name that nobody reads, and the path that it is to have."""
        path = self._folder / name
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        with self._explaining():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                with os.fdopen(open_private(draft, os.O_WRONLY | os.O_TRUNC), "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                yield draft, path
                _sync_names(path.parent)
            finally:
                with suppress(OSError):
                    draft.unlink()

    def get(self, name: str) -> bytes:
        with self._explaining():
            try:
                return (self._folder / name).read_bytes()
            except FileNotFoundError:
                raise ObjectMissing(name) from None

    def names(self, prefix: str = "") -> list[str]:
        with self._explaining():
            files = (file for file in self._folder.rglob("*") if file.is_file() and file.name[0] != ".")
            names = (file.relative_to(self._folder).as_posix() for file in files)
            return sorted(name for name in names if name.startswith(prefix))

    def delete(self, name: str) -> None:
        with self._explaining():
            (self._folder / name).unlink(missing_ok=True)

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BackupAway(f"The back-up {self.place} cannot be used: {error.strerror}.") from error


def _sync_names(folder: Path) -> None:
    """Wait until the names in a folder, and its own, are on the disk."""
    for one in (folder, folder.parent, folder.parent.parent):
        handle = os.open(one, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
