"""Why so: what is argued about events and legal actions, clause by clause, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conformance.kit import Sitting
from domain.argument import Step
from domain.hidden import Viewer
from domain.ruleset import Action, Event
from domain.rulesets.nagaraja import RULESET
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.table import explaining
from domain.table.fold import Fold
from tests.rulesets.nagaraja.scene import Scene, hidden, in_both, player, tile

Said = tuple[str, str, str]
"""Clause, English, Polish."""


def said(steps: Sequence[Step]) -> list[Said]:
    return [(step.clause.removeprefix("nagaraja."), *in_both(step.text)) for step in steps]


def argued(scene: Scene, seat: int, action: Action, kind: type[Event], viewer: Viewer = None) -> list[Step]:
    """The steps behind the first event of a kind that an action records, as this viewer sees them."""
    folding = Fold(RULESET, scene.sitting.table)
    for logged in scene.sitting.act(seat, action):
        if isinstance(logged.event, kind):
            return list(explaining.argument(RULESET, folding.game, logged.event, viewer))
        folding.read([logged])
    raise AssertionError(f"{action} records no {kind.__name__}")


def numbers(steps: Sequence[Step]) -> list[dict[str, int]]:
    return [step.numbers for step in steps if step.numbers]


def call() -> Scene:
    """The booklet's example of a confrontation, before the second player lays."""
    scene = Scene(
        player(1, hand="R5 S1", laying=True),
        player(2, hand="R3 R4 C1", laying=True),
        stage="choose",
        throws=[(2, 3, 4, 4, 3, 3, 1, 3)],
    )
    scene.act(1, a.ChooseCards(("R5",)))
    return scene


LAY = a.ChooseCards(("R3", "R4"))


def test_cards_bring_sticks_and_sticks_bring_points_and_nagas() -> None:
    assert said(argued(call(), 2, LAY, e.CardsTurnedUp)) == [
        ("call.2", "On top of R5 (Ala): 3 white sticks.", "Na górze (Ala, R5) widać 3 białe kolumny."),
        (
            "call.2",
            "On top of R3 and R4 (Ola): 3 brown sticks, a white stick, and a green stick.",
            "Na górze (Ola, R3 i R4) widać 3 brązowe kolumny, białą kolumnę i zieloną kolumnę.",
        ),
        (
            "call.3",
            "None of these cards is used for its effect.",
            "Żadna z tych kart nie działa swoim efektem.",
        ),
    ]
    steps = argued(call(), 2, LAY, e.SticksThrown)
    assert numbers(steps) == [{"points": 5, "nagas": 1}, {"points": 11, "nagas": 1}]
    assert said(steps)[0] == (
        "call.2",
        "Ala: white 2, white 3, and white Naga; fate points 5, Nagas 1.",
        "Ala: biała 2, biała 3 i biała Naga; punkty przeznaczenia: 5, Nagi: 1.",
    )


def test_who_lays_nothing_throws_nothing() -> None:
    scene = Scene(player(1, laying=True), player(2, hand="R5", laying=True), stage="choose")
    legal, steps = explaining.legality(RULESET, scene.sitting.table, 1, a.ChooseCards(()))
    assert (legal, said(steps)) == (
        True,
        [("call.1", "There is no card to lay.", "Nie ma karty do położenia.")],
    )
    scene.act(1, a.ChooseCards(()))
    lay = a.ChooseCards(("R5",))
    assert said(argued(scene, 2, lay, e.CardsTurnedUp))[0] == (
        "call.2",
        "Ala has laid no card and throws nothing.",
        "Ala nie ma położonej karty i niczym nie rzuca.",
    )
    scene = Scene(player(1), player(2, hand="R5", laying=True), stage="choose", seat=2)
    assert said(argued(scene, 2, lay, e.SticksThrown))[0] == (
        "call.2",
        "Ala has no stick to throw.",
        "Ala nie ma czym rzucać.",
    )


