"""How far the chances of an analysis are from those of many whole playouts, at positions of every stage of a game.

`python -m bench accuracy RULESET [POSITIONS [PLAYOUTS]]` measures (50 positions and 2,000 playouts for each viewer by default,
at low priority), and notes every position down in bench/accuracy.json. What is noted there is not done again, so that an
interrupted run continues; the references are the same on every machine, and estimates come from the time of the processor.
Delete a ruleset's `estimates` from the file to measure a changed analysis, its `references` if the rules or the bot changed.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from functools import cache
from math import sqrt
from pathlib import Path
from time import process_time
from typing import Any

import kronika
from domain.hidden import AUDITOR, Viewer
from engine.analysis import PLAYED
from engine.analysis import PLAYOUTS as MOST
from engine.decisions import Decision, decisions_of
from engine.luck import Luck
from engine.playout import Trial, chances
from engine.study import Study, mean

PAGE = Path(__file__).with_suffix(".json")
POSITIONS, PLAYOUTS, OF_A_GAME = 50, 2_000, 5
WILD = 0.15
"""The share of actions at random, others are the greedy bot's."""
SECONDS = 0.6
"""For a decision of a game that has a hundred, and is analysed in a minute."""
Row = dict[str, list[float]]
"""Each seat's chance, to `known` (everything is) and `seen` (by the seat that acts), and what the analysis says of its errors."""


@cache
def _decisions(ruleset: str, seed: int) -> list[Decision]:
    game, rng = kronika.new(ruleset, 2, seed=f"accuracy-{seed}"), random.Random(seed)
    while game.to_act:
        seat, wild = game.to_act[0], rng.random() < WILD
        game.apply(seat, rng.choice(game.legal(seat)) if wild else game.greedy(seat, rng))
    return list(decisions_of(game))


def positions(ruleset: str, number: int) -> Iterator[tuple[str, Decision]]:
    """Decisions spread over whole games, with names that stay."""
    for n in range(number):
        seed, place = divmod(n, OF_A_GAME)
        decisions = _decisions(ruleset, seed)
        yield f"{seed}/{place}", decisions[(2 * place + 1) * len(decisions) // (2 * OF_A_GAME)]


def reference(rules: Any, decision: Decision, playouts: int) -> Row:
    """By whole playouts, none of which the analysis makes."""
    viewers: dict[str, Viewer] = {"known": AUDITOR, "seen": decision.seat}
    if not rules.traits.hidden_information:
        del viewers["seen"]
    rows = {name: _whole(rules, decision, viewer, playouts) for name, viewer in viewers.items()}
    return {"seen": rows["known"], **rows}


def _whole(rules: Any, decision: Decision, viewer: Viewer, playouts: int) -> list[float]:
    ends, seats = {}, decision.table.setup.seats
    for n in range(playouts):
        drawn = rules.redraw(decision.table.game, viewer, random.Random(f"reference {n}").randrange)
        trial = Trial(rules, drawn, Luck(f"reference {n}", decision.turns))
        trial.play_on()
        ends[n] = chances(rules, trial.state, seats)
    return [round(share, 4) for share in mean(ends, seats)]


def estimate(rules: Any, decision: Decision, seed: int) -> Row:
    """What an analysis plays in its share of the time, with an action that is not the bot's, so that it costs the most."""
    study, until = Study(rules, decision, _other(rules, decision), seed), process_time() + PLAYED * SECONDS
    while not study.playouts or (process_time() < until and study.playouts < MOST):
        study.play(study.playouts)
    seats = decision.table.setup.seats
    known, seen = (mean(results, seats) for results in (study.before, study.seen))
    return {"known": known, "seen": seen, "playouts": [study.playouts], "errors": list(study.errors())}


def _other(rules: Any, decision: Decision) -> Any:
    legal = rules.legal_actions(decision.table.game, decision.seat)
    own = rules.greedy(decision.table.game, decision.seat, legal, lambda _: 0)
    return next(action for action in legal if action != own)


def run(ruleset: str, number: str = str(POSITIONS), playouts: str = str(PLAYOUTS)) -> list[str]:
    """Measure and note down."""
    os.nice(10)
    rules = kronika.rulesets()[ruleset]
    warm = [estimate(rules, decision, 0) for _, decision in positions(ruleset, 10)]
    assert warm
    for name, decision in positions(ruleset, int(number)):
        noted = read().get(ruleset, {})
        if name not in noted.get("references", {}):
            write(ruleset, "references", name, reference(rules, decision, int(playouts)))
        if name not in noted.get("estimates", {}):
            write(ruleset, "estimates", name, estimate(rules, decision, 1))
    return main()


def read() -> dict[str, dict[str, dict[str, Row]]]:
    found: dict[str, dict[str, dict[str, Row]]] = json.loads(PAGE.read_text()) if PAGE.exists() else {}
    return found


def write(ruleset: str, kind: str, name: str, row: Row) -> None:
    noted = read()
    noted.setdefault(ruleset, {}).setdefault(kind, {})[name] = row
    PAGE.write_text(json.dumps(noted, indent=1, sort_keys=True) + "\n")


def main() -> list[str]:
    """The table of what was noted down."""
    lines = [
        f"Chances of an analysis at positions of games for two, by playouts for {PLAYED * SECONDS:.2f} s of the processor (the",
        f"share of {SECONDS} s for a decision), beside {PLAYOUTS:,} whole playouts. *Stated* is the mean of the errors that the",
        "analysis states. Differences have the reference's own error in them, about 0.01. By `python -m bench accuracy RULESET`.",
        "",
        "| ruleset | positions | known to | playouts | stated | root mean square | largest |",
        "|---|---|---|---|---|---|---|",
    ]
    return [*lines, *(line for ruleset, noted in sorted(read().items()) for line in _lines(ruleset, noted))]


def _lines(ruleset: str, noted: dict[str, dict[str, Row]]) -> Iterator[str]:
    both = [(noted["references"][name], row) for name, row in noted.get("estimates", {}).items()]
    if not both:
        return
    playouts = sum(row["playouts"][0] for _, row in both) / len(both)
    for n, viewer in enumerate(("known", "seen")):
        gaps = [abs(was[viewer][0] - row[viewer][0]) for was, row in both]
        stated = sum(row["errors"][n] for _, row in both) / len(both)
        square = sqrt(sum(gap * gap for gap in gaps) / len(gaps))
        figures = f"{playouts:,.0f} | {stated:.3f} | {square:.3f} | {max(gaps):.3f}"
        yield f"| {ruleset} | {len(both)} | {'all' if viewer == 'known' else 'the seat'} | {figures} |"
