"""Games by the time of their last event: whatever games there are, pages hold what reading all rows finds; on both engines."""

from __future__ import annotations

import random
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from projections import listing, long_games
from projections.lobby import GameFilter
from service.log.migrations import MIGRATIONS
from service.store import Statement, Store
from tests.soaking import SOAKING

from .looking import PLAYER, ROW, T0, by_pages, by_reading_all, listed_anew, one_by_one, outcome

STRETCH = long_games.STRETCH
EMPTY = tuple(Statement(f"DELETE FROM {table}") for table in ("lobby", "listed", "players"))

RULESETS, STATUSES, REASONS = ("romans", "touche"), ("playing", "finished"), ("points", "x")
NAMES = ("Ada", "Bob")
ENDS = [end + more for end in (0, *listing.SPAN_ENDS) for more in (-1, 0, 1) if end + more >= 0]
LASTED = st.sampled_from(ENDS) | st.integers(0, 2**37)
LASTED_ALIKE = st.integers(STRETCH, 3 * STRETCH)
"""So that several of few games are told apart by their times alone."""
BEGUN = st.integers(0, 5) | st.integers(0, 3 * STRETCH)


Game = dict[str, Any]


def rows(lasted: st.SearchStrategy[int]) -> st.SearchStrategy[list[Game]]:
    game = st.fixed_dictionaries(
        {
            "ruleset": st.sampled_from(RULESETS),
            "visibility": st.sampled_from(("public", "public", "public", "private")),
            "status": st.sampled_from(STATUSES),
            "begun": BEGUN,
            "lasted": lasted,
            "reason": st.sampled_from(REASONS),
            "bot": st.integers(0, 1),
            "imported": st.sampled_from((0, 0, 0, 1)),
            "hidden": st.sampled_from((0, 0, 0, 1, 2)),
            "names": st.lists(st.sampled_from(NAMES), max_size=3),
        }
    )
    return st.lists(game, min_size=5, max_size=25)


@st.composite
def wanted(draw: st.DrawFn) -> GameFilter:
    def perhaps(*values: Any) -> Any:
        return draw(st.sampled_from((None, None, *values)))

    kind = perhaps(*STATUSES), perhaps(*RULESETS), perhaps(*NAMES)
    marks = perhaps(False, True), perhaps(*REASONS), draw(st.sampled_from((False, False, True)))
    return GameFilter(*kind, None, None, *marks)


@pytest.fixture
def store(opened: Any) -> Store:
    made: Store = opened()
    made.migrate(MIGRATIONS)
    return made


def filling(games: list[Game]) -> list[Statement]:
    """Their rows in the lobby, and what they are looked for by, made anew from these."""
    statements, rng = list(EMPTY), random.Random(len(games))
    for n, it in enumerate(games):
        game, at = f"{rng.randrange(16**4):04x}{n:028x}", T0 + it["begun"]
        reason = it["reason"] if it["status"] == "finished" else ""
        marks = (it["bot"], it["imported"], it["hidden"])
        kept = (
            game,
            it["ruleset"],
            it["visibility"],
            it["status"],
            at,
            at + it["lasted"],
            outcome(reason),
            *marks,
        )
        statements.append(Statement(ROW, kept))
        statements += [Statement(PLAYER, (game, seat, name)) for seat, name in enumerate(it["names"], 1)]
        kind = f"{it['imported']}/{it['ruleset']}/{it['status']}/{it['bot']}/{reason}"
        statements += listed_anew(game, it["imported"], kind)
    return statements


def moments(games: list[Game]) -> list[int | None]:
    """Times at which somebody could be taken for a match who is none, or the other way round."""
    last = [T0 + it["begun"] + it["lasted"] for it in games]
    edges = [at for one in last for at in (one, one - one % STRETCH)]
    return [None, *(at + off for at in edges for off in (-1, 0, 1))]


@settings(max_examples=60 if SOAKING else 20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    games=rows(LASTED) | rows(LASTED_ALIKE),
    asked=st.lists(wanted(), min_size=3, max_size=3),
    limit=st.integers(1, 6),
    few=st.sampled_from((-1, -1, 2, long_games.FEW)),
    seed=st.integers(0, 2**32),
)
def test_pages_by_time_are_those_of_a_plain_filter(
    store: Store, games: list[Game], asked: list[GameFilter], limit: int, few: int, seed: int
) -> None:
    store.append("", [], filling(games))
    times, rng = moments(games), random.Random(seed)
    with patch.object(long_games, "FEW", few), patch.multiple(long_games, SOME=2, MOST=6):
        for one in (GameFilter(), *asked):
            for _ in range(6):
                sought = one._replace(since=rng.choice(times), until=rng.choice(times))
                expected = by_reading_all(store, sought)
                assert by_pages(store, sought, limit) == expected
                assert one_by_one(store, sought) == expected[::-1]


def test_long_games_that_match_rarely_are_found_by_their_lists(store: Store) -> None:
    """Where games are few, none that may be examined matches, neither from the newest nor from the oldest on."""
    alike = {"ruleset": "romans", "visibility": "public", "lasted": STRETCH, "reason": "points"}
    alike |= dict.fromkeys(("bot", "imported", "hidden"), 0)
    rare, others = {"status": "finished", "names": ["Ada"]}, {"status": "playing", "names": ["Bob"]}
    games = [{**alike, **(rare if n in (7, 8) else others), "begun": n} for n in range(16)]
    store.append("", [], filling(games))
    within = GameFilter(since=T0, until=T0 + 3 * STRETCH)
    for few, rarely in product((long_games.FEW, -1), ({"status": "finished"}, {"player": "Ada"})):
        sought = within._replace(**rarely)
        expected = by_reading_all(store, sought)
        assert len(expected) == 2
        with patch.multiple(long_games, FEW=few, SOME=2, MOST=6):
            assert by_pages(store, sought, 1) == by_pages(store, sought, 3) == expected
            assert one_by_one(store, sought) == expected[::-1]
