"""What people write: in one spelling, and nothing in it that cannot be seen."""

from __future__ import annotations

import unicodedata

LINE_ENDS = "\n\r\t"
"""What a text of several lines may hold besides."""
UNSEEN = frozenset(("Cc", "Cf", "Zl", "Zp", "Cs", "Cn"))
"""Unicode's general categories of controls, invisible format characters, line ends, surrogates and what is not assigned.

With them one name can be made to look like another, or turn round the text beside it."""

NAME = "[^\\x00-\\x20\\x7f]([^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f])?"
"""What a name matches: no controls, and no space at either end."""
MOST_MARKS = 30
"""Combining characters in a row (UAX #15, Stream-Safe Text Format). Normalization sorts them, in quadratic time."""


class Unseen(ValueError):
    """A text cannot be read as it stands; the message says which character is wrong, and where."""


def one_spelling(text: str, but: str = "") -> str:
    """The text in Unicode's form NFC, in which letters of every script are welcome.

    Raises `Unseen` for a character that cannot be seen, except those in `but`, and for more than 30 combining ones in a row.
    """
    _check_marks(text)
    spelled = unicodedata.normalize("NFC", text)
    check_seen(spelled, but)
    return spelled


def check_seen(text: str, but: str = "") -> None:
    """Raises `Unseen`, but for the characters in `but`."""
    for place, letter in enumerate(text, 1):
        if unicodedata.category(letter) in UNSEEN and letter not in but:
            raise Unseen(f"Unicode's U+{ord(letter):04X}, character {place}, cannot be seen; leave it out.")


def _check_marks(text: str) -> None:
    if text.isascii():
        return
    row = 0
    for place, letter in enumerate(text, 1):
        row = row + 1 if unicodedata.combining(letter) else 0
        if row > MOST_MARKS:
            raise Unseen(
                f"Character {place} is one combining mark too many: {MOST_MARKS} may follow one another."
            )