def test_sticks_that_the_supply_lacks_are_counted() -> None:
    few = {"brown": 3, "white": 1, "green": 1}
    scene = Scene(player(1), player(2, hand="R5", laying=True), stage="choose", seat=2, supply=few)
    step = argued(scene, 2, a.ChooseCards(("R5",)), e.SticksThrown)[-1]
    assert step.numbers == {"there": 1, "missing": 2}
    assert said([step])[0][1:] == (
        "White sticks: 1 in the supply; the missing ones (2) are thrown again.",
        "Biała kolumna: w zapasie 1; brakujące (2) rzuca się ponownie.",
    )
    scene = Scene(player(1, hand="S4", sticks="white-N"), player(2), supply=dict.fromkeys(few, -2))
    steps = argued(scene, 1, a.SpendNaga("white-N", "S4"), e.MoreSticksThrown)
    assert steps[-1].numbers == {"there": 0, "missing": 2}


def test_the_confrontation_is_skipped_when_all_can_see_that_nobody_can_act() -> None:
    scene = Scene(player(1, hand="R3 C1", laying=True), player(2, hand="R3", laying=True), stage="choose")
    scene.act(1, a.ChooseCards(("R3",)))
    steps = argued(scene, 2, a.ChooseCards(("R3",)), e.ConfrontationSkipped)
    assert numbers(steps) == [{"nagas": 0, "cards": 1, "amulets": 0}, {"nagas": 0, "cards": 0, "amulets": 0}]
    assert said(steps)[1:] == [
        (
            "naga.1",
            "Ola: Nagas 0, cards in hand 0, amulets 0.",
            "Ola: Nagi: 0, karty na ręce: 0, amulety: 0.",
        ),
        (
            "naga.1",
            "Neither can do anything, so there is no confrontation.",
            "Nikt nie może nic zrobić, więc konfrontacji nie ma.",
        ),
    ]


def duel(**more: Any) -> Scene:
    return Scene(
        player(1, hand="S1 S3", sticks="white-N white-2 white-3"),
        player(2, hand="C1", sticks="brown-4 brown-3 brown-3 white-1 green-N"),
        **more,
    )


def test_a_naga_its_card_and_the_sticks_that_are_lost() -> None:
    spend = a.SpendNaga("white-N", "S1")
    assert said(argued(duel(), 1, spend, e.NagaSpent)) == [
        (
            "naga.1",
            "Nagas of Ala: 1. One of them pays for the card: white Naga.",
            "Nagi gracza Ala: 1. Jedna z nich płaci za kartę: biała Naga.",
        ),
        (
            "naga.4",
            "A Naga counts no fate points: Ala still has 5.",
            "Naga nie daje punktów przeznaczenia: Ala ma ich nadal 5.",
        ),
    ]
    steps = argued(duel(), 1, spend, e.CardActivated)
    assert said(steps) == [
        (
            "naga.3",
            "The arrow of S1 points at the opponent: it concerns Ola.",
            "Strzałka karty S1 wskazuje przeciwnika: karta dotyczy gracza Ola.",
        ),
        ("naga.3", "S1: discard 2 brown sticks.", "S1: odrzuć 2 brązowe kolumny."),
    ]
    legal, reasons = explaining.legality(RULESET, duel().sitting.table, 1, spend)
    assert legal
    assert list(reasons[1:]) == steps
    assert said(reasons[:1])[0][1:] == (
        "A stick that shows a Naga pays for S1: white Naga.",
        "Za kartę S1 płaci kolumna, która pokazuje Nagę: biała Naga.",
    )
    scene = duel()
    scene.act(1, spend)
    assert said(argued(scene, 1, a.DiscardSticks(("brown-3", "brown-4")), e.SticksDiscarded)) == [
        ("naga.3", "Fate points of Ola: 11 − 7 = 4.", "Punkty przeznaczenia gracza Ola: 11 − 7 = 4.")
    ]


