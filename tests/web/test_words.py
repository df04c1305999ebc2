"""Words about games are the service's: the page's lists have none, boards name what stands in the rulesets' folders."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from domain.rulesets import registry

WEB = Path(__file__).parents[2] / "api" / "static" / "web"
OF_GAMES = re.compile(
    r"\b(dice|die|castles?|\w*forts?|tiles?|pawns?|relics?|amulets?|warriors?|nagas?|sticks?|cards?|clans?|jokers?"
    r"|crowns?|temples?|siege|clash(es)?|patterns?|daimyo|infantry|walls?|decks?|guides?|dealt|dealer)\b"
    r"|\b(kość\b|kości\b|kośćm|zam(ek|k[aiu]|ków|kiem)\b|\w*fort|kafel|pion(ek|k)|relikw|amulet|wojowni|nag[aiąę]\b|kolumn|kart|klan|joker"
    r"|koron|świąty|oblęż|starci|wz[oó]r|daimyo|piechot|mur|tali|rozda)",
    re.IGNORECASE,
)
"""What games are played with and what is done with it, in both languages."""
OF_PROOF = {
    "Dice and shuffles follow from keys committed before the game",
    "Kości i tasowania wynikają z kluczy ustalonych przed grą",
    "die {n} shows {shown}; the keys give {due}",
    "kość {n} pokazuje {shown}, a z kluczy wynika {due}",
    "two cards were both at {place}",
    "dwie karty były na tym samym miejscu: {place}",
    "A referee had cards shuffled anew",
    "A referee had cards shuffled anew once.",
    "A referee had cards shuffled anew {n} times.",
    "Sędzia zarządził nowe tasowanie kart",
    "Sędzia raz zarządził nowe tasowanie kart.",
    "Sędzia zarządzał nowe tasowanie kart {n} razy.",
}
"""What the check of a log finds of its draws, whatever game they are of."""
SAID = re.compile(r'^\s*(?:"((?:[^"\\]|\\.)*)"|(\w+)):\s*(?:"((?:[^"\\]|\\.)*)"|\{|$)', re.MULTILINE)
FORM = re.compile(r'(?:one|few|many|other): "((?:[^"\\]|\\.)*)"')
ASKED = re.compile(r'\bt\(\s*"((?:[^"\\]|\\.)*)"')
NAMED = re.compile(r"\.word\((?:[^(),]*\? )?([\"`])(.*?)\1(?: : \"(.*?)\")?")
COLOURS = {
    side
    for game in registry().values()
    for n in range(2, 7)
    for side in game.sides(n, game.options())
    if side
}
"""Of clans and pawns: the names of sides."""
BOARDS = {"age-of-war": "war", "romans": "romans", "touche": "touche", "nagaraja": "nagaraja"}


def said_by_the_page() -> set[str]:
    """Everything in its lists of words, and whatever it has translated by name."""
    found: set[str] = set()
    for file in WEB.rglob("*.js"):
        if "vendor" in file.parts:
            continue
        text = file.read_text()
        found |= set(ASKED.findall(text))
        if file.name.startswith(("words-", "plurals")):
            found |= {part for groups in SAID.findall(text) for part in groups} | set(FORM.findall(text))
    return found


def test_the_pages_words_say_nothing_of_what_is_played_with() -> None:
    said = said_by_the_page()
    assert len(said) > 900
    assert sorted(text for text in said - OF_PROOF if OF_GAMES.search(text)) == []


def test_each_of_the_pages_words_stands_once_and_is_said() -> None:
    scripts = [file for file in WEB.rglob("*.js") if "vendor" not in file.parts]
    lists = [file for file in scripts if file.name.startswith("words-")]
    words = [quoted or name for file in lists for quoted, name, _ in SAID.findall(file.read_text())]
    code = "".join(file.read_text() for file in scripts if file not in lists)
    assert len(words) > 600
    assert sorted(word for word, n in Counter(words).items() if n > 1) == []
    assert sorted(word for word in set(words) if word not in code and word not in COLOURS) == []
    assert sorted(COLOURS - {*words}) == []


@pytest.mark.parametrize("game", BOARDS)
def test_a_board_names_the_words_that_its_ruleset_has_and_no_others(game: str) -> None:
    """A name put together (`stage-${...}`) stands for all that begin so."""
    boards = WEB / "boards"
    files = [boards / f"{game}.js", *(boards / "parts").glob(f"{BOARDS[game]}-*.js")]
    words = set(registry()[game].words.board)
    text = "\n".join(file.read_text() for file in files)
    quoted = set(re.findall(r'"([a-z][a-z0-9-]*)"', text))
    begun = set(re.findall(r"\.word\(`([^`$]*)\$", text))
    named = {name for _, *names in NAMED.findall(text) for name in names if name and "$" not in name}
    assert named <= words
    assert all(any(word.startswith(beginning) for word in words) for beginning in begun)
    unused = {word for word in words - quoted if not any(begin and word.startswith(begin) for begin in begun)}
    assert unused <= {"infantry-1", "infantry-2", "infantry-3", "archery", "cavalry"}  # called by their faces
