"""Games that look right and are not: what the battery finds in each of them, and nothing in the honest one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from conformance import checks, fitting_worlds
from conformance.drawn_anew import Redrawn, check_in_analysis
from conformance.kit import Sitting, mixed
from conformance.orders import another_number
from conformance.past import Past
from domain.draws import Shuffle
from domain.hidden import Hidden, Viewer
from domain.play import Play
from domain.redraw import POSITION, Choose, redraw_pools
from domain.ruleset import Action, Edition, Event, NoOptions, Ruleset
from domain.rulesets import registry
from domain.rulesets.romans.actions import PlaceWarrior, SealOrders
from domain.rulesets.touche.actions import ChooseSet
from tests.rulesets import trick_game
from tests.rulesets.trick_game import State, Swapped, Tricks


class NamesTheCard(Tricks):
    """Everybody reads in the event which card was given in secret."""

    def naming(self, card: Hidden[str]) -> str:
        return str(card.value)


def _noted(state: State, event: Swapped) -> State:
    return replace(trick_game.swapped(state, event), last=str(event.card.value))


class NotesTheCard(Tricks):
    """The event keeps the secret, and a public field of the state has it."""

    evolvers = {**Tricks.evolvers, Swapped: _noted}


class SameHands(Tricks):
    """Rivals keep the cards they have, in another order."""

    def redraw(self, state: State, viewer: Viewer, choose: Choose) -> State:
        return redraw_pools(state, viewer, choose, lambda path, _: path.split("/")[2], closed=("0", "1", "2"))


class ForgetsWhatWasShown(Tricks):
    """A seat that could not follow suit is dealt cards of that suit."""

    def redraw(self, state: State, viewer: Viewer, choose: Choose) -> State:
        return Ruleset.redraw(self, state, viewer, choose)


def sit(ruleset: Ruleset[Any]) -> Sitting:
    return Sitting(ruleset, trick_game.SEATS, NoOptions(), "refused")


def worlds(ruleset: Ruleset[Any]) -> None:
    for seed in range(2):
        checks.check_worlds(sit(ruleset), random.Random(seed), 16)


def no_leak(ruleset: Ruleset[Any]) -> None:
    sitting, rng, met = sit(ruleset), random.Random(1), dict[Action, None]()
    for _ in sitting.play(mixed, rng):
        checks.check_no_leak(sitting, met, rng)


def nearly_all(ruleset: Ruleset[Any]) -> None:
    sitting, rng, redrawn = sit(ruleset), random.Random(1), Redrawn()
    for table in sitting.play(mixed, rng):
        for viewer in checks.viewers(table):
            redrawn.look(ruleset, table, viewer, rng)
    redrawn.check(ruleset.traits.redrawn)


@pytest.mark.parametrize("check", [worlds, no_leak, nearly_all])
def test_the_honest_game_passes(check: Any) -> None:
    check(Tricks())


def test_a_public_field_that_names_a_hidden_card_is_refused() -> None:
    with pytest.raises(AssertionError, match=r"nearest: Swapped\.named otherwise"):
        worlds(NamesTheCard())


def test_a_public_field_of_the_state_that_names_a_hidden_card_is_refused() -> None:
    with pytest.raises(AssertionError, match=r"nearest: State\.last otherwise"):
        worlds(NotesTheCard())


def test_a_redraw_that_shuffles_hands_within_themselves_is_refused() -> None:
    no_leak(SameHands())
    with pytest.raises(AssertionError, match=r"same cards together.*/hands/\*"):
        nearly_all(SameHands())


def test_a_redraw_that_forgets_what_a_seat_has_shown_not_to_have_is_refused() -> None:
    no_leak(ForgetsWhatWasShown())
    nearly_all(ForgetsWhatWasShown())
    with pytest.raises(AssertionError, match=r"contradicts what they saw: no action leads to .*Played"):
        worlds(ForgetsWhatWasShown())


class Alike(Tricks):
    """There are three cards of each kind."""

    def setup(self, play: Play[State]) -> None:
        play.record(trick_game.Dealt(play.shuffle(trick_game.CARDS[:5] * 3)), "tricks.deal")


class AlikeWithItsNumber(Alike):
    """Everybody reads in the event where the card was dealt that was given in secret, and what it is."""

    def naming(self, card: Hidden[str]) -> str:
        return f"{card.value} of {card.ref}"


def test_of_alike_cards_another_one_may_have_moved() -> None:
    """A seat gives away the first such card in its hand, which is another one in another world; the next seat knows it then."""
    worlds(Alike())


def test_alike_cards_that_the_event_tells_apart_are_refused() -> None:
    with pytest.raises(AssertionError, match=r"nearest: Swapped\.named otherwise"):
        worlds(AlikeWithItsNumber())


def test_of_alike_cards_the_one_that_left_its_place_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat orders one Chariott, and has lost the other. Each wrong guess leads through all orders of the rest."""
    romans = registry()["romans"]
    sitting = Sitting(romans, 2, romans.options(), "s10")
    tables = [sitting.table]
    cards = [str(it.value) for it in sitting.table.game.clans[1].hand]
    for action in (*map(PlaceWarrior, cards, range(1, 7)), SealOrders()):
        sitting.act(2, action)
        tables.append(sitting.table)
    world = romans.redraw(sitting.table.game, 1, random.Random(1).randrange)
    for clan in (sitting.table.game.clans[1], world.clans[1]):
        assert "chariott" in [it.value for it in clan.away[:2]]
        assert "chariott" in [it.value for it in clan.orders]
    monkeypatch.setattr(fitting_worlds, "TRIES", len(tables) + 1)
    fitting_worlds.check_fits(Past(sitting, tables), world, 1)


