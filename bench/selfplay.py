"""Self-play in process, without service or store: events a second, and where the time goes."""

from __future__ import annotations

import cProfile
import io
import pstats
import random
import time
from collections.abc import Callable
from typing import Any

from bench.size import size
from domain.draws import seeded_draws
from domain.hidden import redact
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table import decisions, seating
from domain.table import events as t
from domain.table.state import Table

GAMES = size(20, 2)
Choose = Callable[[Ruleset[Any], Table, int, random.Random], Any]


def at_random(ruleset: Ruleset[Any], table: Table, seat: int, rng: random.Random) -> Any:
    return rng.choice(ruleset.legal_actions(table.game, seat))


def greedily(ruleset: Ruleset[Any], table: Table, seat: int, rng: random.Random) -> Any:
    known = redact(table.game, seat) if ruleset.traits.hidden_information else table.game
    return ruleset.greedy(known, seat, ruleset.legal_actions(known, seat), rng.randrange)


def one_game(ruleset: Ruleset[Any], seats: int, seed: int, choose: Choose) -> tuple[int, int]:
    """Plays one game; gives its events and actions."""
    draws = seeded_draws(f"bench-{seed}".encode(), ruleset.traits.draws)
    setup = _setup(ruleset, seats)
    table = decisions.create(ruleset, setup).table()
    for seat in range(1, seats + 1):
        taken = t.SeatTaken(seat)
        table = seating.take_seat(ruleset, table, taken, lambda _: draws).table()
    rng, actions = random.Random(seed), 0
    while table.status == "playing":
        seat = rng.choice(table.to_act)
        action = choose(ruleset, table, seat, rng)
        table = decisions.act(ruleset, table, seat, action, draws).table()
        actions += 1
    return table.version, actions


def _setup(ruleset: Ruleset[Any], seats: int) -> t.GameCreated:
    count, edition = ruleset.traits.draws, ruleset.newest.id
    return t.GameCreated(
        "0" * 32, "", "", ruleset.id, edition, "", ruleset.rules, seats, {},
        "public", "free", None, (), count, "",
    )  # fmt: skip


def play_some(ruleset: Ruleset[Any], choose: Choose) -> tuple[int, int]:
    seats = seats_of(ruleset)
    played = [one_game(ruleset, seats[n % len(seats)], n, choose) for n in range(GAMES)]
    return sum(events for events, _ in played), sum(actions for _, actions in played)


def profile(ruleset: Ruleset[Any]) -> str:
    """The functions that take most of the time of random self-play."""
    profiler = cProfile.Profile()
    profiler.runcall(play_some, ruleset, at_random)
    text = io.StringIO()
    pstats.Stats(profiler, stream=text).strip_dirs().sort_stats("tottime").print_stats(12)
    return text.getvalue()


def seats_of(ruleset: Ruleset[Any]) -> list[int]:
    """The numbers of seats that can be played with default options."""
    return sorted({seats for seats, options in ruleset.setups() if options == ruleset.options()})


def main() -> list[str]:
    lines = [
        "| ruleset | bots | games | events a game | actions a game | events/s |",
        "|---|---|---|---|---|---|",
    ]
    for ruleset in registry().values():
        for name, choose in (("random", at_random), ("greedy", greedily)):
            play_some(ruleset, choose)
            began = time.perf_counter()
            events, actions = play_some(ruleset, choose)
            rate = events / (time.perf_counter() - began)
            lines.append(
                f"| {ruleset.id} | {name} | {GAMES} | {events // GAMES} | {actions // GAMES} | {rate:,.0f} |"
            )
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
