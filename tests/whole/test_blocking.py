"""A block that another process of the service makes: every worker refuses, and cuts streams, within a moment."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from service.operation.app import Kronika, compose
from service.operation.moderation.blocking import block, unblock
from service.system.clock import now
from service.system.settings import Settings
from tests.api.kit import bearer
from tests.running import Server, until

HOUR = 3_600_000
ELSEWHERE = "127.0.0.9"
TIMES = 8
"""Requests on connections of their own, so that every worker gets some."""


@pytest.fixture(scope="module")
def operator(server: Server, folder: Path) -> Iterator[Kronika]:
    with closing(compose(Settings(data=folder, database=f"sqlite:///{folder}/kronika.db"))) as kronika:
        yield kronika


@pytest.fixture
def seated(server: Server) -> tuple[str, list[str]]:
    """The address of a game, and its seats' tokens."""
    with client_at("127.0.0.1") as client:
        made = client.post(f"{server.url}/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json()
        game = f"{server.url}/v1/games/{made['id']}"
        return game, [
            client.post(f"{game}/seats", json={"name": it}).json()["token"] for it in ("Ala", "Ola")
        ]


def client_at(address: str) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=address, verify=False)  # reading certificates takes longer
    return httpx.Client(transport=transport, timeout=240)


def statuses(game: str, token: str, address: str) -> set[int]:
    """What actions get, none of which is legal."""

    def act(_: int) -> int:
        with client_at(address) as client:
            return client.post(f"{game}/actions", json={"type": "?"}, headers=bearer(token)).status_code

    with ThreadPoolExecutor(4) as threads:
        return {*threads.map(act, range(TIMES))}


@pytest.mark.parametrize("by", ["address", pytest.param("token", marks=pytest.mark.soak)])
def test_every_worker_refuses_and_cuts_streams(
    seated: tuple[str, list[str]], operator: Kronika, by: str
) -> None:
    game, (blocked, free) = seated
    subject, address = (blocked, "127.0.0.1") if by == "token" else (ELSEWHERE, ELSEWHERE)
    with ExitStack() as opened:
        lines, others = (
            opened.enter_context(
                client_at(at).stream("GET", f"{game}/stream", headers=bearer(token))
            ).iter_lines()
            for at, token in ((address, blocked), ("127.0.0.1", free))
        )
        assert next(others)
        assert next(lines)
        act = block(operator.context, subject, now() + HOUR, "Spam.")
        assert [*lines], "the stream ends after what had come"
        until(lambda: statuses(game, blocked, address) == {403}, "refused by all workers")
        assert statuses(game, free, "127.0.0.1") & {403} == set()
        unblock(operator.context, act.subject, "Done.")
        until(lambda: statuses(game, blocked, address) & {403} == set(), "served by all workers")
        assert next(others) is not None


@pytest.mark.soak
def test_a_long_poll_that_waits_is_cut(seated: tuple[str, list[str]], operator: Kronika) -> None:
    game, (blocked, free) = seated
    version = httpx.get(game, headers=bearer(blocked)).json()["version"]
    with ThreadPoolExecutor(2) as thread:
        path = f"{game}?wait=30&after={version}"
        waiting, other = (
            thread.submit(httpx.get, path, headers=bearer(token), timeout=240) for token in (blocked, free)
        )
        until(lambda: httpx.get(f"{game}/audience").json()["present"] == [1, 2], "the polls wait")
        block(operator.context, blocked, now() + HOUR, "Spam.")
        assert waiting.result().status_code == 403
        assert not other.done()
        httpx.post(f"{game}/resignations", json={}, headers=bearer(free)).raise_for_status()
        assert other.result().status_code == 200