class AlsoChooses(Tricks):
    """Says what a chosen secret could be, and leaves the pools of those that were dealt to their shuffle."""

    def possible(self, state: State, path: str) -> tuple[str, ...]:
        return ("a card",)


class PoolsByPath(AlsoChooses):
    """Its pools are the same in an analysis."""

    def pool(self, path: str, secret: Hidden[Any]) -> str | None:
        return "cards"


class Staked(Event, frozen=True, tag="staked"):
    draw: Shuffle[int]


class Stakes(State, frozen=True):
    stakes: tuple[Hidden[int], ...] = ()


class TwoDecks(Tricks):
    """Plays for stakes from a deck of their own. In an analysis they could stand in for cards."""

    state, evolvers = (
        Stakes,
        {**Tricks.evolvers, Staked: lambda state, it: replace(state, stakes=it.draw.order)},
    )
    stakes: tuple[Any, ...] = (10, 20, 50)

    def initial(self, seats: int, options: Any, edition: Edition) -> State:
        return Stakes()

    def setup(self, play: Play[State]) -> None:
        super().setup(play)
        play.record(Staked(play.shuffle(self.stakes)), "tricks.deal")


class TwoDecksByPath(TwoDecks):
    """Tells them apart in an analysis, too."""

    def pool(self, path: str, secret: Hidden[Any]) -> str | None:
        return "stakes" if path.startswith("/stakes") else "cards"


class HandsInAnalysis(Tricks):
    """A fork of an analysis leaves everybody the cards they have."""

    def pool(self, path: str, secret: Hidden[Any]) -> str | None:
        return path.split("/")[2] if POSITION in secret.ref else "cards"


class ShufflesAgain(TwoDecks):
    """The second deck has cards of the first, and was shuffled in the first action: so they are two."""

    stakes = trick_game.CARDS[:3]


def test_pools_that_only_a_shuffle_on_record_tells_apart_are_refused() -> None:
    """An analysis has none: there they would be choices, and `possible` would be asked about a deck."""
    for honest in (Tricks(), PoolsByPath(), TwoDecksByPath()):
        check_in_analysis(sit(honest))
    with pytest.raises(AssertionError, match="'5/d/draw', and None in an analysis"):
        check_in_analysis(sit(AlsoChooses()))


@pytest.mark.parametrize("game", [TwoDecks, ShufflesAgain])
def test_two_decks_that_are_one_in_an_analysis_are_refused(game: type[TwoDecks]) -> None:
    with pytest.raises(AssertionError, match=r"'5/d/draw' and '6/d/draw', but of one in an analysis"):
        check_in_analysis(sit(game()))


def test_one_deck_that_is_several_in_an_analysis_is_refused() -> None:
    with pytest.raises(AssertionError, match="of one pool, 'cards', but not in an analysis"):
        check_in_analysis(sit(HandsInAnalysis()))


def test_an_empty_set_has_no_member_to_leave_out_or_to_repeat() -> None:
    assert [*another_number(ChooseSet("squares"))] == []
    others = another_number(ChooseSet("different", ("a", "b", "c")))
    assert [it.kinds for it in others] == [("c", "b", "c"), ("b", "c"), ("c", "a", "b", "c")]
