"""Words with numbers in them, in both languages, as the page's own translator says them."""

from __future__ import annotations

import json

import pytest
from py_mini_racer import MiniRacer

from api.pictures.scripts import PLAIN, script


@pytest.fixture(scope="module")
def page() -> MiniRacer:
    engine = MiniRacer()
    engine.eval(script(PLAIN))
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
    ],
)
def test_a_number_chooses_its_form(page: MiniRacer, lang: str, english: str, n: int, said: str) -> None:
    values = json.dumps({"n": n})
    told = page.eval(f'load("i18n.js").translator({json.dumps(lang)})({json.dumps(english)}, {values})')
    assert told == said
