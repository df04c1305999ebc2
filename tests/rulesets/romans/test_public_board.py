"""The public sentences alone suffice to follow the public board."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from conformance.kit import Sitting, at_random, mixed
from domain.hidden import redact
from domain.rulesets.romans import RULESET
from projections.sentences import Renderer
from tests.rulesets.romans.listener import Listener
from tests.soaking import soaked

NAMES = {1: "Ada", 2: "Borys", 3: "Celina", 4: "Darek"}


def public_view(state: Any) -> Any:
    return msgspec.to_builtins(RULESET.view(redact(state, None), None))


EACH = 3
"""Games of each setup; every day one of them."""
GAMES = range(len(RULESET.setups()) * EACH)


@pytest.mark.parametrize("number", soaked(GAMES, [n for n in GAMES if n % EACH != n // EACH % EACH]))
def test_the_sentences_alone_rebuild_the_public_board(number: int) -> None:
    """At every version, not only at the end of an action."""
    seats, options = RULESET.setups()[number // EACH]
    table = Sitting(RULESET, seats, options, f"heard-{number}")
    table.play_out(at_random if number % EACH == 0 else mixed, number)
    teller, listener = Renderer(RULESET, "en", NAMES), Listener(RULESET.newest.components)
    state = RULESET.initial(seats, options, RULESET.newest)
    for logged in table.log:
        if type(logged.event) in RULESET.events:
            sentence = teller.render(RULESET.narrate(redact(logged.event, None)))
            state = RULESET.evolve(state, logged.event)
            listener.hear(sentence)
            assert listener.board == public_view(state), sentence
