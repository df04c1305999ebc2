"""Where a service has accounts: passkeys belong to one origin, whose host has a name."""

from __future__ import annotations

import pytest

from service.system.settings import Settings


@pytest.mark.parametrize(
    ("url", "host", "there", "origin"),
    [
        ("", "127.0.0.1", True, "http://localhost:8123"),
        ("", "localhost", True, "http://localhost:8123"),
        ("", "::1", True, "http://localhost:8123"),
        ("", "0.0.0.0", False, "http://localhost:8123"),
        ("", "192.0.2.7", False, "http://192.0.2.7:8123"),
        ("", "games.example", False, "http://games.example:8123"),
        ("https://games.example", "0.0.0.0", True, "https://games.example"),
        ("https://games.example:8443", "192.0.2.7", True, "https://games.example:8443"),
        ("http://localhost:9000", "0.0.0.0", True, "http://localhost:9000"),
        ("https://192.0.2.7", "0.0.0.0", False, "https://192.0.2.7"),
        ("https://127.1", "0.0.0.0", False, "https://127.1"),
        ("https://0x7f000001", "0.0.0.0", False, "https://0x7f000001"),
        ("https://[2001:db8::1]", "127.0.0.1", False, "https://[2001:db8::1]"),
    ],
)
def test_where_there_are_accounts(url: str, host: str, there: bool, origin: str) -> None:
    given = {"KRONIKA_ORIGIN_URL": url, "KRONIKA_HOST": host, "KRONIKA_PORT": "8123"}
    settings = Settings.from_env(given)
    assert (settings.accounts, settings.origin_url) == (there, origin)
    assert not Settings.from_env({**given, "KRONIKA_ACCOUNTS": "off"}).accounts


def test_browsers_do_not_write_the_port_of_http() -> None:
    settings = Settings.from_env({"KRONIKA_HOST": "127.0.0.1", "KRONIKA_PORT": "80"})
    assert settings.origin_url == "http://localhost"
