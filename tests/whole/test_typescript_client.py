"""The client in TypeScript plays at a real service, over connections that are cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients.typescript_client import from_sources, played
from tests.clients.typescript_schema import SCHEMA, document, generated, head
from tests.running import Server


def test_nothing_is_missed_and_nothing_done_twice(server: Server, tmp_path: Path) -> None:
    game = played(from_sources(tmp_path), server.url, "touche", most=10)
    assert (game["status"], game["acted"]) == ("abandoned", 10)


def test_its_types_are_of_the_served_document() -> None:
    with SCHEMA.open() as schema:
        assert schema.readline() == head(document()), "run python -m tests.clients.typescript_schema"


@pytest.mark.soak
def test_its_types_are_made_by_the_command() -> None:
    assert SCHEMA.read_text() == generated()