def test_points_added_by_cards_and_amulets_and_sticks_thrown() -> None:
    spend = a.SpendNaga("white-N", "S3")
    assert said(argued(duel(), 1, spend, e.FatePointsAdded)) == [
        ("naga.3", "Fate points of Ala: 5 + 3 = 8.", "Punkty przeznaczenia gracza Ala: 5 + 3 = 8.")
    ]
    scene = Scene(player(1, hand="S3", sticks="brown-1", amulets="A3 A4 A2"), player(2))
    steps = argued(scene, 1, a.PlayAmulet("A3"), e.FatePointsAdded)
    assert (steps[0].clause, steps[0].numbers) == (
        "nagaraja.amulet.2",
        {"before": 1, "gained": 3, "total": 4},
    )
    thrown = Scene(
        player(1, hand="S4 S5", sticks="white-N white-N white-2"), player(2), throws=[(1, 2), (1,)]
    )
    assert numbers(argued(thrown, 1, a.SpendNaga("white-N", "S4"), e.MoreSticksThrown)) == [
        {"before": 2, "gained": 3, "total": 5}
    ]
    thrown.act(1, a.SpendNaga("white-N", "S5"), a.NameStick("white-2"))
    assert said(argued(thrown, 1, a.ThrowNamed(), e.SticksThrownAgain)) == [
        ("naga.3", "Fate points of Ala: 5 − 2 + 1 = 4.", "Punkty przeznaczenia gracza Ala: 5 − 2 + 1 = 4.")
    ]


def test_amulets_are_argued_by_what_they_do() -> None:
    for amulet, card, english, polish in (
        (
            "A3",
            "",
            "A3 adds fate points (3) and takes the turn.",
            "A3 dodaje punkty przeznaczenia (3) i zajmuje kolejkę.",
        ),
        (
            "A4",
            "",
            "A4 draws cards (2) and takes no turn.",
            "A4 pozwala dobrać karty (2) i nie zajmuje kolejki.",
        ),
        ("A2", "S3", "A2 acts as a Naga.", "A2 działa jak Naga."),
    ):
        scene = Scene(player(1, hand="S3", amulets="A3 A4 A2"), player(2))
        action = a.PlayAmulet(amulet, card)
        legal, reasons = explaining.legality(RULESET, scene.sitting.table, 1, action)
        assert legal
        assert said(reasons)[0] == ("amulet.2", english, polish)
        assert len(reasons) == (3 if card else 1)
        assert argued(scene, 1, action, e.AmuletPlayed) == list(reasons[:1])


def test_who_passes_and_who_wins_the_tile() -> None:
    scene = Scene(player(1, hand="S3", sticks="white-N brown-1"), player(2, sticks="brown-3"))
    assert said(argued(scene, 1, a.Pass(), e.Passed)) == [
        ("naga.1", "Ala passes by choice.", "Ala pasuje z wyboru.")
    ]
    alone = Scene(
        player(1, hand="S3 C1", sticks="white-N white-N"),
        player(2, hand="S3", sticks="brown-3", fate_points=2),
    )
    assert said(argued(alone, 1, a.SpendNaga("white-N", "S3"), e.Passed)) == [
        (
            "naga.1",
            "Ola: Nagas 0, cards in hand 1, amulets 0.",
            "Ola: Nagi: 0, karty na ręce: 1, amulety: 0.",
        ),
        (
            "naga.1",
            "It takes a Naga and a card, or an amulet: Ola can do nothing and passes.",
            "Potrzebna jest Naga wraz z kartą albo amulet: Ola nie może nic zrobić i pasuje.",
        ),
        (
            "naga.2",
            "Only Ala has Nagas and may use them one after the other.",
            "Nagi ma tylko Ala i może ich używać jednej po drugiej.",
        ),
    ]
    steps = argued(alone, 1, a.Pass(), e.TileWon)
    assert numbers(steps) == [
        {"sticks": 0, "added": 3, "total": 3},
        {"sticks": 3, "added": 2, "total": 5},
        {"more": 5, "less": 3},
    ]
    assert said(steps)[1:] == [
        ("win.1", "Ola: 3 on sticks + 2 added = 5.", "Ola: 3 na kolumnach + 2 z dodanych = 5."),
        ("win.1", "5 is more than 3: Ola wins the tile.", "5 to więcej niż 3: kafelek zdobywa Ola."),
    ]


