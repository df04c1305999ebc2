"""The sender is killed at each of its steps: every notice arrives at least once, and none out of order within a game."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.accounts.notices.guarded_client import Answer
from service.operation.app import Kronika
from tests.accounts.kit import person
from tests.api.kit import Seated
from tests.hooks.kit import Post, Request, good, pass_turn, send_all
from tests.notices.kit import catch_up, give
from tests.service.killing import Killed


def stepping(steps: Any, step: int, work: Callable[..., Any]) -> Callable[..., Any]:
    """Each transaction and each request is two steps: before it and after it."""

    def stepped(*args: Any, **named: Any) -> Any:
        if next(steps) == step:
            raise Killed
        done = work(*args, **named)
        if next(steps) == step:
            raise Killed
        return done

    return stepped


def run_until_killed(post: Post, step: int) -> bool:
    """Whether it was killed at this step of what was left to do."""
    steps, store = itertools.count(), post.kronika.store
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "append", stepping(steps, step, store.append))
        patch.setattr(post, "respond", stepping(steps, step, post.respond))
        try:
            asyncio.run(send_all(post))
        except Killed:
            return True
    return False


def test_killed_at_every_step(post: Post, kronika: Kronika, client: FlaskClient) -> None:
    owner, games = person(kronika, "Survivor"), [Seated.at(client)]
    for game in games:
        give(kronika, owner.account, game.id, "organiser")
        post.make(owner.headers, about="game", game=game.id)
    for step in range(10):
        for game in games:
            pass_turn(game)
        catch_up(kronika)
        killed = run_until_killed(post, step)
        assert killed or step > 6
    assert not run_until_killed(post, 10_000)
    hooks = {f"hook:{id}" for (id,) in kronika.store.query("SELECT id FROM hooks")}
    rows = kronika.store.query("SELECT recipient, game, n FROM notices ORDER BY n")
    expected = [(game, n) for recipient, game, n in rows if recipient in hooks]
    for game in games:
        first: dict[int, None] = dict.fromkeys(
            request.data["n"] for request in post.received if request.data["game"] == game.id
        )
        assert list(first) == [n for id, n in expected if id == game.id]
    texts: dict[str, str] = {}
    for request in post.received:
        assert texts.setdefault(request.id, request.text) == request.text
    assert len(post.received) > len(texts)


def test_a_receiver_that_fails_at_random(post: Post, kronika: Kronika, client: FlaskClient) -> None:
    """The first success of n comes before the first try of n + 1, whatever fails between."""
    game = Seated.at(client)
    owner = person(kronika, "Unlucky")
    give(kronika, owner.account, game.id, "organiser")
    post.make(owner.headers, about="game", game=game.id)
    done: list[int] = []

    def respond(request: Request) -> Answer:
        n = request.data["n"]
        assert n == len(done) + 1 or n in done
        if (n * 7 + len(post.received)) % 3:
            return Answer(503, None, 1)
        done.append(n)
        return good(request)

    post.respond = respond
    for _ in range(6):
        pass_turn(game)
    while len(done) < 6:
        post.send(1)
        post.wait(73_000)
