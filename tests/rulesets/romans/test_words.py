"""Sentences, chapters and their Polish catalogue; what a view shows."""

import random

import msgspec
import pytest

from conformance.words import Key, argued, messages, narrated, polish, reasoned
from domain.hidden import Opened, redact
from domain.rulesets.romans import RULESET
from domain.rulesets.romans import actions as a
from domain.rulesets.romans import events as e
from domain.rulesets.romans.arguments import MUST_DISCARD
from domain.rulesets.romans.arguments_actions import MANY
from domain.rulesets.romans.arguments_clash import COUNTS, SEVERAL, WINS_NOTHING
from domain.rulesets.romans.arguments_end import DECIDED
from domain.rulesets.romans.names import CLANS, DECISION_TEXTS, FORTS, WARRIORS
from domain.rulesets.romans.prompts import QUESTIONS
from domain.rulesets.romans.rules import ORDERS, WHAT_IS_OPEN
from domain.rulesets.romans.sentences import DISCARDED, GIVEN_UP, KEPT
from domain.rulesets.romans.state import Side
from domain.rulesets.romans.variants import DRUHID_SHIFT, TIED_FORT, Rules
from domain.rulesets.romans.verdicts import ENDED, SOLO, WON
from projections.sentences import BilingualRenderer, Renderer
from tests.rulesets.romans.scene import C, Scene, sitting

GOLD, RED = Side("gold", 1), Side("red", None)
DESCRIBED = [
    (a.DiscardWarrior("axx"), "Put Axx away as the seventh", "Odłóż Axxa jako siódmego"),
    (a.PlaceWarrior("archr", 3), "Lay Arch'r at place 3", "Połóż Arch'ra na miejscu 3"),
    (a.WithdrawWarrior(6), "Take the warrior at place 6 back", "Zabierz wojownika z miejsca 6"),
    (a.SealOrders(), "Seal the orders", "Zatwierdź rozkazy"),
    (a.Seduce("red"), "Seduce the warrior of the red clan", "Uwiedź wojownika klanu czerwonego"),
    (a.TakeFort(4), "Take the fort at place 4", "Weź fort z miejsca 4"),
    (a.KeepAxx(True), "Keep Axx in the line", "Zostaw Axxa w linii"),
    (a.KeepAxx(False), "Discard Axx with the line", "Odrzuć Axxa razem z linią"),
    (a.KeepWarrior(True), "Keep the weakest warrior", "Zostaw najsłabszego wojownika"),
    (a.KeepWarrior(False), "Discard the weakest warrior too", "Odrzuć także najsłabszego wojownika"),
    (a.DiscardRevealed("chariott"), "Discard Ch'ariott", "Odrzuć Ch'ariotta"),
    (a.DiscardFort("fortheca-1"), "Give FortHeca −1 up for FortUna", "Oddaj FortHecę −1 za FortUnę"),
    (
        a.Rearrange(("horsie", "qween", "axx")),
        "Lay the hidden warriors from the left: Horsie, Qween, and Axx",
        "Rozłóż zakrytych wojowników od lewej: Horsie, Qween i Axx",
    ),
]
EVERY_ACTION = [action for action, _, _ in DESCRIBED]


def spoken() -> set[Key]:
    """Every message of many games, for those who know and for those who do not."""
    texts = (
        DECISION_TEXTS,
        WON,
        ENDED,
        SOLO,
        KEPT,
        DISCARDED,
        GIVEN_UP,
        WHAT_IS_OPEN,
        {"": ORDERS},
        MUST_DISCARD,
    )
    said: set[Key] = {text for table in texts for text in table.values()}
    said |= {key for text in RULESET.texts.values() for key in messages(text)} | set(QUESTIONS.values())
    said |= {text for _, text in DECIDED.values()} | {SEVERAL, COUNTS, WINS_NOTHING, MANY}
    for rules in (Rules(), Rules(**TIED_FORT, **DRUHID_SHIFT)):
        said |= {rules.lost_said[1], rules.room_said[1]}
    for n, seats in enumerate((2, 3, 4)):
        said |= reasoned(sitting(seats, seed=f"why-{n}"), random.Random(n))
    said |= {term.text for names in (CLANS, FORTS, WARRIORS) for term in names.values()}
    for n, (seats, options) in enumerate(RULESET.setups() * 4):
        table = sitting(seats, options.neutral_clans, seed=f"words-{n}", tied_fort=n % 2 == 0).play_out(
            seed=n
        )
        said |= narrated(RULESET, (lg.event for lg in table.log if type(lg.event) in RULESET.events))
        said |= argued(RULESET, table.log)
    return said | {key for action in EVERY_ACTION for key in messages(RULESET.describe(action))}


