"""What the page's verifier says of a game's leaves in the service's log of logs (docs/ledger.md, section 15): L0 and L1."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.verifier.chance import planned
from tests.verifier.games import people
from tests.verifier.logbook import ORIGIN, WITNESSES, Logbook, log_id
from tests.verifier.page_verifier import Both
from tests.verifier.players import Player
from tests.verifier.primitives import b64, cosigned, digest_of, jcs, root, vkey_of
from tests.verifier.synthetic import OPERATOR, STRANGER, Audit, Log, resigned, signed_again
from verifier import FAILED, NOT_AVAILABLE, PASSED

CONTINUED = "continued"
VKEYS = [vkey_of(name, key.public, 4) for name, key in WITNESSES]
ASKED = {"quorum": 2, "witnesses": VKEYS}


def promising(**more: Any) -> Log:
    """A game of table 2, seated and begun."""
    return Log(created={"table": 2, "log": ORIGIN, "witnessed": None, **more}).begin(people())


def seated(book: Logbook, log: Log) -> list[int]:
    """The leaves of its creation and of its seats, after those of another game."""
    book.add("game", log_id(digest_of(b"another game")))
    return [book.add("game", log_id(log.leaves[0])), book.at("seats", log, 3)]


def logged(ended: str | None = None, witnesses: int = 0, book: Logbook | None = None, **more: Any) -> Audit:
    """The file of a game that began, and perhaps ended with this outcome, with its leaves under a head of the log."""
    log, book = promising(**more), book or Logbook()
    rows = seated(book, log)
    log.throw()
    if ended:
        log.add("game-ended" if ended == "finished" else "game-abandoned", {})
        rows.append(book.at("end", log, len(log.trees), why=ended))
    return log.audit() | {"service_log": book.listed(rows, witnesses=witnesses)}


def said(both: Both, file: Audit | str, kept: str | None = CONTINUED) -> dict[str, tuple[str, str]]:
    """Status and message of each check."""
    found = both.ask({"file": file, "kept": kept})["checks"]
    return {name: (status, message) for name, status, message in found}


def expect(both: Both, file: Audit, status: str, words: str, kept: str | None = CONTINUED) -> None:
    found = said(both, file, kept)
    assert [
        its for name, its in found.items() if name in ("form", "log", "signature") and its[0] != PASSED
    ] == []
    assert found["logged"][0] == status, found["logged"]
    assert words in found["logged"][1]


def test_a_game_in_the_log_that_this_browser_knows_passes(both: Both) -> None:
    expect(both, logged(), PASSED, "in the service's log, up to entry {n}, {at}, as the operator says")
    expect(both, logged("abandoned"), PASSED, "in the service's log")
    under = "cosigned by witnesses of the operator's choice ({count} of {all}), up to entry {n}, {at}"
    expect(both, logged(witnesses=3, witnessed=ASKED), PASSED, under)
    expect(both, logged(witnesses=2, witnessed=ASKED), PASSED, under + "; silent: {silent}")


def test_who_has_kept_no_head_has_the_operators_word(both: Both) -> None:
    expect(both, logged(), NOT_AVAILABLE, "kept no head of the service's log", None)
    words = "witnesses: {count} of {all}, all of the operator's choice"
    expect(both, logged(witnesses=2, witnessed=ASKED), NOT_AVAILABLE, words, None)
    expect(both, logged(), FAILED, "not the one that this browser has seen before", "another")
    expect(both, logged(), NOT_AVAILABLE, "does not prove", "unproven")


def test_games_without_a_log_have_nothing_to_check(both: Both) -> None:
    assert said(both, Log().begin(people()).audit())["logged"][0] == NOT_AVAILABLE
    expect(both, analysis(), NOT_AVAILABLE, "an analysis is in no log of games")


def finished(log: Log) -> None:
    log.add("game-abandoned", {}, "organiser")


def with_leaves(make: Callable[[Logbook, Log], list[int]], end: bool = False, **more: Any) -> Audit:
    """A file whose list has what `make` enters."""
    log, book = promising(**more), Logbook()
    if end:
        finished(log)
    return log.audit() | {"service_log": book.listed(make(book, log))}


def game(book: Logbook, log: Log) -> int:
    return book.add("game", log_id(log.leaves[0]))


def ended(book: Logbook, log: Log, n: int, why: str) -> list[int]:
    return [*seated(book, log), book.at("end", log, n, why=why)]


def late(book: Logbook, log: Log) -> list[int]:
    rows = seated(book, log)
    tree = json.loads(book.leaves[rows[1]])
    book.leaves[rows[1]] = jcs(tree | {"at": 4_000_000_000_000})
    return rows


def turned(book: Logbook, log: Log) -> list[int]:
    rows = seated(book, log)
    tree = json.loads(book.leaves[rows[1]])
    book.leaves[rows[1]] = jcs(tree | {"at": 1})
    return rows


def ended_early(same_action: bool) -> Audit:
    """An `end` in the middle of the outcome's action, or at an entry after it."""
    log, book = promising(), Logbook()
    outcome = log.add("game-abandoned", {}, "organiser")
    log.add("rules-changed", {"rules": 2}, a=log.trees[outcome]["a"] if same_action else None)
    rows = ended(book, log, outcome + 1 if same_action else outcome + 2, "abandoned")
    return log.audit() | {"service_log": book.listed(rows)}


