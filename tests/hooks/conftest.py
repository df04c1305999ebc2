"""One service for the tests of webhooks, and one receiver for each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from service.operation.app import Kronika
from tests.accounts.conftest import (
    app,
    client,
    game,
    kronika,
    private_game,
    quick_keys,
    shared_painter,
    unhurried,
)
from tests.hooks.kit import Post

__all__ = ["app", "client", "game", "kronika", "private_game", "quick_keys", "shared_painter", "unhurried"]


@pytest.fixture
def post(kronika: Kronika, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    """Its hooks are gone afterwards, so that the next test's are the only ones."""
    post = Post(kronika, client, monkeypatch)
    yield post
    post.clear()
