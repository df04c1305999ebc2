"""The fixtures, as a service finds them."""

from __future__ import annotations

import json
import lzma
import shutil
import zipfile
from pathlib import Path
from typing import Any

from service.log.migrations import MIGRATIONS
from service.store import open_store
from service.system.settings import Settings

FOLDER = Path(__file__).parent
NAMES = sorted(folder.name for folder in FOLDER.iterdir() if (folder / "sqlite.db.xz").exists())


def laid_out(name: str, engine: str, data: Path, postgres_url: str | None) -> tuple[Settings, dict[str, Any]]:
    """Settings of a service over a copy, and its games by ruleset, as `tests.older.make` has played them."""
    source = FOLDER / name
    for key in ("signing.key", "secret.key"):
        if (source / f"{engine}.{key}").exists():
            shutil.copy(source / f"{engine}.{key}", data / key)
    settings = Settings(data=data, database=postgres_url or f"sqlite:///{data}/kronika.db", limits=None)
    if engine == "sqlite":
        (data / "kronika.db").write_bytes(lzma.decompress((source / "sqlite.db.xz").read_bytes()))
    else:
        _copy_in(settings, source / "postgresql.zip")
    return settings, json.loads((source / f"{engine}.json").read_text())


def _copy_in(settings: Settings, packed: Path) -> None:
    """Rows as `COPY` has written them, in the tables of their layout."""
    rows = settings.data / "rows"
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(rows)
    layout = int((rows / "layout").read_text())
    key = settings.data / "secret.key"
    store = open_store(settings.database, key.read_bytes() if key.exists() else bytes(32))
    try:
        store.copy_in(rows, MIGRATIONS[:layout])
    finally:
        store.close()
    shutil.rmtree(rows)
