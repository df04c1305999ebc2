"""The layout of the database: its numbered migrations, and whether this version of the program fits it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from .engine import APPLIED, Engine, Step
from .reading import Reader
from .secret_key import SecretKey
from .types import Statement, StoreUnusable


class Migration(NamedTuple):
    """One step from a layout of the database to the next. A released migration never changes.

    number: 1, 2, 3 ... without gaps. `statements` take the types TEXT, BIGINT, BYTEA and DOUBLE PRECISION.
    convert: returns statements that depend on stored data; they run after `statements` in the same transaction. It reads the
    layout from before the migration, and can decrypt secrets.
    removes: it takes away, or changes, what an older release uses. It waits until none runs, and its own release has to work
    before and after it.
    """

    number: int
    name: str
    statements: Sequence[str]
    convert: Callable[[Reader], Iterable[Statement]] | None = None
    removes: bool = False


class Layout:
    """Which migrations a database has, and how it gets others."""

    def __init__(self, engine: Engine, reader: Reader, key: SecretKey) -> None:
        self._engine, self._reader, self._key = engine, reader, key

    def number(self) -> int:
        """The number of the last migration; 0 before the first."""
        return max(self._applied(), default=0)

    def migrate(self, migrations: Sequence[Migration] = (), removing: bool = True) -> None:
        """Bring the database to the layout of the last of `migrations`; repeating it is harmless.

        `removing`: also run those that remove something. The secret key of the first time is the store's key for good.
        """
        if self._engine.has_table("migrations"):
            self._check_not_newer(migrations)
        now = [m for m in migrations if removing or not m.removes]
        self._engine.migrate([Step(m.number, m.name, partial(self._statements, m)) for m in now])
        self._key.store()

    def left(self, migrations: Sequence[Migration]) -> bool:
        """Whether some of `migrations` have not run."""
        return not {m.number for m in migrations} <= self._applied()

    def check(self, migrations: Sequence[Migration]) -> None:
        """Raise `StoreUnusable` unless the database has the layout of `migrations`; what they remove may still be there."""
        self._check_not_newer(migrations)
        needed = [m for m in migrations if not m.removes]
        if self.left(needed):
            raise StoreUnusable(
                f"{self._engine.name} has layout {self.number()}, and this version needs {needed[-1].number}; "
                "migrate it first."
            )

    def _statements(self, migration: Migration) -> Iterator[Statement]:
        """Evaluated only if the migration has not run yet.

        `convert` reads before any statement alters a table: PostgreSQL blocks readers of an altered table until the commit.
        """
        converted = [] if migration.convert is None else list(migration.convert(self._reader))
        yield from map(Statement, migration.statements)
        yield from converted

    def _applied(self) -> set[int]:
        return {number for (number,) in self._engine.queries.read(APPLIED)}

    def _check_not_newer(self, migrations: Sequence[Migration]) -> None:
        newest = migrations[-1].number if migrations else 0
        if self.number() > newest:
            raise StoreUnusable(
                f"{self._engine.name} has layout {self.number()}, which a newer version of Kronika made; this one "
                f"knows layouts up to {newest}: run the newer version, or restore a backup from before."
            )


def check_numbered(engine: Engine) -> None:
    """Raise `StoreUnusable` if the database is older than numbered layouts."""
    if not engine.has_table("migrations"):
        raise StoreUnusable(
            f"{engine.name} was made by a version of Kronika from before its layouts were numbered (0.2), "
            "which this one cannot read; start with a new database, or continue with the old version."
        )
