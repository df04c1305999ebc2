"""What cannot be used is refused in one clear sentence, and what was not ours stays as it was."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from service.store import (
    Row,
    StoreUnusable,
    Trouble,
    open_store,
    probe,
    sqlite_append,
    sqlite_file,
    write_queue,
)
from service.store.postgres_append import LOCK_KEY
from service.store.sqlite import PROBE_BYTES

from .conftest import KEY, workers_on
from .kit import PATIENCE, in_the_end, output, rows


def refusal(act: Callable[[], object]) -> str:
    """The sentence: one line, one full stop at its end."""
    with pytest.raises(StoreUnusable) as caught:
        act()
    sentence = str(caught.value)
    assert re.fullmatch(r"[A-Z][^\n]*\.", sentence), sentence
    return sentence


def open_and_migrate(url: str) -> None:
    store = open_store(url, KEY, create=True)
    try:
        store.migrate()
    finally:
        store.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kronika.db"


@pytest.fixture
def filled(file: Path) -> Path:
    """The file of a store with a few hundred events, closed."""
    store = open_store(f"sqlite:///{file}", KEY, create=True)
    store.migrate()
    store.append("g", [Row(v, "dice-rolled", bytes(900)) for v in range(1, 301)])
    store.close()
    return file


def test_a_text_file_is_refused(file: Path) -> None:
    file.write_text("Dear diary, today we played Romans. " * 200)
    before = file.read_bytes()
    assert "not an SQLite database" in refusal(lambda: open_store(f"sqlite:///{file}", KEY, create=True))
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "mark", ["CREATE TABLE recipes (name TEXT)", "PRAGMA application_id = 7", "PRAGMA user_version = 3"]
)
def test_the_database_of_another_program_is_refused(file: Path, mark: str) -> None:
    with sqlite3.connect(file) as theirs:
        theirs.execute("PRAGMA journal_mode = DELETE")
        theirs.execute(mark)
    theirs.close()
    before = file.read_bytes()
    assert "another program" in refusal(lambda: open_and_migrate(f"sqlite:///{file}"))
    assert file.read_bytes() == before
    assert [other.name for other in file.parent.iterdir()] == ["kronika.db"]


def test_a_newer_layout_is_refused(filled: Path) -> None:
    with sqlite3.connect(filled) as newer:
        newer.execute("INSERT INTO migrations (number, name) VALUES (99, 'of the future')")
    newer.close()
    assert "newer version" in refusal(lambda: open_and_migrate(f"sqlite:///{filled}"))


def cut_in_half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def garbage_in_the_middle(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + b"\xa5" * 8192 + content[middle + 8192 :]


def garbage_header(content: bytes) -> bytes:
    return b"\xa5" * 100 + content[100:]


@pytest.mark.parametrize("damage", [cut_in_half, garbage_in_the_middle, garbage_header])
def test_a_damaged_file_is_refused_at_the_start(filled: Path, damage: Callable[[bytes], bytes]) -> None:
    filled.write_bytes(damage(filled.read_bytes()))
    sentence = refusal(lambda: open_and_migrate(f"sqlite:///{filled}"))
    assert "is damaged" in sentence or "not an SQLite database" in sentence


def test_a_page_that_breaks_while_in_use_is_told_of(filled: Path) -> None:
    store = open_store(f"sqlite:///{filled}", KEY, create=True)
    filled.write_bytes(garbage_in_the_middle(filled.read_bytes()))
    assert "damaged" in refusal(lambda: [store.rows("g"), store.recorder.subscribe(0).batch(0)])
    store.close()


def test_an_empty_file_becomes_a_store(file: Path) -> None:
    file.touch()
    open_and_migrate(f"sqlite:///{file}")
    open_and_migrate(f"sqlite:///{file}")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("{tmp}/nowhere/k.db", "no folder"),
        ("{tmp}/note.txt/k.db", "no folder"),
        ("/proc/k.db", "cannot be opened or created"),
        ("{tmp}", "cannot be opened or created"),
    ],
)
def test_a_path_that_cannot_be_is_refused(tmp_path: Path, path: str, sentence: str) -> None:
    (tmp_path / "note.txt").write_text("a file")
    assert sentence in refusal(lambda: open_store(f"sqlite:///{path.format(tmp=tmp_path)}", KEY, create=True))


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that other users may enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory(prefix="kronika-") as name:
        Path(name).chmod(0o755)
        yield Path(name)
        Path(name).chmod(0o755)


@pytest.mark.parametrize("exists", [False, True])
def test_a_read_only_folder_is_refused(public_folder: Path, exists: bool) -> None:
    """The other process gives up its privileges first, since nothing is read-only to root."""
    file = public_folder / "kronika.db"
    if exists:
        open_and_migrate(f"sqlite:///{file}")
        file.chmod(0o444)
    public_folder.chmod(0o555)
    with workers_on(f"sqlite:///{file}") as crew:
        [sentence] = output(crew.start("open-as-nobody"))
    assert re.search(r"cannot be (written to|opened or created: Permission denied)\.$", sentence)


def test_a_full_disk_loses_nothing(sqlite_url: str) -> None:
    """No more room: one sentence, every event before it stands, and writing goes on when there is room."""
    open_and_migrate(sqlite_url)
    with workers_on(sqlite_url) as crew:
        refused, after = output(crew.start("fill"))
    version, sentence = refused.split(" ", 1)
    assert "the disk is full" in sentence or "could not be read or written" in sentence
    assert int(after) == int(version) + 1 > 50
    store = open_store(sqlite_url, KEY, create=True)
    assert [row.version for row in store.rows("g")] == list(range(1, int(after) + 1))
    assert store.rows("g", after=int(version))[0].entry == b"after"
    store.close()


def test_a_lock_held_too_long_is_told_of(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", 0.2)
    store = open_store(f"sqlite:///{filled}", KEY, create=True)
    holder = sqlite3.connect(filled, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    assert trouble(lambda: store.append("g", rows(301))) is Trouble.LOCKED
    holder.execute("ROLLBACK")
    holder.close()
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    store.append("g", rows(301))
    store.close()


def test_a_store_without_tables_says_so(url: str) -> None:
    store = open_store(url, KEY, create=True)
    for act in (lambda: store.append("g", rows(1)), lambda: store.rows("g"), lambda: store.version("g")):
        assert "migrate it first" in refusal(act)
    store.close()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "k.db",
        "mysql://host/db",
        "sqlite://k.db",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///k.db?synchronous=OFF",
        "sqlite:///k.db?mode=ro",
        "postgresql://host/db?nonsense=1",
    ],
)
def test_an_address_that_makes_no_sense_is_refused(url: str) -> None:
    refusal(lambda: open_store(url, KEY, create=True))


@pytest.mark.parametrize(("query", "level"), [("", 2), ("?synchronous=normal", 1)])
def test_who_writes_waits_for_the_disk_at_every_commit_unless_told_otherwise(
    sqlite_url: str, query: str, level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No process that is killed shows it: what it wrote is the kernel's by then."""
    open_and_migrate(sqlite_url)
    writers: list[sqlite3.Connection] = []
    connect = sqlite_append.connect
    monkeypatch.setattr(sqlite_append, "connect", lambda *how: writers.append(connect(*how)) or writers[-1])
    with closing(open_store(sqlite_url + query, KEY, create=True)) as store:
        store.append("g", [Row(1, "t", b"x")])
        found = [writer.execute("PRAGMA synchronous").fetchall() for writer in writers]
        assert found == [[(level,)]] * len(writers) != []
        assert writers[-1].execute("PRAGMA journal_mode").fetchall() == [("wal",)]
        assert store.query("PRAGMA synchronous") == [(level,)]


