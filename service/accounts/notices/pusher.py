"""Pushes to browsers that it is one's turn (RFC 8030, 8291).

A message has the game's name and id only, and is sent while it is still that seat's turn. One that could not be sent is tried
again later, if it is its turn then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
import structlog
from cryptography.hazmat.primitives.asymmetric import ec

from domain.rulesets import ruleset_of
from service.accounts.notices import subscriptions, vapid
from service.accounts.notices.addresses import BadUrl
from service.accounts.notices.guarded_client import Answer, GuardedClient
from service.accounts.notices.recipients import audiences
from service.accounts.notices.subscriptions import Browser, Waiting
from service.accounts.notices.writing import account
from service.store import Conflict, Statement, Store, StoreUnusable

log = structlog.get_logger()
WAIT = 0.5
"""Seconds between two looks for something to push."""
ENDED_EVERY = 3.0
"""Seconds between two deletions of the subscriptions of ended sessions."""
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 3600.0
"""Seconds before a browser that was not reached is tried again: doubled each time."""
GONE = (404, 410)
"""What a push service answers when the browser has ended the subscription."""
TTL = 12 * 3600
"""Seconds for which a push service holds a message for a browser that is away."""
TURNS = """SELECT DISTINCT game, seat FROM notices WHERE recipient = ? AND n > ? AND n <= ? AND kind = 'your-turn'"""
GAMES = "SELECT ruleset, to_act FROM lobby WHERE game = ? AND status = 'playing' AND hidden < 2"
_seats = msgspec.json.Decoder(tuple[int, ...]).decode


class Message(NamedTuple):
    """`topic`: a later message of the same topic replaces this one while the browser is away."""

    topic: str
    content: Mapping[str, Any]


class Pusher:
    """For one event loop. The store is used in threads, because other requests are under way in that loop."""

    def __init__(self, store: Store, origin_url: str) -> None:
        self._store, self._origin_url = store, origin_url
        self._busy: set[str] = set()
        self._later: dict[str, tuple[float, float]] = {}
        """Browsers that were not reached: until when they are left alone (`monotonic`), and for how long the next time."""
        self._ended_at = float("-inf")

    async def run(self, client: GuardedClient) -> None:
        """Push until waiting is ended. An unusable database is tried again."""
        async with asyncio.TaskGroup() as tasks:
            while not self._store.waiting_ended:
                await self.look(client, tasks)
                await asyncio.sleep(WAIT)

    async def look(self, client: GuardedClient, tasks: asyncio.TaskGroup) -> None:
        """Begin to push what there is."""
        try:
            for one in await asyncio.to_thread(self._waiting):
                if one.id not in self._busy and self._later.get(one.id, (0.0,))[0] <= time.monotonic():
                    self._busy.add(one.id)
                    tasks.create_task(self._push(client, one))
        except (Conflict, StoreUnusable) as error:
            log.warning("nothing-pushed", reason=str(error))

    def _waiting(self) -> list[Waiting]:
        if time.monotonic() - self._ended_at >= ENDED_EVERY:
            self._ended_at = time.monotonic()
            self._write(subscriptions.ended())
        return list(subscriptions.waiting(self._store))

    def _write(self, statement: Statement) -> None:
        self._store.append("", [], [statement])

    async def _push(self, client: GuardedClient, one: Waiting) -> None:
        """Push what this browser has not been sent, and store that; or leave it alone for a while."""
        try:
            for message in await asyncio.to_thread(lambda: list(self._messages(one))):
                answer = await self._send(client, one, message)
                if answer is None or answer.status in GONE:
                    return await asyncio.to_thread(self._write, subscriptions.delete(one.id))
                if not answer.ok and one.session:
                    return self._put_off(one.id)
            self._later.pop(one.id, None)
            done = subscriptions.reached(one.id, one.newest) if one.session else subscriptions.delete(one.id)
            await asyncio.to_thread(self._write, done)
        except (Conflict, StoreUnusable) as error:  # a later look may push the same message once more
            log.warning("push-not-stored", reason=str(error))
        except Exception:  # one browser must not end what is sent to all others
            log.exception("push-failed", subscription=one.id)
            self._put_off(one.id)
        finally:
            self._busy.discard(one.id)

    def _put_off(self, id: str) -> None:
        pause = self._later.get(id, (0.0, FIRST_PAUSE))[1]
        self._later[id] = (time.monotonic() + pause, min(2 * pause, LONGEST_PAUSE))

    async def _send(self, client: GuardedClient, one: Waiting, message: Message) -> Answer | None:
        """None if nothing can be sent to this address."""
        body = encrypted(one.browser, msgspec.json.encode(message.content))
        signed = vapid.authorization(vapid.push_key(self._store), one.browser.endpoint, self._origin_url)
        headers = {
            "Authorization": signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL),
            "Topic": message.topic,
            "Urgency": "high",
        }
        try:
            return await client.post(one.browser.endpoint, body, headers, account(one.account))
        except BadUrl:
            return None

    def _messages(self, one: Waiting) -> Iterator[Message]:
        if not one.session:
            yield Message("account", {"kind": "account", "what": "recovery"})
            return
        who = account(one.account)
        for game, seat in self._store.query(TURNS, (who, one.n, one.newest)):
            for ruleset, to_act in self._store.query(GAMES, (game,)):
                if seat in _seats(to_act) and self._has_seat(who, game, seat):
                    name = ruleset_of(ruleset).name
                    yield Message(game, {"kind": "your-turn", "game": game, "name": name})

    def _has_seat(self, recipient: str, game: str, seat: int) -> bool:
        found = audiences(self._store, [game]).get(game)
        return found is not None and recipient in found.seats.get(seat, ())


def encrypted(browser: Browser, content: bytes) -> bytes:
    """The body of a push message, which only the browser can read (RFC 8291)."""
    import http_ece  # only the background worker needs it

    key: Any = ec.generate_private_key(ec.SECP256R1())
    return bytes(
        http_ece.encrypt(
            content, private_key=key, dh=browser.p256dh, auth_secret=browser.auth, version="aes128gcm"
        )
    )
