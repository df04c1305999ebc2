"""Words of texts, in the form in which they are stored to be searched, and searches for them.

Both databases get the same words: without case, accents and punctuation. A search finds texts that have, for each of its
words, a word that begins with it, because Polish words end differently in every case.
"""

from __future__ import annotations

import re
import unicodedata

WORD = re.compile(r"[^\W_]+")
NO_ACCENT = str.maketrans("łŁ", "lL")
"""Letters whose accent is no character of its own."""
MOST_WORDS = 10
"""Words of a search; further ones are ignored."""


def words(text: str) -> str:
    """The words of a text, separated by spaces."""
    parts = unicodedata.normalize("NFKD", text.translate(NO_ACCENT))
    plain = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return " ".join(WORD.findall(plain.casefold()))


def search_for(text: str) -> str | None:
    """The search for the words of a text as SQLite's FTS5 reads it; None if it has no words.

    On PostgreSQL the function that is searched by translates it (`service.log.rulings_tables`).
    """
    wanted = words(text).split()[:MOST_WORDS]
    return " AND ".join(f'"{word}"*' for word in wanted) or None
