"""A whole service on a temporary SQLite database, without HTTP."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import orjson
import pytest

from projections.documents import Document
from service.operation.app import Kronika, compose
from service.play import acting
from service.play.idempotency import MIN_KEY_LENGTH
from service.play.runner import Reply
from service.queries import states
from service.queries import tournaments as tournament_queries
from service.system.settings import Settings
from service.tables import (
    creating,
    inviting,
    seating,
    tournaments,
)
from tests import harbour, same_draws
from tests.few_draws import quick_keys
from tests.quick_passphrases import quick_passphrases
from tests.running import PATIENCE
from tests.service.in_process import analysed_here, checked_here
from tests.service.preparing import prepared

__all__ = ["analysed_here", "checked_here", "quick_keys", "quick_passphrases"]


class House:
    """A running service with short cuts for tests."""

    def __init__(self, kronika: Kronika) -> None:
        self.kronika = kronika
        self.repository = kronika.repository
        self.context = kronika.context

    def create(self, draws: str | None = None, **new: Any) -> tuple[str, str]:
        """A new game: its id and the organiser's token. With a word for its draws they are the same in every run."""
        terms = {"ruleset": "age-of-war", "seats": 2, **new}
        if draws is not None:
            return same_draws.create(self.kronika, draws=draws, **terms)
        body = said(creating.create(creating.Create(terms), self.context))
        return body["id"], body["organiser_token"]

    def seated(self, seats: int = 2, **new: Any) -> tuple[str, dict[int, str]]:
        """A game that has begun: its id and the seats' tokens."""
        game, organiser = self.create(seats=seats, **new)
        tokens = {}
        for n in range(1, seats + 1):
            tokens[n] = self.sit(game, organiser, {"name": f"P{n}"})
        return game, tokens

    def sit(self, game: str, organiser: str, entrant: dict[str, Any]) -> str:
        """The token of somebody who sits down, at a private table with an invitation by its organiser."""
        if self.repository.get(game).table.setup.visibility == "private":
            code = inviting.invite(
                inviting.Invite(inviting.Place(game, organiser)), self.context
            ).document.code
            entrant = {**entrant, "invitation": code}
        return str(said(seating.join(seating.Join(game, None, entrant), self.context))["token"])

    def document(self, game: str, token: str | None = None) -> dict[str, Any]:
        return dict(orjson.loads(states.document(self.repository, game, token)[1]))

    def legal(self, game: str, token: str) -> list[dict[str, Any]]:
        return list(orjson.loads(states.legal_actions(self.repository, game, token).body)["actions"])

    def act(self, game: str, token: str, action: dict[str, Any], key: str | None = None) -> dict[str, Any]:
        return said(acting.act(acting.Act(game, token, action, None, key), self.context))

    def tournament(self, id: str, token: str | None = None) -> dict[str, Any]:
        """A tournament as who asks the API for it gets it."""
        tournaments.visit(tournaments.Visit(id, token), self.context)
        return plain(tournament_queries.document(self.repository, id, token))

    def turn(self, game: str, tokens: dict[int, str]) -> str:
        """The token of a seat that is to act."""
        return tokens[self.document(game)["to_act"][0]]


def plain(document: Document) -> dict[str, Any]:
    """A document as its readers get it."""
    return dict(orjson.loads(msgspec.json.encode(document)))


def long(key: str) -> str:
    """A key that is long enough where a token is minted."""
    return key.ljust(MIN_KEY_LENGTH, "-")


def said(reply: Reply) -> dict[str, Any]:
    return dict(orjson.loads(reply.body))


def settings_in(folder: Path) -> Settings:
    return Settings(data=folder, database=f"sqlite:///{folder}/kronika.db")


@contextmanager
def following(house: House, work: Callable[[], None]) -> Iterator[None]:
    """Somebody follows the log in a thread of his own, until nobody waits for more of it; then he has left the store alone."""
    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        house.kronika.store.end_waiting()
        thread.join(PATIENCE)
    assert not thread.is_alive()


@contextmanager
def house_with(settings: Settings) -> Iterator[House]:
    """A service that is just set up."""
    prepared(settings)
    with closing(compose(settings)) as kronika:
        yield House(kronika)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with house_with(settings_in(tmp_path)) as house:
        yield house


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    """The folder in which the package of the template's game is installed."""
    folder = tmp_path / "site"
    folder.mkdir()
    harbour.install(folder)
    with harbour.importable(folder):
        yield folder
