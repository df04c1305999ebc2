"""The slots of a ruleset that have a default: what it gives, for a game that says nothing itself and for those we have."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from conformance.checks import differing
from conformance.drawn_anew import Redrawn
from domain.draws import Shuffle
from domain.hidden import Hidden, redact
from domain.plain import plainly
from domain.redraw import NotRedrawn, in_analysis, redraw_pools
from domain.ruleset import Action, Event, PlainView, Ruleset, Traits
from domain.rulesets import registry
from domain.sentence import english

every_ruleset = pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))


class Bid(Action, frozen=True, tag="place-bid"):
    card: int
    extra: tuple[str, ...] = ()


class PassOn(Action, frozen=True, tag="pass-on"):
    """An action without fields."""


class BidPlaced(Event, frozen=True, tag="bid-placed"):
    seat: int
    bid: Hidden[int]


class Table(msgspec.Struct, frozen=True):
    hands: tuple[tuple[int, ...], ...]
    bids: tuple[Hidden[int] | None, ...]
    deck: tuple[Hidden[int], ...] = ()


class Bids(Ruleset[Table]):
    """A game with nothing of its own but what a game must say."""

    id, name, state, end_reasons = "bids", {"en": "Bids", "pl": "Licytacja"}, Table, ("over",)
    traits = Traits(seats=(2,), draws=4, longest=10)
    deciders = {Bid: lambda play, seat, action: play.record(BidPlaced(seat, Hidden(action.card, (seat,))))}
    evolvers = {BidPlaced: lambda table, event: msgspec.structs.replace(table, bids=(event.bid,))}

    def initial(self, seats: int, options: Any, edition: Any) -> Table:
        return Table(((1, 2), (1, 2)), ())

    def setup(self, play: Any) -> None: ...

    def to_act(self, state: Table) -> tuple[int, ...]:
        return (1,)

    def choices(self, state: Table, seat: int) -> list[Action]:
        return [Bid(card) for card in state.hands[seat - 1]]

    def outcome(self, state: Table) -> None:
        return None

    def conserved(self, state: Table) -> dict[str, int]:
        return {}


class FairBids(Bids):
    def possible(self, state: Table, path: str) -> tuple[int, ...]:
        assert state.bids[int(path[-1])].value is None, "nobody shows the value that is to be drawn"
        return state.hands[int(path[-1])]


def dealt(*values: int, shuffle: str = "3/d/draw") -> tuple[Hidden[int], ...]:
    return tuple(Hidden(value, (), f"{shuffle}/order/{n}") for n, value in enumerate(values))


def chosen(value: int, seat: int) -> Hidden[int]:
    return Hidden(value, (seat,), f"{seat + 3}/d/bid")


TABLE = Table(((1, 2, 3), (1, 2, 3)), (chosen(2, 1), chosen(3, 2)))


def test_tables_say_which_actions_and_events_there_are() -> None:
    game = Bids()
    assert (game.actions, game.events) == ((Bid,), (BidPlaced,))
    recorded: list[Any] = []
    game.decide(SimpleNamespace(record=recorded.append), 2, Bid(1))  # type: ignore[arg-type]
    assert recorded == [BidPlaced(2, Hidden(1, (2,)))]
    assert game.evolve(TABLE, recorded[0]).bids == (Hidden(1, (2,)),)


def test_only_a_seat_that_is_to_act_has_legal_actions() -> None:
    assert Bids().legal_actions(TABLE, 1) == [Bid(1), Bid(2), Bid(3)]
    assert Bids().legal_actions(TABLE, 2) == []


def test_a_game_without_words_has_plain_sentences() -> None:
    assert plainly(Bid(2, ("a", "b"))).values["parts"] == ("2", "a", "b")
    assert english(plainly(PassOn())) == "pass on"
    assert Bids().prompt(None, 1, [Bid(2)]).text == "Choose what to do."
    assert Bids().describe(Bid(2)).values["kind"].text == "place bid"
    seen = redact(BidPlaced(1, Hidden(7, (1,))), 2)
    assert Bids().narrate(seen).values["parts"] == ("1",)
    assert (Bids().chapter(seen), Bids().explained, Bids().explain(TABLE, seen)) == (None, (), ())


def test_the_plain_view_shows_what_the_viewer_knows() -> None:
    assert Bids().view(redact(TABLE, 1), 1) == PlainView(
        {"hands": [[1, 2, 3], [1, 2, 3]], "bids": [2, None], "deck": []}
    )


def test_a_chosen_secret_is_never_left_as_it_is() -> None:
    with pytest.raises(NotRedrawn, match="/bids/1 is alone in its pool '5/d/bid'"):
        Bids().redraw(TABLE, 1, lambda n: 0)


def test_a_chosen_secret_is_drawn_from_what_was_possible() -> None:
    drawn = {FairBids().redraw(TABLE, 1, random.Random(n).randrange).bids[1].value for n in range(30)}
    assert drawn == {1, 2, 3}
    assert FairBids().redraw(TABLE, 1, lambda n: 0).bids[0] == TABLE.bids[0], "his own he knows"


def test_two_chosen_secrets_are_not_exchanged_for_each_other() -> None:
    spectator = [FairBids().redraw(TABLE, None, random.Random(n).randrange).bids for n in range(40)]
    assert len({(a.value, b.value) for a, b in spectator}) == 9


def test_the_last_unknown_of_a_shuffle_is_known_by_elimination() -> None:
    first, last = dealt(4, 5)
    table = Table((), (), (first.shown_to(1), last))
    assert Bids().redraw(table, 1, lambda n: 0) == table


def test_in_an_analysis_the_last_of_a_pool_stays_because_no_shuffle_is_named() -> None:
    [card] = dealt(4)
    table = Table((), (), (in_analysis("/deck/0", card),))
    assert redraw_pools(table, 1, lambda n: 0, lambda *_: "deck") == table


def test_a_dealt_secret_kept_out_of_its_shuffles_pool_is_refused() -> None:
    table = Table((), (), dealt(4, 5, 6))
    with pytest.raises(NotRedrawn, match="/deck/0"):
        redraw_pools(table, 1, lambda n: 0, lambda path, secret: path)
    assert {c.value for c in redraw_pools(table, 1, lambda n: 0, lambda *_: "deck").deck} == {4, 5, 6}


def test_a_field_named_order_is_no_shuffle() -> None:
    table = Table((), (), (Hidden(4, (2,), "7/d/order/0"), Hidden(5, (2,), "7/d/order/1")))
    with pytest.raises(NotRedrawn):
        Bids().redraw(table, 1, lambda n: 0)
    assert Shuffle.__struct_fields__[2] == "order"


def test_a_secret_that_is_left_is_noticed_among_many_that_are_not() -> None:
    class Forgetful(FairBids):
        def redraw(self, state: Table, viewer: Any, choose: Any) -> Table:
            drawn = super().redraw(state, viewer, choose)
            return msgspec.structs.replace(drawn, bids=state.bids)

    table: Any = SimpleNamespace(game=msgspec.structs.replace(TABLE, deck=dealt(*range(100))))
    for game, fair in ((FairBids(), True), (Forgetful(), False)):
        redrawn, rng = Redrawn(), random.Random(1)
        for _ in range(20):
            redrawn.look(game, table, 1, rng)
        if fair:
            redrawn.check(0.6)
        else:
            with pytest.raises(AssertionError, match=r"/bids/\*"):
                redrawn.check(0.6)
    redrawn.places.changed = redrawn.places.met.copy()
    with pytest.raises(AssertionError, match=r"drew 100\.0% of the unknown anew, less than 101%"):
        redrawn.check(1.01)


def test_conservation_names_the_counts_that_differ() -> None:
    assert differing({"dice": 7, "a": 1, "gone": 2}, {"dice": 6, "a": 1, "new": 1}) == {
        "dice": "7 -> 6",
        "gone": "2 -> 0",
        "new": "0 -> 1",
    }
