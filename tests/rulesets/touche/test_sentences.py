"""What is told of a game, in both languages, and what the view shows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from domain.hidden import redact
from domain.rulesets.touche import RULESET
from domain.rulesets.touche import events as e
from domain.rulesets.touche.actions import ChooseSet
from domain.sentence import Sentence, Term
from projections.sentences import Teller, catalogue
from tests.rulesets.fixtures import all_fixtures, logged_events
from tests.rulesets.touche.situation import act, give, lay, pawns, sit, state


def messages(thing: Any) -> Iterator[str]:
    """Every message and term in a sentence."""
    if isinstance(thing, Sentence | Term):
        yield thing.text
    if isinstance(thing, Sentence):
        thing = tuple(thing.values.values())
    for part in thing if isinstance(thing, tuple) else ():
        yield from messages(part)


def test_every_message_of_the_fixture_matches_is_translated() -> None:
    told = set()
    for _, fixture in all_fixtures(RULESET):
        for logged, _ in logged_events(RULESET, fixture):
            if type(logged.event) in RULESET.events:
                for viewer in (None, 1):
                    event = redact(logged.event, viewer)
                    told |= {*messages(RULESET.narrate(event)), *messages(RULESET.chapter(event))}
    assert len(told) > 35
    assert told <= set(catalogue(RULESET, "pl"))


def test_a_hidden_card_is_told_to_its_owner_only() -> None:
    event = next(it.event for it in sit().log if isinstance(it.event, e.CardDrawn) and it.event.seat == 2)
    teller = Teller(RULESET, "pl", {2: "Ola"})
    assert teller.tell(RULESET.narrate(redact(event, 1))) == "Ola dobiera: karta; w stosie zostają 54 karty."
    assert "karta;" not in teller.tell(RULESET.narrate(redact(event, 2)))


def test_the_view_follows_the_game_from_choosing_to_crowning() -> None:
    sitting = sit(set_choice="dealer")
    assert RULESET.view(state(sitting), None)["phase"] == "choosing"
    act(sitting, ChooseSet("squares"))
    pawns(give(sitting, {1: ["7D"]}), "d1 e1 d2 f1 f2", "a4")
    assert RULESET.view(state(sitting), None)["pawns"] == {
        "yellow": ["d1", "e1", "f1", "d2", "f2"],
        "turquoise": ["a4"],
    }
    lay(sitting, "7D", "e2")
    shown = RULESET.view(state(sitting), None)
    assert shown["phase"] == "crowning"
    assert [pattern["fields"] for pattern in shown["completed"]] == [
        ["d1", "e1", "d2", "e2"],
        ["e1", "f1", "e2", "f2"],
    ]
    act(sitting, random.Random(1).choice(sitting.legal(1)))
    shown = RULESET.view(redact(state(sitting), 2), 2)
    assert (shown["phase"], shown["round"], len(shown["crowned"])) == ("playing", 2, 1)
    assert shown["sides"][0]["made"] == {"square": 1}
    assert shown["players"][0]["hand"] == [None] * 5
    assert shown["players"][0]["used"] == ["7D"]
