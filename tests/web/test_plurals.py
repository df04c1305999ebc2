"""Words with numbers in them, in both languages, as the page's own translator says them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from py_mini_racer import MiniRacer

from api.pages.modules import PLAIN_BOARD
from api.pictures.scripts import script
from projections.sentences import FORMS, polish_form

WEB = Path(__file__).parents[2] / "api" / "static" / "web"
SAID = re.compile(r'^  "((?:[^"\\]|\\.)*)":', re.MULTILINE)
COUNTED = re.compile(
    r"(?<!seat )\{(n|all|points|needed|made|min|max|open|shown)\} (?:[a-z0-9]+ )*?[a-z]{2,}(?<!i)(?<!a)s\b"
)
"""A number, and a word for many behind it; "is" and "was" are none."""
ALWAYS_SO = {
    "{min} to {max} players",
    "{n} of 4000 letters left",
    "{points} of {needed} points",
    "That would take {took}, and a film is at most {n} seconds long: choose a shorter stretch or a higher speed.",
    "{n} of 3 cursed relics face up",
    "die {n} shows {shown}; the keys give {due}",
    "place {n} of the shuffle does not follow from the keys",
    "the outage that entry {n} holds is not in the service's log",
}
"""What is not counted there, or is always the same number."""


@pytest.fixture(scope="module")
def page() -> MiniRacer:
    engine = MiniRacer()
    engine.eval(script(PLAIN_BOARD))
    return engine


@pytest.mark.parametrize(
    ("lang", "english", "n", "said"),
    [
        ("en", "{n} notes", 1, "1 note"),
        ("en", "{n} notes", 2, "2 notes"),
        ("pl", "{n} notes", 1, "1 notatka"),
        ("pl", "{n} notes", 3, "3 notatki"),
        ("pl", "{n} notes", 12, "12 notatek"),
        ("pl", "{n} notes", 22, "22 notatki"),
        ("pl", "{n} players", 2, "2 graczy"),
        ("pl", "Seat {n}", 2, "Miejsce 2"),
        ("en", "{game}, {n} seats", 1, "{game}, 1 seat"),
        ("pl", "{game}, {n} seats", 1, "{game}, 1 miejsce"),
        ("en", "the first {n} entries were rewritten", 1, "the first entry was rewritten"),
        ("pl", "the first {n} entries were rewritten", 25, "zmieniono pierwszych 25 wpisów"),
    ],
)
def test_a_number_chooses_its_form(page: MiniRacer, lang: str, english: str, n: int, said: str) -> None:
    values = json.dumps({"n": n})
    told = page.eval(f'load("i18n.js").translator({json.dumps(lang)})({json.dumps(english)}, {values})')
    assert told == said


@pytest.mark.parametrize("n", [0, 1, 2, 5, 12, 21, 22, 25, 112])
def test_service_and_page_choose_alike(page: MiniRacer, n: int) -> None:
    category = page.eval(f'new Intl.PluralRules("pl").select({n})')
    assert FORMS[polish_form(n)] == {"one": 0, "few": 1, "many": 2}[category]


def test_whatever_is_counted_has_its_forms(page: MiniRacer) -> None:
    plurals = json.loads(str(page.eval('JSON.stringify(load("plurals.js").plurals)')))
    assert all(set(forms["en"]) == {"one", "other"} for forms in plurals.values())
    assert all({"one", "other"} <= set(forms["pl"]) <= {"one", "few", "other"} for forms in plurals.values())
    lists = [*WEB.glob("words*.js"), *WEB.glob("boards/parts/*.js")]
    said = {text for file in lists for text in SAID.findall(file.read_text())}
    counted = {text for text in said if COUNTED.search(text)} - ALWAYS_SO
    assert sorted(counted) == []
