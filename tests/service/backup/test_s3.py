"""A back-up in S3: moto's server, and before it a proxy that answers wrong, late, or not at all."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from service.operation.backup.objects import (
    BackupAway,
    ObjectExists,
    ObjectMissing,
    create_once,
    open_objects,
)
from service.operation.backup.s3 import S3Objects
from service.system.settings import BadSetting, Settings
from tests.service.backup.conftest import Shipped, rows_of, running
from tests.soaking import soaked

BUCKET = "club"


class Proxy:
    """Passes each connection's requests on; `fault` says what happens to the next PUTs: each is used once."""

    def __init__(self, port: int) -> None:
        self._target, self._server = port, socket.create_server(("127.0.0.1", 0))
        self.port, self.faults = self._server.getsockname()[1], list[str]()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._server.accept()
                threading.Thread(target=self._pass, args=(client,), daemon=True).start()

    def _pass(self, client: socket.socket) -> None:
        with client, suppress(OSError):
            request = _message(client)
            fault = self.faults.pop(0) if request.startswith(b"PUT") and self.faults else ""
            if fault == "refused":
                client.sendall(
                    b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
                return
            with socket.create_connection(("127.0.0.1", self._target)) as server:
                if fault == "half":
                    server.sendall(request[:-20])
                    return
                server.sendall(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
                answer = _rest(server)
            if fault == "done, 500":
                client.sendall(
                    b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
            elif fault != "done, cut":
                client.sendall(answer)

    def close(self) -> None:
        self._server.close()


def _message(connection: socket.socket) -> bytes:
    """A whole request."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536) or b"\r\n\r\n"
    head, _, body = data.partition(b"\r\n\r\n")
    lines = [line.split(b":") for line in head.lower().split(b"\r\n")]
    length = next((int(line[1]) for line in lines if line[0] == b"content-length"), 0)
    while len(body) < length:
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


def _rest(connection: socket.socket) -> bytes:
    data = b""
    while piece := connection.recv(65536):
        data += piece
    return data


@pytest.fixture(scope="module")
def moto() -> Iterator[int]:
    server = pytest.importorskip("moto.server").ThreadedMotoServer(
        ip_address="127.0.0.1", port=0, verbose=False
    )
    server.start()
    _, port = server.get_host_and_port()
    yield port
    server.stop()


@pytest.fixture
def proxy(moto: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    made = Proxy(moto)
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{made.port}")
    for name, value in {
        "ACCESS_KEY_ID": "club-key",
        "SECRET_ACCESS_KEY": "hush hush",
        "REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    monkeypatch.setattr("service.operation.backup.objects.PAUSE", 0.0)
    httpx.put(f"http://127.0.0.1:{moto}/{BUCKET}")
    yield made
    made.close()


@contextmanager
def raising_nothing_secret() -> Iterator[None]:
    with pytest.raises(BackupAway) as raised:
        yield
    assert "hush" not in str(raised.value)


@pytest.mark.parametrize(
    "fault", soaked(["refused", "half", "done, 500", "done, cut"], ["refused", "half", "done, 500"])
)
def test_an_object_is_created_whatever_the_answer(proxy: Proxy, fault: str) -> None:
    objects = open_objects(f"s3://{BUCKET}/{fault.replace(', ', '-')}")
    proxy.faults += [fault, fault]
    create_once(objects, "segments/1", b"x" * 5000)
    create_once(objects, "segments/1", b"x" * 5000)
    with pytest.raises(ObjectExists):
        create_once(objects, "segments/1", b"y" * 5000)
    assert objects.get("segments/1") == b"x" * 5000
    assert objects.names("segments/") == ["segments/1"]
    objects.replace("segments/1", b"z")
    assert objects.get("segments/1") == b"z"
    objects.delete("segments/1")
    with pytest.raises(ObjectMissing):
        objects.get("segments/1")


@pytest.mark.soak
def test_a_store_that_is_away_is_told_without_secrets(proxy: Proxy) -> None:
    objects = S3Objects(f"{BUCKET}/x")
    proxy.faults += ["refused"] * 9
    with raising_nothing_secret():
        create_once(objects, "one", b"x")


def test_a_service_is_restored_from_s3(proxy: Proxy, shipped: Shipped, tmp_path: Path) -> None:
    shipped.objects = open_objects(f"s3://{BUCKET}/service")
    shipping = shipped.shipper()
    proxy.faults += ["done, 500", "refused", "done, cut", "half"]
    shipping.look()
    shipped.play()
    proxy.faults += ["done, cut"] * 2
    shipping.ship()
    settings, _ = shipped.restored(tmp_path / "two")
    with running(settings) as house:
        assert rows_of(house.kronika.store) == rows_of(shipped.store)


@pytest.mark.parametrize("address", ["s3://", "s3://Club/x", "http://club/x", "s3://ab"])
def test_addresses_that_name_no_bucket(address: str) -> None:
    with pytest.raises(BadSetting, match="KRONIKA_BACKUP"):
        Settings.from_env({"KRONIKA_BACKUP": address})
