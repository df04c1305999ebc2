"""Push messages, against a push service that reads them as a browser would."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from typing import Any, NamedTuple

import http_ece
import py_vapid
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from domain.ledger.text import b64u
from service.accounts.notices import guarded_client, subscriptions, vapid
from service.accounts.notices.pusher import Pusher
from service.identity.credentials import Holder, holder_of, new_session, revoke
from service.store import Statement, Store
from tests.notices.kit import catch_up, give, people, seated
from tests.notices.receivers import Received, Receiver, answering, client_context, receiving
from tests.service.conftest import House
from tests.service.playing import play

PUSH_SERVICE, OWN = "push.example", "https://kronika.example:8443"
OUTSIDE = "93.184.215.14"


class Browser(NamedTuple):
    """What a browser has of its subscription."""

    key: Any
    auth: bytes

    @classmethod
    def new(cls) -> Browser:
        return cls(ec.generate_private_key(ec.SECP256R1()), os.urandom(16))

    def subscribed(self, store: Store, holder: Holder, path: str = "/browser") -> str:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        endpoint = f"https://{PUSH_SERVICE}{path}"
        return subscriptions.subscribe(store, holder, endpoint, b64u(point), b64u(self.auth))

    def read(self, received: Received) -> Any:
        assert received.headers["content-encoding"] == "aes128gcm"
        assert py_vapid.Vapid02.verify(received.headers["authorization"])
        plain = http_ece.decrypt(
            received.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        return json.loads(plain)


def session(store: Store, account: str) -> Holder:
    new = new_session(account, "a browser", None, asserted=True)
    store.append("", [], [new.row])
    holder = holder_of(store, new.secret)
    assert holder is not None
    return holder


@asynccontextmanager
async def pushing(
    store: Store, monkeypatch: pytest.MonkeyPatch, respond: Callable[..., Awaitable[None]]
) -> AsyncIterator[tuple[Receiver, Callable[[], Awaitable[None]]]]:
    """A push service, and a round of everything that is to be pushed to it."""

    async def resolve(host: str) -> list[str]:
        return [OUTSIDE if host == PUSH_SERVICE else "198.41.0.4"]

    async with receiving(respond, PUSH_SERVICE) as receiver:
        opened = asyncio.open_connection

        async def dial(host: str, port: int, **more: Any) -> Any:
            assert (host, port) == (OUTSIDE, 443)
            return await opened("127.0.0.1", receiver.port, **more)

        monkeypatch.setattr("service.accounts.notices.connections.asyncio.open_connection", dial)
        pusher = Pusher(store, OWN)
        with closing(guarded_client.GuardedClient(OWN, client_context(), resolve)) as client:

            async def round() -> None:
                async with asyncio.TaskGroup() as tasks:
                    await pusher.look(client, tasks)

            yield receiver, round


def at_turn(house: House, *accounts: str) -> tuple[str, dict[int, str], int]:
    """A game in which another seat than the first has come to act; the game, its tokens, and that seat."""
    game, tokens = seated(house, *accounts)
    play(house, game, tokens, random.Random(2), actions=1)
    while (to_act := house.document(game)["to_act"]) == [1]:
        play(house, game, tokens, random.Random(2), actions=1)
    return game, tokens, to_act[0]


def test_a_browser_reads_that_it_is_ones_turn_and_nobody_else_can(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = house.kronika.store
    ann, bob = people(house.kronika, "Ann", "Bob")
    browser, holder = Browser.new(), session(store, bob)

    async def scene() -> None:
        async with pushing(store, monkeypatch, answering("201 Created")) as (receiver, round):
            browser.subscribed(store, holder)
            game, _, _ = at_turn(house, ann, bob)
            catch_up(house.kronika)
            await round()
            [received] = receiver.received
            assert browser.read(received) == {
                "kind": "your-turn",
                "game": game,
                "name": {"en": "Age of War", "pl": "Age of War"},
            }
            assert game.encode() not in received.body
            assert received.line == "POST /browser HTTP/1.1"
            claims = received.headers["authorization"]
            assert f"k={vapid.public_key(store)}" in claims
            await round()
            assert len(receiver.received) == 1

    asyncio.run(scene())


def test_nothing_is_pushed_of_a_turn_that_is_over_or_of_a_seat_that_is_another_ones(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = house.kronika.store
    ann, bob, eve = people(house.kronika, "Ann", "Bob", "Eve")
    browser, holder = Browser.new(), session(store, bob)

    async def scene() -> None:
        async with pushing(store, monkeypatch, answering("201 Created")) as (receiver, round):
            browser.subscribed(store, holder)
            passed, tokens, _ = at_turn(house, ann, bob)
            while house.document(passed)["to_act"] == [2]:
                play(house, passed, tokens, random.Random(2), actions=1)
            lost, _, seat = at_turn(house, ann, bob)
            catch_up(house.kronika)
            store.append(
                "", [], [Statement("DELETE FROM account_roles WHERE account = ? AND place = ?", (bob, lost))]
            )
            give(house.kronika, eve, lost, f"seat:{seat}")
            await round()
            assert receiver.received == []

    asyncio.run(scene())


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
def test_what_the_browser_has_ended_is_deleted(
    house: House, monkeypatch: pytest.MonkeyPatch, status: str
) -> None:
    store = house.kronika.store
    ann, bob = people(house.kronika, "Ann", "Bob")
    holder = session(store, bob)

    async def scene() -> None:
        async with pushing(store, monkeypatch, answering(status)) as (receiver, round):
            Browser.new().subscribed(store, holder)
            at_turn(house, ann, bob)
            catch_up(house.kronika)
            await round()
            assert len(receiver.received) == 1
            assert store.query("SELECT id FROM push_subscriptions") == []

    asyncio.run(scene())


@pytest.mark.parametrize(("pause", "sent"), [(3600.0, 1), (0.0, 2)])
def test_a_push_service_that_fails_is_left_alone_and_tried_again_later(
    house: House, monkeypatch: pytest.MonkeyPatch, pause: float, sent: int
) -> None:
    store = house.kronika.store
    ann, bob = people(house.kronika, "Ann", "Bob")
    browser, holder = Browser.new(), session(store, bob)
    monkeypatch.setattr("service.accounts.notices.pusher.FIRST_PAUSE", pause)

    async def scene() -> None:
        async with pushing(store, monkeypatch, answering("503 Service Unavailable")) as (receiver, round):
            browser.subscribed(store, holder)
            game, _, _ = at_turn(house, ann, bob)
            catch_up(house.kronika)
            await round()
            await round()
            assert [browser.read(one)["game"] for one in receiver.received] == [game] * sent

    asyncio.run(scene())


def test_a_subscription_ends_with_its_session_and_says_so_only_at_a_recovery(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = house.kronika.store
    ann, bob = people(house.kronika, "Ann", "Bob")
    browser, ended, recovered = Browser.new(), session(store, bob), session(store, ann)

    async def scene() -> None:
        async with pushing(store, monkeypatch, answering("201 Created")) as (receiver, round):
            Browser.new().subscribed(store, ended)
            browser.subscribed(store, recovered)
            store.append("", [], [revoke(bob, ended.id)])
            store.append("", [], [subscriptions.leaving(ann), revoke(ann, recovered.id)])
            at_turn(house, ann, bob)
            catch_up(house.kronika)
            await round()
            assert [browser.read(one) for one in receiver.received] == [
                {"kind": "account", "what": "recovery"}
            ]
            assert store.query("SELECT id FROM push_subscriptions") == []

    asyncio.run(scene())
