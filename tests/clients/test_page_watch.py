"""The page opens no seed before the service's log has the seats as it has read them in the game's; else it says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest

from tests.clients.page_watch import Browser, Service, browsers
from tests.verifier.games import people
from tests.verifier.logbook import ORIGIN, WITNESSES, Logbook, log_id
from tests.verifier.primitives import Key, b64, digest_of, root, vkey_of
from tests.verifier.synthetic import OPERATOR, STRANGER, Log

ASKED = {"quorum": 2, "witnesses": [vkey_of(name, key.public, 4) for name, key in WITNESSES]}
OTHER = log_id(digest_of(b"another game"))


@pytest.fixture(scope="module")
def fresh() -> Iterator[Callable[[], Browser]]:
    with browsers() as make:
        yield make


def seated(number: int = 1, **created: Any) -> Log:
    """A game of table 2 whose seats are all taken."""
    game = UUID(bytes=digest_of(b"game", bytes([number]))[:16])
    log = Log(game=game, created={"table": 2, "log": ORIGIN, "witnessed": None, **created})
    for player in people():
        log.take(player)
    return log


def entered(book: Logbook, log: Log) -> list[int]:
    """The leaves of a game, after that of another one."""
    book.add("game", OTHER)
    return [book.add("game", log_id(log.leaves[0])), book.at("seats", log, len(log.trees))]


def sat(make: Callable[[], Browser], log: Log) -> Browser:
    browser = make()
    browser.sits(log, people()[0])
    return browser


def expect_silence(browser: Browser, service: Service, why: str) -> None:
    """Nothing is opened, and the page says why: now, and after an inconsistency for ever."""
    waits = browser.reveal(service)
    breach = browser.breach(service.log)
    assert (breach["why"] if breach else waits[0]) == why
    assert service.seeds == []
    if breach:
        assert breach["kept"] != breach["shown"]
        asked = len(service.asked)
        assert browser.reveal(service) is None
        assert len(service.asked) == asked


def test_a_seed_is_opened_over_seats_that_the_log_has_and_the_proof_is_kept(
    fresh: Callable[[], Browser],
) -> None:
    log, book = seated(), Logbook()
    service = Service(log, book, book.listed(entered(book, log)))
    browser = sat(fresh, log)
    assert browser.reveal(service) is None
    assert browser.breach(log) is None
    assert len(service.seeds) == 1
    assert browser.memory["logs"] == {ORIGIN: book.checkpoint()}
    assert browser.memory["seated"] == {log.game.hex: service.listed}


def test_a_game_of_table_1_waits_for_nothing(fresh: Callable[[], Browser]) -> None:
    log = Log()
    for player in people():
        log.take(player)
    service = Service(log, Logbook(), None)
    assert sat(fresh, log).reveal(service) is None
    assert len(service.seeds) == 1
    assert "/ledger/log" not in service.asked


def test_a_standby_that_lags_behind_is_asked_again(fresh: Callable[[], Browser]) -> None:
    log = Log()
    for player in people():
        log.take(player)
    service = Service(log, Logbook(), None)
    service.behind = 1
    assert sat(fresh, log).reveal(service) is None
    assert (service.behind, len(service.seeds)) == (0, 1)


LOGGED = "Your seed waits until the seats are in the service's log."


def test_it_waits_for_the_list_and_for_the_seats_in_it(fresh: Callable[[], Browser]) -> None:
    log, book = seated(), Logbook()
    browser, service = sat(fresh, log), Service(log, book, None)
    expect_silence(browser, service, LOGGED)
    rows = entered(book, log)
    service.listed = book.listed(rows[:1])
    expect_silence(browser, service, LOGGED)
    service.listed = book.listed(rows)
    assert browser.reveal(service) is None
    assert len(service.seeds) == 1


def test_it_waits_for_the_quorum_that_the_game_promises(fresh: Callable[[], Browser]) -> None:
    log, book = seated(witnessed=ASKED), Logbook()
    rows, browser = entered(book, log), sat(fresh, log)
    few = (
        "Your seed waits for witnesses: {count} of the {quorum} that the game requires have signed the service's log "
        "with these seats. Silent: {silent}"
    )
    service = Service(log, book, book.listed(rows, witnesses=1))
    expect_silence(browser, service, few)
    doubled = book.listed(rows, witnesses=1)
    doubled["cosignatures"] *= 2
    service.listed = doubled
    expect_silence(browser, service, few)
    service.listed = book.listed(rows, witnesses=2)
    assert browser.reveal(service) is None
    assert len(service.seeds) == 1


def wrong(make: Callable[[Logbook, Log], list[int]], book: Logbook | None = None) -> Service:
    log, book = seated(), book or Logbook()
    return Service(log, book, book.listed(make(book, log)))


def elsewhere(book: Logbook, log: Log) -> list[int]:
    """The seats of a copy of the game, in which somebody else sits."""
    other = seated()
    other.trees[2]["d"] |= {"seed_commitment": other.trees[1]["d"]["seed_commitment"]}
    leaf = book.add("game", log_id(log.leaves[0]))
    return [leaf, book.add("seats", log_id(log.leaves[0]), n=3, r=b64(root([*log.leaves[:2], bytes(32)])))]


def of_another_game(book: Logbook, log: Log) -> list[int]:
    row = book.add("game", log_id(log.leaves[0]))
    return [row, book.add("seats", OTHER, n=3, r=b64(root(log.leaves)))]


def fewer(book: Logbook, log: Log) -> list[int]:
    return [book.add("game", log_id(log.leaves[0])), book.at("seats", log, 2)]


LIES: dict[str, tuple[Callable[[Logbook, Log], list[int]], Key, str]] = {
    "the seats of another log": (
        elsewhere,
        OPERATOR,
        "the service's log knows another log of this game, in which entry {n} or an earlier one is not this one",
    ),
    "the seats of another game": (
        of_another_game,
        OPERATOR,
        "a leaf of the service's log is of another game",
    ),
    "fewer seats": (
        fewer,
        OPERATOR,
        "in the service's log the last seat was taken in entry {n}, which is not so",
    ),
    "a log that a stranger signed": (
        entered,
        STRANGER,
        "the head of the service's log is not signed by the game's key under the name of the log",
    ),
}
"""What a dishonest service enters, with which key it signs its log, and what the page says of it."""


@pytest.mark.parametrize("lie", LIES)
def test_what_contradicts_the_game_opens_nothing_and_ends_the_play(
    fresh: Callable[[], Browser], lie: str
) -> None:
    make, key, why = LIES[lie]
    service = wrong(make, Logbook(key))
    expect_silence(sat(fresh, service.log), service, why)


def another_tree(service: Service) -> None:
    rows = service.listed["leaves"] if service.listed else []
    rows[1]["path"] = [*rows[1]["path"][:-1], b64(bytes(32))]


def test_a_leaf_that_is_not_in_the_log_opens_nothing(fresh: Callable[[], Browser]) -> None:
    service = wrong(entered)
    another_tree(service)
    expect_silence(sat(fresh, service.log), service, "a leaf is not in the service's log")


OTHER_LOG = "the service's log is not the one that this browser has seen before"


def knowing(fresh: Callable[[], Browser], book: Logbook) -> Browser:
    """A browser that has opened a seed in a game before, over 300 leaves."""
    log = seated()
    rows = entered(book, log)
    while len(book.leaves) < 300:
        book.add("game", OTHER)
    browser, service = sat(fresh, log), Service(log, book, book.listed(rows))
    assert browser.reveal(service) is None
    assert len(service.seeds) == 1
    return browser


def next_game(browser: Browser, book: Logbook) -> Service:
    log = seated(2)
    browser.sits(log, people()[0])
    return Service(log, book, book.listed(entered(book, log)))


def test_the_log_of_the_next_game_continues_that_of_the_game_before(fresh: Callable[[], Browser]) -> None:
    book = Logbook()
    browser = knowing(fresh, book)
    for _ in range(600):
        book.add("game", OTHER)
    service = next_game(browser, book)
    assert browser.reveal(service) is None
    assert browser.breach(service.log) is None
    assert len(service.seeds) == 1
    assert browser.memory["logs"] == {ORIGIN: book.checkpoint()}
    assert any(where.startswith("/v1/log/tile/1/") for where in service.asked)


def test_a_log_that_forgot_a_leaf_is_another_one(fresh: Callable[[], Browser]) -> None:
    browser = knowing(fresh, Logbook())
    forgetful = Logbook()
    for _ in range(320):
        forgetful.add("game", OTHER)
    service = next_game(browser, forgetful)
    kept = browser.memory["logs"][ORIGIN]
    expect_silence(browser, service, OTHER_LOG)
    assert browser.breach(service.log)["kept"] == kept
    assert browser.breach(service.log)["shown"] == forgetful.checkpoint()
    assert browser.memory["logs"][ORIGIN] == kept


def test_another_head_of_the_same_size_is_another_log(fresh: Callable[[], Browser]) -> None:
    browser = knowing(fresh, Logbook())
    other = Logbook()
    while len(other.leaves) < 297:
        other.add("game", OTHER)
    expect_silence(browser, next_game(browser, other), OTHER_LOG)


def test_tiles_of_the_old_log_do_not_prove_the_new_one(fresh: Callable[[], Browser]) -> None:
    book, other = Logbook(), Logbook()
    browser = knowing(fresh, book)
    for _ in range(320):
        other.add("game", OTHER)
        book.add("game", OTHER)
    service = next_game(browser, other)
    service.tiles = book.tile
    expect_silence(browser, service, OTHER_LOG)


UNPROVEN = (
    "Your seed waits: the service does not prove that its log continues the one that this browser has seen."
)


def test_a_log_without_tiles_proves_nothing(fresh: Callable[[], Browser]) -> None:
    book = Logbook()
    browser = knowing(fresh, book)
    service = next_game(browser, book)
    service.tiles = lambda *tile: None
    expect_silence(browser, service, UNPROVEN)
    service.tiles = lambda *tile: b"short"
    expect_silence(browser, service, UNPROVEN)


def test_partial_tiles_may_be_gone_once_the_full_one_is_there(fresh: Callable[[], Browser]) -> None:
    book = Logbook()
    browser = knowing(fresh, book)
    service = next_game(browser, book)
    while len(book.leaves) < 512:
        book.add("game", OTHER)
    service.tiles = lambda level, index, width: (
        book.tile(level, index, width) if width == 256 or level else None
    )
    assert browser.reveal(service) is None
    assert len(service.seeds) == 1


def test_an_old_head_of_the_same_log_is_none_to_complain_of(fresh: Callable[[], Browser]) -> None:
    book = Logbook()
    log = seated(2)
    rows = entered(book, log)
    listed = book.listed(rows)
    browser = knowing(fresh, book)
    kept = browser.memory["logs"][ORIGIN]
    browser.sits(log, people()[0])
    service = Service(log, book, listed)
    assert browser.reveal(service) is None
    assert len(service.seeds) == 1
    assert browser.memory["logs"][ORIGIN] == kept


def test_an_audit_file_is_compared_with_the_log_kept(fresh: Callable[[], Browser]) -> None:
    book = Logbook()
    log = seated(2)
    service, browser = Service(log, book, None), fresh()
    file = log.audit() | {"service_log": book.listed(entered(book, log))}
    assert browser.compare(service, log.audit()) is None
    assert browser.compare(service, file) is None
    assert browser.compare(service, file) == "continued"
    other = Logbook()
    other.add("game", OTHER)
    other.add("game", OTHER)
    changed = file | {"service_log": other.listed(entered(other, log))}
    service.tiles = other.tile
    assert browser.compare(service, changed) == "another"
    assert browser.breach(log)["why"] == OTHER_LOG
