"""`kronika monitor` and `kronika verify --log`, as commands."""

from __future__ import annotations

from pathlib import Path

from tests.verifier.logbook import Logbook
from tests.verifier.synthetic import Log, file_bytes
from tests.verifier.test_whole_log import crowded, file_of, id_of, in_a_crowd
from tests.verifier.tiled import write
from tests.whole.command import kronika

VKEY = Log().vkey


def test_monitor_tells_of_a_split_view_and_fails(tmp_path: Path) -> None:
    log, keep = tmp_path / "log", str(tmp_path / "kept")
    write(crowded(3), log)
    first = kronika(tmp_path, "monitor", str(log), "--vkey", VKEY, "--keep", keep)
    assert (first.returncode, first.stderr) == (0, "")
    assert "play.example.org/log: 3 leaves, 3 new" in first.stdout
    assert "2023-11" in first.stdout
    other = Logbook()
    other.add("game", id_of(9))
    write(other, log)
    second = kronika(tmp_path, "monitor", str(log), "--vkey", VKEY, "--keep", keep)
    assert (second.returncode, "split view" in second.stdout) == (1, True)


def test_monitor_says_what_it_cannot_use(tmp_path: Path) -> None:
    write(crowded(1), tmp_path / "log")
    for more, why in (
        (["--vkey", "x"], "a key that you gave cannot be used"),
        (["--vkey", VKEY, "--head", "absent"], "absent cannot be read as a head"),
        (["--vkey", VKEY, "--witness", VKEY], "a key that you gave cannot be used"),
    ):
        done = kronika(tmp_path, "monitor", str(tmp_path / "log"), *more)
        assert done.returncode == 1
        assert done.stderr.startswith("kronika: ")
        assert why in done.stderr


def test_verify_reads_the_whole_log(tmp_path: Path) -> None:
    book, log, rows = in_a_crowd(3)
    folder, file, head = write(book, tmp_path / "log"), tmp_path / "game.json", tmp_path / "head"
    file.write_bytes(file_bytes(file_of(book, log, rows)))
    head.write_text(book.checkpoint())
    done = kronika(tmp_path, "verify", str(file), "--log", str(folder), "--head", str(head))
    assert (done.returncode, done.stderr) == (0, "")
    assert "in play.example.org/log since 2023-11-14: 4 tables never full" in done.stdout
    absent = kronika(tmp_path, "verify", str(file), "--log", str(tmp_path / "absent"))
    assert (absent.returncode, "cannot be read" in absent.stderr) == (1, True)