def test_the_second_pass_ends_the_phase_and_a_tie_goes_to_the_guide() -> None:
    both = Scene(
        player(1, hand="S3", sticks="white-N"), player(2, hand="S3", sticks="green-N"), guide=2, seat=2
    )
    both.act(2, a.Pass())
    last = Scene(player(1, hand="S3", sticks="white-N"), player(2, passed=True), guide=2)
    assert said(argued(last, 1, a.Pass(), e.Passed))[-1] == (
        "naga.1",
        "Ola has passed just before: the confrontation is over.",
        "Tuż przedtem pasuje Ola: konfrontacja się kończy.",
    )
    assert said(argued(both, 1, a.Pass(), e.TileWon))[-1] == (
        "win.1",
        "They are equal, and a tie goes to the guide: Ola wins the tile.",
        "Jest remis, a w remisie wygrywa przewodnik: kafelek zdobywa Ola.",
    )


def placing(offered: str, tiles: dict[str, str], **more: Any) -> Scene:
    return Scene(player(1, tiles=tiles, **more), player(2), stage="place", offered=tile(offered))


def test_a_tile_its_paths_and_what_they_reach() -> None:
    scene = placing("K5/2+A1", {"a3": "K4"}, relics={"W2": "cursed-6"})
    legal, reasons = explaining.legality(RULESET, scene.sitting.table, 1, a.PlaceTile("a2", 3))
    assert legal
    steps = argued(scene, 1, a.PlaceTile("a2", 2), t.TilePlaced)
    assert said(steps) == [
        *said(reasons),
        (
            "end.3",
            "Room tiles of Ala with this one: 2; 9 fill the temple.",
            "Kafelki pomieszczeń gracza Ala razem z tym: 2; do pełnej świątyni trzeba 9.",
        ),
    ]
    assert said(reasons) == [
        (
            "place.1",
            "On a2 a tile lies beside the one on a3.",
            "Na polu a2 kafelek leży obok kafelka na polu a3.",
        )
    ]


def test_example_of_the_booklet_k5_joins_the_amulet_or_the_relic() -> None:
    amulet = placing("K5+A1", {})
    assert said(argued(amulet, 1, a.PlaceTile("a3", 0), t.PathJoined)) == [
        (
            "path.1",
            "From the entrance below a path leads to a3.",
            "Od wejścia poniżej ścieżka prowadzi na pole a3.",
        ),
        ("amulet.1", "Amulets on it: a3.", "Pola z amuletem, na które prowadzi: a3."),
    ]
    relic = placing("K5+A1", {}, relics={"W3": "cursed-6"})
    assert said(argued(relic, 1, a.PlaceTile("a3", 2), t.PathJoined))[1:] == [
        ("relic.1", "Hiding places that it comes to: W3.", "Skrytki, do których dochodzi: W3.")
    ]
    uncovered = placing("K5+A1", {"b3": "K4"}, relics={"W3": "cursed-6"})
    steps = argued(uncovered, 1, a.PlaceTile("a3", 2), t.RelicUncovered)
    assert numbers(steps) == [{"before": 0, "worth": 6, "points": 6}, {"cursed": 1, "all": 3}]
    assert said(steps) == [
        (
            "relic.1",
            "A path from an entrance ends on a3 at W3: cursed relic 6 is turned up.",
            "Ścieżka od wejścia dochodzi z pola a3 do skrytki W3; odkryta zostaje przeklęta relikwia 6.",
        ),
        ("relic.1", "Points face up of Ala: 0 + 6 = 6.", "Odkryte punkty gracza Ala: 0 + 6 = 6."),
        (
            "end.1",
            "Cursed relics face up: 1; with 3 at once the game is lost.",
            "Odkryte przeklęte relikwie: 1; przy 3 naraz gra jest przegrana.",
        ),
    ]


