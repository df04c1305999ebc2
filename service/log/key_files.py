"""Files that hold a key: 32 random bytes, readable by their owner only, made once and never replaced silently."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from service.store.private_files import OWNER_ONLY, open_private
from service.system.settings import BadSetting

KEY_BYTES = 32


def read_key(path: Path, what: str, create: bool) -> bytes:
    """The key in this file; with `create`, made if it is missing. `what` is its name in `BadSetting`."""
    try:
        if not path.exists() and create:
            create_private(path, os.urandom(KEY_BYTES))
        key = path.read_bytes()
    except OSError as error:
        raise BadSetting(f"The {what} {path} cannot be used: {error.strerror}.") from error
    if len(key) != KEY_BYTES:
        raise BadSetting(f"{path} is not a {what}: it has {len(key)} bytes instead of {KEY_BYTES}.")
    with suppress(OSError):  # the file belongs to another user
        path.chmod(path.stat().st_mode & OWNER_ONLY)
    return key


def create_private(path: Path, content: bytes) -> None:
    """A file with a secret, complete and on the disk. If two processes start at once, the one of the first one stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        write_key(path, content)


def write_key(path: Path, key: bytes) -> None:
    """Write the whole file or nothing; `FileExistsError`."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    handle = open_private(draft, os.O_WRONLY | os.O_TRUNC)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    finally:
        draft.unlink()