def with_a_free_seat() -> Audit:
    log, book = Log(created={"table": 2, "log": ORIGIN, "witnessed": None}), Logbook()
    log.take(people()[0])
    return log.audit() | {"service_log": book.listed([game(book, log), book.at("seats", log, 2)])}


def with_a_seat_too_many() -> Audit:
    """Two of two seats are taken: 1 and 3."""
    log, book = Log(created={"table": 2, "log": ORIGIN, "witnessed": None}), Logbook()
    for seat in (1, 3):
        log.take(Player(seat))
    return log.audit() | {"service_log": book.listed([game(book, log), book.at("seats", log, 3)])}


def alone_at(index: int) -> Audit:
    """The game's first leaf is the only one of the log, and said to be another."""
    log, book = Log(created={"table": 2, "log": ORIGIN, "witnessed": None}), Logbook()
    listed = book.listed([game(book, log)])
    listed["leaves"][0]["index"] = index
    return log.audit() | {"service_log": listed}


def finished_without_seats() -> Audit:
    log, book = promising(), Logbook()
    log.add("game-ended", {})
    rows = [game(book, log), book.at("end", log, len(log.trees), why="finished")]
    return log.audit() | {"service_log": book.listed(rows)}


OTHER = log_id(digest_of(b"another game"))
FAILING: dict[str, tuple[Callable[[], Audit], str]] = {
    "signed by a stranger": (lambda: logged(book=Logbook(STRANGER)), "not signed by the game's key"),
    "a log of another name": (
        lambda: logged(book=Logbook(OPERATOR, f"{ORIGIN}/second")),
        "not signed by the game's key under the name of the log",
    ),
    "a leaf that is not there": (
        lambda: logged() | {"service_log": moved()},
        "a leaf is not in the service's log",
    ),
    "a path that is too long": (
        lambda: logged() | {"service_log": by_path(lambda path: [*path, b64(bytes(32))])},
        "a leaf is not in the service's log",
    ),
    "a path that is too short": (
        lambda: logged() | {"service_log": by_path(lambda path: path[:-1])},
        "a leaf is not in the service's log",
    ),
    "another game's seats": (
        lambda: with_leaves(
            lambda b, log: [game(b, log), b.add("seats", OTHER, n=3, r=b64(root(log.leaves[:3])))]
        ),
        "of another game",
    ),
    "a game of some tournament": (
        lambda: with_leaves(lambda b, log: [b.add("game", log_id(log.leaves[0]), of=OTHER, number=0)]),
        "another place of its tournament",
    ),
    "another log": (
        lambda: with_leaves(
            lambda b, log: [game(b, log), b.add("seats", log_id(log.leaves[0]), n=3, r=b64(bytes(32)))]
        ),
        "knows another log of this game",
    ),
    "more entries than there are": (
        lambda: with_leaves(
            lambda b, log: [game(b, log), b.add("seats", log_id(log.leaves[0]), n=99, r=b64(bytes(32)))]
        ),
        "knows another log of this game",
    ),
    "seats before the last one": (
        lambda: with_leaves(lambda b, log: [game(b, log), b.at("seats", log, 2)]),
        "the last seat was taken",
    ),
    "seats after the last one": (
        lambda: with_leaves(lambda b, log: [game(b, log), b.at("seats", log, 4)]),
        "the last seat was taken",
    ),
    "an end that was none": (
        lambda: with_leaves(lambda b, log: ended(b, log, 5, "finished")),
        "another outcome",
    ),
    "another outcome": (
        lambda: with_leaves(lambda b, log: ended(b, log, len(log.trees), "finished"), end=True),
        "another outcome",
    ),
    "an end within the action": (lambda: ended_early(True), "another outcome"),
    "an end after the action": (lambda: ended_early(False), "another outcome"),
    "a seat that there is not": (with_a_seat_too_many, "the last seat was taken"),
    "an index outside the log": (lambda: alone_at(5), "a leaf is not in the service's log"),
    "seats while one is free": (with_a_free_seat, "the last seat was taken"),
    "finished without seats": (finished_without_seats, "out of order"),
    "no creation": (lambda: with_leaves(lambda b, log: [b.at("seats", log, 3)]), "out of order"),
    "seats twice": (
        lambda: with_leaves(lambda b, log: [*seated(b, log), b.at("seats", log, 3)]),
        "out of order",
    ),
    "created twice": (lambda: with_leaves(lambda b, log: [game(b, log), game(b, log)]), "out of order"),
    "an end after the loss": (
        lambda: with_leaves(
            lambda b, log: [
                *seated(b, log),
                b.add("end", log_id(log.leaves[0]), why="lost"),
                b.at("end", log, len(log.trees), why="abandoned"),
            ],
            end=True,
        ),
        "out of order",
    ),
    "times that go back": (lambda: with_leaves(turned), "out of order"),
    "a time to come": (lambda: with_leaves(late), "out of order"),
    "no leaf": (lambda: with_leaves(lambda b, log: seated(b, log)[:0]), "out of order"),
    "a leaf of another form": (
        lambda: with_leaves(lambda b, log: [b.add("game", log_id(log.leaves[0]), more=1)]),
        "a leaf of the service's log is malformed",
    ),
    "a leaf of a kind that objects are born with": (
        lambda: with_leaves(lambda b, log: [b.add("constructor", log_id(log.leaves[0]))]),
        "a leaf of the service's log is malformed",
    ),
    "a cosignature of another head": (
        lambda: cosigned_elsewhere(),
        "a witness has signed another head of the service's log",
    ),
}


