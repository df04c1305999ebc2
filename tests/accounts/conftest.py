"""One service for the tests of accounts, as those of the API have it."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.api.conftest import app, game, kronika, private_game, quick_keys, shared_painter, unhurried

__all__ = ["app", "game", "kronika", "private_game", "quick_keys", "shared_painter", "unhurried"]


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Its cookies are those that a test sends."""
    return app.test_client(use_cookies=False)
