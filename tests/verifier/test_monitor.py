"""Who follows a log of logs: what is new, what was rewritten, and what is kept as evidence."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.verifier.logbook import BEGUN, WITNESSES, Logbook
from tests.verifier.primitives import cosigned, vkey_of
from tests.verifier.synthetic import OPERATOR, STRANGER, Log
from tests.verifier.test_whole_log import DAY, counted, crowded, id_of
from tests.verifier.tiled import name, write
from verifier.monitor import Findings, Monitor, StoredLog
from verifier.tiles import TRIES, log_at
from verifier.whole_log import read_log

VKEY = Log().vkey
WITNESS = vkey_of(WITNESSES[0][0], WITNESSES[0][1].public, 4)


class Watch:
    """A log that is served from a folder, and somebody who follows it."""

    def __init__(self, tmp_path: Path) -> None:
        self.served, self.kept = tmp_path / "log", tmp_path / "kept"

    def look(
        self, book: Logbook, checkpoint: str | None = None, now: int = BEGUN + DAY, **more: list[str]
    ) -> Findings:
        write(book, self.served, checkpoint)
        knows = {"vkeys": [VKEY], "witnesses": [], "heads": [], **more}
        return Monitor(self.kept, now=now, **knows).look(str(self.served))

    @property
    def folder(self) -> Path:
        [folder] = self.kept.iterdir()
        return folder

    def evidence(self) -> set[str]:
        return {file.read_text() for file in (self.folder / "split").iterdir()}


@pytest.fixture
def watch(tmp_path: Path) -> Watch:
    return Watch(tmp_path)


def test_each_look_reads_what_is_new(watch: Watch) -> None:
    book = crowded(250)
    assert watch.look(book).new == 250
    for more, new in ((5, 5), (1, 1), (0, 0), (300, 300)):
        for _ in range(more):
            book.add("game", id_of(len(book.leaves)))
        found = watch.look(book)
        assert (found.new, found.size, found.problems) == (new, len(book.leaves), [])


def test_what_is_kept_is_a_log_that_others_can_read(watch: Watch) -> None:
    book = crowded(250)
    watch.look(book)
    for n in range(20):
        book.add("game", id_of(250 + n))
    watch.look(book)
    log = read_log(log_at(str(watch.folder)), BEGUN + DAY)
    assert (log.problem, log.head.size, log.note) == ("", 270, book.checkpoint())
    files = {str(it.relative_to(watch.folder)) for it in watch.folder.rglob("*") if it.is_file()}
    assert files == {"checkpoint", name("entries", 0), name("entries", 1, 14)}


def test_the_three_numbers_by_month(watch: Watch) -> None:
    found = watch.look(counted(), now=BEGUN + 60 * DAY)
    assert found.months == {"2023-11": (2, 3, 1)}


@pytest.mark.parametrize(("before", "after"), [(300, 301), (300, 600), (3, 3), (256, 257), (10, 300)])
def test_a_rewritten_log_is_a_split_view_and_both_heads_are_kept(
    watch: Watch, before: int, after: int
) -> None:
    book, other = crowded(before), Logbook()
    watch.look(book)
    for n in range(after):
        other.add("game", id_of(n + 1))
    found = watch.look(other)
    assert found.problems == [
        f"split view: the head of {after} leaves does not continue the stored one of {before}"
    ]
    assert watch.evidence() == {book.checkpoint(), other.checkpoint()}
    assert StoredLog(watch.folder).note == book.checkpoint()
    assert watch.look(book).problems == []


def test_a_log_does_not_shrink(watch: Watch) -> None:
    book = crowded(10)
    watch.look(book)
    assert watch.look(book, book.checkpoint(7)).problems == ["it shows a head of 7 leaves after one of 10"]
    other = Logbook()
    other.add("game", id_of(99))
    assert "split view" in watch.look(other).problems[0]


def test_tiles_of_another_head_are_not_kept(watch: Watch) -> None:
    book = crowded(3)
    watch.look(book)
    longer = crowded(5)
    write(longer, watch.served)
    tile = watch.served / name("entries", 0, 5)
    tile.write_bytes(tile.read_bytes().replace(id_of(4).encode(), id_of(5).encode()))
    found = Monitor(watch.kept, [VKEY], [], [], BEGUN + DAY).look(str(watch.served))
    assert len(found.problems) == 1
    assert StoredLog(watch.folder).note == book.checkpoint()


def test_heads_that_others_have_kept_are_compared(watch: Watch) -> None:
    book, other = crowded(10), crowded(9)
    other.add("game", id_of(77))
    assert watch.look(book, heads=[book.checkpoint(4), book.checkpoint()]).problems == []
    found = watch.look(book, heads=[other.checkpoint()])
    assert found.problems == ["it was rewritten: the kept head of 10 leaves is not one of it"]
    assert watch.evidence() == {book.checkpoint(), other.checkpoint()}
    assert "larger" in watch.look(book, heads=[crowded(11).checkpoint()]).problems[0]
    elsewhere = Logbook(origin="other.example.org/log")
    assert watch.look(book, heads=[elsewhere.checkpoint()]).problems == []


def test_a_leaf_out_of_order_is_told_at_every_look(watch: Watch) -> None:
    book = crowded(2)
    book.add("game", id_of(0))
    for _ in "12":
        [problem] = watch.look(book).problems
        assert "out of order" in problem


def test_a_head_by_another_key_is_not_kept(watch: Watch) -> None:
    book = crowded(2)
    watch.look(book)
    stranger = crowded(3)
    stranger.key = STRANGER
    assert "none of the keys" in watch.look(stranger).problems[0]
    assert StoredLog(watch.folder).note == book.checkpoint()
    log_key = vkey_of("play.example.org/log", OPERATOR.public)
    assert watch.look(crowded(3), vkeys=[vkey_of("x", STRANGER.public), log_key]).problems == []


@pytest.mark.parametrize(
    ("age", "problem"), [(None, "none of the witnesses"), (DAY + 1000, "older than a day"), (DAY - 1000, "")]
)
def test_a_newest_cosignature_older_than_a_day_is_told(watch: Watch, age: int | None, problem: str) -> None:
    book, now = crowded(2), BEGUN + 3 * DAY
    line = (
        ""
        if age is None
        else cosigned(book.head(), *WITNESSES[0], (now - age) // 1000)["note"].split("\n\n")[1]
    )
    found = watch.look(book, book.checkpoint() + line, now, witnesses=[WITNESS])
    assert [problem in it for it in found.problems] == ([True] if problem else [])
    assert StoredLog(watch.folder).note == book.checkpoint() + line


def test_files_that_were_changed_are_no_evidence(watch: Watch) -> None:
    book = crowded(4)
    watch.look(book)
    tile = watch.folder / name("entries", 0, 4)
    tile.write_bytes(tile.read_bytes().replace(id_of(1).encode(), id_of(7).encode()))
    assert "the stored leaves" in watch.look(book).problems[0]


def test_who_was_stopped_before_the_head_was_kept_goes_on(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = crowded(250)
    watch.look(book)
    for n in range(20):
        book.add("game", id_of(250 + n))
    write_file = StoredLog._write

    def stopped(kept: StoredLog, name: str, data: bytes) -> None:
        if name == "checkpoint":
            raise KeyboardInterrupt
        write_file(kept, name, data)

    with monkeypatch.context() as patch:
        patch.setattr(StoredLog, "_write", stopped)
        with pytest.raises(KeyboardInterrupt):
            watch.look(book)
    found = watch.look(book)
    assert (found.new, found.problems) == (20, [])


def test_a_log_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    found = Monitor(tmp_path / "kept", [VKEY], [], [], BEGUN).look(str(tmp_path / "absent"))
    assert "cannot be read" in found.problems[0]


def test_a_server_that_asks_for_patience_gets_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[int] = []
    monkeypatch.setattr("verifier.tiles.time.sleep", waited.append)
    asked: list[str] = []

    class Busy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200 if len(asked) == 3 else 429)
            self.send_header("Retry-After", "7")
            self.send_header("Content-Length", "4")
            self.end_headers()
            self.wfile.write(b"tile")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Busy) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        read = log_at(f"http://127.0.0.1:{server.server_port}/v1/log")
        assert (read("tile/0/000"), waited) == (b"tile", [7, 7])
        with pytest.raises(OSError, match="429"):
            read("tile/0/001")
        server.shutdown()
    assert len(asked) == 3 + TRIES