def test_a_server_that_is_not_there_is_told_of() -> None:
    assert "Connection refused" in refusal(lambda: open_store("postgresql://u:hush@127.0.0.1:1/games", KEY))
    assert "hush" not in refusal(lambda: open_store("postgresql://u:hush@127.0.0.1:1/games", KEY))


def test_a_wrong_password_is_told_of(server, postgres_url: str) -> None:
    rules = server.pgdata / "pg_hba.conf"
    open_to_all = rules.read_text()
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute("CREATE ROLE guarded LOGIN PASSWORD 'right'")
        rules.write_text("local all guarded scram-sha-256\n" + open_to_all)
        admin.execute("SELECT pg_reload_conf()")
        guarded = postgres_url.replace("postgres:@", "guarded:{}@")
        sentence = refusal(lambda: open_store(guarded.format("wrong"), KEY, create=True))
        assert "password authentication failed" in sentence
        assert "wrong" not in sentence
        open_store(guarded.format("right"), KEY, create=True).close()
        rules.write_text(open_to_all)
        admin.execute("SELECT pg_reload_conf()")
        admin.execute("DROP ROLE guarded")


def test_a_postgresql_database_of_another_program_is_refused(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as theirs:
        theirs.execute("CREATE TABLE stored_events (note text)")
    assert "another program" in refusal(lambda: open_store(postgres_url, KEY))


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN2"])
def test_a_database_without_room_for_every_name_is_refused(server, postgres_url: str, encoding: str) -> None:
    """LATIN2 has all that Polish needs, and no others' names."""
    name = f"k{encoding.lower()}"
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute(
            f"CREATE DATABASE {name} ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
        )
    sentence = refusal(lambda: open_and_migrate(server.get_uri(database=name)))
    assert encoding in sentence
    assert "ENCODING 'UTF8'" in sentence


@pytest.mark.soak
def test_a_server_that_comes_back_is_used_again(server, postgres_url: str) -> None:
    """While it is gone: one sentence. Afterwards reads, writes and waiting go on, and nothing was missed."""
    store = open_store(postgres_url, KEY)
    store.migrate()
    followed = store.recorder.subscribe(0)
    store.append("g", rows(1))
    assert len(followed.batch(20)) == 1
    server.stop()
    refusal(lambda: store.append("g", rows(2)))
    server.ensure_postgres_running()
    other = open_store(postgres_url, KEY)
    other.append("g", rows(2))
    assert [event.originator_version for event in in_the_end(lambda: followed.batch(20))] == [2]
    assert in_the_end(lambda: store.rows("g")) == rows(1, 2)
    in_the_end(lambda: store.append("g", rows(3)))
    assert [event.originator_version for event in followed.batch(20)] == [3]
    other.close()
    store.close()


def test_who_waits_for_the_lock_of_another_is_refused(postgres_url: str, monkeypatch) -> None:
    """Readers do not wait at all, and there is more than one reader."""
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", 0.5)
    store = open_store(postgres_url, KEY)
    store.migrate()
    with psycopg.connect(postgres_url) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK_KEY,))
        for act in (lambda: store.append("g", rows(1)), store.check_writing):
            assert trouble(act) is Trouble.LOCKED
        assert store.rows("g") == []
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    in_the_end(store.check_writing)
    store.append("g", rows(1))
    store.close()


