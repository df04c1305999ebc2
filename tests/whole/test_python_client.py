"""The Python client plays whole games though its connections are cut: no event is missed or doubled, no action done twice."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from kronika_client import AsyncClient, Client, Record, Seat, api

from domain.rulesets import registry
from tests.clients.cutting import cutting
from tests.running import Server
from tests.soaking import soaked

PATIENCE = 300


class Table:
    """A game of two guests: one plays synchronously and unsigned, the other in an event loop and, if wanted, signed."""

    def __init__(self, url: str, ruleset: str, signed: bool) -> None:
        self.url = url
        with self.client() as client:
            self.game = client.send(api.create_game({"ruleset": ruleset, "seats": 2})).id
            self.seats = [client.sit(self.game, "Ala"), client.sit(self.game, "Ola", signed=signed)]

    def client(self) -> Client:
        return Client(self.url, patience=PATIENCE)

    def play(self, seat: Seat) -> list[Any]:
        """What happened at each of the seat's actions."""
        rng = random.Random(1)
        with self.client() as client:
            return [turn.act(choice(rng, turn.legal)) for turn in client.play(seat)]

    def play_in_a_loop(self, seat: Seat) -> list[Any]:
        return asyncio.run(self._play(seat))

    async def _play(self, seat: Seat) -> list[Any]:
        rng = random.Random(2)
        async with AsyncClient(self.url, patience=PATIENCE) as client:
            return [await turn.act(choice(rng, turn.legal)) async for turn in client.play(seat)]

    def follow(self) -> list[Any]:
        with self.client() as client:
            return list(client.follow(self.game))


def choice(rng: random.Random, legal: list[Any]) -> Any:
    """What ends games soon is listed first."""
    return legal[min(rng.randrange(len(legal)), rng.randrange(len(legal)))]


def played(url: str, ruleset: str, signed: bool) -> tuple[Any, list[Any], list[Any]]:
    """The game at its end, its events as they were followed, and what each action has returned."""
    table = Table(url, ruleset, signed)
    with ThreadPoolExecutor() as threads:
        followed = threads.submit(table.follow)
        acting = [
            threads.submit(play, seat)
            for play, seat in zip((table.play, table.play_in_a_loop), table.seats, strict=True)
        ]
        acted = [done for each in acting for done in each.result()]
        with table.client() as client:
            return client.send(api.get_game(table.game)), followed.result(), acted


def check(document: Any, events: list[Any], acted: list[Any]) -> None:
    assert [event.version for event in events] == list(range(1, document.version + 1))
    assert not [event for event in events if isinstance(event, Record)]
    start = next(event.version for event in events if event.type == "game-started")
    done = {event.action for event in events if event.actor.startswith("seat:") and event.version > start}
    assert len(done) == len([each for each in acted if each is not None])


GAMES = [("nagaraja", False), *((ruleset, True) for ruleset in registry()), ("romans", False)]


@pytest.mark.parametrize("game", soaked(GAMES, rare=GAMES[1:]), ids=str)
def test_a_game_is_played_to_its_end_over_connections_that_are_cut(
    server: Server, game: tuple[str, bool]
) -> None:
    with cutting(server.port, bytes=30_000) as proxy:
        document, events, acted = played(proxy.url, *game)
        assert proxy.cuts > 10
    assert document.status == "finished"
    check(document, events, acted)
