"""A witness that lost what it knew: whatever is restored, missing or killed, no two heads that it cosigned conflict."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from cli import main
from domain.ledger import note
from domain.ledger.cosignature import Submission
from domain.ledger.merkle import consistency_path, tree_root
from service.log.witness_file import FILE
from tests.api.test_witness import FORKED, LEAVES, LOG, ORIGIN, SERVICE, Asked
from tests.soaking import soaked
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]

DATABASE = "kronika.db"
OTHER = "games.example/g/0d9a1bd2-2f15-4f1f-9d5c-00112233aabb"
COMMON = 5
"""Leaves that both logs have in common."""


class Restored:
    """A witness whose files are put back, and all that it ever cosigned. Only a database in its folder can be put back."""

    def __init__(self, folder: Path, copies: Path, url: str = "") -> None:
        self.folder, self.copies, self.url = folder, copies, url
        self.cosigned: dict[str, dict[int, set[bytes]]] = {}
        self.lines: dict[tuple[int, bytes], str] = {}
        self.open()

    def open(self) -> None:
        self.asked = Asked(self.folder, self.url)

    def close(self) -> None:
        self.asked.kronika.close()

    def ask(
        self, old: int, size: int, leaves: list[bytes] = LEAVES, origin: str = ORIGIN, shown: str = ""
    ) -> TestResponse:
        root = tree_root(leaves[:size])
        signed = note.sign(note.Checkpoint(origin, size, root).text(), origin, LOG) + shown
        path = consistency_path(leaves[:size], min(old, size))
        answer = self.asked.post(Submission(old, path, signed).text())
        if answer.status_code == 200:
            self.cosigned.setdefault(origin, {}).setdefault(size, set()).add(root)
            self.lines[size, root] = answer.text
        return answer

    def copy(self, *files: str) -> None:
        """Keep copies of these files as they are."""
        for file in files:
            with (
                closing(sqlite3.connect(self.folder / file)) as here,
                closing(sqlite3.connect(self.copies / file)) as there,
            ):
                here.backup(there)

    def restore(self, *files: str) -> None:
        """Stop, put the copies of these files in place, and start."""
        self.close()
        for file in files:
            for left in self.folder.glob(f"{file}-*"):
                left.unlink()
            shutil.copyfile(self.copies / file, self.folder / file)
        self.open()

    def lose_file(self) -> None:
        self.close()
        (self.folder / FILE).unlink()
        self.open()

    def check(self) -> None:
        """All that was cosigned is of one log: the roots are those of LEAVES, or all beyond what is common are FORKED's."""
        for heads in self.cosigned.values():
            for log in (LEAVES, FORKED):
                if all(roots == {tree_root(log[:size])} for size, roots in heads.items()):
                    break
            else:
                raise AssertionError(f"conflicting heads were cosigned: {sorted(heads)}")


@contextmanager
def restored(where: Path, url: str = "") -> Iterator[Restored]:
    folder, copies = where / "data", where / "copies"
    folder.mkdir()
    copies.mkdir()
    made = Restored(folder, copies, url)
    yield made
    made.check()
    made.close()


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Restored]:
    with restored(tmp_path) as made:
        yield made


@pytest.fixture
def anywhere(tmp_path: Path, url: str) -> Iterator[Restored]:
    """On PostgreSQL, too."""
    with restored(tmp_path, url) as made:
        yield made


def command(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str) -> int:
    for name, value in (("DATA", str(folder)), ("ORIGIN", "witness.example"), ("WITNESSED", SERVICE)):
        monkeypatch.setenv(f"KRONIKA_{name}", value)
    return main(["witness", *words])


def named(folder: Path, size: int, leaves: list[bytes] = LEAVES, origin: str = ORIGIN) -> str:
    """A file with a head that an operator names."""
    path = folder / f"head-{size}"
    path.write_text(note.sign(note.Checkpoint(origin, size, tree_root(leaves[:size])).text(), origin, LOG))
    return str(path)


