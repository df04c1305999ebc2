"""Readers of the whole log of logs: its tree, the order of its leaves, and the numbers of games (docs/ledger.md, section 15)."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.verifier.logbook import BEGUN, ORIGIN, WITNESSES, Logbook, log_id
from tests.verifier.players import seats_commitment
from tests.verifier.primitives import b64, b64u, cosigned, digest_of, vkey_of
from tests.verifier.synthetic import STRANGER, Audit, Log, file_bytes
from tests.verifier.test_page_log import promising, seated
from tests.verifier.test_service_log import promised_game
from tests.verifier.tiled import name, write
from verifier import FAILED, NOT_AVAILABLE, PASSED, Known, Report, tiles, verify_all
from verifier.__main__ import main
from verifier.tiles import log_at, tile_name
from verifier.whole_log import by_month, numbers, read_log

DAY = 24 * 3600 * 1000
ENOUGH = 300
"""Leaves: a full tile, and a partial one."""


def id_of(n: int) -> str:
    return log_id(digest_of(b"stranger", bytes((n % 256, n // 256))))


def crowded(games: int = ENOUGH) -> Logbook:
    book = Logbook()
    for n in range(games):
        book.add("game", id_of(n))
    return book


def read(folder: Path, now: int = BEGUN + DAY) -> Any:
    return read_log(log_at(str(folder)), now)


def verified(file: Audit, folder: Path, now: int = BEGUN + DAY, **known: Any) -> Report:
    """The reader has kept the file's own head, unless `heads` says otherwise."""
    heads = [file["service_log"]["checkpoint"]] if "service_log" in file else []
    return verify_all({"": file}, Known(log=read(folder, now), now=now, **{"heads": heads, **known}))[""]


def in_a_crowd(games: int = ENOUGH) -> tuple[Logbook, Log, list[int]]:
    """A log with many games, one that has begun, and its rows."""
    book, log = crowded(games), promising()
    return book, log, seated(book, log)


def file_of(book: Logbook, log: Log, rows: list[int], size: int | None = None) -> Audit:
    return log.audit() | {"service_log": book.listed(rows, size)}


@pytest.mark.parametrize(
    ("n", "path"), [(0, "000"), (5, "005"), (999, "999"), (1000, "x001/000"), (1_234_067, "x001/x234/067")]
)
def test_tiles_are_named_as_c2sp_has_them(n: int, path: str) -> None:
    assert tile_name("0", n) == f"tile/0/{path}" == name("0", n)
    assert tile_name("entries", n, 7) == f"tile/entries/{path}.p/7"


def test_the_verdict_counts_the_games_of_the_whole_log(tmp_path: Path) -> None:
    book, log, rows = in_a_crowd()
    report = verified(file_of(book, log, rows), write(book, tmp_path))
    assert report["L1"].status == PASSED
    assert report.words()[-1].endswith(
        "trusts that page; in play.example.org/log since 2023-11-14: 301 tables never full, 0 games not finished "
        "30 days after their seats were taken, and 0 games finished, as the operator calls them: who played one can tell."
    )
    later = verified(file_of(book, log, rows), tmp_path, BEGUN + 31 * DAY)
    assert later.as_dict()["log"] == {
        "log": ORIGIN,
        "since": BEGUN,
        "never_full": 301,
        "unfinished": 1,
        "finished": 0,
    }


def test_without_the_whole_log_the_verdict_stays() -> None:
    book, log, rows = in_a_crowd(2)
    for known in (Known(), Known(heads=[book.checkpoint()])):
        report = verify_all({"": file_of(book, log, rows)}, known)[""]
        assert report.words()[-1].endswith("games given up and begun anew are not seen here.")


def test_a_file_is_consistent_with_heads_of_every_size(tmp_path: Path) -> None:
    """A kept head may be smaller or larger than the file's, when the whole log has both."""
    book, log, rows = in_a_crowd()
    file = file_of(book, log, rows)
    book.add("game", id_of(1000))
    folder = write(book, tmp_path)
    for size in (1, 256, 300, 304):
        assert verified(file, folder, heads=[book.checkpoint(size)])["L1"].status == PASSED, size
    assert verified(file, folder, heads=[])["L1"].status == NOT_AVAILABLE


