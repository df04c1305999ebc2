"""Why so: what is argued about events and about actions, clause by clause, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.kit import Sitting
from domain.argument import Step
from domain.ruleset import Action, Event
from domain.rulesets.touche import ARROW, RULESET
from domain.rulesets.touche import events as e
from domain.rulesets.touche.actions import ChooseSet, CrownPattern, ExchangeDead, LayCard, Pass
from domain.rulesets.touche.state import Crowned
from domain.table import explaining
from domain.table.fold import Fold
from tests.rulesets.touche.situation import BOARD, give, in_both, pawns, pile, put, sit

Said = list[tuple[str, str, str]]
"""Clause, English, Polish."""


def said(steps: Any) -> Said:
    return [(step.clause.removeprefix("touche."), *in_both(step.text)) for step in steps]


def argued(sitting: Sitting, action: Action, kind: type[Event]) -> list[Step]:
    """The steps behind the first event of a kind that an action records, as a spectator sees them."""
    folding = Fold(RULESET, sitting.table)
    for logged in sitting.act(sitting.table.to_act[0], action):
        if isinstance(logged.event, kind):
            return list(explaining.argument(RULESET, folding.game, logged.event, None))
        folding.read([logged])
    raise AssertionError(f"{action} records no {kind.__name__}")


def why(sitting: Sitting, action: Action) -> tuple[bool, list[Step]]:
    legal, steps = explaining.legality(RULESET, sitting.table, sitting.table.to_act[0], action)
    return legal, list(steps)


def two_squares() -> Sitting:
    return pawns(give(sit(), {1: ["7D"]}), "d1 e1 d2 f1 f2", "l4")


SQUARE = CrownPattern("square", ("d1", "e1", "d2", "e2"))


def test_a_pawn_is_argued_by_its_card_its_field_and_what_it_completes() -> None:
    assert said(argued(two_squares(), LayCard("7D", "e2"), e.PawnPlaced)) == [
        ("turn.2", "7♦ stands on e2 and g11.", "7♦ jest na polach e2 i g11."),
        ("turn.3", "Neither a pawn nor a crown is on e2.", "Na polu e2 nie ma ani pionka, ani korony."),
        (
            "done.2",
            "The pawn completes 2 patterns that count for yellow, and one of them may be chosen:"
            " square (d1 e1 d2 e2) and square (e1 f1 e2 f2).",
            "Pionek kończy 2 wzory, które się liczą dla koloru żółtego, i można wybrać jeden z nich:"
            " kwadrat (d1 e1 d2 e2) i kwadrat (e1 f1 e2 f2).",
        ),
    ]


def test_completed_patterns_are_argued_by_their_fields_and_by_what_is_still_needed() -> None:
    steps = argued(two_squares(), LayCard("7D", "e2"), e.PatternCompleted)
    assert said(steps)[1:] == [
        (
            "pattern.1",
            "Square: e1, f1, e2, and f2 lie around one corner, and on each of these 4 stands a yellow pawn.",
            "Kwadrat: pola e1, f1, e2 i f2 leżą wokół jednego wierzchołka i na każdym z tych 4 stoi żółty pionek.",
        ),
        (
            "done.1",
            "Square: so far yellow has made 0 of 4, so one more counts.",
            "Kwadrat: kolor żółty ma dotąd 0 z 4, więc następny wzór się liczy.",
        ),
        (
            "done.2",
            "Of 2 patterns completed by one pawn one counts: Ada chooses.",
            "Z 2 wzorów ukończonych jednym pionkiem liczy się jeden: wybiera Ada.",
        ),
    ]
    assert [step.numbers for step in steps[1:]] == [{"n": 4}, {"made": 0, "needed": 4}, {"n": 2}]


@pytest.mark.parametrize(
    ("options", "mine", "field", "clause", "shape"),
    [
        ({"set": "straights"}, "e1 f1 g1 h1", "i1", "pattern.2", "are in one row"),
        ({"set": "ts"}, "e1 e2 d3 f3", "e3", "pattern.3", "one field more on either side"),
        ({"set": "crosses"}, "e1 d2 f2 e3", "e2", "pattern.4", "cross at a right angle"),
        (
            {"set": "custom", "patterns": ARROW, "need": {"arrow": 2}},
            "d1 e2",
            "f1",
            "set.2",
            "the table agreed on",
        ),
    ],
)
def test_each_shape_is_argued_by_its_own_clause(
    options: Any, mine: str, field: str, clause: str, shape: str
) -> None:
    face = BOARD.fields[field]
    sitting = pawns(give(sit(**options), {1: [face]}), mine)
    first = said(argued(sitting, LayCard(face, field), e.PatternCompleted))[0]
    assert first[0] == clause
    assert shape in first[1]
    assert first[1].endswith(f"on each of these {len(mine.split()) + 1} stands a yellow pawn.")
    assert first[2].endswith(f"na każdym z tych {len(mine.split()) + 1} stoi żółty pionek.")


def test_a_crown_says_what_was_not_chosen_and_how_far_the_side_is() -> None:
    sitting = two_squares()
    sitting.act(1, LayCard("7D", "e2"))
    steps = argued(sitting, SQUARE, e.PatternCrowned)
    assert said(steps) == [
        (
            "done.2",
            "Ada has chosen this one; what the pawn completed besides does not count: square (e1 f1 e2 f2).",
            "Ada wybiera ten wzór; co ten sam pionek ukończył oprócz niego, się nie liczy: kwadrat (e1 f1 e2 f2).",
        ),
        ("done.1", "Square: 0 + 1 = 1 of 4 for yellow.", "Kwadrat: 0 + 1 = 1 z 4 dla koloru żółtego."),
        (
            "pattern.5",
            "Nobody can use d1, e1, d2, and e2 again.",
            "Pól d1, e1, d2 i e2 nikt już nie może użyć.",
        ),
        ("tournament.1", "Square: tournament points 10.", "Kwadrat: punkty turniejowe: 10."),
    ]
    assert steps[1].numbers == {"before": 0, "made": 1, "needed": 4}


def test_a_cleared_board_counts_the_pawns_that_leave() -> None:
    sitting = two_squares()
    sitting.act(1, LayCard("7D", "e2"))
    steps = argued(sitting, SQUARE, e.BoardCleared)
    assert [step.numbers for step in steps] == [{"pawns": 2}, {"pawns": 1}, {"round": 2}]
    assert said(steps)[1:] == [
        ("done.1", "Pawns of turquoise without a crown: 1.", "Nieukoronowane pionki koloru turkusowego: 1."),
        (
            "done.4",
            "Ada completed the pattern and so begins round 2.",
            "Kto ukończył wzór, zaczyna następną rundę: rundę 2 zaczyna Ada.",
        ),
    ]


def test_a_pattern_in_vain_is_argued_by_the_set_or_by_what_is_made_already() -> None:
    outside = pawns(give(sit(), {1: ["6D"]}), "f1 g1 h1 i1")
    assert said(argued(outside, LayCard("6D", "e1"), e.PawnPlaced))[-1] == (
        "done.3",
        "The pawn completes straight (e1 f1 g1 h1 i1), which does not count: the set of yellow has none of these.",
        "Pionek kończy wzór: prosta (e1 f1 g1 h1 i1), ale ten się nie liczy:"
        " w zestawie koloru żółtego takich nie ma.",
    )
    again = pawns(
        give(sit(set="three-different", need={"square": 1, "t": 1, "cross": 1}), {1: ["7D"]}), "d1 e1 d2"
    )
    put(again, crowned=(Crowned(0, "square", ("a4",)),))
    step = argued(again, LayCard("7D", "e2"), e.PawnPlaced)[-1]
    assert step.numbers == {"made": 1, "needed": 1}
    assert said([step])[0][1:] == (
        "The pawn completes square (d1 e1 d2 e2), which does not count: yellow has made 1 of 1 already.",
        "Pionek kończy wzór: kwadrat (d1 e1 d2 e2), ale ten się nie liczy: kolor żółty ma już 1 z 1.",
    )


def test_a_joker_and_a_free_space_are_argued_by_what_opens_them() -> None:
    sitting = pawns(give(sit(), {1: ["joker", "6D"]}), "d3 c4 d4", "l4")
    assert said(argued(sitting, LayCard("joker", "l4"), e.PawnReplaced)) == [
        (
            "joker.1",
            "The turquoise pawn on l4 is not crowned, so a joker lets yellow take its place.",
            "Turkusowy pionek na polu l4 nie jest ukoronowany, więc joker pozwala zastąpić go pionkiem koloru żółtego.",
        )
    ]
    sitting = pawns(give(sit(), {1: ["joker", "6D"]}), "d3 c4 d4", "l4")
    legal, steps = why(sitting, LayCard("joker", "h8"))
    assert legal
    assert said(steps)[0] == (
        "joker.1",
        "A joker opens any free field that shows a card.",
        "Joker otwiera każde wolne pole z kartą.",
    )
    first, *_, last = said(argued(sitting, LayCard("6D", "c3"), e.PawnPlaced))
    assert first == (
        "free.1",
        "Field c3 is a Free Space and all that a pattern lacks: square (c3 d3 c4 d4);"
        " any card of the hand may be laid for it.",
        "Pole c3 to Free Space i tylko jego brakuje do wzoru: kwadrat (c3 d3 c4 d4);"
        " można na nie wyłożyć dowolną kartę z ręki.",
    )
    assert last[0] == "done.1"


def test_a_legal_action_is_argued_as_its_event_will_be() -> None:
    answer = why(two_squares(), LayCard("7D", "e2"))
    assert answer == (True, argued(two_squares(), LayCard("7D", "e2"), e.PawnPlaced))
    dead = pawns(give(sit(), {1: ["KD", "KD"]}), "d1", "h8")
    legal, steps = why(dead, ExchangeDead(("KD", "KD")))
    assert (legal, said(steps)) == (
        True,
        [
            (
                "dead.1",
                "K♦ is dead: d1 and h8 are both occupied.",
                "K♦ to martwa karta: oba jej pola, d1 i h8, są zajęte.",
            ),
            (
                "dead.1",
                "Ada may draw 2 cards for them; no pawn is put on the board.",
                "Ada może dobrać za nie 2 karty; pionka się nie stawia.",
            ),
        ],
    )
    assert argued(dead, ExchangeDead(("KD", "KD")), e.CardsExchanged) == steps


def test_who_chooses_a_set_and_what_it_asks_for() -> None:
    dealer = sit(set_choice="dealer")
    legal, steps = why(dealer, ChooseSet("three-different", ("square", "t", "straight")))
    assert legal
    assert said(steps)[:2] == [
        ("set.1", "Borys deals and so chooses for all.", "Borys rozdaje, więc wybiera dla wszystkich."),
        ("set.1", "To be made: 1 × square.", "Do ułożenia: kwadrat × 1."),
    ]
    own = sit(3, set_choice="own")
    assert said(argued(own, ChooseSet("ts"), e.SetChosen)) == [
        (
            "set.1",
            "Every side has a set of its own: for yellow Ada chooses, who comes first from the left of Celina.",
            "Każda strona ma własny zestaw: dla koloru żółtego wybiera Ada,"
            " pierwszy jej gracz na lewo od rozdającego (Celina).",
        ),
        ("set.1", "To be made: 3 × T.", "Do ułożenia: litera T × 3."),
    ]


def agreed(sitting: Sitting, kind: type[Event]) -> list[Step]:
    """The steps behind the first event of a kind since the game was created."""
    folding = Fold(RULESET)
    for logged in sitting.log:
        if isinstance(logged.event, kind):
            return list(explaining.argument(RULESET, folding.game, logged.event, None))
        folding.read([logged])
    raise AssertionError(f"there is no {kind.__name__}")


def test_an_agreed_set_and_the_draw_for_the_deal() -> None:
    assert said(agreed(sit(need={"square": 2}), e.SetChosen)) == [
        (
            "set.1",
            "The set was agreed before the game, so nobody chooses.",
            "Zestaw ustalono przed grą, więc nikt nie wybiera.",
        ),
        ("set.2", "To be made: 2 × square.", "Do ułożenia: kwadrat × 2."),
    ]
    [(_, english, polish)] = said(agreed(sit(dealer=0), e.DealerDrawn))
    assert english.endswith("with the ace above all, Ada has the highest card.")
    assert polish.endswith("as bije wszystko, a najwyższą kartę ma Ada.")


@pytest.mark.parametrize(
    ("cards", "english", "polish"),
    [
        (
            ("joker", "KD"),
            "A joker has no rank: players who drew one draw again.",
            "Joker nie ma wartości: kto go wyciągnął, ciągnie ponownie.",
        ),
        (
            ("KC", "KD"),
            "Ada draws K♣ and Borys draws K♦: with the ace above all, the highest rank has been drawn more than once:"
            " the players who drew it draw again.",
            "Ada ciągnie K♣ i Borys ciągnie K♦; as bije wszystko, a najwyższa wartość się powtórzyła:"
            " kto ją wyciągnął, ciągnie ponownie.",
        ),
    ],
)
def test_a_draw_for_the_deal_that_decides_nothing(cards: tuple[str, str], english: str, polish: str) -> None:
    event = e.DealerDrawn((1, 2), cards, None, draw=None)  # type: ignore[arg-type]
    assert said(RULESET.explain(None, event)) == [("setup.2", english, polish)]  # type: ignore[arg-type]


def test_refilled_stacks_show_the_sum() -> None:
    used = {1: ["2C", "3C", "4C"], 2: ["5C", "6C"]}
    sitting = pile(give(sit(), {1: ["KD"], 2: ["QD"]}), {1: ["7C"], 2: ["8C"]}, used)
    [step] = argued(sitting, LayCard("KD", "d1"), e.StacksRefilled)
    assert step.numbers == {"cards": 6, "seats": 2, "each": 3, "left_over": 0}
    assert said([step]) == [
        (
            "stack.1",
            "Used cards: 6. For each of 2 stacks there are 3; left over: 0.",
            "Zużyte karty: 6. Na każdy z 2 stosów przypada 3; reszta: 0.",
        )
    ]


def stuck(**fields: Any) -> Sitting:
    """Seat 1 holds two jokers, and no field is open to them."""
    return put(give(sit(), {1: ["joker", "joker"]}), crowns=BOARD.all_cards, **fields)


def test_who_passes_can_do_nothing() -> None:
    legal, steps = why(stuck(), Pass())
    assert legal
    assert said(steps) == [
        (
            "dead.1",
            "Ada holds 2 cards that are not dead and find no field: they are jokers.",
            "Ada ma 2 karty, które nie są martwe i nie znajdują pola: to jokery.",
        ),
        (
            "joker.1",
            "Number of fields that a joker opens now: 0.",
            "Liczba pól, które joker teraz otwiera: 0.",
        ),
        ("stall.1", "Ada can do nothing and passes.", "Ada nie może nic zrobić i pasuje."),
    ]
    assert argued(stuck(), Pass(), e.TurnPassed) == steps
    without = pile(give(sit(), {1: ["KD"], 2: []}), {}, {})
    [step] = argued(without, LayCard("KD", "d1"), e.TurnPassed)
    assert (step.clause, step.numbers) == ("touche.turn.2", {"cards": 0, "stack": 0})
    assert in_both(step.text) == (
        "Cards of Borys: 0 in hand, 0 to draw.",
        "Karty gracza Borys: na ręce 0, do dobrania 0.",
    )


def test_a_stalled_round_counts_turns_and_rounds() -> None:
    steps = argued(stuck(idle=5, stalls=1), Pass(), e.RoundStalled)
    assert [step.numbers for step in steps] == [
        {"circles": 3, "seats": 2, "turns": 6},
        {"running": 2, "limit": 10},
    ]
    assert said(steps) == [
        (
            "stall.1",
            "Without a new pawn: full circles 3 × seats 2 = turns 6.",
            "Bez nowego pionka: pełne okrążenia 3 × miejsca 2 = tury 6.",
        ),
        (
            "stall.2",
            "Stalled rounds running: 2; 10 end the game.",
            "Zastojów z rzędu: 2; gra kończy się przy 10.",
        ),
    ]
    assert said(argued(stuck(idle=5, stalls=1), Pass(), e.BoardCleared))[-1] == (
        "stall.1",
        "The round has stalled: Borys, whose turn it is, begins round 2.",
        "Nastąpił zastój: rundę 2 zaczyna Borys, zgodnie z kolejnością.",
    )
    endless = put(give(sit(stalled_rounds=0), {1: ["joker"]}), crowns=BOARD.all_cards, idle=5)
    assert said(argued(endless, Pass(), e.RoundStalled))[-1][1:] == (
        "Stalled rounds running: 1; here they never end the game.",
        "Zastojów z rzędu: 1; tu nigdy nie kończą gry.",
    )


def test_the_end_by_a_whole_set() -> None:
    made = tuple(Crowned(0, "square", (f"a{n}",)) for n in (4, 5, 6))
    sitting = put(pawns(give(sit(), {1: ["7D"]}), "d1 e1 d2"), crowned=made)
    assert said(argued(sitting, LayCard("7D", "e2"), e.GameEnded)) == [
        ("end.1", "Square: yellow has made 4 of 4.", "Kwadrat: kolor żółty ma 4 z 4."),
        (
            "end.1",
            "The set of yellow is whole, which wins at once.",
            "Kolor żółty ma cały zestaw, więc od razu wygrywa.",
        ),
        ("tournament.1", "Yellow: patterns 4, points 40.", "Kolor żółty: wzory 4, punkty 40."),
        ("tournament.1", "Turquoise: patterns 0, points 0.", "Kolor turkusowy: wzory 0, punkty 0."),
    ]


def test_the_end_without_a_place_without_cards_or_by_stalled_rounds() -> None:
    crowded = " ".join(name for name in BOARD.names if name not in ("d1", "e1", "d2", "e2"))
    places = pawns(give(sit(need={"square": 9}), {1: ["7D"]}), "d1 e1 d2", crowns=crowded)
    first, *_, last = said(argued(places, LayCard("7D", "e2"), e.GameEnded))
    assert first == (
        "end.2",
        "Square: of its 89 places on the board none is without a crown.",
        "Kwadrat: z 89 możliwych położeń na planszy żadne nie jest już wolne od koron.",
    )
    assert last == (
        "end.2",
        "Yellow alone has most patterns (1) and wins.",
        "Najwięcej wzorów (1) ma tylko kolor żółty, więc wygrywa.",
    )
    cards = pile(give(sit(stalled_rounds=0), {1: ["KD"], 2: []}), {}, {})
    first, *_, last = said(argued(cards, LayCard("KD", "d1"), e.GameEnded))
    assert first == (
        "end.2",
        "Nobody holds a card, and nobody has one to draw.",
        "Nikt nie ma kart ani skąd ich dobrać.",
    )
    assert last[1:] == (
        "Nobody alone has most patterns (0): it is a draw.",
        "Nikt nie ma sam najwięcej wzorów (0): jest remis.",
    )
    steps = argued(stuck(idle=5, stalls=9), Pass(), e.GameEnded)
    assert (steps[0].clause, steps[0].numbers) == ("touche.stall.2", {"running": 10, "limit": 10})
    assert steps[-1].clause == "touche.stall.2"
