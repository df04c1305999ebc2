"""Sentences, chapters and their Polish catalogue; what a view shows."""

from domain.hidden import redact
from domain.rulesets.romans import RULESET
from domain.rulesets.romans import events as e
from domain.rulesets.romans.sentences import ASKED, CLANS, WON
from tests.rulesets.romans.scene import C, Scene, sitting
from tests.rulesets.words import Key, polish, told


def spoken() -> set[Key]:
    """Every message of many games, for those who know and for those who do not."""
    said: set[Key] = set(ASKED.values()) | set(WON.values())
    said |= {term.text for term in CLANS.values()}
    for n, (seats, options) in enumerate(RULESET.setups() * 4):
        table = sitting(seats, options.neutral_clans, seed=f"words-{n}", tied_fort=n % 2 == 0).play_out(
            seed=n
        )
        said |= told(RULESET, (lg.event for lg in table.log if type(lg.event) in RULESET.events))
    return said


def test_every_message_is_in_the_polish_catalogue_and_no_other() -> None:
    assert spoken() == set(polish(RULESET))


def test_every_clause_says_whose_rule_it_is() -> None:
    """A rulebook clause names its place; what is marked as a ruling is not taken for the rulebook."""
    clauses = RULESET.clauses
    assert all(clause.where for clause in clauses.values() if clause.source == "rulebook")
    assert {id.removeprefix("romans.") for id, clause in clauses.items() if clause.source == "ruling"} == {
        *("orders.1", "clash.2", "clash.3", "clash.4", "clash.6", "choice.1", "end.2"),
        *("qween.1", "qween.2", "qween.3", "druhid.1", "horsie.1", "svord.1"),
        *("komfort.1", "fokus.1", "fortheca.1", "neutral.3", "neutral.4"),
    }
    assert "addition" not in {clause.source for clause in clauses.values()}


def test_a_ruling_says_in_both_languages_which_part_is_ours() -> None:
    for clause in RULESET.clauses.values():
        assert ("Our ruling: " in clause.en) == (clause.source == "ruling")
        assert ("Nasze rozstrzygnięcie: " in clause.pl) == (clause.source == "ruling")


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
    board = RULESET.view(redact(scene.game, None), None)
    assert board["wall"] == [
        {"place": 5, "fort": "fokus", "value": 4},
        {"place": 6, "fort": "niefort-3", "value": 3},
    ]
    assert board["decisions"] == [{"seat": 1, "action": "keep-axx", "rule": "romans.axx.1"}]
    gold, green = board["clans"]
    assert (gold["strength"], gold["revealed"], gold["points"]) == (13, "axx", 2)
    assert gold["line"] == [{"warrior": "chariott", "strength": 9}, {"warrior": "axx", "strength": 4}]
    assert (green["forts"], green["orders"]) == (["niefort-6"], [None, None])
