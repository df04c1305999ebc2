"""Cards with the symbol card."""

from __future__ import annotations

from msgspec.structs import replace

from domain.hidden import redact
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.actions import ChoosePlayer, DiscardCards, Pass, SpendNaga, TakeCard
from tests.rulesets.nagaraja.scene import Scene, hidden, of_type, player, secret, the, values

DECK = "T1 T2 S1 S2"


def ready(card: str, mine: str = "", theirs: str = "", deck: str = DECK, **more: object) -> Scene:
    return Scene(
        player(1, hand=f"{card} {mine}", sticks="white-N"),
        player(2, hand=theirs, sticks="white-N"),
        deck=hidden(deck),
        **more,  # type: ignore[arg-type]
    )


def using(card: str, mine: str = "", theirs: str = "", deck: str = DECK, **more: object) -> Scene:
    scene = ready(card, mine, theirs, deck, **more)
    scene.act(1, SpendNaga("white-N", card))
    return scene


def test_c1_draws_two_cards() -> None:
    scene = using("C1", "R1", "R2")
    assert values(scene.player(1).hand) == ["R1", "T1", "T2"]
    assert scene.view(2)["players"][0]["hand"] == [None] * 3
    assert scene.view(None)["piles"]["deck"] == 2


def test_c1_draws_from_a_deck_made_anew_and_needs_a_card_somewhere() -> None:
    scene = using("C1", "R1", "R2", "T1", discards=hidden("S1 S2", 0))
    assert values(scene.player(1).hand) == ["R1", "T1", "S1"]
    assert scene.view(None)["piles"] == {"tiles": 4, "amulets": 3, "deck": 1, "discards": 0}
    empty = ready("C1", "R1", "R2", "")
    for card in ("C1", "C2", "C6"):
        bare = ready(card, "R1", "R2", "")
        assert bare.refused(1, SpendNaga("white-N", card)) == "naga.3"
    assert empty.legal(1, Pass)
    assert values(using("C1", "", "R2", "T1").player(1).hand) == ["T1"], "as many as there are"


def test_c2_draws_three_and_discards_any_card_of_the_hand() -> None:
    scene = using("C2", "R1", "R2")
    assert scene.legal(1) == [DiscardCards((card,)) for card in ("R1", "S1", "T1", "T2")]
    gone = the(scene.act(1, DiscardCards(("R1",))), e.CardsDiscarded)
    assert gone.count == 1
    assert values(redact(gone, 2).cards) == [None]
    assert values(redact(gone, 2).places) == [None]
    assert values(scene.player(1).hand) == ["T1", "T2", "S1"]
    assert scene.state.discards[0].knowers == (1,)


def test_c3_discards_a_card_of_the_opponent_at_random() -> None:
    scene = ready("C3", "R1", "R2 S3 S4", throws=[(2,)])
    gone = the(scene.act(1, SpendNaga("white-N", "C3")), e.CardDiscardedAtRandom)
    assert (gone.seat, gone.place, gone.draw.sides) == (2, 1, (3,))
    assert values(scene.player(2).hand) == ["R2", "S4"]
    assert redact(scene.state, 1).discards[0].value is None, "only who discards it sees it"
    assert redact(scene.state, 2).discards[0].value == "S3"
    assert ready("C3", "R1").refused(1, SpendNaga("white-N", "C3")) == "naga.3"


def test_c4_takes_a_card_of_the_opponent_at_random() -> None:
    scene = ready("C4", "R1", "R2 S3 S4", throws=[(3,)])
    taken = the(scene.act(1, SpendNaga("white-N", "C4")), e.CardTakenAtRandom)
    assert (taken.seat, taken.place, taken.card.value, taken.card.to) == (1, 2, "S4", (1,))
    assert values(scene.player(1).hand) == ["R1", "S4"]
    assert scene.view(2)["players"][0]["hand"] == [None, "S4"], "its former owner knows it"
    assert scene.view(None)["players"][0]["hand"] == [None, None]
    assert ready("C4", "R1").refused(1, SpendNaga("white-N", "C4")) == "naga.3"


def test_c5_the_chosen_player_picks_what_he_discards_and_draws_two() -> None:
    scene = using("C5", "R1 R3", "R2 S3 S4")
    assert scene.legal(1) == [ChoosePlayer(1), ChoosePlayer(2)]
    goes_on = the(scene.act(1, ChoosePlayer(2)), e.EffectGoesOn)
    assert goes_on.chooser == 2
    assert scene.sitting.table.to_act == (2,)
    assert scene.legal(1) == []
    assert len(scene.legal(2)) == 3
    assert scene.refused(2, DiscardCards(("S3", "R2"))) == "naga.3"
    scene.act(2, DiscardCards(("R2", "S3")))
    assert values(scene.player(2).hand) == ["S4", "T1", "T2"]
    assert scene.sitting.table.to_act == (2,), "the turn passes from the owner of the card to the other"


def test_c5_one_card_is_discarded_and_two_are_drawn_none_is_no_target() -> None:
    scene = using("C5", "", "R2")
    assert scene.legal(1) == [ChoosePlayer(2)]
    scene.act(1, ChoosePlayer(2))
    assert scene.legal(2) == [DiscardCards(("R2",))]
    scene.act(2, DiscardCards(("R2",)))
    assert values(scene.player(2).hand) == ["T1", "T2"]
    assert ready("C5").refused(1, SpendNaga("white-N", "C5")) == "naga.3"


def test_c6_looks_at_three_takes_one_and_discards_the_rest() -> None:
    scene = using("C6", "R1", "R2")
    assert scene.view(1)["effect"]["cards"] == ["T1", "T2", "S1"]
    assert scene.view(2)["effect"]["cards"] == [None] * 3
    assert scene.legal(1) == [TakeCard("S1"), TakeCard("T1"), TakeCard("T2")]
    taken = the(scene.act(1, TakeCard("T2")), e.CardTaken)
    assert (taken.place, taken.discarded) == (1, 2)
    assert values(scene.player(1).hand) == ["R1", "T2"]
    assert [card.knowers for card in scene.state.discards] == [(1,), (1,)]


def test_c6_with_fewer_than_three_makes_the_deck_anew() -> None:
    scene = ready("C6", "R1", "R2", "T1", discards=hidden("S1 S2 S3", 0))
    events = scene.act(1, SpendNaga("white-N", "C6"))
    assert the(events, e.DeckShuffled).cards == 3
    assert [len(drawn.cards) for drawn in of_type(events, e.CardsDrawn)] == [1, 2]
    assert len(scene.legal(1)) == 3
    one = using("C6", "R1", "R2", "T1")
    assert one.legal(1) == [TakeCard("T1")]


def test_nagaraja_naga_3_an_unseen_discard_cannot_be_traced() -> None:
    """Seat 2 knows a card that it gave; after the unseen discard nobody else can tell whether it is still there."""
    given = secret("R1", 1, 2)
    one = replace(player(1, sticks="white-N"), hand=(given, *hidden("C2 S3", 1)))
    boards = []
    for gone in ("R1", "S3"):
        scene = Scene(one, player(2, hand="R2", sticks="green-N"), deck=hidden(DECK))
        assert scene.view(2)["players"][0]["hand"][0] == "R1"
        scene.act(1, SpendNaga("white-N", "C2"), DiscardCards((gone,)))
        boards.append(scene.view(2))
        fresh = scene.state.discards[0]
        assert fresh.ref not in {given.ref, *(card.ref for card in one.hand)}
    assert boards[0] == boards[1]