def test_an_amulet_is_known_to_who_takes_it_alone() -> None:
    taken = (
        "amulet.1",
        "A path from an entrance leads to the amulet on a3: Ala takes it.",
        "Ścieżka od wejścia prowadzi do amuletu na polu a3: bierze go Ala.",
    )
    for viewer in (None, 2):
        scene = placing("K5+A1", {})
        assert said(argued(scene, 1, a.PlaceTile("a3", 0), t.AmuletTaken, viewer)) == [taken]
    assert said(argued(placing("K5+A1", {}), 1, a.PlaceTile("a3", 0), t.AmuletTaken, 1)) == [
        taken,
        (
            "amulet.2",
            "A1 counts points (2) from now on and is never played.",
            "A1 daje od teraz punkty (2) i nigdy się go nie zagrywa.",
        ),
    ]


def test_a_path_goes_on_where_two_tiles_both_have_an_end() -> None:
    scene = placing("K4", {"a3": "K4", "a1": "K3"})
    assert said(argued(scene, 1, a.PlaceTile("a2", 0), t.PathJoined)) == [
        (
            "path.1",
            "From a3 a path leads on to a2: where they touch, both have an end.",
            "Z pola a3 ścieżka prowadzi dalej na pole a2: na stykających się bokach kończy się ścieżka jednego i drugiego.",
        ),
        ("relic.1", "Hiding places that it comes to: W2.", "Skrytki, do których dochodzi: W2."),
    ]
    again = placing("K4", {"a3": "K4", "a1": "K3"})
    assert said(argued(again, 1, a.PlaceTile("a2", 0), t.TilePlaced))[0][1:] == (
        "On a2 a tile lies beside those on a1 and a3.",
        "Na polu a2 kafelek leży obok kafelków na polach a1 i a3.",
    )


NEARLY_FULL = dict.fromkeys(("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3"), "K1/1")
"""Eight tiles that no path enters."""


def test_the_trap_makes_way_when_nothing_else_is_left() -> None:
    scene = placing("K4", {**NEARLY_FULL, "c3": "trap"})
    legal, reasons = explaining.legality(RULESET, scene.sitting.table, 1, a.PlaceTile("c3", 0))
    assert legal
    assert said(reasons)[0][1:] == ("On c3 a tile touches an entrance.", "Na polu c3 kafelek dotyka wejścia.")
    assert said(reasons)[-1] == (
        "place.2",
        "No empty space may be used, so the trap on c3 makes way.",
        "Żadnego pustego pola nie można użyć, więc pułapka ustępuje z pola c3.",
    )


def test_a_tile_turned_by_a_card_breaks_a_path_and_covers_a_relic() -> None:
    def turning(tiles: dict[str, str]) -> Scene:
        scene = Scene(player(1, hand="T1", sticks="white-N", tiles=tiles), player(2))
        scene.act(1, a.SpendNaga("white-N", "T1"))
        return scene

    two = {"a3": "K4", "a2": "K4"}
    rotate = a.RotateTile(1, "a3", 1)
    assert said(argued(turning(two), 1, rotate, t.TileRotated)) == [
        ("naga.3", "T1: turn a room tile.", "T1: obróć kafelek pomieszczenia.")
    ]
    lone = {"a3": "K1"}
    assert said(argued(turning(lone), 1, rotate, t.PathBroken)) == [
        (
            "path.1",
            "From the entrances no path leads anywhere now.",
            "Od wejść nie prowadzi teraz żadna ścieżka.",
        )
    ]
    chain = {"a3": "K4", "a2": "K1"}
    assert said(argued(turning(chain), 1, a.RotateTile(1, "a2", 1), t.PathBroken)) == [
        (
            "path.1",
            "From the entrances paths now lead to a3 and no further.",
            "Od wejść ścieżki prowadzą teraz tylko na te pola: a3.",
        )
    ]


