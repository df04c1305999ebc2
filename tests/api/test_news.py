"""What is new in a game, all at once: part by part what each address of its own answers, for every viewer."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.kit import Seated

Json = dict[str, Any]


@pytest.fixture
def game(client: FlaskClient) -> Seated:
    """A game in which a few things have been done."""
    game = Seated.at(client)
    acted(game, 3)
    return game


def acted(game: Seated, times: int) -> None:
    for _ in range(times):
        seat = game.to_act()
        assert game.post("/actions", seat, game.legal(seat)[0]).status_code == 201


def asked(game: Seated, path: str, seat: int | None) -> Any:
    answer = game.get(path, seat)
    assert answer.status_code == 200, answer.text
    return answer.json


@pytest.mark.parametrize("seat", [None, 1, 2])
@pytest.mark.parametrize("held", [0, 6])
def test_each_part_is_what_its_own_address_answers(game: Seated, seat: int | None, held: int) -> None:
    news = asked(game, f"/news?after={held}&audit={held}&lang=pl", seat)
    doc = asked(game, "", seat)
    assert news["version"] == doc["version"]
    assert news["document"] == doc
    assert news["replay"] == asked(game, f"/replay?after={held}&lang=pl", seat)
    assert news["events"] == asked(game, f"/events?after={held}&limit=500", seat)["events"]
    assert news["audit"] == asked(game, f"/audit?after={held}", seat)
    assert news["legal"] == (seat and asked(game, "/legal-actions?labels=true", seat))


def test_an_audit_file_comes_only_when_it_is_asked_for(game: Seated) -> None:
    assert asked(game, "/news", None)["audit"] is None
    assert "from" not in asked(game, "/news?audit=0", None)["audit"]


def test_who_holds_it_all_is_told_nothing_twice(game: Seated) -> None:
    version = asked(game, "", None)["version"]
    news = asked(game, f"/news?after={version}&audit={version}", None)
    assert [news["events"], news["replay"]["frames"], news["audit"]["entries"]] == [[], [], []]
    path = f"/news?after={version}&audit={version}"
    tag = game.get(path).headers["ETag"]
    assert game.get(path, If_None_Match=tag).status_code == 304


def test_what_is_new_does_not_grow_with_the_game(game: Seated) -> None:
    def told() -> int:
        version = asked(game, "", None)["version"]
        acted(game, 1)
        return len(game.get(f"/news?after={version}&audit={version}", 1).data)

    def least() -> int:
        """How much the dice offer differs from throw to throw."""
        return min(told() for _ in range(8))

    early = least()
    acted(game, 60)
    assert least() < early + 1500