def test_every_try_writes_as_much_as_a_game(tmp_path: Path, monkeypatch) -> None:
    """Or a full disk would be found to take writes, because nothing had to be written."""
    monkeypatch.setattr(probe, "FRESH_SECONDS", 0)
    store = open_store(f"sqlite:///{tmp_path / 'g.db'}", KEY, create=True)
    store.migrate()
    written = tmp_path / "g.db-wal"
    for _ in range(4):
        before = written.stat().st_size
        store.check_writing()
        assert written.stat().st_size - before >= PROBE_BYTES
    store.close()


def test_a_server_that_takes_no_writes_is_told_of(postgres_url: str) -> None:
    store = open_store(f"{postgres_url}&options=-cdefault_transaction_read_only%3Don", KEY)
    open_and_migrate(postgres_url)
    assert trouble(lambda: store.append("g", rows(1))) is Trouble.READ_ONLY
    assert store.rows("g") == []
    store.close()


def trouble(act: Callable[[], object]) -> Trouble:
    with pytest.raises(StoreUnusable) as caught:
        act()
    return caught.value.trouble


def test_what_is_damaged_is_not_written_to_by_any_process(filled: Path) -> None:
    """Who met the damage, who never did, and who comes later; a restored file is sound, whatever was known."""
    sound = filled.read_bytes()
    met, other = (open_store(f"sqlite:///{filled}", KEY, create=True) for _ in range(2))
    other.append("h", rows(1))
    filled.write_bytes(garbage_in_the_middle(filled.read_bytes()))
    assert trouble(met.check_pages) is Trouble.DAMAGED
    later = open_store(f"sqlite:///{filled}", KEY, create=True)
    for store in (met, other, later):
        assert trouble(lambda store=store: store.append("h", rows(2))) is Trouble.DAMAGED
        assert trouble(store.check_writing) is Trouble.DAMAGED
        assert store.version("h") == 1
        store.close()
    filled.write_bytes(sound)
    for beside in ("-wal", "-shm"):
        filled.with_name(filled.name + beside).unlink(missing_ok=True)
    open_and_migrate(f"sqlite:///{filled}")
    store = open_store(f"sqlite:///{filled}", KEY, create=True)
    store.append("g", rows(301))
    store.close()


def test_damage_that_a_reader_meets_ends_writing_too(filled: Path) -> None:
    store = open_store(f"sqlite:///{filled}", KEY, create=True)
    filled.write_bytes(garbage_in_the_middle(filled.read_bytes()))
    assert "damaged" in refusal(lambda: [store.rows("g"), store.recorder.subscribe(0).batch(0)])
    assert trouble(lambda: store.append("new", rows(1))) is Trouble.DAMAGED
    store.close()


def test_a_marked_file_is_looked_at_whatever_its_size(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "CHECKED_BYTES", 0)
    open_and_migrate(f"sqlite:///{filled}")
    filled.write_bytes(garbage_in_the_middle(filled.read_bytes()))
    open_and_migrate(f"sqlite:///{filled}")
    filled.with_name(f"{filled.name}-damaged").write_text("found by somebody\n")
    assert "damaged" in refusal(lambda: open_and_migrate(f"sqlite:///{filled}"))
