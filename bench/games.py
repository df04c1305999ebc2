"""Games to measure with: played in process through a service on a temporary SQLite database."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import orjson

from domain.table import decisions
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.operation.app import Kronika, compose, prepare
from service.system.settings import Settings
from service.tables.creating import Create, create
from service.tables.seating import Join, join


@contextmanager
def service() -> Iterator[Kronika]:
    """A service of its own on SQLite with FULL durability."""
    with tempfile.TemporaryDirectory() as folder, service_in(Path(folder)) as kronika:
        yield kronika


@contextmanager
def service_in(folder: Path) -> Iterator[Kronika]:
    """Such a service, with what one that is started there finds afterwards."""
    settings = Settings(data=folder, database=f"sqlite:///{folder}/kronika.db", limits=None)
    prepare(settings)
    with closing(compose(settings)) as kronika:
        yield kronika


def seated(kronika: Kronika, ruleset: str, seats: int, options: dict[str, Any] | None = None) -> str:
    """A game that has just begun; returns its id."""
    new = {"ruleset": ruleset, "seats": seats, "options": options or {}}
    game = str(orjson.loads(create(Create(new), kronika.context).body)["id"])
    for seat in range(1, seats + 1):
        join(Join(game, None, {"name": f"Player {seat}"}), kronika.context)
    return game


def play_to(kronika: Kronika, game: str, version: int, seed: int = 1) -> LoadedGame:
    """Play on, at random but never to the end if it can be helped, until the game has `version` events."""
    rng = random.Random(seed)
    while (loaded := kronika.repository.get(game)).version < version and loaded.table.status == "playing":
        act_once(kronika.repository, loaded, rng)
    return loaded


def act_once(repository: Repository, loaded: LoadedGame, rng: random.Random) -> LoadedGame:
    """A random action of a seat that is to act, committed."""
    seat = rng.choice(loaded.table.to_act)
    action = rng.choice(loaded.ruleset.legal_actions(loaded.table.game, seat))
    draws = loaded.keys.draws(loaded.table)
    return repository.commit(loaded, decisions.act(loaded.ruleset, loaded.table, seat, action, draws))