def test_a_rewritten_log_is_found_by_a_kept_head(tmp_path: Path) -> None:
    kept = crowded().checkpoint()
    book, log, rows = in_a_crowd(ENOUGH - 1)
    book.add("game", id_of(4000))
    report = verified(file_of(book, log, rows), write(book, tmp_path), heads=[kept])
    assert (report["L1"].status, "rewritten" in report["L1"].detail) == (FAILED, True)


def test_a_leaf_left_out_of_the_list_fails(tmp_path: Path) -> None:
    book, log, rows = in_a_crowd()
    log.add("game-ended", {})
    end = book.at("end", log, len(log.trees), why="finished")
    lost = book.add("end", log_id(log.leaves[0]), why="lost")
    folder = write(book, tmp_path)
    report = verified(file_of(book, log, [*rows, end]), folder)
    assert (report["L1"].status, "leaves out a leaf" in report["L1"].detail) == (FAILED, True)
    assert verified(file_of(book, log, [*rows, end, lost]), folder)["L1"].status == NOT_AVAILABLE
    assert verified(file_of(book, log, [*rows, end], lost), folder)["L1"].status == PASSED


def test_an_end_of_the_tournament_left_out_of_the_list_fails(tmp_path: Path) -> None:
    book, log = Logbook(), promised_game(0)
    of = log_id(log.ctx)
    everybody = b64u(seats_commitment(log.ctx, log.seats, log.trees))
    rows = [book.add("tournament", of, games=3), book.add("tournament-seats", of, c=everybody)]
    rows += [book.add("game", log_id(log.leaves[0]), of=of, number=0), book.at("seats", log, 3)]
    end = book.add("tournament-end", of, why="abandoned")
    folder = write(book, tmp_path)
    assert verified(file_of(book, log, [*rows, end]), folder)["L1"].status == PASSED
    level = verified(file_of(book, log, rows), folder)["L1"]
    assert (level.status, "leaves out a leaf" in level.detail) == (FAILED, True)


def test_another_log_of_the_same_game_fails_although_it_has_no_list(tmp_path: Path) -> None:
    book, log = crowded(3), promising()
    book.add("game", log_id(log.leaves[0]))
    book.add("seats", log_id(log.leaves[0]), n=3, r=b64(bytes(32)))
    report = verified(log.audit(), write(book, tmp_path))
    assert (report["L1"].status, "not one of this log" in report["L1"].detail) == (FAILED, True)


def test_two_logs_under_one_name_are_a_split_view(tmp_path: Path) -> None:
    book, log, rows = in_a_crowd()
    other = Logbook()
    for n in range(ENOUGH + 3):
        other.add("game", id_of(n + 7))
    report = verified(file_of(book, log, rows), write(other, tmp_path), heads=[])
    assert (report["L1"].status, "split view" in report["L1"].detail) == (FAILED, True)


def test_an_old_copy_of_the_log_is_not_enough(tmp_path: Path) -> None:
    book, log, rows = in_a_crowd()
    report = verified(file_of(book, log, rows), write(crowded(), tmp_path), heads=[])
    assert (report["L1"].status, "read it again" in report["L1"].detail) == (NOT_AVAILABLE, True)
    assert report.log is None, "its numbers are not those of a log that has this game"


def test_a_log_that_is_older_than_a_kept_head_is_not_enough(tmp_path: Path) -> None:
    book, log, rows = in_a_crowd(3)
    file, folder = file_of(book, log, rows), write(book, tmp_path)
    book.add("game", id_of(1000))
    report = verified(file, folder, heads=[book.checkpoint()])
    assert (report["L1"].status, "read it again" in report["L1"].detail) == (NOT_AVAILABLE, True)


def test_a_file_without_a_list_has_no_part_in_the_numbers(tmp_path: Path) -> None:
    report = verified(promising().audit(), write(crowded(3), tmp_path))
    assert (report.ok, report.log) == (True, None)
    assert report.words()[-1].endswith("games given up and begun anew are not seen here.")


def test_another_log_does_not_concern_the_file(tmp_path: Path) -> None:
    book, log, rows = in_a_crowd()
    other = Logbook(origin="other.example.org/log")
    other.add("game", id_of(1))
    report = verified(file_of(book, log, rows), write(other, tmp_path))
    assert (report["L1"].status, report.log) == (PASSED, None)


