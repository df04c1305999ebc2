"""A database that took the place of another one is known for it."""

from __future__ import annotations

from collections.abc import Callable

import psycopg

from service.store import Store, open_store

from .conftest import KEY
from .kit import SIDE_TABLES, rows


def test_a_database_is_the_same_for_all_who_open_it_whatever_is_written(opened: Callable[[], Store]) -> None:
    store = opened()
    store.migrate(SIDE_TABLES)
    identity = store.identity
    store.append("game", rows(1))
    assert store.identity == opened().identity == identity


def test_tables_that_were_made_anew_on_postgresql_are_another_database_also_for_who_is_no_superuser(
    postgres_url: str,
) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        name = admin.info.dbname
        admin.execute(f"CREATE ROLE plain_{name} LOGIN")
        admin.execute(f"ALTER DATABASE {name} OWNER TO plain_{name}")
        found = set()
        for _ in range(2):
            admin.execute("DROP SCHEMA public CASCADE")
            admin.execute(f"CREATE SCHEMA public AUTHORIZATION plain_{name}")
            store = open_store(postgres_url.replace("postgres:@", f"plain_{name}:@"), KEY)
            store.migrate(SIDE_TABLES)
            found.add(store.identity)
            store.close()
        admin.execute(f"ALTER DATABASE {name} OWNER TO postgres")
        admin.execute("DROP SCHEMA public CASCADE")
        admin.execute(f"DROP ROLE plain_{name}")
    assert len(found) == 2
    system, _, timeline = found.pop().split("/")
    assert (int(system) > 0, timeline) == (True, "00000001")
