"""Commands without a store, a clock or bots: a table in memory is all that a handler needs."""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson
import pytest

from domain.draws import seeded_draws
from domain.rulesets import registry
from domain.table import events as t
from domain.table import seating
from domain.table.fold import Fold
from domain.table.given_actions import UnreadableAction
from domain.table.refusals import Refusal, Refused
from domain.table.state import Table
from projections.people import Player
from service.identity.tokens import digest
from service.log.loaded import LoadedGame
from service.log.repository import Grant
from service.play.acting import (
    Act,
    RequestUndo,
    act,
    request_undo,
)
from service.play.context import Context
from service.play.refusal_counts import RefusalCounts
from service.store import Conflict
from service.tables.suspension import ChangeStatus, change_status

RULESET = registry()["age-of-war"]
GAME = "0" * 32


class FakeKeys(NamedTuple):
    """Draws that need no secrets."""

    checkpoint: str | None = None

    def draws(self, table: Table) -> Any:
        return seeded_draws(b"fake", RULESET.traits.draws)

    def opened(self, epoch: int, slot: int) -> Any:
        raise AssertionError("nobody asks for keys here")


class FakeStore:
    """Knows no earlier request."""

    def query(self, sql: str, params: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return []


class FakeRepository:
    """One game in memory; `races` commits are lost to somebody else."""

    def __init__(self, loaded: LoadedGame, roles: dict[str, str], races: int = 0) -> None:
        self.loaded, self.store, self.races, self.tries = loaded, FakeStore(), races, 0
        self.granted = {digest(token): Grant(GAME, role, None) for token, role in roles.items()}

    def now(self) -> int:
        return 1

    def get(self, game: str) -> LoadedGame:
        return self.loaded

    def get_for(self, game: str, token: str) -> tuple[LoadedGame, Grant | None]:
        return self.loaded, self.granted.get(token)

    def commit(
        self,
        loaded: LoadedGame,
        fold: Fold,
        beside: Any,
        players: Any,
        disclosure: str | None = None,
        at: int | None = None,
    ) -> LoadedGame:
        self.tries += 1
        if self.tries <= self.races:
            raise Conflict
        self.loaded = loaded._replace(table=fold.table())
        return self.loaded

    @property
    def heads(self) -> FakeRepository:
        """The signed heads, too."""
        return self

    def check_continues(self, loaded: LoadedGame) -> None:
        """Nothing was ever signed besides."""

    def checkpoint(self, loaded: LoadedGame) -> str:
        return f"head of {loaded.version}"


def seated(bot: str | None = None) -> LoadedGame:
    """Two players who are about to throw for the first time."""
    setup = t.GameCreated(
        GAME, "", "", RULESET.id, RULESET.newest.id, "", RULESET.rules, 2, {},
        "public", "free", None, (), RULESET.traits.draws, "",
    )  # fmt: skip
    keys = FakeKeys()
    taken = [(t.SeatTaken(1), None), (t.SeatTaken(2, bot), None)]
    table = seating.create_seated(RULESET, setup, taken, keys.draws).table()
    return LoadedGame(RULESET, table, keys, {1: Player("A", None), 2: Player("B", bot)}, 0, b"")


def context(races: int = 0, bot: str | None = None) -> tuple[Context, list[str]]:
    """A context over one game, and the games that bots were woken for."""
    roles = {"one": "seat:1", "two": "seat:2", "host": "organiser"}
    woken: list[str] = []
    return Context(FakeRepository(seated(bot), roles, races), woken.append, None, RefusalCounts(None)), woken  # type: ignore[arg-type]


def turn(context: Context) -> str:
    return {1: "one", 2: "two"}[context.repository.get(GAME).table.to_act[0]]


def abandon(context: Context, token: str | None) -> dict[str, Any]:
    return dict(orjson.loads(change_status(ChangeStatus(GAME, token, "abandon"), context).body))


def test_the_organiser_abandons_and_nobody_else_does() -> None:
    house, _ = context()
    for token, kind in (("one", Refusal.FORBIDDEN), (None, Refusal.UNAUTHENTICATED)):
        with pytest.raises(Refused) as refused:
            abandon(house, token)
        assert refused.value.kind is kind
    version = house.repository.get(GAME).version + 1
    assert abandon(house, "host") == {
        "version": version,
        "status": "abandoned",
        "checkpoint": f"head of {version}",
    }


def test_a_lost_race_is_decided_anew_and_a_hopeless_one_given_up() -> None:
    house, _ = context(races=3)
    assert abandon(house, "host")["status"] == "abandoned"
    assert house.repository.tries == 4  # type: ignore[attr-defined]
    with pytest.raises(Refused) as refused:
        abandon(context(races=1000)[0], "host")
    assert refused.value.kind is Refusal.STALE


def test_bots_are_woken_by_commits_of_their_games_only() -> None:
    alone, woken = context()
    abandon(alone, "host")
    assert woken == []
    with_bot, woken = context(bot="random")
    abandon(with_bot, "host")
    assert woken == [GAME]


def test_what_cannot_be_read_names_the_ruleset_that_explains_it() -> None:
    house, woken = context(bot="random")
    for action in ({"type": "fly"}, {"type": "roll", "dice": 7}, {"type": ["roll"]}, {}):
        with pytest.raises(UnreadableAction) as refused:
            act(Act(GAME, turn(house), action), house)
        assert refused.value.ruleset == RULESET.id
    assert woken == []


def test_a_refusal_names_the_version_it_was_made_at() -> None:
    house, _ = context()
    waiting = {"one": "two", "two": "one"}[turn(house)]
    with pytest.raises(Refused) as refused:
        act(Act(GAME, waiting, {"type": "roll"}), house)
    assert refused.value.kind is Refusal.NOT_YOUR_TURN
    assert refused.value.more["version"] == house.repository.get(GAME).version
    with pytest.raises(Refused) as refused:
        request_undo(RequestUndo(GAME, turn(house)), house)
    assert refused.value.kind is Refusal.ILLEGAL_ACTION