def test_a_log_under_another_key_fails(tmp_path: Path) -> None:
    book, log, rows = in_a_crowd()
    file = file_of(book, log, rows)
    book.key = STRANGER
    assert verified(file, write(book, tmp_path))["L1"].status == FAILED


def shortened(folder: Path) -> None:
    tile = folder / name("entries", 1, (ENOUGH + 3) % 256)
    tile.write_bytes(tile.read_bytes()[:-1])


def changed(folder: Path) -> None:
    tile = folder / name("entries", 0)
    tile.write_bytes(tile.read_bytes().replace(b'"game"', b'"gama"', 1))


def exchanged(folder: Path) -> None:
    tile = folder / name("entries", 0)
    tile.write_bytes(tile.read_bytes().replace(id_of(7).encode(), id_of(7000).encode()))


def lengthened(folder: Path) -> None:
    tile = folder / name("entries", 0)
    tile.write_bytes(tile.read_bytes() + b"\0\1x")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (shortened, "ends within a leaf"),
        (lengthened, "has 257 leaves, and not 256"),
        (changed, "no leaves of the kind 'gama'"),
        (exchanged, "not those that its checkpoint signs"),
    ],
)
def test_tiles_that_are_not_those_of_the_head_fail(
    tmp_path: Path, spoil: Callable[[Path], object], why: str
) -> None:
    book, log, rows = in_a_crowd()
    folder = write(book, tmp_path)
    spoil(folder)
    level = verified(file_of(book, log, rows), folder)["L1"]
    assert (level.status, why in level.detail) == (FAILED, True), level


def test_an_answer_that_is_longer_than_any_tile_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "urlopen", lambda url, timeout: BytesIO(bytes(tiles.MOST_BYTES + 1)))
    with pytest.raises(OSError, match="longer than a tile can be"):
        log_at("https://play.example.org/v1/log")("checkpoint")


def test_leaves_that_the_head_does_not_sign_fail_a_file_that_has_no_list(tmp_path: Path) -> None:
    """Nothing but the root over all leaves can tell: the exchanged leaf is that of another game."""
    log, folder = promising(), write(crowded(), tmp_path)
    assert verified(log.audit(), folder)["L1"].status == NOT_AVAILABLE
    exchanged(folder)
    report = verified(log.audit(), folder)
    assert (report["L1"].status, "that its checkpoint signs" in report["L1"].detail) == (FAILED, True)


def test_a_full_tile_takes_the_place_of_a_partial_one_that_was_deleted(tmp_path: Path) -> None:
    book, log, rows = in_a_crowd(200)
    file, checkpoint = file_of(book, log, rows), book.checkpoint()
    for n in range(100):
        book.add("game", id_of(n + 500))
    folder = write(book, tmp_path, checkpoint)
    assert verified(file, folder)["L1"].status == PASSED


