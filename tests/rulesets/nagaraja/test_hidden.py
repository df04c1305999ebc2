"""Who knows what, in every phase; and drawing anew what a viewer cannot know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from conformance.kit import Sitting, mixed
from domain.hidden import Viewer, redact
from domain.rulesets.nagaraja import RULESET
from domain.rulesets.nagaraja.actions import ChooseCards
from domain.rulesets.nagaraja.redraw import TRIES
from domain.rulesets.nagaraja.state import State, points
from tests.rulesets.nagaraja.scene import BOX, Scene, hidden, player, values

MOMENTS = {"choose", "laid", "confront", "effect", "place", "keep"}


def moment(state: State) -> str:
    if state.effect:
        return "effect"
    return "laid" if any(p.laid for p in state.players) else state.stage


def states(games: int) -> Iterator[State]:
    for seed in range(games):
        sitting = Sitting(RULESET, 2, RULESET.options(), f"hidden-{seed}")
        for table in sitting.play(mixed, random.Random(seed)):
            yield table.game


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_no_phase_tells_a_viewer_what_he_cannot_know(viewer: Viewer) -> None:
    rng, met = random.Random(3), set()
    for state in states(4):
        other = RULESET.redraw(state, viewer, rng.randrange)
        assert RULESET.view(redact(state, viewer), viewer) == RULESET.view(redact(other, viewer), viewer)
        assert RULESET.to_act(state) == RULESET.to_act(other)
        if isinstance(viewer, int):
            assert RULESET.legal_actions(state, viewer) == RULESET.legal_actions(other, viewer)
        assert RULESET.conserved(other) == RULESET.conserved(state)
        if other != state:
            met.add(moment(state))
    assert met >= MOMENTS


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_what_is_drawn_anew_is_possible_for_the_viewer(viewer: Viewer) -> None:
    rng = random.Random(4)
    for state in states(3):
        other = RULESET.redraw(state, viewer, rng.randrange)
        for before, after in zip(state.players, other.players, strict=True):
            laid = [after.hand[place].value for place in values(after.laid)]
            assert len({BOX.card[card].symbol for card in laid}) <= 1
            assert len(set(values(after.laid))) == len(before.laid)
            assert points(after, BOX) < 25
        assert all(
            known == now
            for p, q in zip(redact(state, viewer).players, other.players, strict=True)
            for known, now in zip(values(p.hand), values(q.hand), strict=True)
            if known is not None
        )


def test_the_cards_laid_face_down_may_be_any_of_one_symbol() -> None:
    scene = Scene(player(1, hand="R1 S1 R2", laying=True), player(2, hand="T1", laying=True), stage="choose")
    scene.act(1, ChooseCards(("R1", "R2")))
    rng = random.Random(1)
    laid = {tuple(values(RULESET.redraw(scene.state, 2, rng.randrange).player(1).laid)) for _ in range(TRIES)}
    assert len(laid) > 3
    assert {tuple(values(RULESET.redraw(scene.state, 1, rng.randrange).player(1).laid))} == {(0, 2)}


def test_when_nothing_fits_hands_stay_and_the_rest_is_drawn_anew() -> None:
    """Six cards of one symbol are laid and there are no others: only the deck can differ."""
    six = "R1 R2 R3 R4 R5 R6"
    scene = Scene(
        player(1, hand=six, laying=True), player(2, hand="T1", laying=True), stage="choose", discards=()
    )
    scene.act(1, ChooseCards(tuple(six.split())))
    rng = random.Random(2)
    others = [RULESET.redraw(scene.state, 2, rng.randrange) for _ in range(20)]
    assert len({tuple(values(other.deck)) for other in others}) > 1
    assert all({BOX.card[c].symbol for c in values(other.player(1).hand)} == {"relic"} for other in others)


def test_nobody_knows_the_amulet_on_the_offered_tile() -> None:
    for state in states(2):
        if state.offered and state.offered.amulet:
            assert state.offered.amulet.knowers == ()
            assert all(redact(state, viewer).offered.amulet.value is None for viewer in (None, 1, 2))  # type: ignore[union-attr]


def test_a_collected_amulet_drawn_anew_never_makes_a_winner() -> None:
    """Seat 1 has 24 points face up: all can see that its amulet is not the one with points."""
    relics = {"W3": "cursed-6", "W2": "cursed-6", "W1": "sacred-4", "Na": "sacred-5", "Nb": "sacred-3"}
    tiles = {"a3": "K4", "a2": "K4", "a1": "K4", "b1": "K4"}
    one = player(1, hand="R1", tiles=tiles, relics=relics, amulets="A3")
    scene = Scene(one, player(2, hand="T1"), amulets=hidden("A1 A1 A1 A2"))
    rng = random.Random(5)
    drawn = {RULESET.redraw(scene.state, 2, rng.randrange).player(1).amulets[0].value for _ in range(40)}
    assert drawn == {"A2", "A3"}
