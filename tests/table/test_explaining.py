"""What an argument is made from: the state and the event as the viewer may know them, and nothing more."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.argument import refusal, step
from domain.hidden import Hidden
from domain.play import IllegalAction, Play
from domain.sentence import Seat, Term, english, say
from domain.table import explaining
from tests.rulesets.test_defaults import Bid, BidPlaced, Bids
from tests.rulesets.test_defaults import Table as Bidding


class Blabbing(Bids):
    """A game that argues with every secret that it is given."""

    editions = {"1": None}  # type: ignore[dict-item]
    explanations = {
        BidPlaced: lambda before, event: [step("a", "{all}", all=str((before.bids, event.bid.value)))]
    }

    def explain_action(self, state: Bidding, seat: int, action: Any) -> Any:
        return [step("a", "{all}", all=str(state.bids))]


BEFORE = Bidding(((1,), (1,)), (Hidden(41, (1,)), Hidden(42, (2,))))
EVENT = BidPlaced(2, Hidden(43, (2,)))


@pytest.mark.parametrize(
    ("viewer", "known"), [(1, {"41"}), (2, {"42", "43"}), (None, set()), ("auditor", {"41", "42", "43"})]
)
def test_an_argument_holds_what_its_viewer_knows(viewer: Any, known: set[str]) -> None:
    (argued,) = explaining.argument(Blabbing(), BEFORE, EVENT, viewer)
    assert {value for value in ("41", "42", "43") if value in argued.text.values["all"]} == known


def test_legality_holds_what_the_seat_itself_knows() -> None:
    class AtTable(msgspec.Struct):
        game: Bidding = BEFORE
        in_play: bool = True
        to_act: tuple[int, ...] = (1,)

    legal, (argued,) = explaining.legality(Blabbing(), AtTable(), 1, Bid(1))  # type: ignore[arg-type]
    assert legal
    assert "41" in argued.text.values["all"]
    assert "42" not in argued.text.values["all"]


def test_a_step_gives_the_numbers_that_its_sentence_says() -> None:
    argued = step("a.1", "{seat} has {n} of {m}: {more}.", seat=Seat(1), n=2, m=-3, more=say("{k}", k=4))
    assert argued.numbers == {"n": 2, "m": -3}


def test_a_refusal_is_found_without_recording_or_drawing() -> None:
    def decide(play: Play[int], seat: int, action: str) -> None:
        if action == "wrong":
            raise IllegalAction("a.1", "{seat} may not.", seat=Seat(seat))
        if action == "roll":
            play.roll([6])
        play.record(action)

    refused = refusal(decide, 0, 2, "wrong")
    assert refused is not None
    assert (refused.rule, refused.detail, str(refused)) == ("a.1", "seat 2 may not.", "seat 2 may not. (a.1)")
    assert refusal(decide, 0, 2, "roll") is refusal(decide, 0, 2, "right") is None


def test_a_sentence_is_said_in_its_own_english() -> None:
    said = say(
        "{n} {things}", plural="{n} of {things}", count=2, n=2, things=(Term("axx"), {"en": "b", "pl": "c"})
    )
    assert english(said) == "2 of axx, b"
    assert english(say("{braces} stay")) == "{braces} stay"
