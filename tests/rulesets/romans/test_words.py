"""Sentences, chapters and their Polish catalogue; what a view shows."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

from domain import rulesets
from domain.hidden import redact
from domain.rulesets.romans import RULESET
from domain.rulesets.romans import events as e
from domain.rulesets.romans.sentences import ASKED, CLANS, WON
from domain.sentence import Sentence, Term
from tests.rulesets.romans.scene import C, Scene, sitting

CATALOGUE = Path(rulesets.__file__).parent / "romans" / "pl.po"


def messages(thing: Any) -> Iterator[str | tuple[str, str]]:
    if isinstance(thing, Sentence):
        yield (thing.text, thing.plural) if thing.plural else thing.text
        for value in thing.values.values():
            yield from messages(value)
    elif isinstance(thing, Term):
        yield thing.text
    elif isinstance(thing, tuple):
        for item in thing:
            yield from messages(item)


def spoken() -> set[str | tuple[str, str]]:
    """Every message of many games, for those who know and for those who do not."""
    said: set[str | tuple[str, str]] = set(ASKED.values()) | set(WON.values())
    said |= {term.text for term in CLANS.values()}
    for n, (seats, options) in enumerate(RULESET.setups() * 4):
        table = sitting(seats, options.neutral_clans, seed=f"words-{n}", tied_fort=n % 2 == 0).play_out(
            seed=n
        )
        for event in (lg.event for lg in table.log if type(lg.event) in RULESET.events):
            for viewer in (None, 1):
                seen = redact(event, viewer)
                said |= {*messages(RULESET.narrate(seen)), *messages(RULESET.chapter(seen))}
    return said


def test_every_message_is_in_the_polish_catalogue_and_no_other() -> None:
    with CATALOGUE.open(encoding="utf-8") as file:
        catalogue = read_po(file, locale="pl")
    known = {msg.id for msg in catalogue if msg.id}
    assert spoken() == known
    assert all(
        all(msg.string if isinstance(msg.string, tuple) else (msg.string,)) for msg in catalogue if msg.id
    )
    assert all(len(msg.string) == 3 for msg in catalogue if isinstance(msg.id, tuple))


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