def moved() -> Any:
    listed = logged()["service_log"]
    listed["leaves"][0]["index"] = 0
    return listed


def by_path(change: Callable[[list[str]], list[str]]) -> Any:
    listed = logged()["service_log"]
    listed["leaves"][0]["path"] = change(listed["leaves"][0]["path"])
    return listed


def cosigned_elsewhere() -> Audit:
    file, book = logged(witnesses=2, witnessed=ASKED), Logbook()
    book.add("game", OTHER)
    file["service_log"]["cosignatures"].append(cosigned(book.head(), *WITNESSES[2]))
    return file


@pytest.mark.parametrize("what", FAILING)
def test_what_does_not_fit_the_log_fails(both: Both, what: str) -> None:
    make, words = FAILING[what]
    expect(both, make(), FAILED, words)


def test_later_levels_are_not_judged_then(both: Both) -> None:
    assert said(both, FAILING["seats twice"][0]())["draws"][0] == NOT_AVAILABLE


MISSING: dict[str, tuple[Callable[[], Audit], str]] = {
    "no list": (lambda: promising().audit(), "the log was promised"),
    "no seats": (
        lambda: with_leaves(lambda b, log: [game(b, log)]),
        "its seats are not in the service's log",
    ),
    "no end": (lambda: with_leaves(seated, end=True), "the outcome of entry {n} is not in the service's log"),
    "lost": (
        lambda: with_leaves(
            lambda b, log: [*seated(b, log), b.add("end", log_id(log.leaves[0]), why="lost")]
        ),
        "it has lost this game",
    ),
    "too few witnesses": (
        lambda: logged(witnesses=1, witnessed=ASKED),
        "({count} of {all}); silent: {silent}",
    ),
}


@pytest.mark.parametrize("what", MISSING)
def test_what_is_not_there_is_not_available(both: Both, what: str) -> None:
    make, words = MISSING[what]
    expect(both, make(), NOT_AVAILABLE, words)