def test_a_leaf_is_not_later_than_a_cosignature_of_the_head(tmp_path: Path) -> None:
    book, log, rows = in_a_crowd()
    file = file_of(book, log, rows)
    vkeys = [vkey_of(it, key.public, 4) for it, key in WITNESSES]
    for time, status in ((BEGUN // 1000 + 1, NOT_AVAILABLE), (BEGUN // 1000 - 61, FAILED)):
        line = cosigned(book.head(), *WITNESSES[0], time)["note"].split("\n\n")[1]
        folder = write(book, tmp_path, book.checkpoint() + line)
        assert verified(file, folder, witnesses=vkeys)["L1"].status == status


# Order.

N_R = {"n": 3, "r": b64(bytes(32))}
C = {"c": b64u(bytes(32))}


def tournament(book: Logbook, games: int = 2) -> Logbook:
    book.add("tournament", id_of(0), games=games)
    book.add("tournament-seats", id_of(0), **C)
    return book


def of(book: Logbook, id: int, number: int) -> int:
    return book.add("game", id_of(id), of=id_of(0), number=number)


OUT_OF_ORDER: dict[str, Callable[[Logbook], object]] = {
    "a game created twice": lambda b: (b.add("game", id_of(1)), b.add("game", id_of(1))),
    "seats of a game that nobody created": lambda b: b.add("seats", id_of(1), **N_R),
    "seats twice": lambda b: [b.add("game", id_of(1)), *[b.add("seats", id_of(1), **N_R) for _ in "12"]],
    "a result without seats": lambda b: (
        b.add("game", id_of(1)),
        b.add("end", id_of(1), why="finished", **N_R),
    ),
    "an end of the same n": lambda b: (
        b.add("game", id_of(1)),
        b.add("seats", id_of(1), **N_R),
        b.add("end", id_of(1), why="finished", **N_R),
    ),
    "something after the loss": lambda b: (
        b.add("game", id_of(1)),
        b.add("end", id_of(1), why="lost"),
        b.add("end", id_of(1), why="abandoned", **N_R),
    ),
    "seats after the end": lambda b: (
        b.add("game", id_of(1)),
        b.add("end", id_of(1), why="abandoned", n=2, r=b64(bytes(32))),
        b.add("seats", id_of(1), **N_R),
    ),
    "a gap in the numbers": lambda b: of(tournament(b), 1, 1),
    "a number twice": lambda b: [of(tournament(b), 1, 0), of(b, 2, 0)],
    "a number that was not planned": lambda b: [of(tournament(b, 1), 1, 0), of(b, 2, 1)],
    "a game before the seats of its tournament": lambda b: [
        b.add("tournament", id_of(0), games=2),
        of(b, 1, 0),
    ],
    "a game of no tournament": lambda b: of(b, 1, 0),
    "a game after the end of its tournament": lambda b: [
        tournament(b).add("tournament-end", id_of(0), why="finished"),
        of(b, 1, 0),
    ],
    "a tournament twice": lambda b: [tournament(b), b.add("tournament", id_of(0), games=2)],
    "its end twice": lambda b: [
        tournament(b).add("tournament-end", id_of(0), why="finished"),
        b.add("tournament-end", id_of(0), why="lost"),
    ],
    "its seats twice": lambda b: tournament(b).add("tournament-seats", id_of(0), **C),
    "a game with a number and no tournament": lambda b: b.add("game", id_of(1), number=0),
    "its seats after its end": lambda b: [
        b.add("tournament", id_of(0), games=2),
        b.add("tournament-end", id_of(0), why="abandoned"),
        b.add("tournament-seats", id_of(0), **C),
    ],
    "a game and a tournament of one id": lambda b: [tournament(b), b.add("game", id_of(0))],
    "a time before the one before": lambda b: b.enter({"k": "game", "id": id_of(1), "at": BEGUN - 1}),
    "a time to come": lambda b: b.enter({"k": "game", "id": id_of(1), "at": BEGUN + DAY + 60_001}),
    "an n of no entries": lambda b: [
        b.add("game", id_of(1)),
        b.add("seats", id_of(1), n=0, r=b64(bytes(32))),
    ],
    "a tournament of no games": lambda b: tournament(b, 0),
    "a tournament of more games than a number has": lambda b: tournament(b, 2**32),
    "an unknown kind": lambda b: b.add("outage", id_of(1), n=1),
    "no canonical JSON": lambda b: b.leaves.append(f'{{ "at":{BEGUN},"id":"{id_of(1)}","k":"game"}}'),
    "a text in place of an object": lambda b: b.enter("game"),
}


@pytest.mark.parametrize("what", OUT_OF_ORDER)
def test_a_leaf_out_of_order_fails(what: str, tmp_path: Path) -> None:
    book, log = Logbook(), promising()
    rows = seated(book, log)
    file = file_of(book, log, rows)
    assert verified(file, write(book, tmp_path))["L1"].status == PASSED
    OUT_OF_ORDER[what](book)
    report = verified(file, write(book, tmp_path))
    assert report["L1"].status == FAILED
    assert "not seen here" in report.words()[-1]


def test_a_leaf_may_be_a_minute_later_than_the_reader(tmp_path: Path) -> None:
    book = Logbook()
    book.enter({"k": "game", "id": id_of(1), "at": BEGUN + DAY + 60_000})
    assert read(write(book, tmp_path)).problem == ""


def test_tournaments_in_order_pass(tmp_path: Path) -> None:
    book = tournament(Logbook())
    of(book, 1, 0)
    of(book, 2, 1)
    book.add("tournament-end", id_of(0), why="finished")
    assert read(write(book, tmp_path)).problem == ""


# Numbers.


def counted() -> Logbook:
    """Two tables never full, a game in progress, one given up, one finished, and one whose result was taken back."""
    book = Logbook()
    for n in range(6):
        book.add("game", id_of(n))
    for n in range(2, 6):
        book.add("seats", id_of(n), **N_R)
    for n, why in ((3, "abandoned"), (4, "finished"), (5, "finished")):
        book.add("end", id_of(n), why=why, n=9, r=b64(bytes(32)))
    book.add("end", id_of(5), why="voided", n=10, r=b64(bytes(32)))
    return book


def test_games_are_not_finished_until_their_last_leaf_says_so(tmp_path: Path) -> None:
    folder = write(counted(), tmp_path)
    month = 30 * DAY
    for now, expected in (
        (BEGUN + DAY, (2, 0, 1)),
        (BEGUN + month + 8, (2, 2, 1)),
        (BEGUN + 2 * month, (2, 3, 1)),
    ):
        games = read(folder, now).order.games.values()
        assert numbers(games, now) == expected
        assert by_month(games, now) == {"2023-11": expected}


# The numbers of a tournament, and the command.


RESULT = {"ruling": 1, "winners": [1], "ranking": [[1], [2]], "scores": {"1": 1, "2": 0}}


def cup(book: Logbook) -> list[Log]:
    """Three games of a tournament: 0 is abandoned, 2 has a result. Its leaves, and those of a tournament with a lost game."""
    logs = [promised_game(n) for n in range(3)]
    logs[0].add("game-abandoned", {}, "organiser")
    logs[2].add("result-set", RESULT)
    tid = log_id(logs[0].ctx)
    for id in (tid, id_of(0)):
        book.add("tournament", id, games=3)
        book.add("tournament-seats", id, **C)
    for n in range(3):
        of(book, n + 1, n)
    book.add("end", id_of(3), why="lost")
    for n, log in enumerate(logs):
        book.add("game", log_id(log.leaves[0]), of=tid, number=n)
    return logs


def test_numbers_given_up_are_named_by_files_and_by_the_log(tmp_path: Path) -> None:
    book = Logbook()
    logs = cup(book)
    for n, why in ((1, "voided"), (2, "finished")):
        book.at("seats", logs[n], 3)
        book.at("end", logs[n], len(logs[n].trees), why=why)
    files = {str(n): logs[n].audit() for n in (0, 2)}
    alone = verify_all(files)["2"]
    assert alone.place()[0].endswith("; numbers 1 are not among the files; numbers 0 were given up.")
    assert skipped(files, write(book, tmp_path)) == (0, 1)


def test_a_log_of_another_name_says_nothing_of_a_tournament(tmp_path: Path) -> None:
    book = Logbook(origin=f"{ORIGIN}/two")
    logs = cup(book)
    book.add("end", log_id(logs[1].leaves[0]), why="lost")
    assert skipped({"0": logs[0].audit(), "2": logs[2].audit()}, write(book, tmp_path)) == (0,)


def skipped(files: dict[str, Audit], folder: Path) -> tuple[int, ...]:
    place = verify_all(files, Known(log=read(folder), now=BEGUN + DAY))["2"].tournament
    assert place is not None
    return place.skipped


def test_the_command_reads_the_log_and_heads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book, log, rows = in_a_crowd(3)
    folder, file, head = write(book, tmp_path / "log"), tmp_path / "game.json", tmp_path / "head.txt"
    file.write_bytes(file_bytes(file_of(book, log, rows)))
    head.write_text(book.checkpoint(2))
    assert main([str(file), "--log", str(folder), "--head", str(head), "--json"]) == 0
    [report] = json.loads(capsys.readouterr().out).values()
    assert report["log"]["never_full"] == 4
    assert [it["status"] for it in report["levels"] if it["name"] == "L1"] == [PASSED]
    assert main([str(file), "--log", str(tmp_path / "absent")]) == 2
    (folder / "checkpoint").write_text("?")
    assert main([str(file), "--log", str(folder)]) == 2
