"""In any order, whatever was taken back: every answer about every case is there, and every bundle verifies."""

from __future__ import annotations

import random

import pytest
from flask.testing import FlaskClient

from domain.rulesets import registry
from service.operation.app import Kronika
from tests.api.desk_walks import Walk
from tests.service.playing import fewest_seats
from tests.soaking import soaked


def walked(client: FlaskClient, kronika: Kronika, ruleset: str, seed: int) -> Walk:
    rng = random.Random(f"{ruleset} {seed}")
    names = tuple(f"P{n}" for n in range(1, fewest_seats(ruleset) + 1))
    walk = Walk.at(
        client,
        heads=(True, True),
        names=names,
        draws=f"walk {seed}",
        ruleset=ruleset,
        seats=len(names),
        undo=rng.choice(["free", "consent"]),
    )
    assert isinstance(walk, Walk)
    walk.rng, walk.kronika = rng, kronika
    return walk


def hold(walk: Walk, steps: int) -> None:
    done = [*walk.go(steps)]
    walk.read_all()
    walk.redecide()
    assert any(it.startswith("settle 201") for it in done)


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("age-of-war", "romans", "touche")))
def test_all_that_is_read_of_cases_is_there(client: FlaskClient, kronika: Kronika, ruleset: str) -> None:
    hold(walked(client, kronika, ruleset, 1), 30)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", registry())
@pytest.mark.parametrize("seed", range(100, 140))
def test_so_it_is_in_long_walks(client: FlaskClient, kronika: Kronika, ruleset: str, seed: int) -> None:
    hold(walked(client, kronika, ruleset, seed), 100)
