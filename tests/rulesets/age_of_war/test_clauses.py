"""Where each clause comes from."""

from domain.rulesets.age_of_war import RULESET


def test_a_clause_of_the_rulebook_says_where_it_stands() -> None:
    assert [id for id, c in RULESET.clauses.items() if c.source == "rulebook" and not c.where] == []


def test_what_is_ours_is_not_given_as_the_rulebooks() -> None:
    ours = {id: clause.source for id, clause in RULESET.clauses.items() if clause.source != "rulebook"}
    assert ours == {
        "war.turn.5": "ruling",
        "war.line.2": "ruling",
        "war.end.1": "ruling",
        "war.score.2": "ruling",
        "war.cap.1": "addition",
    }
    mixed = {id for id, clause in RULESET.clauses.items() if "Our ruling:" in clause.en}
    assert mixed == {id for id, clause in RULESET.clauses.items() if "Nasze rozstrzygnięcie:" in clause.pl}
    assert {RULESET.clauses[id].source for id in mixed} == {"ruling"}