def test_a_witness_counts_once(both: Both) -> None:
    file = logged(witnesses=1, witnessed=ASKED)
    file["service_log"]["cosignatures"] *= 2
    expect(both, file, NOT_AVAILABLE, "silent: {silent}")


def created(**more: Any) -> Audit:
    return Log(created={"table": 2, "log": ORIGIN, "witnessed": None, **more}).audit()


def listed(**more: Any) -> Audit:
    file = logged()
    return file | {"service_log": file["service_log"] | more}


def leafy(**more: Any) -> Audit:
    file = logged()
    file["service_log"]["leaves"][0] |= more
    return file


def analysis(**more: Any) -> Audit:
    log = Log(created={"table": 2, "log": None, "witnessed": None, **more})
    log.add("forked", {"game": "0" * 32, "version": 1})
    return log.audit()


def planned_game(first: Any) -> Audit:
    """Game 1 of a tournament whose game 0 is said to begin so."""
    plan = planned()
    its, draws = plan.games[1]
    log = Log(game=its, draws=draws, plan=(plan, 1), created={"table": 2, "log": ORIGIN, "witnessed": None})
    return resigned(log.audit(), lambda trees: trees[0]["d"]["tournament"].update(first=first))


OWN = vkey_of("own.example.org", OPERATOR.public, 4)
WEAK = vkey_of("weak.example.org", (1).to_bytes(32, "little"), 4)
MALFORMED: dict[str, Callable[[], Audit]] = {
    "no log": lambda: created(log=None),
    "an analysis in a log": lambda: analysis(log=ORIGIN),
    "an analysis with witnesses": lambda: analysis(witnessed=ASKED),
    "a list of an analysis": lambda: analysis() | {"service_log": logged()["service_log"]},
    "a log elsewhere": lambda: created(log="other.example.org/log"),
    "a log of no name": lambda: created(log=""),
    "a log without a host": lambda: created(log="/second"),
    "a log that is no log": lambda: created(log="play.example.org/logs"),
    "a log with capitals": lambda: created(log="play.example.org/log/Second"),
    "a quorum of nobody": lambda: created(witnessed={"quorum": 0, "witnesses": VKEYS}),
    "a quorum of more than all": lambda: created(witnessed={"quorum": 4, "witnesses": VKEYS}),
    "one witness twice": lambda: created(witnessed={"quorum": 1, "witnesses": [VKEYS[0], VKEYS[0]]}),
    "the service itself": lambda: created(witnessed={"quorum": 1, "witnesses": [*VKEYS, OWN]}),
    "a weak key": lambda: created(witnessed={"quorum": 1, "witnesses": [*VKEYS, WEAK]}),
    "a first game without options": lambda: planned_game({"options": [], "rules": 1}),
    "a first game of no revision": lambda: planned_game({"options": {}, "rules": 0}),
    "a first game without anything": lambda: planned_game({}),
    "a list of table 1": lambda: Log().begin(people()).audit() | {"service_log": logged()["service_log"]},
    "no list but null": lambda: logged() | {"service_log": None},
    "one member more": lambda: listed(more=1),
    "no note": lambda: listed(checkpoint="?"),
    "leaves backwards": lambda: listed(leaves=logged()["service_log"]["leaves"][::-1]),
    "an index below 0": lambda: leafy(index=-1),
    "a path of other nodes": lambda: leafy(path=["AA=="]),
    "a cosignature of nobody": lambda: listed(
        cosignatures=[cosigned("x", *WITNESSES[0]) | {"vkey": VKEYS[1]}]
    ),
}


@pytest.mark.parametrize("what", MALFORMED)
def test_what_is_malformed_fails_L0(both: Both, what: str) -> None:
    found = said(both, MALFORMED[what]())
    assert FAILED in {found[name][0] for name in ("form", "signature") if name in found}, found


def test_one_name_more_may_follow_that_of_the_log(both: Both) -> None:
    assert said(both, created(log=f"{ORIGIN}/second-2"))["signature"][0] == PASSED


def test_a_log_of_a_table_to_come_is_not_judged(both: Both) -> None:
    file = logged()
    tree = json.loads(file["entries"][0])
    tree["d"]["table"] = 99
    changed = signed_again(file | {"entries": [jcs(tree), *file["entries"][1:]]})
    assert said(both, changed)["logged"] == (NOT_AVAILABLE, "needs table {n}")
