"""The guarded client reaches nothing inside for a stranger, and no receiver holds up others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from ipaddress import ip_address, ip_network
from typing import Any

import pytest

from service.accounts.notices import connections, guarded_client
from service.accounts.notices.addresses import BadUrl, is_public, parse_target
from service.accounts.notices.guarded_client import Answer, GuardedClient, NotSent
from tests.notices.receivers import Received, answering, client_context, receiving

HERE = (ip_network("127.0.0.0/8"),)
OWN = "https://kronika.example"
OUTSIDE = "93.184.215.14"


def resolving(*answers: Sequence[str]) -> Callable[[str], Awaitable[Sequence[str]]]:
    """A name server that gives these answers one after the other, and the last one from then on."""
    left = list(answers)

    async def resolve(host: str) -> Sequence[str]:
        if host == "kronika.example":
            return ["198.41.0.4"]
        return left.pop(0) if len(left) > 1 else left[0]

    return resolve


async def posted(url: str, resolve: Any = None, networks: Any = (), tries: int = 1) -> list[Answer]:
    with closing(GuardedClient(OWN, client_context(), resolve)) as client:
        return [await client.post(url, b"{}", {}, "a recipient", networks) for _ in range(tries)]


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """To which addresses connections were opened; none comes about."""
    addresses = []

    async def refuse(host: str, port: int, **_: Any) -> Any:
        addresses.append(host)
        raise ConnectionRefusedError

    monkeypatch.setattr(connections.asyncio, "open_connection", refuse)
    return addresses


REFUSED = [
    *(
        "http://example.com/",
        "https://example.com:444/",
        "https://example.com:22/",
        "ftp://example.com/",
        "//example.com/",
    ),
    *(
        "https://user@example.com/",
        "https://user:word@example.com/",
        "https://example.com/#part",
        "https://example.com\\@127.0.0.1/",
    ),
    *(
        "https://127.0.0.1/",
        "https://127.1/",
        "https://127.0.0.1:8443/",
        "https://2130706433/",
        "https://0x7f000001/",
    ),
    *(
        "https://0x7f.0.0.1/",
        "https://0177.0.0.1/",
        "https://017700000001/",
        "https://127.0.0.0x1/",
        "https://127.0.0.1./",
    ),
    *(
        "https://0/",
        "https://0.0.0.0/",
        "https://10.0.0.1/",
        "https://169.254.169.254/",
        "https://192.168.1.1/",
    ),
    *(
        "https://172.16.0.1/",
        "https://100.64.0.1/",
        "https://192.88.99.1/",
        "https://224.0.0.1/",
        "https://255.255.255.255/",
    ),
    *(
        "https://[::]/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:8.8.8.8]/",
        "https://[::127.0.0.1]/",
    ),
    *(
        "https://[64:ff9b::7f00:1]/",
        "https://[64:ff9b:1::a00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[2001:0:7f00:1::]/",
    ),
    *(
        "https://[fe80::1]/",
        "https://[fe80::1%25eth0]/",
        "https://[fec0::1]/",
        "https://[fd00::1]/",
        "https://[ff02::1]/",
    ),
    *(
        "https://[2001:db8::1]/",
        "https://[3fff::1]/",
        "https://[100::1]/",
        "https://[::1/",
        "https://[v1.a]/",
    ),
    *(
        "https://example.com./",
        "https://-a.example/",
        "https://a..example/",
        "https://ex ample.com/",
        "https://example.com/\n",
    ),
    *(
        "https://１２７.0.0.1/",
        "https://①.example/",
        "https://żółw.example/",
        "https://127。0。0。1/",
        "https://a%2eexample/",
    ),
    *(
        "https:///path",
        "https://",
        "",
        "https://example.com:/",
        "https://example.com:0443000/",
        "https://a.example/" + "a" * 2048,
    ),
]


@pytest.mark.parametrize("url", REFUSED)
def test_urls_of_another_form(url: str) -> None:
    with pytest.raises(BadUrl):
        parse_target(url)


@pytest.mark.parametrize(
    ("url", "host", "path"),
    [
        ("https://example.com", "example.com", "/"),
        ("https://Example.COM:8443/a/b?c=d&e", "example.com:8443", "/a/b?c=d&e"),
        ("https://xn--w-uga1v8h.example?a", "xn--w-uga1v8h.example", "/?a"),
        (f"https://{OUTSIDE}:443/hook", OUTSIDE, "/hook"),
        ("https://[2606:4700::1111]/", "[2606:4700::1111]", "/"),
    ],
)
def test_urls_of_the_right_form(url: str, host: str, path: str) -> None:
    assert (parse_target(url).authority, parse_target(url).path) == (host, path)


@pytest.mark.parametrize(
    "inside",
    [
        *(
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "10.1.2.3",
            "169.254.169.254",
            "192.168.0.1",
            "172.31.0.1",
            "100.127.0.1",
        ),
        *(
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "192.88.99.1",
            "224.1.1.1",
            "239.1.1.1",
            "240.0.0.1",
        ),
        *(
            "::",
            "::1",
            "::ffff:8.8.8.8",
            "::8.8.8.8",
            "64:ff9b::808:808",
            "64:ff9b:1::808:808",
            "2002:808:808::1",
        ),
        *(
            "2001::1",
            "fe80::1",
            "fe80::1%1",
            "fec0::1",
            "fc00::1",
            "ff0e::1",
            "2001:db8::1",
            "3fff:1::1",
            "5f00::1",
            "4000::1",
        ),
    ],
)
def test_names_of_addresses_inside(inside: str, dialled: list[str]) -> None:
    """One bad address is enough, in whatever place."""
    assert not is_public(ip_address(inside))
    for answers in ([inside], [OUTSIDE, inside], [inside, OUTSIDE]):
        [answer] = asyncio.run(posted("https://hook.example/", resolving(answers)))
        assert (answer.status, answer.failed) == (None, "unreachable")
    assert dialled == []


def test_the_service_itself(dialled: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a proxy its address is that of its name; else it is one of this machine."""
    assert asyncio.run(posted("https://hook.example/", resolving(["198.41.0.4"])))[0].failed == "unreachable"
    monkeypatch.setattr("service.accounts.notices.addresses.is_public", lambda address: True)
    assert asyncio.run(posted("https://hook.example/", resolving(["127.0.0.1"])))[0].failed == "unreachable"
    assert dialled == []


