"""The public sentences alone suffice to follow the public board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from conformance.kit import Player, Sitting, at_random, mixed
from domain.hidden import redact
from domain.rulesets.touche import RULESET
from domain.rulesets.touche.options import ToucheOptions
from domain.table.fold import Fold
from domain.table.state import Logged
from projections.sentences import Renderer
from tests.rulesets.touche.listener import Listener
from tests.rulesets.touche.matches import never_completing
from tests.soaking import sampled

NAMES = ("Ada", "Borys", "Celina", "Darek", "Ewa", "Feliks")
TELLER = Renderer(RULESET, "en", dict(enumerate(NAMES, 1)))
SETUPS = [(mixed, *setup, None) for setup in RULESET.setups()]
STALLING = (
    never_completing,
    2,
    ToucheOptions(set_choice="agreed", set="crosses", stalled_rounds=2),
    1,
)
AGREED = (at_random, 3, ToucheOptions(set_choice="agreed", set="ts", points={}, dealer=2), None)


def after_each_action(log: list[Logged]) -> Iterator[tuple[Any, list[str]]]:
    """The public view after each action, and the sentences since the one before."""
    folding, sentences = Fold(RULESET), list[str]()
    for logged, following in zip(log, [*log[1:], None], strict=True):
        folding.read([logged])
        if type(logged.event) in RULESET.events:
            sentences.append(TELLER.render(RULESET.narrate(redact(logged.event, None))))
        if sentences and (following is None or following.action != logged.action):
            view = RULESET.view(redact(folding.game, None), None)
            yield msgspec.json.decode(msgspec.json.encode(view)), sentences
            sentences = []


@pytest.mark.parametrize(
    ("player", "seats", "options", "draw_count"),
    [*sampled(SETUPS, 3), STALLING, AGREED],
    ids=range(len(SETUPS) + 2),
)
def test_the_sentences_alone_rebuild_the_public_board(
    player: Player, seats: int, options: ToucheOptions, draw_count: int | None
) -> None:
    sitting = Sitting(RULESET, seats, options, "heard", draw_count=draw_count).play_out(player)
    listener = Listener(NAMES[:seats])
    compared = 0
    for view, sentences in after_each_action(sitting.log):
        for sentence in sentences:
            listener.hear(sentence)
        if view["phase"] != "choosing":
            assert listener.view() == view
            compared += 1
    assert compared > 50
    assert listener.board["phase"] == "ended"
