"""A new service, set up quickly: on SQLite its files are copies of those of one of a few that were prepared before."""

from __future__ import annotations

from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from service.operation.app import prepare
from service.system.settings import Settings

FILE = "kronika.db"
SERVICES = 4
"""Services that a test prepares one after the other have keys of their own."""
NUMBERS = count()


def prepared(settings: Settings) -> None:
    """As `prepare`, which makes the keys here too."""
    settings.data.mkdir(parents=True, exist_ok=True)
    plain = Settings(data=settings.data, database=f"sqlite:///{settings.data / FILE}")
    if any(settings.data.iterdir()) or settings != plain:
        prepare(settings)
        return
    for name, mode, content in _files(next(NUMBERS) % SERVICES):
        file = settings.data / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        file.chmod(mode)


@cache
def _files(_: int) -> list[tuple[Path, int, bytes]]:
    """Name, mode and content of each file of a new service."""
    with TemporaryDirectory() as folder:
        data = Path(folder)
        prepare(Settings(data=data, database=f"sqlite:///{data / FILE}"))
        files = [path for path in data.rglob("*") if path.is_file()]
        return [(it.relative_to(data), it.stat().st_mode & 0o777, it.read_bytes()) for it in files]
