"""The programs of docs/how-to/webhooks.md receive what the service sends, over real connections."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.accounts.notices.guarded_client import GuardedClient
from service.accounts.notices.hook_making import NewHook, make_for_operator
from service.accounts.notices.hook_sender import HookSender
from service.operation.app import Kronika
from tests.api.kit import Seated
from tests.clients.typescript_client import from_sources
from tests.hooks.kit import pass_turn
from tests.notices.kit import catch_up
from tests.notices.receivers import Received, answering, receiving
from tests.running import PATIENCE, free_port

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "webhooks.md").read_text()
HERE = (ip_network("127.0.0.0/8"),)
NODE = Path(sys.executable).with_name("node")


def program(title: str, folder: Path) -> Path:
    found = re.search(rf'```\w+ title="{re.escape(title)}"\n(.*?)```', PAGE, re.DOTALL)
    assert found is not None
    (folder / title).write_text(found[1])
    return folder / title


@contextmanager
def running(command: Sequence[str | Path], port: int, **env: str) -> Iterator[subprocess.Popen[str]]:
    environ = {**os.environ, "PORT": str(port), **env}
    with subprocess.Popen(
        command, env=environ, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            _await(port, process)
            yield process
        finally:
            os.killpg(process.pid, signal.SIGKILL)  # the command may have started another


def _await(port: int, process: subprocess.Popen[str]) -> None:
    while process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise AssertionError("the receiver has ended")


async def send(kronika: Kronika) -> None:
    """All that is due."""
    sender, client = (
        HookSender(kronika.store, HERE),
        GuardedClient("https://kronika.example"),
    )
    for _ in range(8):
        await sender.look(client)
        await asyncio.gather(*sender._under_way)
    await sender.look(client)
    client.close()


def states(kronika: Kronika, hook: str) -> list[tuple[Any, ...]]:
    return kronika.store.query(
        "SELECT kind, state, status FROM hook_deliveries WHERE hook = ? ORDER BY n", (hook,)
    )


def made(kronika: Kronika, game: Seated, port: int) -> tuple[str, str]:
    hook = make_for_operator(kronika.store, HERE, None, NewHook(f"http://127.0.0.1:{port}/", "game", game.id))
    return hook.id, hook.secret


@pytest.mark.parametrize(
    ("title", "interpreter"),
    [
        pytest.param("receiver.py", sys.executable, id="python"),
        pytest.param("receiver.ts", NODE, id="typescript", marks=pytest.mark.soak),
    ],
)
def test_a_receiver(
    title: str, interpreter: str | Path, kronika: Kronika, client: FlaskClient, tmp_path: Path
) -> None:
    """It knows tests, verifies what it is sent, and refuses what another secret has signed."""
    game, port = Seated.at(client), free_port()
    hook, secret = made(kronika, game, port)
    other, _ = made(kronika, game, port)
    with running([interpreter, program(title, from_sources(tmp_path))], port, SECRET=secret) as process:
        pass_turn(game)
        catch_up(kronika)
        asyncio.run(send(kronika))
        sent = states(kronika, hook)
        assert ("ping", "delivered", 200) in sent
        assert {row[1:] for row in sent} == {("delivered", 200), ("delivered", 204)}
        assert {row[2] for row in states(kronika, other)} == {401}
        assert process.stdout is not None
        message = json.loads(process.stdout.readline())
    assert (message["type"], message["data"]["game"]) == ("game-started", game.id)


@pytest.mark.soak
def test_the_relay(kronika: Kronika, client: FlaskClient, tmp_path: Path) -> None:
    """What the chat does not take is tried again."""
    game, port = Seated.at(client), free_port()
    hook, secret = made(kronika, game, port)

    async def run() -> list[Received]:
        async with receiving(answering("200 OK", b"ok")) as chat:
            env = {
                "SECRET": secret,
                "SITE": "https://kronika.example",
                "CHAT": f"http://127.0.0.1:{chat.port}/",
            }
            relay = running([sys.executable, program("relay.py", tmp_path)], port, **env)
            process = await asyncio.to_thread(relay.__enter__)
            assert process.poll() is None
            await asyncio.wait_for(send(kronika), PATIENCE)
            await asyncio.to_thread(relay.__exit__, None, None, None)
            return chat.received

    pass_turn(game)
    catch_up(kronika)
    said = [json.loads(it.body)["text"] for it in asyncio.run(run())]
    where = f"https://kronika.example/games/{game.id}"
    assert (said[0], said[-1]) == (f"A game has begun: {where}", f"Seat {game.to_act()} is to act: {where}")
    assert {row[1] for row in states(kronika, hook)} == {"delivered"}
