"""The two clients of `bench.http`, in C and in Python: what they send, in which order, and what they make of answers."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from bench import rounds
from bench.rounds import Asked, Clients
from bench.wire import TO_ACT, Dialogue, asking_for_nothing

SENT = (b"<1 throws>", b"<1 sets aside>", b"<2 throws>", b"<2 sets aside>")
Answer = Callable[[bytes], list[bytes]]
"""What a server writes, piece by piece, to whoever has sent this."""


@pytest.fixture(params=["C", "Python"] if shutil.which("cc") else ["Python"])
def _client(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if request.param == "Python":
        monkeypatch.setattr(shutil, "which", lambda _: None)
    rounds.client.cache_clear()
    assert (rounds.client() == rounds.IN_PYTHON) == (request.param == "Python")
    yield
    rounds.client.cache_clear()


pytestmark = pytest.mark.usefixtures("_client")


class Peer:
    """The other end of a connection."""

    def __init__(self, answer: Answer) -> None:
        self.connection, self._socket = socket.socketpair()
        self._answer, self.got = answer, list[bytes]()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while got := self._socket.recv(65536):
            self.got.append(got)
            for piece in self._answer(got):
                self._socket.sendall(piece)
        self._socket.close()

    def close(self) -> None:
        self.connection.close()
        self._thread.join()


@pytest.fixture
def peer() -> Iterator[Callable[[Answer], Peer]]:
    made = list[Peer]()

    def make(answer: Answer) -> Peer:
        made.append(Peer(answer))
        return made[-1]

    yield make
    for one in made:
        one.close()


def ok(body: bytes) -> bytes:
    return b"HTTP/1.1 201 CREATED\r\ncontent-Length: %d\r\nServer: x\r\n\r\n%s" % (len(body), body)


def next_seat(sent: bytes) -> int:
    """A throw is followed by the same seat's next request, all else by the other's."""
    seat = int(sent[1:2])
    return seat if sent.endswith(b"throws>") else 3 - seat


def over_http(sent: bytes) -> list[bytes]:
    whole = ok(b'{"version":7,"rest":"%s","to_act":[%d]}' % (b"x" * 2000, next_seat(sent)))
    return [whole[:30], whole[30:100], whole[100:]]


def over_websockets(sent: bytes) -> list[bytes]:
    text = b'{"seat":%d,"dice":[1,2]}' % next_seat(sent)
    return [b"\x81" + bytes([len(text)]) + text]


def over_websockets_at_length(sent: bytes) -> list[bytes]:
    text = b'{"seat":%d,"dice":"%s"}' % (next_seat(sent), b"6" * 500)
    whole = b"\x81\x7e" + len(text).to_bytes(2, "big") + text
    return [whole[:1], whole[1:3], whole[3:]]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("answer", "mark"),
    [(over_http, TO_ACT), (over_websockets, b'"seat":'), (over_websockets_at_length, b'"seat":')],
)
def test_the_seat_that_is_to_act_asks_next_and_its_requests_take_turns(
    peer: Callable[[Answer], Peer], answer: Answer, mark: bytes
) -> None:
    peers = [peer(answer) for _ in range(3)]
    dialogues = [
        Dialogue(one.connection, SENT, seat, mark) for one, seat in zip(peers, (1, 2, 1), strict=True)
    ]
    with Clients(Asked(os.getpid(), dialogues)) as clients:
        measured = [clients.round(0.05) for _ in range(2)]
    for one, begins in zip(peers, (0, 2, 0), strict=True):
        order = SENT[begins:] + SENT[:begins]
        assert one.got == [order[n % 4] for n in range(len(one.got))]
        assert len(one.got) >= 2
    assert sum(len(each.latencies) for each in measured) == sum(len(one.got) for one in peers)
    assert all(0 < latency < 60 for each in measured for latency in each.latencies)
    assert all(each.asked > 0 for each in measured)


def test_nothing_is_asked_for_without_a_seat(peer: Callable[[Answer], Peer]) -> None:
    one = peer(lambda _: [ok(b"{}")])
    with Clients(Asked(os.getpid(), [asking_for_nothing(one.connection)])) as clients:
        clients.round(0.01)
    assert {got.partition(b"\r\n")[0] for got in one.got} == {b"GET /health/live HTTP/1.1"}


@pytest.mark.parametrize(
    "answer",
    [
        lambda _: [b"HTTP/1.1 409 CONFLICT\r\nContent-Length: 2\r\n\r\n{}"],
        lambda _: [ok(b'{"error":"not your turn"}')],
        lambda _: [ok(b'{"to_act":[0]}')],
        lambda _: [b"\x88\x00\x00\x00"],
    ],
    ids=["refused", "nobody is to act", "an unknown seat acts", "closed"],
)
def test_what_is_no_action_ends_the_run(peer: Callable[[Answer], Peer], answer: Answer) -> None:
    """A run that goes on would measure refusals."""
    one = peer(answer)
    asked = Asked(os.getpid(), [Dialogue(one.connection, SENT, 1, TO_ACT)])
    with Clients(asked) as clients, pytest.raises(RuntimeError, match="ended"):
        clients.round(0.01)
