"""Newcomers are turned away before a listening socket is closed, also where the kernel lets nobody put a filter there."""

from __future__ import annotations

import socket

import pytest

from api.server import drain

SO_LOCK_FILTER = 44


def comes_in(listener: socket.socket) -> bool:
    try:
        socket.create_connection(listener.getsockname(), timeout=0.5).close()
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("refused", [False, True])
@pytest.mark.parametrize(
    "option", [drain.SO_ATTACH_FILTER, 9999]
)  # a kernel without filters knows no such option
def test_newcomers_are_turned_away_and_not_reset(
    monkeypatch: pytest.MonkeyPatch, refused: bool, option: int
) -> None:
    monkeypatch.setattr(drain, "SO_ATTACH_FILTER", option)
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        if refused:
            listener.setsockopt(socket.SOL_SOCKET, SO_LOCK_FILTER, 1)  # from now on a filter is EPERM
        early = socket.create_connection(listener.getsockname(), timeout=5)
        drain.turn_newcomers_away([listener])
        assert not comes_in(listener)
        accepted, _ = listener.accept()
        accepted.sendall(b"in")
        assert early.recv(2) == b"in"
        accepted.close()
        early.close()
