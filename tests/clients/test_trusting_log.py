"""The example client reveals its seed only when the service's log has the seats as it has read them; else it says why."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any
from uuid import UUID

import httpx
import pytest
from kronika_client import Client
from kronika_client.heads import Heads, NotYet, SplitView, continues

from tests.clients.page_watch import Service
from tests.clients.test_page_watch import ASKED, LIES, OTHER, entered
from tests.clients.trusting import Player
from tests.verifier.logbook import ORIGIN, Logbook, log_id
from tests.verifier.players import Player as Other
from tests.verifier.primitives import digest_of, root
from tests.verifier.synthetic import Log
from verifier.note import Checkpoint


def spoken_to(service: Service) -> httpx.Client:
    def answer(request: httpx.Request) -> httpx.Response:
        found = service.answer(request.method, request.url.raw_path.decode(), request.content.decode())
        return httpx.Response(found.status, content=found.body)

    return httpx.Client(transport=httpx.MockTransport(answer), base_url="http://play.example.org")


class Table:
    """A client at seat 1 of a game whose other seat is taken too, at a service of the test's making."""

    def __init__(self, book: Logbook, number: int = 1, heads: Heads | None = None, **created: Any) -> None:
        game = UUID(bytes=digest_of(b"game", bytes([number]))[:16])
        self.book = book
        self.log = Log(game=game, created={"table": 2, "log": ORIGIN, "witnessed": None, **created})
        self.service = Service(self.log, book, None)
        self.http = spoken_to(self.service)
        self.client = Player(self.http, game.hex, 1, heads)
        self.client.patience = 0
        self.log.add("seat-taken", {"seat": 1, **self.client.declared()}, "seat:1")
        self.log.take(Other(2))

    def lists(self, make: Callable[[Logbook, Log], list[int]] = entered, **how: Any) -> Table:
        self.service.listed = self.book.listed(make(self.book, self.log), **how)
        return self

    def expect_silence(self, problem: type[Exception], why: str) -> Any:
        with pytest.raises(problem, match=why) as found:
            self.client.reveal()
        assert self.service.seeds == []
        return found.value


def test_a_seed_is_revealed_over_seats_that_the_log_has_and_the_proof_is_kept() -> None:
    table = Table(Logbook()).lists()
    table.client.reveal()
    assert len(table.service.seeds) == 1
    assert table.client.proof == table.service.listed
    assert table.client.heads.known == {ORIGIN: table.book.checkpoint()}


def test_it_waits_for_the_list_and_for_the_seats_in_it() -> None:
    table = Table(Logbook())
    table.expect_silence(NotYet, "nothing of this game")
    table.lists(lambda book, log: [book.add("game", log_id(log.leaves[0]))])
    table.expect_silence(NotYet, "the seats are not in the service's log")


def test_it_waits_for_the_quorum_that_the_game_promises() -> None:
    table = Table(Logbook(), witnessed=ASKED).lists(witnesses=1)
    table.expect_silence(
        NotYet, "under 1 of 3 witnesses only; silent: witness-2.example.org, witness-3.example.org"
    )
    assert table.service.listed
    table.service.listed["cosignatures"] *= 2
    table.expect_silence(NotYet, "under 1 of 3 witnesses")
    Table(Logbook(), witnessed=ASKED).lists(witnesses=2).client.reveal()


WORDS = {
    "the seats of another log": (SplitView, "other seats than this log"),
    "the seats of another game": (NotYet, "the seats are not in the service's log"),
    "fewer seats": (SplitView, "other seats than this log"),
    "a log that a stranger signed": (SplitView, "not signed"),
}


@pytest.mark.parametrize("lie", LIES)
def test_what_contradicts_the_game_is_told_nothing(lie: str) -> None:
    make, key, _ = LIES[lie]
    Table(Logbook(key)).lists(make).expect_silence(*WORDS[lie])


def test_a_leaf_that_is_not_in_the_log_is_told_nothing() -> None:
    table = Table(Logbook()).lists()
    assert table.service.listed
    table.service.listed["leaves"][1]["path"][-1] = "A" * 43 + "="
    table.expect_silence(SplitView, "a leaf is not in the service's log")


def grown(book: Logbook, leaves: int) -> Logbook:
    while len(book.leaves) < leaves:
        book.add("game", OTHER)
    return book


def knowing(book: Logbook) -> Heads:
    """What a client keeps that has revealed a seed in a game before, over 300 leaves and more."""
    table = Table(grown(book, 300)).lists()
    table.client.reveal()
    return table.client.heads


@pytest.mark.parametrize("more", [0, 1, 200, 600])
def test_the_log_of_the_next_game_continues_that_of_the_game_before(more: int) -> None:
    book = Logbook()
    heads = knowing(book)
    Table(grown(book, len(book.leaves) + more), 2, heads).lists().client.reveal()
    assert heads.known == {ORIGIN: book.checkpoint()}


def test_another_log_is_told_nothing_and_both_notes_are_kept() -> None:
    heads = knowing(Logbook())
    kept = heads.known[ORIGIN]
    table = Table(grown(Logbook(), 320), 2, heads).lists()
    split = table.expect_silence(SplitView, "not the one that is remembered")
    assert (split.known, split.given) == (kept, table.book.checkpoint())
    assert heads.known[ORIGIN] == kept
    table.expect_silence(SplitView, "not the one that is remembered")


def test_tiles_of_the_old_log_do_not_prove_the_new_one() -> None:
    book = Logbook()
    heads = knowing(book)
    table = Table(grown(Logbook(), 320), 2, heads).lists()
    table.service.tiles = grown(book, 330).tile
    table.expect_silence(SplitView, "not the one that is remembered")


def test_a_log_without_tiles_proves_nothing() -> None:
    book = Logbook()
    table = Table(book, 2, knowing(book)).lists()
    table.service.tiles = lambda *tile: None
    table.expect_silence(NotYet, "does not prove that its log continues")


def test_an_old_head_of_the_same_log_is_none_to_complain_of() -> None:
    book = Logbook()
    table = Table(book, 2).lists()
    heads = knowing(book)
    kept = dict(heads.known)
    table.client.heads = heads
    table.client.reveal()
    assert heads.known == kept


def test_every_two_sizes_of_one_log_continue_each_other_and_no_others() -> None:
    """The roots that follow from tiles are those of the log, for sizes around the ends of tiles."""
    book = grown(Logbook(), 600)
    client = Client("", http=spoken_to(Service(Log(), book, None)))

    def continued(older: Checkpoint, newer: Checkpoint) -> bool:
        return client.run(continues("/v1/log", older, newer, 0))

    sizes = (1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 513, 600)
    head = {size: Checkpoint(ORIGIN, size, root(book.hashes(size))) for size in sizes}
    for older, newer in itertools.combinations(sizes, 2):
        other = Checkpoint(ORIGIN, older, digest_of(b"other"))
        assert continued(head[older], head[newer])
        assert not continued(other, head[newer])
        assert not continued(head[older], Checkpoint(ORIGIN, newer, head[older].root))
