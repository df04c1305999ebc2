"""`kronika simulate`: plays games of bots in process, without store or server, and prints statistics of a ruleset."""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter, defaultdict
from statistics import mean, median
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from cli import Sorry
from domain.draws import seeded_draws
from domain.knowledge import known
from domain.ruleset import BadSetup, Ruleset
from domain.rulesets import registry
from domain.table import decisions, seating
from domain.table import events as t
from domain.table.state import Table
from projections.dataset import game_row

HELP = "Play games of bots in process and print statistics."


class Played(NamedTuple):
    """One finished game."""

    seats: int
    table: Table
    chapters: int


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ruleset", required=True, choices=list(registry()))
    parser.add_argument("--games", type=at_least_one, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, help="every number in turn by default")
    parser.add_argument("--bots", choices=("random", "greedy", "mixed"), default="random")
    parser.add_argument("--options", type=json.loads, default={}, metavar="JSON")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument(
        "--rows", action="store_true", help="print a row for each game, as `kronika dataset` does"
    )


def at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def run(args: argparse.Namespace) -> int:
    ruleset = registry()[args.ruleset]
    options = _options(ruleset, args.options)
    seats = _seats(ruleset, args.seats, options)
    began = time.perf_counter()
    numbers = track(range(args.games), "playing", console=Console(stderr=True), disable=args.json)
    played = [play(ruleset, seats[n % len(seats)], options, f"{args.seed}-{n}", args.bots) for n in numbers]
    if args.rows:
        _print_rows(args, played)
        return 0
    figures = summary(played)
    rate = sum(p.table.version for p in played) / (time.perf_counter() - began)
    if args.json:
        print(json.dumps(figures))
    else:
        _print(ruleset, figures, rate)
    return 0


def _options(ruleset: Ruleset[Any], given: Any) -> Any:
    try:
        return msgspec.convert(given, ruleset.options)
    except msgspec.ValidationError as error:
        raise Sorry(f"these options are not those of {ruleset.id}: {error}.") from error


def _seats(ruleset: Ruleset[Any], wanted: int | None, options: Any) -> list[int]:
    """The numbers of seats to play with, by default all that these options allow."""
    possible = [seats for seats in ruleset.traits.seats if _fits(ruleset, seats, options)]
    chosen = [seats for seats in possible if wanted in (None, seats)]
    if not chosen:
        raise Sorry(f"with these options {ruleset.id} is played by {', '.join(map(str, possible))}.")
    return chosen


def _fits(ruleset: Ruleset[Any], seats: int, options: Any) -> bool:
    try:
        ruleset.check(seats, options)
    except BadSetup:
        return False
    return True


def play(ruleset: Ruleset[Any], seats: int, options: Any, seed: str, bots: str) -> Played:
    """A whole game; the same seed gives the same game."""
    draws, rng = seeded_draws(seed.encode(), ruleset.traits.draws), random.Random(seed)
    table = _seated(ruleset, seats, options, draws)
    chapters = 0
    while table.status == "playing":
        seat = rng.choice(table.to_act)
        fold = decisions.act(ruleset, table, seat, _choice(ruleset, table, seat, bots, rng), draws)
        chapters += sum(ruleset.chapter(logged.event) is not None for logged in fold.recorded)
        table = fold.table()
    return Played(seats, table, chapters)


def _seated(ruleset: Ruleset[Any], seats: int, options: Any, draws: Any) -> Table:
    given = msgspec.json.decode(msgspec.json.encode(options))
    setup = t.GameCreated(
        "0" * 32, "", "", ruleset.id, ruleset.newest.id, "", ruleset.rules, seats, given,
        "public", "free", None, (), ruleset.traits.draws, "",
    )  # fmt: skip
    table = decisions.create(ruleset, setup).table()
    for seat in range(1, seats + 1):
        table = seating.take_seat(ruleset, table, t.SeatTaken(seat), lambda _: draws).table()
    return table


def _choice(ruleset: Ruleset[Any], table: Table, seat: int, bots: str, rng: random.Random) -> Any:
    state = known(ruleset, table.game, seat)
    legal = ruleset.legal_actions(state, seat)
    if bots == "greedy" or (bots == "mixed" and seat % 2):
        return ruleset.greedy(state, seat, legal, rng.randrange)
    return rng.choice(legal)


def _print_rows(args: argparse.Namespace, played: list[Played]) -> None:
    """A simulated game is named after its seed; it has no player names and no times."""
    for n, game in enumerate(played):
        row = game_row(f"{args.ruleset}-{args.seed}-{n}", game.table, {})
        print(msgspec.json.encode(row).decode())


def summary(played: list[Played]) -> dict[str, Any]:
    """Lengths, end reasons, scores and wins by seat; the same for the same seed."""
    scores, wins = defaultdict(list), Counter[int]()
    for game in played:
        assert game.table.outcome is not None
        wins.update(game.table.outcome.winners)
        for seat, score in game.table.outcome.scores.items():
            scores[int(seat)].append(score)
    return {
        "games": len(played),
        "actions": _spread([p.table.action for p in played]),
        "events": _spread([p.table.version for p in played]),
        "chapters": _spread([p.chapters for p in played]),
        "end_reasons": dict(Counter(p.table.outcome.reason for p in played if p.table.outcome)),
        "seats": {
            seat: {"games": len(of), "wins": wins[seat], "mean_score": round(mean(of), 2), **_spread(of)}
            for seat, of in sorted(scores.items())
        },
    }


def _spread(values: list[int]) -> dict[str, float]:
    return {"min": min(values), "median": median(values), "max": max(values)}


def _print(ruleset: Ruleset[Any], figures: dict[str, Any], rate: float) -> None:
    console = Console()
    lengths = Grid(
        "a game's", "min", "median", "max", title=f"{ruleset.name['en']}, {figures['games']} games"
    )
    for what in ("actions", "events", "chapters"):
        lengths.add_row(what, *(f"{figures[what][k]:g}" for k in ("min", "median", "max")))
    seats = Grid("seat", "games", "wins", "mean score", "min", "median", "max", title="by seat")
    for seat, of in figures["seats"].items():
        seats.add_row(
            str(seat), *(f"{of[k]:g}" for k in ("games", "wins", "mean_score", "min", "median", "max"))
        )
    console.print(lengths, seats)
    console.print("end reasons:", ", ".join(f"{k} {n}" for k, n in figures["end_reasons"].items()))
    console.print(f"{rate:,.0f} events/s")
