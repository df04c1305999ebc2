"""A program of somebody who has installed the engine alone: plays a game of every ruleset, told in Polish.

It runs in a folder with packages of the same names as ours; these are imported too, and have to stay the user's.
"""

import random

from kronika.domain.draws import seeded_draws
from kronika.domain.rulesets import registry
from kronika.domain.table import decisions, seating
from kronika.domain.table.events import GameCreated, SeatTaken
from kronika.projections.document import known
from kronika.projections.sentences import Teller

import api
import cli
import domain
import projections
import service
import verifier
import wsgi

assert all(package.MINE for package in (api, cli, domain, projections, service, verifier, wsgi))


def play(ruleset):
    """The outcome of a game for two, and the last action in words."""
    draws, rng = seeded_draws(b"1", ruleset.traits.draws), random.Random(1)
    fold = decisions.create(ruleset, setup(ruleset))
    for seat in (1, 2):
        fold = seating.take_seat(ruleset, fold.table(), SeatTaken(seat), lambda _: draws)
    while (table := fold.table()).status == "playing":
        seat = rng.choice(table.to_act)
        state = known(ruleset, table.game, seat)
        action = ruleset.greedy(state, seat, ruleset.legal_actions(state, seat), rng.randrange)
        fold = decisions.act(ruleset, table, seat, action, draws)
    return table.outcome, Teller(ruleset, "pl", {1: "Ala", 2: "Ola"}).tell(ruleset.describe(action))


def setup(ruleset):
    """Entry 0 of a game in process, which needs no log and so no commitments."""
    return GameCreated(
        game="0" * 32,
        origin="",
        nonce="",
        ruleset=ruleset.id,
        edition=ruleset.newest.id,
        edition_hash="",
        rules=ruleset.rules,
        seats=2,
        options={},
        visibility="public",
        undo="free",
        disputes=None,
        draw_roots=(),
        draw_count=ruleset.traits.draws,
        vkey="",
    )


for ruleset in registry().values():
    outcome, words = play(ruleset)
    assert outcome.reason in ruleset.end_reasons
    assert ruleset.clauses
    print(ruleset.id, words)
