"""Receivers of webhooks on this machine: what they answer, and what they were sent."""

from __future__ import annotations

import asyncio
import datetime
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Received(NamedTuple):
    """One request."""

    line: str
    headers: dict[str, str]
    body: bytes


Respond = Callable[[Received, asyncio.StreamWriter], Awaitable[None]]


class Receiver:
    """A receiver: its port, and what it received. `connections`: how many there were."""

    def __init__(self, respond: Respond) -> None:
        self.port, self.connections = 0, 0
        self.received: list[Received] = []
        self._respond = respond

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                line, *rows = head.decode().split("\r\n")
                headers = {
                    name.lower(): value for name, _, value in (row.partition(": ") for row in rows if row)
                }
                body = await reader.readexactly(int(headers["content-length"]))
                self.received.append(Received(line, headers, body))
                await self._respond(self.received[-1], writer)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            pass
        finally:
            writer.close()


def answering(head: str, body: bytes = b"", *headers: str) -> Respond:
    """Answer every request so."""
    lines = [f"HTTP/1.1 {head}", f"Content-Length: {len(body)}", *headers, "", ""]

    async def respond(received: Received, writer: asyncio.StreamWriter) -> None:
        writer.write("\r\n".join(lines).encode() + body)

    return respond


@asynccontextmanager
async def receiving(respond: Respond, certificate_of: str | None = None) -> AsyncIterator[Receiver]:
    """A receiver at every loopback address, with TLS if it has the certificate of a name."""
    receiver = Receiver(respond)
    context = server_context(certificate_of) if certificate_of else None
    server = await asyncio.start_server(receiver.serve, "0.0.0.0", 0, ssl=context)  # at all of 127.0.0.0/8
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()


class Pair(NamedTuple):
    """A certificate and its key, as PEM."""

    certificate: bytes
    key: bytes


@cache
def authority() -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    return _signed(
        "an authority", key, "an authority", key, x509.BasicConstraints(ca=True, path_length=None)
    ), key


@cache
def pair(name: str) -> Pair:
    """A certificate for this name by our authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    names = x509.SubjectAlternativeName([x509.DNSName(name)])
    certificate = _signed(name, key, "an authority", authority()[1], names)
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return Pair(certificate.public_bytes(serialization.Encoding.PEM), secret)


def _signed(
    subject: str,
    key: ec.EllipticCurvePrivateKey,
    issuer: str,
    by: ec.EllipticCurvePrivateKey,
    extension: x509.ExtensionType,
) -> x509.Certificate:
    at, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    builder = x509.CertificateBuilder(
        issuer_name=x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]),
        subject_name=x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]),
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=at - day,
        not_valid_after=at + day,
    )
    return builder.add_extension(extension, critical=True).sign(by, hashes.SHA256())


def client_context() -> ssl.SSLContext:
    """What trusts our authority, and no other."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=authority()[0].public_bytes(serialization.Encoding.PEM).decode())
    return context


@cache
def server_context(name: str) -> ssl.SSLContext:
    import tempfile

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        both = Path(folder) / "both.pem"
        both.write_bytes(pair(name).certificate + pair(name).key)
        context.load_cert_chain(both)
    return context
