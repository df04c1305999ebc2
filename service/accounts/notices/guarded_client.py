"""The guarded client: it sends every request to an address that somebody gave. The service reaches nothing for a stranger that
the stranger could not reach, and no receiver holds up others.

A name is resolved anew for each request. All its addresses are checked, and the connection goes to one of those: a name that
resolves to another address a moment later gains nothing. No redirect is followed, and no proxy is taken from the environment.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from socket import SOCK_STREAM, getaddrinfo
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

import h11

from service.accounts.notices.addresses import Address, Network, Target, may_reach, network_of, parse_target
from service.accounts.notices.connections import Connections, NotConnected, Reply
from service.accounts.notices.slots import Slots

Failure = Literal["timeout", "tls", "unreachable"]
Resolve = Callable[[str], Awaitable[Sequence[str]]]
"""The addresses of a name, as text; `OSError` if it has none."""
SLOTS_EACH = 4
"""At a time, to one network and for one recipient."""
MOST_ADDRESSES = 3
"""Addresses of one name that are tried."""
MOST_REMEMBERED = 10_000
"""Receivers that are remembered as slow."""
OWN_SECONDS = 60.0
"""For how long the addresses of the service's own name count."""


class NotSent(Exception):
    """What was to be sent is not to be sent any more."""


Prepare = Callable[[], Awaitable[Mapping[str, str]]]
"""Called when a request has its slots and its connection, just before it is sent. Returns more headers, or raises `NotSent`."""


class Answer(NamedTuple):
    """What came of a request: a status, or the word for what failed.

    `milliseconds`: how long it took, without waiting for slots.
    """

    status: int | None
    failed: Failure | None
    milliseconds: int
    body: bytes = b""
    retry_after: str | None = None

    @property
    def ok(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


class Request(NamedTuple):
    """What is to be sent, and where."""

    target: Target
    body: bytes
    headers: Mapping[str, str]
    networks: Sequence[Network]
    prepare: Prepare | None


class Lane:
    """Slots of one kind, with a limit for each request and threads of its own that resolve names."""

    def __init__(self, slots: int, seconds: float, resolvers: int) -> None:
        self.slots, self.seconds = asyncio.Semaphore(slots), seconds
        self._threads = ThreadPoolExecutor(resolvers, "resolver")

    async def resolve(self, host: str) -> Sequence[str]:
        """A name server that does not answer holds one of these threads, for longer than the request lasts."""
        run = asyncio.get_running_loop().run_in_executor
        found = await run(self._threads, lambda: getaddrinfo(host, None, type=SOCK_STREAM))
        return list(dict.fromkeys(str(row[4][0]) for row in found))

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class GuardedClient:
    """For one event loop, in which it has to be made."""

    def __init__(
        self, origin_url: str, context: ssl.SSLContext | None = None, resolve: Resolve | None = None
    ) -> None:
        """`origin_url`: the service's own, to which nothing is sent. Certificates are checked by `context`, names resolved by
        `resolve`; by default as everywhere on this machine.
        """
        self._own_name, self._resolve = urlsplit(origin_url).hostname or "", resolve
        self._own: tuple[float, frozenset[str]] = (float("-inf"), frozenset())
        self._connections = Connections(context or ssl.create_default_context())
        self._recipients, self._networks = Slots(SLOTS_EACH), Slots(SLOTS_EACH)
        self._fast, self._slow = Lane(48, 2.0, 96), Lane(16, 10.0, 32)
        self._remembered: OrderedDict[tuple[str, str], None] = OrderedDict()

    async def post(
        self,
        url: str,
        body: bytes,
        headers: Mapping[str, str],
        recipient: str,
        networks: Sequence[Network] = (),
        prepare: Prepare | None = None,
    ) -> Answer:
        """Send a request for this recipient (an account, or who has a hook), and wait for the answer.

        `networks`: those that are allowed beside public addresses, for what the operator has set up. `BadUrl` for a URL that
        `parse_target` refuses, and what `prepare` raises.
        """
        request = Request(parse_target(url, networks), body, headers, networks, prepare)
        key = (recipient, request.target.authority)
        lane = self._slow if key in self._remembered else self._fast
        async with self._recipients.hold(recipient):
            answer = await self._answer(lane, request)
        self._remember(key, not answer.ok or answer.milliseconds >= 1000 * self._fast.seconds)
        return answer

    async def _answer(self, lane: Lane, request: Request) -> Answer:
        timer = Timer(lane.seconds)
        try:
            async with timer.running():
                addresses = await self._checked(lane, request)
            reply = await self._reply(lane, timer, request, addresses)
        except TimeoutError:
            return Answer(None, "timeout", timer.milliseconds)
        except ssl.SSLError:
            return Answer(None, "tls", timer.milliseconds)
        except (OSError, UnicodeError, h11.ProtocolError):
            return Answer(None, "unreachable", timer.milliseconds)
        return Answer(reply.status, None, timer.milliseconds, reply.body, reply.retry_after)

    async def _checked(self, lane: Lane, request: Request) -> list[Address]:
        """All addresses of the target; `OSError` if a request may not go to one of them."""
        target, networks = request.target, request.networks
        if target.address is not None:
            found: Sequence[str] = [str(target.address)]
        else:
            found = await (self._resolve or lane.resolve)(target.host)
        addresses = [ip_address(text) for text in found]
        own = await self._own_addresses(lane)
        for address in addresses:
            trusted = any(address in network for network in networks)
            if not may_reach(target, address, networks) or (str(address) in own and not trusted):
                raise PermissionError
        return addresses

    async def _own_addresses(self, lane: Lane) -> frozenset[str]:
        """Those of the service's own name: behind a proxy they are not of this machine."""
        since, own = self._own
        if time.monotonic() - since > OWN_SECONDS:
            with suppress(OSError, UnicodeError):
                own = frozenset(await (self._resolve or lane.resolve)(self._own_name))
            self._own = (time.monotonic(), own)
        return own

    async def _reply(self, lane: Lane, timer: Timer, request: Request, addresses: Sequence[Address]) -> Reply:
        trouble: Exception = ConnectionError()
        for address in addresses[:MOST_ADDRESSES]:
            async with self._networks.hold(network_of(address)), lane.slots:
                try:
                    return await self._sent(timer, request, address)
                except NotConnected as error:
                    trouble = error
        raise trouble

    async def _sent(self, timer: Timer, request: Request, address: Address, fresh: bool = False) -> Reply:
        async with timer.running():
            connection = await self._connections.open(request.target, address, fresh)
        try:
            more = await request.prepare() if request.prepare else {}
            async with timer.running():
                reply = await connection.post(request.target, request.body, {**request.headers, **more})
        except (ConnectionError, h11.ProtocolError):
            connection.close()
            if not connection.reused:
                raise
            return await self._sent(timer, request, address, fresh=True)  # it was closed while it was idle
        except BaseException:
            connection.close()
            raise
        self._connections.release(connection, request.target, address)
        return reply

    def _remember(self, key: tuple[str, str], slow: bool) -> None:
        self._remembered.pop(key, None)
        if slow:
            self._remembered[key] = None
            if len(self._remembered) > MOST_REMEMBERED:
                self._remembered.popitem(last=False)

    def close(self) -> None:
        self._connections.close()
        self._fast.close()
        self._slow.close()


class Timer:
    """A limit over the parts of one request in which it does not wait for slots."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._spent = seconds, 0.0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """`TimeoutError` beyond the limit."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(self._seconds - self._spent):
                yield
        finally:
            self._spent += time.monotonic() - began

    @property
    def milliseconds(self) -> int:
        return round(1000 * self._spent)
