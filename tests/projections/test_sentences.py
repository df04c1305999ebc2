"""Sentences: each game has words of its own, over those of the table."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from domain import rulesets, table
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.sentence import Term, say
from projections.sentences import Renderer

GAME = """
from domain.rulesets.romans import RULESET

class Game(type(RULESET)):
    pass

RULESET = Game()
"""


def ruleset_in(folder: Path, polish: str, monkeypatch: pytest.MonkeyPatch) -> Ruleset[Any]:
    """A ruleset of a folder, whose catalogue translates "Draw." so."""
    folder.mkdir()
    (folder / "pl.po").write_text(f'msgid ""\nmsgstr ""\n\nmsgid "Draw."\nmsgstr "{polish}"\n')
    (folder / "__init__.py").write_text(GAME)
    spec = spec_from_file_location(folder.name, folder / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, folder.name, module)
    spec.loader.exec_module(module)
    found: Ruleset[Any] = module.RULESET
    return found


def test_two_games_translate_the_same_message_each_in_its_own_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = ruleset_in(tmp_path / "cards", "Dobierz.", monkeypatch)
    chess = ruleset_in(tmp_path / "chess", "Remis.", monkeypatch)
    assert [Renderer(game, "pl", {}).render(say("Draw.")) for game in (cards, chess)] == [
        "Dobierz.",
        "Remis.",
    ]
    assert [Renderer(game, "en", {}).render(say("Draw.")) for game in (cards, chess)] == ["Draw.", "Draw."]
    assert Renderer(registry()["romans"], "pl", {}).render(say("Draw.")) == "Draw."


def test_every_game_has_the_words_of_the_table() -> None:
    begun = {
        id: Renderer(ruleset, "pl", {}).render(say("The game begins.")) for id, ruleset in registry().items()
    }
    assert set(begun.values()) == {"Gra się zaczyna."}


FORTS = """msgid ""
msgstr ""

msgid "fort"
msgstr "baszta"

msgctxt "acc"
msgid "fort"
msgstr "basztę"

msgid "{it} falls to whoever attacks {them}: {n}."
msgstr "{it} pada łupem tego, kto atakuje {them:acc}: {n}."
"""


def test_a_translation_asks_for_words_in_a_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ruleset_in(tmp_path / "forts", "", monkeypatch)
    (tmp_path / "forts" / "pl.po").write_text(FORTS)
    fort = Term("fort")
    sentence = say("{it} falls to whoever attacks {them}: {n}.", it=fort, them=(fort, "Rome", fort), n=-2)
    rendered = {lang: Renderer(game, lang, {}).render(sentence) for lang in ("en", "pl")}
    assert rendered == {
        "en": "Fort falls to whoever attacks fort, Rome, and fort: −2.",
        "pl": "Baszta pada łupem tego, kto atakuje basztę, Rome i basztę: −2.",
    }


@pytest.mark.parametrize(
    "catalogue",
    [
        Path(table.__path__[0]) / "pl.po",
        *sorted(Path(rulesets.__path__[0]).glob("*/pl.po")),
    ],
    ids=lambda file: file.parent.name,
)
def test_a_catalogue_translates_each_message_once(catalogue: Path) -> None:
    """Of two translations Babel takes the first without a word."""
    with catalogue.open("rb") as po:
        messages = len(read_po(po, locale="pl"))
    header = 1
    assert catalogue.read_text("utf-8").count("\nmsgid ") + 1 - header == messages
