"""Words about a game's actions come from the service; the page has none of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.boards_site import captured, names

WEB = Path(__file__).parents[2] / "api" / "static" / "web"
BOARDS = sorted((WEB / "boards").glob("**/*.js"))
DECISIONS = [name for name in names() if captured(name)["legal"]]
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
NO_ORDER = "Turn"
"""A turn is counted, and a tile turned before anything is asked of the service."""


def labels() -> list[dict[str, str]]:
    """What each action of the captured decisions does."""
    return [action["label"] for name in DECISIONS for action in captured(name)["legal"]]


def first(text: str) -> str:
    return text.partition(" ")[0]


def asked() -> list[dict[str, str]]:
    """All that the captured decisions say of themselves: what is asked, and what each action does."""
    return [*(captured(name)["prompt"] for name in DECISIONS), *labels()]


@pytest.mark.parametrize("name", DECISIONS)
def test_every_decision_says_in_both_languages_what_is_asked(name: str) -> None:
    prompt = captured(name)["prompt"]
    assert all(prompt.values())
    assert prompt["en"] != prompt["pl"]


@pytest.mark.parametrize("file", BOARDS, ids=lambda file: file.name)
def test_no_board_has_words_of_its_own_for_what_is_done_in_a_game(file: Path) -> None:
    verbs = {first(text["en"]) for text in labels()} - {NO_ORDER}
    assert {"Throw", "Lay", "Choose", "Spend"} < verbs
    assert [text for text in TEXT.findall(file.read_text()) if " " in text and first(text) in verbs] == []


def test_the_page_does_not_say_again_what_the_service_says_of_actions() -> None:
    texts = {text for file in WEB.glob("**/*.js") for text in TEXT.findall(file.read_text())}
    assert "Clear selection" in texts
    assert not texts & {text[lang] for text in asked() for lang in text if " " in text[lang]}