def test_a_covered_relic_takes_its_points_with_it() -> None:
    scene = Scene(
        player(1, hand="T4", sticks="white-N", tiles={"a3": "K4", "a2": "K4"}, relics={"W2": "sacred-5"}),
        player(2),
    )
    scene.act(1, a.SpendNaga("white-N", "T4"))
    move = a.MoveTile(1, "a2", "b3", 0)
    branch = Scene(*scene.state.players, effect=scene.state.effect)
    assert said(argued(branch, 1, move, t.TileMoved)) == [
        (
            "naga.3",
            "T4: move a room tile to another space.",
            "T4: przenieś kafelek pomieszczenia na inne pole.",
        ),
        ("place.1", "On b3 a tile touches an entrance.", "Na polu b3 kafelek dotyka wejścia."),
        (
            "place.1",
            "On b3 a tile lies beside the one on a3.",
            "Na polu b3 kafelek leży obok kafelka na polu a3.",
        ),
    ]
    steps = argued(scene, 1, move, t.RelicCovered)
    assert numbers(steps) == [{"before": 8, "worth": 5, "points": 3}]
    assert said(steps) == [
        (
            "relic.1",
            "No path from an entrance ends at W2 any more: sacred relic 5 is turned down.",
            "Żadna ścieżka od wejścia nie dochodzi już do skrytki W2; zakryta zostaje święta relikwia 5.",
        ),
        ("relic.1", "Points face up of Ala: 8 − 5 = 3.", "Odkryte punkty gracza Ala: 8 − 5 = 3."),
    ]


def test_a_tile_that_moves_is_not_its_own_neighbour() -> None:
    scene = Scene(
        player(1, hand="T4", sticks="white-N", tiles=dict.fromkeys(("a2", "a3", "b3"), "K4")), player(2)
    )
    scene.act(1, a.SpendNaga("white-N", "T4"))
    assert in_both(argued(scene, 1, a.MoveTile(1, "a2", "b2", 0), t.TileMoved)[-1].text)[0] == (
        "On b2 a tile lies beside the one on b3."
    )


def test_the_new_deal() -> None:
    steps = argued(placing("K4", {}), 1, a.PlaceTile("b3", 0), e.GuidePassed)
    assert said(steps) == [
        (
            "deal.1",
            "Ala won the tile, so Ola is the next guide.",
            "Kafelek zdobywa Ala, więc następnym przewodnikiem jest Ola.",
        )
    ]
    scene = placing("K4", {})
    scene.act(1, a.PlaceTile("b3", 0))
    keep = a.KeepCards(("S1", "T1"))
    legal, reasons = explaining.legality(RULESET, scene.sitting.table, 2, keep)
    assert legal
    assert said(reasons)[0][1:] == (
        "Of 3 cards drawn one is given away.",
        "Z 3 dobranych kart jedną się oddaje.",
    )
    steps = argued(scene, 2, keep, e.CardsKept)
    assert said(steps) == [
        (
            "deal.1",
            "Cards drawn by Ola: 3. One is given to Ala, which leaves 2.",
            "Karty dobrane przez gracza Ola: 3. Jedną dostaje Ala, pozostałe: 2.",
        )
    ]
    scene = Scene(player(1), player(2), stage="place", deck=hidden("S1"))
    assert said(argued(scene, 1, a.PlaceTile("b3", 0), e.CardsKept))[0][1:] == (
        "Cards drawn by Ola: 1. With fewer than two none is given to Ala.",
        "Karty dobrane przez gracza Ola: 1. Gdy jest ich mniej niż dwie, Ala nie dostaje żadnej.",
    )


