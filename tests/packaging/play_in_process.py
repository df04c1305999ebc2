"""A program of somebody who has installed the engine alone: plays a game of every ruleset, told in Polish.

It runs in a folder with packages of the same names as ours; these are imported too, and have to stay the user's.
"""

import random
import sys

from kronika.projections.sentences import Renderer

import api
import cli
import domain
import engine
import kronika
import projections
import service
import verifier
import wsgi

assert all(package.MINE for package in (api, cli, domain, engine, projections, service, verifier, wsgi))
assert not {"flask", "eventsourcing", "sqlite3", "psycopg", "kronika.service"} & set(sys.modules)


def play(game: kronika.Game) -> kronika.Action:
    """The last action of the game."""
    rng = random.Random(1)
    while game.to_act:
        seat = rng.choice(game.to_act)
        action = game.greedy(seat, rng)
        game.apply(seat, action)
    return action


for ruleset in kronika.rulesets().values():
    game = kronika.new(ruleset.id, seats=2)
    words = Renderer(ruleset, "pl", {1: "Ala", 2: "Ola"}).render(ruleset.describe(play(game)))
    assert game.outcome is not None
    assert game.outcome.reason in ruleset.end_reasons
    assert kronika.from_log(game.log()).table == game.table
    print(ruleset.id, words)