def test_a_name_that_leads_elsewhere_a_moment_later(dialled: list[str]) -> None:
    """Each try asks once, and dials what was checked."""
    resolve = resolving([OUTSIDE], ["127.0.0.1"], [OUTSIDE])
    answers = asyncio.run(posted("https://hook.example/", resolve, tries=3))
    assert [answer.failed for answer in answers] == ["unreachable"] * 3
    assert dialled == [OUTSIDE, OUTSIDE]


def test_certificate_and_host_are_those_of_the_name() -> None:
    async def run() -> None:
        async with receiving(answering("200 OK", b"yes"), "hook.example") as receiver:
            url = f"https://hook.example:{receiver.port}/in?x=1"
            first, second = await posted(url, resolving(["127.0.0.1"]), HERE, tries=2)
            assert (first.status, first.body, second.ok) == (200, b"yes", True)
            assert receiver.connections == 1, "a second request to the same address takes the same connection"
            line, headers, body = receiver.received[0]
            assert (line, headers["host"], body) == (
                "POST /in?x=1 HTTP/1.1",
                f"hook.example:{receiver.port}",
                b"{}",
            )
            other = f"https://other.example:{receiver.port}/"
            assert (await posted(other, resolving(["127.0.0.1"]), HERE))[0].failed == "tls"

    asyncio.run(run())


def test_no_proxy_and_no_redirect(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")

    async def run() -> None:
        async with receiving(answering("200 OK")) as inside:
            to = f"Location: http://127.0.0.1:{inside.port}/"
            async with receiving(answering("307 Temporary Redirect", b"", to)) as receiver:
                [answer] = await posted(f"http://127.0.0.1:{receiver.port}/", None, HERE)
            assert (answer.status, answer.ok, inside.received) == (307, False, [])

    asyncio.run(run())


def test_networks_of_the_operator_only() -> None:
    async def run() -> None:
        async with receiving(answering("204 No Content")) as receiver:
            url = f"http://hook.example:{receiver.port}/"
            assert (await posted(url, resolving(["127.0.0.1"]), HERE))[0].status == 204
            elsewhere = (ip_network("10.0.0.0/8"),)
            assert (await posted(url, resolving(["127.0.0.1"]), elsewhere))[0].failed == "unreachable"
            assert (await posted(url, resolving([OUTSIDE]), HERE))[0].failed == "unreachable"

    asyncio.run(run())


async def trickle(received: Received, writer: asyncio.StreamWriter) -> None:
    """One byte now and then, for ever."""
    for byte in b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + b"." * 100_000:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.02)


