"""The service of the API's tests, and a client that sends the cookies that a test gives it, and no others."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.api.conftest import app, drawn, kronika, shared_painter, undrawn, undrawn_boards, unhurried

__all__ = ["app", "drawn", "kronika", "shared_painter", "undrawn", "undrawn_boards", "unhurried"]


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client(use_cookies=False)