@pytest.mark.parametrize("older", [DATABASE, FILE])
def test_where_one_of_the_two_is_older_the_other_one_counts(witness: Restored, older: str) -> None:
    witness.ask(0, COMMON)
    witness.copy(older)
    assert witness.ask(COMMON, 9).status_code == 200
    witness.restore(older)
    assert witness.ask(COMMON, 9, FORKED).data == b"9\n"
    assert witness.ask(0, 7, FORKED).data == b"9\n"
    assert witness.ask(9, 9, FORKED).status_code == 409
    assert witness.ask(9, 12, FORKED).status_code == 422
    assert witness.ask(9, 9).status_code == 200
    assert witness.ask(9, 12).status_code == 200


@pytest.mark.parametrize("older", [DATABASE, FILE])
def test_the_older_one_catches_up(witness: Restored, older: str) -> None:
    """First one is older, later the other: both have what was cosigned in between."""
    newer = FILE if older == DATABASE else DATABASE
    witness.ask(0, COMMON)
    witness.copy(older, newer)
    witness.ask(COMMON, 9)
    witness.restore(older)
    assert witness.ask(9, 9).status_code == 200
    witness.restore(newer)
    assert witness.ask(COMMON, 9, FORKED).data == b"9\n"


def test_where_the_file_is_missing_nothing_is_cosigned(
    witness: Restored, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    witness.ask(0, 9)
    witness.lose_file()
    for answer in (witness.ask(9, 12), witness.ask(9, 9), witness.ask(0, 3, origin=OTHER)):
        assert answer.status_code == 503
    assert command(monkeypatch, witness.folder, "continue", ORIGIN, named(tmp_path, 9)) == 1
    assert "new-file" in capsys.readouterr().err
    assert command(monkeypatch, witness.folder, "new-file") == 0
    assert "stay stopped until you name a head: 1" in capsys.readouterr().out
    assert witness.ask(0, 3, origin=OTHER).status_code == 200
    assert witness.ask(9, 12).status_code == 403
    assert command(monkeypatch, witness.folder, "continue", ORIGIN, named(tmp_path, 11)) == 0
    assert witness.ask(9, 12).data == b"11\n"
    assert witness.ask(11, 12).status_code == 200
    assert command(monkeypatch, witness.folder, "new-file") == 1


def test_a_running_service_notices_that_its_file_is_lost(witness: Restored) -> None:
    witness.ask(0, COMMON)
    (witness.folder / FILE).unlink()
    assert witness.ask(COMMON, 9).status_code == 503
    assert not (witness.folder / FILE).exists()


def test_a_new_start_with_heads_but_without_a_file_makes_none(witness: Restored) -> None:
    """As after an upgrade from a version that had no file."""
    witness.ask(0, COMMON)
    witness.asked.kronika.store.append("", [], [])
    witness.close()
    with closing(sqlite3.connect(witness.folder / DATABASE)) as database, database:
        database.execute("DELETE FROM service_meta WHERE name = 'witness-file'")
    (witness.folder / FILE).unlink()
    witness.open()
    assert witness.ask(COMMON, 9).status_code == 503


def test_an_upgraded_service_that_cosigned_nothing_begins(witness: Restored) -> None:
    witness.close()
    with closing(sqlite3.connect(witness.folder / DATABASE)) as database, database:
        database.execute("DELETE FROM service_meta WHERE name = 'witness-file'")
    (witness.folder / FILE).unlink()
    witness.open()
    assert witness.ask(0, COMMON).status_code == 200


def test_where_both_are_older_a_cosignature_that_is_shown_stops_the_log(
    witness: Restored, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    witness.ask(0, COMMON)
    witness.copy(DATABASE, FILE)
    shown = witness.ask(COMMON, 9).text
    witness.restore(DATABASE, FILE)
    assert witness.ask(COMMON, 9, shown=shown).status_code == 403
    assert witness.ask(COMMON, 7, FORKED).status_code == 403
    witness.restore()
    assert witness.ask(COMMON, 9).status_code == witness.ask(9, 12).status_code == 403
    for head in (named(tmp_path, 7, FORKED), named(tmp_path, 9, FORKED), named(tmp_path, 8)):
        assert command(monkeypatch, witness.folder, "continue", ORIGIN, head) == 1
    assert command(monkeypatch, witness.folder, "continue", ORIGIN, named(tmp_path, 9)) == 0
    assert witness.ask(9, 12).status_code == 200


def test_a_cosignature_of_another_root_stops_the_log(witness: Restored) -> None:
    """The service forked its log while the witness's database and file were both older: the witness has cosigned both."""
    witness.ask(0, COMMON)
    witness.copy(DATABASE, FILE)
    shown = witness.ask(COMMON, 9).text
    witness.restore(DATABASE, FILE)
    assert witness.ask(COMMON, 9, FORKED).status_code == 200
    assert witness.ask(9, 9, shown=shown).status_code == 403
    assert witness.ask(9, 12, FORKED).status_code == 403
    witness.cosigned.clear()  # nobody had shown it the other one before: this is what remains


def test_a_stopped_log_stays_so_when_the_database_comes_back(
    witness: Restored, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness.ask(0, 9)
    witness.close()
    witness.copy(DATABASE)
    witness.open()
    with closing(sqlite3.connect(witness.folder / DATABASE)) as database, database:
        database.execute("UPDATE witnessed_heads SET size = 5, note = replace(note, ?, ?)", heads_of(9, 5))
    witness.lose_file()
    assert command(monkeypatch, witness.folder, "new-file") == 0
    witness.restore(DATABASE)
    assert witness.ask(9, 12).status_code == 403


def heads_of(*sizes: int) -> list[str]:
    return [note.Checkpoint(ORIGIN, size, tree_root(LEAVES[:size])).text() for size in sizes]


@pytest.mark.parametrize("wrong", ["another witness", "another head", "a smaller head"])
def test_only_a_cosignature_of_its_own_stops_a_log(witness: Restored, wrong: str) -> None:
    small = witness.ask(0, COMMON).text
    other = Asked(witness.copies)
    stranger = other.ask(0, 9).text
    other.kronika.close()
    witness.ask(COMMON, 7)
    old, size, shown = {
        "another witness": (7, 9, stranger),
        "another head": (7, 9, small),
        "a smaller head": (7, COMMON, small),
    }[wrong]
    witness.ask(old, size, shown=shown)
    assert witness.ask(max(size, 7), 12).status_code == 200


def test_an_operator_names_heads_of_stopped_logs_only(
    witness: Restored, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    witness.ask(0, COMMON)
    for words, said in (
        ((ORIGIN, named(tmp_path, 9)), "is not stopped"),
        ((OTHER, named(tmp_path, 9)), "no checkpoint of"),
        ((ORIGIN, str(tmp_path / "none")), "cannot be read"),
        ((ORIGIN, named(tmp_path, 0)), "1 to"),
    ):
        assert command(monkeypatch, witness.folder, "continue", *words) == 1
        assert said in capsys.readouterr().err
    assert witness.ask(COMMON, 9).status_code == 200


@pytest.mark.parametrize("origin", ["games.example/log", "games.example/log/second"])
def test_logs_of_logs_are_cosigned(witness: Restored, origin: str) -> None:
    assert witness.ask(0, 3, origin=origin).status_code == 200
    assert witness.ask(3, 9, origin=origin).status_code == 200
    assert witness.ask(0, 4, FORKED, origin=origin).data == b"9\n"


@pytest.mark.parametrize(
    "origin", ["games.example/logs", "games.example/log/", "games.example/log/a/b", "games.example/other"]
)
def test_other_origins_are_not(witness: Restored, origin: str) -> None:
    assert witness.ask(0, 3, origin=origin).status_code == 404


@pytest.mark.parametrize("leaves", [LEAVES, FORKED])
def test_an_empty_head_is_never_cosigned(witness: Restored, leaves: list[bytes]) -> None:
    assert witness.ask(0, 0, leaves).status_code == 400
    witness.ask(0, COMMON)
    assert witness.ask(0, 0, leaves).status_code == 400


def test_two_processes_that_share_the_files_cosign_one_log(anywhere: Restored) -> None:
    """Two applications with connections of their own, which share nothing but database and folder."""
    anywhere.ask(0, COMMON)
    second = Restored(anywhere.folder, anywhere.copies, anywhere.url)
    second.cosigned = anywhere.cosigned
    asked = [
        (one, size, leaves)
        for one in (anywhere, second)
        for size in range(6, 10)
        for leaves in (LEAVES, FORKED)
    ]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda it: it[0].ask(COMMON, it[1], it[2]).status_code, asked))
    second.close()
    assert sorted(answers) == [200] + [409] * 15


KILLED = """
import os, signal, sys
from pathlib import Path
from service.log import witness_file, witnessing
from service.log.signing import Signer
from tests.api.test_witness import Asked

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def then_die(function):
    def both(*given):
        function(*given)
        die()
    return both

where = {
    "before the database": lambda: setattr(witnessing.Witness, "_store_head", die),
    "before the file": lambda: setattr(witness_file.LockedHeads, "record", die),
    "before the commit": lambda: setattr(witness_file.LockedHeads, "record", then_die(witness_file.LockedHeads.record)),
    "before the cosignature": lambda: setattr(Signer, "cosignature", die),
}
asked = Asked(Path(sys.argv[1]), sys.argv[3])
where[sys.argv[2]]()
asked.ask(5, 9)
"""
KNOWS = {
    "before the database": 5,
    "before the file": 9,
    "before the commit": 9,
    "before the cosignature": 9,
}


@pytest.mark.parametrize("where", soaked(KNOWS, rare=set(KNOWS) - {"before the file"}))
def test_a_kill_between_the_writes_leaves_one_log(anywhere: Restored, where: str) -> None:
    witness = anywhere
    witness.ask(0, COMMON)
    witness.close()
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(witness.folder), where, witness.url],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    witness.open()
    knows = KNOWS[where]
    assert witness.ask(0, 4).data == f"{knows}\n".encode()
    if knows == 9:
        assert witness.ask(COMMON, 9, FORKED).data == b"9\n"
        assert witness.ask(9, 12, FORKED).status_code == 422
    assert witness.ask(knows, 12).status_code == 200


STEPS = 40


@pytest.mark.parametrize("seed", soaked(range(100), rare=range(1, 100)))
def test_whatever_happens_no_two_cosigned_heads_conflict(witness: Restored, seed: int) -> None:
    """A service asks for heads of both logs in turn; of database and file, one at a time is replaced by an old copy."""
    chance = random.Random(seed)
    last = 0

    def ask() -> None:
        nonlocal last
        size = min(len(LEAVES), chance.randint(max(last, 1), last + 2))
        answer = witness.ask(last, size, chance.choice((LEAVES, FORKED)))
        if answer.status_code != 422:
            last = int(answer.data) if answer.status_code == 409 else size

    def restore() -> None:
        older = chance.choice((DATABASE, FILE))
        if (witness.copies / older).exists():
            witness.restore(older)
            ask_again()

    def ask_again() -> None:
        """The same head, which makes both files know it, as services do twice a day."""
        for size, roots in witness.cosigned.get(ORIGIN, {}).items():
            if size == max(witness.cosigned[ORIGIN]):
                leaves = LEAVES if roots == {tree_root(LEAVES[:size])} else FORKED
                assert witness.ask(size, size, leaves).status_code == 200

    happenings: list[Callable[[], None]] = [ask] * 6 + [restore]
    happenings += [lambda: witness.copy(DATABASE), lambda: witness.copy(FILE), lambda: witness.restore()]
    for _ in range(STEPS):
        chance.choice(happenings)()
        witness.check()