def test_every_message_is_in_the_polish_catalogue_and_no_other() -> None:
    assert spoken() == set(polish(RULESET))


@pytest.mark.parametrize(("action", "en", "pl"), DESCRIBED)
def test_an_action_is_described_as_a_button_has_it(action: a.Action, en: str, pl: str) -> None:
    rendered = BilingualRenderer(RULESET, {}).render(RULESET.describe(action))
    assert (rendered.en, rendered.pl) == (en, pl)


def test_every_action_is_described() -> None:
    assert {type(action) for action in EVERY_ACTION} == set(a.ACTIONS)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (e.FortCaptured(GOLD, "fortuna", 8, 8, 0), "Ala zdobywa FortUnę i ma 8 punktów."),
        (e.FortCaptured(GOLD, "fortheca-2", -2, -2, 1), "Ala zdobywa FortHecę −2 i ma −2 punkty."),
        (e.FortLost("fortuna", "tie"), "Nikt nie zdobywa FortUny; fort opuszcza grę."),
        (
            e.FortDiscarded(RED, "fortheca-3", True, 4),
            "Klan czerwony oddaje FortHecę −3 za FortUnę; pozostałe punkty: 4.",
        ),
        (
            e.FortDiscarded(RED, "fortuna", True, 8),
            "Klan czerwony oddaje za nową FortUnę tę zdobytą wcześniej; pozostałe punkty: 8.",
        ),
        (e.WarriorsDiscarded(RED, "fokus", ("axx",)), "Fort Fokus zdobyty: klan czerwony odrzuca Axxa."),
        (
            e.WarriorsRevealed(
                1,
                2,
                "fortheca-1",
                (e.Revealed(GOLD, Opened("archr", "", ())), e.Revealed(RED, Opened("qween", "", ()))),
            ),
            "Starcie 2, atak na FortHecę −1: Ala odkrywa Arch'ra, klan czerwony Qween.",
        ),
    ],
)
def test_polish_names_have_their_cases(event: e.Event, sentence: str) -> None:
    assert Renderer(RULESET, "pl", {1: "Ala"}).render(RULESET.narrate(event)) == sentence


def test_every_clause_says_whose_rule_it_is() -> None:
    """A rulebook clause names its place; what is marked as a ruling is not taken for the rulebook."""
    clauses = RULESET.clauses
    assert all(clause.where for clause in clauses.values() if clause.source == "rulebook")
    assert {id.removeprefix("romans.") for id, clause in clauses.items() if clause.source == "ruling"} == {
        *("orders.1", "clash.2", "clash.3", "clash.4", "clash.6", "choice.1", "end.2"),
        *("qween.1", "qween.2", "qween.3", "druhid.1", "horsie.1", "svord.1"),
        *("komfort.1", "fokus.1", "fortheca.1", "neutral.3", "neutral.4"),
        *("orders.2", "orders.3", "end.1", "variant.tied-fort"),
    }
    assert "addition" not in {clause.source for clause in clauses.values()}


def test_a_ruling_says_in_both_languages_which_part_is_ours() -> None:
    for clause in RULESET.clauses.values():
        in_part = [part.source for part in clause.parts] == ["rulebook", "ruling"]
        assert ("Our ruling: " in clause.en) == in_part
        assert ("Nasze rozstrzygnięcie: " in clause.pl) == in_part
        assert in_part or len(clause.parts) == 1


def test_rounds_and_clashes_are_chapters() -> None:
    table = sitting(2, seed="chapters").play_out()
    titles = [
        t.text for lg in table.log if type(lg.event) in RULESET.events and (t := RULESET.chapter(lg.event))
    ]
    assert titles.count("Round {round}") <= 3
    assert titles.count("Round {round}, clash {clash}: {fort}") == sum(
        isinstance(lg.event, e.WarriorsRevealed) for lg in table.log
    )


def test_a_view_shows_the_wall_the_lines_and_what_is_due() -> None:
    scene = Scene(C("axx", line="chariott"), C("archr", forts="niefort-6"), wall="komfort fokus niefort-3")
    board = msgspec.to_builtins(RULESET.view(redact(scene.game, None), None))
    assert board["wall"] == [
        {"place": 5, "fort": "fokus", "value": 4},
        {"place": 6, "fort": "niefort-3", "value": 3},
    ]
    assert board["decisions"] == [{"seat": 1, "action": "keep-axx", "rule": "romans.axx.1"}]
    gold, green = board["clans"]
    assert (gold["strength"], gold["revealed"], gold["points"]) == (13, "axx", 2)
    assert gold["line"] == [{"warrior": "chariott", "strength": 9}, {"warrior": "axx", "strength": 4}]
    assert (green["forts"], green["orders"]) == (["niefort-6"], [None, None])