def test_the_end_by_points_counts_relics_and_amulets() -> None:
    seven = {"a3": "K4", "b3": "K4", "c3": "K4", "a2": "K4", "c2": "K4", "a1": "K4"}
    arranged = {
        "W3": "sacred-5",
        "W2": "sacred-5",
        "W1": "sacred-4",
        "Na": "sacred-4",
        "E3": "sacred-3",
        "E2": "sacred-3",
    }
    scene = Scene(
        player(1, tiles={s: k for s, k in seven.items() if s != "a1"}, relics=arranged, amulets="A1"),
        player(2, amulets="A3"),
        stage="place",
    )
    for viewer in (None, 1, 2):
        steps = argued(
            Scene(*scene.state.players, stage="place"), 1, a.PlaceTile("a1", 0), e.GameEnded, viewer
        )
        assert numbers(steps) == [
            {"relics": 24, "amulets": 2, "total": 26},
            {"relics": 0, "amulets": 0, "total": 0},
            {"needed": 25, "total": 26},
        ]
    assert said(steps)[0][0] == "relic.1"
    assert said(steps)[1:] == [
        ("end.2", "Ala: relics 24 + amulets 2 = 26.", "Ala: relikwie 24 + amulety 2 = 26."),
        ("end.2", "Ola: relics 0 + amulets 0 = 0.", "Ola: relikwie 0 + amulety 0 = 0."),
        (
            "end.2",
            "25 points win at once, and Ala has 26.",
            "Od razu wygrywa, kto ma 25 punktów, a Ala ma 26.",
        ),
    ]


def test_the_end_by_cursed_relics() -> None:
    scene = placing(
        "K4", {"a3": "K4", "a2": "K4"}, relics={"W3": "cursed-6", "W2": "cursed-6", "W1": "cursed-6"}
    )
    assert said(argued(scene, 1, a.PlaceTile("a1", 0), e.GameEnded))[-1] == (
        "end.1",
        "All cursed relics (3) of Ala are face up at once: Ola wins, whatever the points.",
        "Ala ma naraz odkryte wszystkie przeklęte relikwie (3): bez względu na punkty wygrywa Ola.",
    )


def test_the_end_by_a_full_temple() -> None:
    even = Scene(player(1, tiles=NEARLY_FULL), player(2), stage="place", offered=tile("K1"))
    assert said(argued(even, 1, a.PlaceTile("c3", 1), e.GameEnded))[-2:] == [
        (
            "end.3",
            "The temple of Ala is full with 9 room tiles.",
            "Świątynia gracza Ala jest pełna; kafelki pomieszczeń: 9.",
        ),
        (
            "end.3",
            "Points are equal, and a tie goes to the player with the full temple: Ala wins.",
            "Punktów jest tyle samo, a w remisie wygrywa ten, czyja świątynia jest pełna: Ala.",
        ),
    ]
    richer = Scene(
        player(1, tiles=NEARLY_FULL), player(2, tiles={"a3": "K4"}), stage="place", offered=tile("K1")
    )
    assert said(argued(richer, 1, a.PlaceTile("c3", 1), e.GameEnded))[-1] == (
        "end.3",
        "3 is more than 0: Ola wins.",
        "3 to więcej niż 0: wygrywa Ola.",
    )


def test_the_throw_for_the_guide() -> None:
    sitting = Sitting(RULESET, 2, RULESET.options(), "guide")
    folding = Fold(RULESET)
    thrown = []
    for logged in sitting.log:
        if isinstance(logged.event, e.GuideThrown):
            thrown.append(explaining.argument(RULESET, folding.game, logged.event, None))
            assert [step.numbers["points"] for step in thrown[-1][:2]] == list(logged.event.points)
        folding.read([logged])
    assert in_both(thrown[-1][-1].text)[0].endswith("has more and is guide.")
    tie = e.GuideThrown((("brown-1", "brown-2"), ("brown-2", "brown-1")), (3, 3), 0, draw=None)  # type: ignore[arg-type]
    steps = RULESET.explain(Scene().state, tie)
    assert said(steps)[1:] == [
        (
            "setup.2",
            "Ola: brown 2 and brown 1; fate points 3.",
            "Ola: brązowa 2 i brązowa 1; punkty przeznaczenia: 3.",
        ),
        ("setup.2", "They are equal, so both throw again.", "Jest remis, więc obie strony rzucają ponownie."),
    ]
