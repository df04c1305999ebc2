"""Why so: the argument behind a clash, a capture, an end, and behind an action's being legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from conformance.kit import Sitting
from domain.argument import Step
from domain.rulesets.romans import RULESET
from domain.rulesets.romans import actions as a
from domain.rulesets.romans import events as e
from domain.rulesets.romans.state import State
from domain.table import explaining
from domain.table.fold import Fold
from projections.sentences import Renderer
from tests.rulesets.fixtures import all_fixtures, logged_events
from tests.rulesets.romans.scene import C, Scene, hand, lay, sitting

NAMES = {1: "Ala", 2: "Ola", 3: "Jan"}
Said = list[tuple[str, str]]
"""Steps as clause and text."""


def said(steps: Any, lang: str = "en") -> Said:
    teller = Renderer(RULESET, lang, NAMES)
    return [(step.clause.removeprefix("romans."), teller.render(step.text)) for step in steps]


def argument(scene: Scene, kind: type) -> list[Step]:
    """The argument behind the first event of a type, as a spectator reads it."""
    at = next(n for n, event in enumerate(scene.events) if isinstance(event, kind))
    return list(explaining.argument(RULESET, scene.states[at - 1], scene.events[at], None))


def argued(log: Any) -> Iterator[tuple[State, Any, tuple[str, ...], list[Step]]]:
    """State before, event, citations and argument, for every explained event of a log."""
    folding = Fold(RULESET)
    for logged in log:
        before = folding.game
        folding.read([logged])
        if type(logged.event) in RULESET.explained:
            steps = explaining.argument(RULESET, before, logged.event, None)
            yield before, logged.event, logged.rules, list(steps)


def logs() -> Iterator[Any]:
    for _, fixture in all_fixtures(RULESET):
        yield [logged for logged, _ in logged_events(RULESET, fixture)]
    for n, (seats, options) in enumerate(RULESET.setups()):
        yield Sitting(RULESET, seats, options, f"why-{n}").play_out(seed=n).log


def test_an_argument_uses_every_clause_that_its_event_cites() -> None:
    met = set()
    for log in logs():
        for _, event, rules, steps in argued(log):
            met.add(type(event))
            assert set(rules) <= {step.clause for step in steps}, event
    assert met == set(RULESET.explained)


def test_every_clans_cards_add_up_to_the_total_of_the_event() -> None:
    for log in logs():
        for _, event, _, steps in argued(log):
            if isinstance(event, e.ClashWon | e.ClashTied | e.ClashUnfought):
                sums = [step.numbers for step in steps if "seduced" in step.numbers]
                taking_part = [total for total in event.totals if not total.out]
                assert [(n["seduced"], n["total"]) for n in sums] == [
                    (t.seduced, t.total) for t in taking_part
                ]
                for numbers in sums:
                    assert sum(numbers.values()) == 2 * numbers["total"]
                if isinstance(event, e.ClashWon) and event.by == "highest":
                    verdict = next(step.numbers for step in steps if "next" in step.numbers)
                    best, second, *_ = sorted((t.total for t in taking_part), reverse=True)
                    assert verdict == {"total": best, "next": second}


def test_a_tie_is_argued_card_by_card() -> None:
    scene = Scene(C("axx", line="svord"), C("horsie"), C("filchy"))
    assert said(argument(scene, e.ClashTied)) == [
        ("clash.3", "Ala has 7: Svord 3 + Axx 4."),
        ("clash.3", "Ola has 7: Horsie 7."),
        ("filchy.1", "Jan reveals Filchy and takes no part."),
        ("clash.3", "The highest strength, 7, is shared by Ala and Ola: a tie."),
        ("clash.4", "With equal strength nobody captures NieFort 1."),
    ]
    assert said(argument(scene, e.ClashTied), "pl") == [
        ("clash.3", "Ala ma 7: Svord 3 + Axx 4."),
        ("clash.3", "Ola ma 7: Horsie 7."),
        ("filchy.1", "Jan odkrywa Filchy i nie bierze udziału."),
        ("clash.3", "Największą siłę, 7, mają Ala i Ola: remis."),
        ("clash.4", "Przy równej sile nikt nie zdobywa NieFortu 1."),
    ]


def test_what_qween_moves_stands_in_both_sums() -> None:
    scene = Scene(C("qween", line="axx"), C("horsie", line="svord svord"))
    assert said(argument(scene, e.WarriorSeduced)) == [
        ("qween.1", "Ala has the only Qween of the clash."),
        ("choice.1", "Only one warrior can be seduced: Horsie 7 (Ola)."),
        ("qween.1", "Horsie brings 7 to Ala in this clash, and nothing to Ola."),
    ]
    steps = argument(scene, e.ClashWon)
    assert said(steps) == [
        ("qween.1", "Ala has 12: Axx 4 + Qween 1 + 7 (Horsie, seduced)."),
        ("qween.1", "Ola has 6: Svord 3 + Svord 3 + Horsie 7 − 7 (Horsie, seduced)."),
        ("clash.3", "Ala has the most, 12 against 6, and wins the clash."),
    ]
    assert steps[1].numbers == {"svord": 6, "horsie": 7, "seduced": -7, "total": 6}
    assert said(steps, "pl")[1] == (
        "qween.1",
        "Ola ma 6: Svord 3 + Svord 3 + Horsie 7 − 7 (uwiedziona karta: Horsie).",
    )


def test_qween_may_choose_among_several() -> None:
    scene = Scene(C("qween"), C("horsie"), C("svord")).act(1, a.Seduce("red"))
    assert said(argument(scene, e.WarriorSeduced), "pl")[1:] == [
        ("qween.1", "Do wyboru są Horsie 7 (Ola) i Svord 3 (Jan); wybiera Ala."),
        ("qween.1", "Siła 3 (Svord) przechodzi na to starcie: zyskuje ją Ala, traci Jan."),
    ]


def test_collided_chariotts_are_named_before_the_sums() -> None:
    scene = Scene(C("chariott", line="axx"), C("chariott"))
    assert said(argument(scene, e.ChariottsCancelled)) == [
        (
            "chariott.1",
            "Ala and Ola reveal Ch'ariott at once, 2 of them: all are discarded before strengths are added up.",
        )
    ]
    assert said(argument(scene, e.ClashWon)) == [
        ("chariott.1", "The Ch'ariotts revealed now have collided and count no more: Ala and Ola."),
        ("clash.3", "Ala has 4: Axx 4."),
        ("clash.3", "Ola has 0: the line is empty."),
        ("clash.3", "Ala has the most, 4 against 0, and wins the clash."),
    ]


def test_archr_wins_a_tie_alone_and_only_for_a_player() -> None:
    won = argument(Scene(C("archr"), C("svord", line="druhid")), e.ClashWon)
    assert said(won)[2:] == [
        ("clash.3", "The highest strength, 5, is shared by Ala and Ola: a tie."),
        ("archr.1", "Of these Ala alone has revealed Arch'r in this clash, and wins the tie."),
    ]
    several = argument(Scene(C("archr"), C("archr")), e.ClashTied)
    assert said(several)[3] == (
        "archr.1",
        "More than one of these has revealed Arch'r (Ala and Ola), so the tie stands.",
    )
    neutral = argument(Scene(C("svord", line="druhid"), C("archr"), neutral=1), e.ClashTied)
    assert said(neutral, "pl")[3] == (
        "neutral.3",
        "Arch'r klanu neutralnego nie ma zdolności i nie wygrywa remisu: klan zielony.",
    )


def test_a_capture_is_a_sum_of_points() -> None:
    scene = Scene(C("axx", forts="fortuna"), C("svord"), wall="fortheca-3 niefort-3")
    (points, heca) = argument(scene, e.FortCaptured)
    assert said([points, heca]) == [
        ("clash.5", "Ala has won the clash and takes FortHeca −3: 8 − 3 = 5."),
        ("fortheca.1", "Ala now has 1 of the FortHeca; with three a player wins at once."),
    ]
    assert points.numbers == {"earlier": 8, "loss": 3, "points": 5}
    assert said([points], "pl") == [("clash.5", "Ala po wygranym starciu bierze FortHecę −3: 8 − 3 = 5.")]


def test_horsie_says_who_could_go_and_who_goes() -> None:
    scene = Scene(C("horsie", line="qween"), C("chariott"))
    assert said(argument(scene, e.WarriorsDiscarded))[-1] == (
        "clash.5",
        "Ola captures and discards the whole line: Ch'ariott.",
    )
    horsie = next(ev for ev in scene.events if isinstance(ev, e.WarriorsDiscarded) and ev.reason == "horsie")
    before = scene.states[scene.events.index(horsie) - 1]
    assert said(explaining.argument(RULESET, before, horsie, None)) == [
        (
            "horsie.1",
            "Ala has revealed Horsie and not captured: a warrior revealed earlier is discarded (Qween 1).",
        ),
        ("choice.1", "It can only be Qween."),
    ]


def test_komfort_names_the_weakest_of_the_line() -> None:
    scene = Scene(C("horsie", line="svord"), C("axx"), wall="komfort niefort-3").act(1, a.KeepWarrior(False))
    assert said(argument(scene, e.KeepDeclined)) == [
        (
            "komfort.1",
            "Ala captures KomFort: the weakest warrior of the line may stay, Svord with 3 (Svord 3 and Horsie 7).",
        ),
        ("komfort.1", "Ala does not keep Svord."),
    ]


def test_the_end_is_decided_by_what_the_first_two_differ_in() -> None:
    ends = [
        (event, steps)
        for log in logs()
        for _, event, _, steps in argued(log)
        if isinstance(event, e.GameEnded)
    ]
    for event, steps in ends:
        per_clan = [step.numbers["points"] for step in steps[: len(event.standings)]]
        assert per_clan == [standing.points for standing in event.standings]
        verdict = steps[len(event.standings)]
        if event.decided_by == "points":
            assert verdict.numbers == {"points": event.standings[0].points, "next": event.standings[1].points}
    assert {event.decided_by for event, _ in ends} >= {"points", "solo", "fortheca"}


# -- actions


def why(table: Sitting, seat: int, action: a.Action) -> tuple[bool, Said, Said]:
    legal, steps = explaining.legality(RULESET, table.table, seat, action)
    return legal, said(steps), said(steps, "pl")


def orders(laid: int = 0) -> tuple[Sitting, list[str]]:
    table = sitting(2)
    cards = hand(table, 1)
    lay(table, 1, cards[:laid])
    return table, cards


ORDERS = [
    (
        0,
        a.WithdrawWarrior(2),
        "orders.3",
        "At place 2 you have no warrior to take back; laid so far: 0.",
        "Na miejscu 2 nie masz wojownika do zabrania; dotąd wyłożonych: 0.",
    ),
    (0, a.PlaceWarrior("nobody", 2), "orders.3", "You do not hold nobody;", "Nie masz na ręce nobody; masz"),
    (
        3,
        a.SealOrders(),
        "orders.3",
        "A warrior goes to each of the six forts; you have laid 3.",
        "Przy każdym z sześciu fortów ma leżeć wojownik; położonych masz 3.",
    ),
    (
        0,
        a.KeepAxx(True),
        "orders.3",
        "Orders are being given, and you have laid 0 of 6 warriors: "
        "lay one, take one back, put the seventh away or, with all laid, seal the orders.",
        "Trwa wydawanie rozkazów, leży 0 z 6 twoich wojowników: połóż następnego,",
    ),
]


@pytest.mark.parametrize(("laid", "action", "clause", "en", "pl"), ORDERS)
def test_refused_orders_are_explained(laid: int, action: a.Action, clause: str, en: str, pl: str) -> None:
    legal, english, polish = why(orders(laid)[0], 1, action)
    assert not legal
    assert english[0][0] == polish[0][0] == clause
    assert english[0][1].startswith(en)
    assert polish[0][1].startswith(pl)


def test_places_taken_and_places_that_are_not_there_are_refused() -> None:
    table, cards = orders(2)
    assert why(table, 1, a.PlaceWarrior(cards[2], 1))[1:] == (
        [("orders.3", "At place 1 you have Ch'ariott already.")],
        [("orders.3", "Na miejscu 1 masz już Ch'ariotta.")],
    )
    assert why(table, 1, a.PlaceWarrior(cards[2], 7))[1:] == (
        [("orders.3", "The wall has places 1 to 6.")],
        [("orders.3", "Miejsca w murze mają numery od 1 do 6.")],
    )


def test_legal_orders_are_explained() -> None:
    table, cards = orders(2)
    legal, english, _ = why(table, 1, a.PlaceWarrior(cards[2], 3))
    assert legal
    assert english[0][1].endswith("and place 3 has no warrior of yours.")
    assert "lies at place 2" in why(table, 1, a.WithdrawWarrior(2))[1][0][1]
    assert why(table, 1, a.DiscardWarrior(cards[2]))[1][0][0] == "orders.2"
    lay(full := sitting(2), 1, hand(full, 1)[:6])
    assert "is the seventh" in why(full, 1, a.SealOrders())[1][0][1]
    full.act(1, a.DiscardWarrior(hand(full, 1)[6]))
    assert why(full, 1, a.SealOrders())[1] == [("orders.3", "You have laid 6 warriors, one at each fort.")]
    assert why(full, 1, a.DiscardWarrior("axx"))[1][0][1].startswith("Your hand is empty:")


def test_another_answer_than_the_one_asked_for_is_refused_with_what_is_open() -> None:
    scene = Scene(C("qween"), C("horsie"), C("svord"))
    legal, english, polish = why(scene.sitting, 1, a.KeepAxx(True))
    assert not legal
    assert english == [
        ("qween.1", "Now you decide whom Qween seduces."),
        (
            "qween.1",
            "To choose from: Seduce the warrior of the green clan and Seduce the warrior of the red clan.",
        ),
    ]
    assert polish[0] == ("qween.1", "Teraz decydujesz, kogo uwodzi Qween.")
    assert why(scene.sitting, 1, a.Seduce("gold"))[1][0][1].startswith("Qween may seduce a warrior")
    assert why(scene.sitting, 1, a.Seduce("green"))[2][0] == (
        "qween.1",
        "Decydujesz, kogo uwodzi Qween, a to jedna z odpowiedzi.",
    )


def test_whoever_is_not_asked_is_told_whose_turn_it_is() -> None:
    scene = Scene(C("qween"), C("horsie"), C("svord"))
    legal, english, polish = why(scene.sitting, 2, a.Seduce("gold"))
    assert (legal, english, polish) == (
        False,
        [("table.legal", "It is the turn of Ala.")],
        [("table.legal", "Na ruchu: Ala.")],
    )
    over = sitting(2).play_out()
    assert why(over, 1, a.SealOrders())[1] == [("table.status", "The game is over.")]


def test_svords_many_answers_are_counted() -> None:
    scene = Scene(C("svord axx qween horsie druhid"), C("chariott"))
    legal, english, _ = why(scene.sitting, 1, a.Rearrange(("axx", "axx")))
    assert not legal
    assert english == [
        (
            "svord.1",
            "The new order must hold exactly your hidden warriors: Axx, Qween, Horsie, Dru'hid, and Filchy.",
        ),
        ("svord.1", "There are 120 answers to choose from."),
    ]
