"""A preview says what a ruling would do; the ruling then does that, and the preview has drawn nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from conformance.kit import mixed
from domain.rulesets import registry
from domain.table.events import Rewound
from domain.table.referee.events import Kind, Remedy, StackReshuffled
from domain.table.referee.hearing import Proposed
from domain.table.referee.preview import Preview, preview
from domain.table.refusals import Refused
from tests.rulesets.judging import REFEREE, Judged


def before(sitting: Judged, kind: Kind, remedy: dict[str, Any], head: bool = False) -> Preview:
    proposed = Proposed(kind, Remedy(**remedy) if remedy else None, REFEREE, head, why=False)
    return preview(sitting.hearing(), proposed, opened=0)


def played(ruleset: str, actions: int = 20) -> Judged:
    sitting = Judged(registry()[ruleset], 2, registry()[ruleset].options(), "previewed")
    for _ in sitting.play(mixed, random.Random(6), actions):
        pass
    return sitting


@pytest.mark.parametrize("ruleset", registry())
def test_a_back_up_does_what_its_preview_says(ruleset: str) -> None:
    for place in (0, 3, -1):
        sitting = played(ruleset)
        back = sitting.assessment().reachable[place]
        sitting.open()
        as_it_was = sitting.table
        preview = before(sitting, "backed-up", {"to_version": back.version})
        assert sitting.table is as_it_was
        recorded = [it.event for it in sitting.rule("backed-up", to_version=back.version)]
        [rewound] = [it for it in recorded if isinstance(it, Rewound)]
        assert preview.way is not None
        assert (preview.way.version, preview.way.kind, preview.rng) == (back.version, back.kind, rewound.rng)
        assert preview.head == (back.kind in ("tainted", "needs-random"))
        assert preview.shuffled == tuple(it.draw.refs for it in recorded if isinstance(it, StackReshuffled))
        assert preview.acts is None


def test_a_chapter_and_a_correction_say_whose_action_the_table_makes() -> None:
    sitting = played("age-of-war")
    assessment = sitting.assessment()
    chapter = next(iter(sitting.chapters()))
    action = assessment.action_at(chapter)
    assert action is not None
    sitting.open()
    preview = before(sitting, "replayed", {"chapter": chapter})
    assert preview.way is not None
    assert preview.way.version == action.first - 1
    assert preview.acts == (None if action.first == chapter else int(action.actor.removeprefix("seat:")))
    version = assessment.reachable[-1].version
    [seat] = [int(it.actor.removeprefix("seat:")) for it in sitting.log if it.version == version + 1]
    legal = sitting.said(seat, registry()["age-of-war"].action_types["roll"]())
    preview = before(sitting, "corrected", {"to_version": version, "seat": seat, "action": legal})
    assert preview.acts == seat


def test_what_cannot_be_ruled_cannot_be_previewed() -> None:
    sitting = played("romans", 5)
    sitting.open()
    with pytest.raises(Refused, match="cannot be taken back"):
        before(sitting, "backed-up", {"to_version": 1})
    start = sitting.assessment().reachable[-1].version
    action = sitting.said(1, sitting.ruleset.action_types["seal-orders"]())
    with pytest.raises(Refused, match="release of its eyes"):
        before(sitting, "corrected", {"to_version": start, "seat": 1, "action": action})


def test_what_does_not_take_the_game_back_has_nothing_to_preview() -> None:
    sitting = played("romans", 5)
    sitting.open()
    assert before(sitting, "void", {}) == Preview(head=True)


def test_a_game_that_is_over_is_not_previewed_as_going_back() -> None:
    sitting = played("age-of-war", 100_000)
    assert sitting.table.status == "finished"
    sitting.open()
    assert before(sitting, "void", {}) == Preview(head=True)
    with pytest.raises(Refused) as over:
        before(sitting, "backed-up", {"to_version": sitting.assessment().reachable[0].version})
    assert over.value.more["rule"] == "referee.over"
