"""A proxy that resets connections in the middle of requests, answers and streams."""

from __future__ import annotations

import random
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

RESET = struct.pack("ii", 1, 0)
"""As `SO_LINGER`: the connection ends with a reset."""


class Proxy:
    """Each connection is cut after a random number of bytes, on average `bytes`."""

    def __init__(self, target: int, bytes: int, seed: int) -> None:
        self._target, self._bytes, self._random = target, bytes, random.Random(seed)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                service = socket.create_connection(("127.0.0.1", self._target))
                pair = Pair(client, service, int(self._random.expovariate(1 / self._bytes)), self)
                for ends in ((client, service), (service, client)):
                    threading.Thread(target=pair.copy, args=ends, daemon=True).start()

    def close(self) -> None:
        self._listener.close()


class Pair:
    """A connection through the proxy: `left` bytes may still pass."""

    def __init__(self, client: socket.socket, service: socket.socket, left: int, proxy: Proxy) -> None:
        self._ends, self._left, self._proxy = (client, service), left, proxy

    def copy(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                passed = data[: self._left]
                self._left -= len(passed)
                target.sendall(passed)
                if self._left <= 0:
                    self._proxy.cuts += 1
                    break
        for end in self._ends:
            with suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def cutting(port: int, bytes: int, seed: int = 1) -> Iterator[Proxy]:
    proxy = Proxy(port, bytes, seed)
    try:
        yield proxy
    finally:
        proxy.close()
