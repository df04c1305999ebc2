"""Who hears the English sentences of a game and has the box before him can follow the public board."""

from __future__ import annotations

import random

import msgspec
import pytest

from conformance.kit import Player, Sitting, at_random, mixed
from domain.hidden import redact
from domain.rulesets.nagaraja import RULESET
from domain.table.fold import Fold
from projections.sentences import Renderer
from tests.rulesets.nagaraja.listener import Listener
from tests.web.capture import hoarding

NAMES = ("Ala", "Ola")


def follow(sitting: Sitting) -> int:
    """Compare what was heard with what a spectator sees, after every action; how often that was."""
    listener = Listener(RULESET.newest.components, NAMES)
    teller = Renderer(RULESET, "en", dict(enumerate(NAMES, 1)))
    folding, compared = Fold(RULESET), 0
    for logged, after in zip(sitting.log, [*sitting.log[1:], None], strict=True):
        folding.read([logged])
        if type(logged.event) not in RULESET.events:
            continue
        sentence = teller.render(RULESET.narrate(redact(logged.event, None)))
        listener.hear(sentence)
        if after is None or after.action != logged.action:
            seen = msgspec.json.encode(RULESET.view(redact(folding.game, None), None))
            assert listener.looks() == msgspec.json.decode(seen), f"version {logged.version}: {sentence}"
            compared += 1
    return compared


@pytest.mark.parametrize("player", [at_random, mixed, hoarding])
def test_the_public_board_follows_from_the_english_sentences(player: Player) -> None:
    for n in range(3):
        sitting = Sitting(RULESET, 2, RULESET.options(), f"public-{n}")
        for _ in sitting.play(player, random.Random(n)):
            pass
        assert follow(sitting) > 40