async def flood(received: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while not writer.is_closing():
        writer.write(b"10000\r\n" + b"." * 0x10000 + b"\r\n")
        await writer.drain()


async def endless_head(received: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while not writer.is_closing():
        writer.write(b"A: " + b"a" * 1000 + b"\r\n")
        await writer.drain()


async def hang_up(received: Received, writer: asyncio.StreamWriter) -> None:
    writer.close()


@pytest.mark.parametrize(
    ("respond", "expected"),
    [
        (trickle, (None, "timeout")),
        (flood, (200, None)),
        (endless_head, (None, "unreachable")),
        (hang_up, (None, "unreachable")),
        (answering("101 Switching Protocols"), (None, "unreachable")),
        (answering("nonsense"), (None, "unreachable")),
    ],
)
def test_bad_receivers(respond: Any, expected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lengthen(monkeypatch, 0.1 if respond is trickle else 100)

    async def run() -> None:
        async with receiving(respond) as receiver:
            [answer] = await posted(f"http://127.0.0.1:{receiver.port}/", None, HERE)
            assert (answer.status, answer.failed) == expected
            assert len(answer.body) <= 65_536

    asyncio.run(run())


def lengthen(monkeypatch: pytest.MonkeyPatch, factor: float) -> None:
    """Multiply the limits of requests, so that none is reached by chance where others work, too."""
    lane = guarded_client.Lane

    def longer(slots: int, seconds: float, resolvers: int) -> guarded_client.Lane:
        return lane(slots, seconds * factor, resolvers)

    monkeypatch.setattr(guarded_client, "Lane", longer)


def test_what_is_called_off_while_the_connection_is_opened_is_not_sent() -> None:
    async def scene() -> None:
        async with receiving(answering("200 OK")) as receiver:

            async def prepare() -> dict[str, str]:
                while not receiver.connections:
                    await asyncio.sleep(0)
                raise NotSent

            with closing(GuardedClient(OWN, client_context())) as client:
                url = f"http://127.0.0.1:{receiver.port}/"
                with pytest.raises(NotSent):
                    await client.post(url, b"{}", {}, "a recipient", HERE, prepare)
            assert receiver.received == []

    asyncio.run(scene())


def test_slow_receivers_do_not_hold_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred that never answer, of thirty recipients, take a few slots; the others are answered while those wait."""
    lengthen(monkeypatch, 100)

    async def run() -> None:
        asked, never = asyncio.Semaphore(0), asyncio.Event()

        async def wait(received: Received, writer: asyncio.StreamWriter) -> None:
            asked.release()
            await never.wait()

        async with receiving(wait) as silent, receiving(answering("200 OK")) as receiver:
            resolve = resolving(["127.0.0.1"])
            with closing(GuardedClient(OWN, client_context(), resolve)) as client:

                def post(port: int, host: str, recipient: str) -> asyncio.Task[Answer]:
                    url = f"http://{host}:{port}/"
                    return asyncio.create_task(client.post(url, b"{}", {}, recipient, HERE))

                waiting = [post(silent.port, "127.0.0.1", f"slow {n % 30}") for n in range(100)]
                for _ in range(4):
                    await asked.acquire()
                answers = [await post(receiver.port, "127.0.1.1", f"fast {n}") for n in range(20)]
                assert all(answer.ok for answer in answers)
                assert len(silent.received) == 4
                for task in waiting:
                    task.cancel()

    asyncio.run(run())


def test_who_failed_last_gets_slow_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    """And who answers well has a fast one again."""
    lengthen(monkeypatch, 100)
    replies = iter(("500 Internal Server Error", "200 OK", "200 OK"))

    async def respond(received: Received, writer: asyncio.StreamWriter) -> None:
        await answering(next(replies))(received, writer)

    async def run() -> None:
        async with receiving(respond) as receiver:
            with closing(GuardedClient(OWN, client_context())) as client:
                url = f"http://127.0.0.1:{receiver.port}/"
                client._fast.slots, client._slow.slots = fast, slow = (
                    asyncio.Semaphore(1),
                    asyncio.Semaphore(1),
                )
                assert not (await client.post(url, b"", {}, "one", HERE)).ok
                await fast.acquire()  # no fast slot is free, and none is needed
                assert (await client.post(url, b"", {}, "one", HERE)).ok
                fast.release()
                await slow.acquire()
                assert (await client.post(url, b"", {}, "one", HERE)).ok

    asyncio.run(run())


def test_at_most_four_for_one_recipient(monkeypatch: pytest.MonkeyPatch) -> None:
    lengthen(monkeypatch, 100)

    async def run() -> None:
        go, most, now = asyncio.Event(), 0, 0

        async def respond(received: Received, writer: asyncio.StreamWriter) -> None:
            nonlocal most, now
            now += 1
            most = max(most, now)
            if now == 4:
                go.set()
            await go.wait()
            now -= 1
            await answering("200 OK")(received, writer)

        async with receiving(respond) as receiver:
            addresses = iter([f"127.0.{n}.1" for n in range(20)])

            async def resolve(host: str) -> Sequence[str]:
                return [next(addresses)] if host == "hook.example" else []

            with closing(GuardedClient(OWN, client_context(), resolve)) as client:
                url = f"http://hook.example:{receiver.port}/"
                answers = await asyncio.gather(*(client.post(url, b"", {}, "one", HERE) for _ in range(20)))
        assert all(answer.ok for answer in answers)
        assert most == 4

    asyncio.run(run())
