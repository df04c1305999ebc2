"""What people write: in one spelling, and nothing in it that cannot be seen."""

from __future__ import annotations

import unicodedata

LINE_ENDS = "\n\r\t"
"""What a text of several lines may hold besides."""
UNSEEN = frozenset(("Cc", "Cf", "Zl", "Zp", "Cs", "Cn"))
"""Unicode's general categories of controls, invisible format characters, line ends, surrogates and what is not assigned.

With them one name can be made to look like another, or turn round the text beside it."""


class Unseen(ValueError):
    """There is a character in a text that nobody could see; the message says which and where."""


def one_spelling(text: str, but: str = "") -> str:
    """The text in Unicode's form NFC, in which letters of every script are welcome; raises `Unseen`, but for what is in `but`."""
    spelled = unicodedata.normalize("NFC", text)
    check_seen(spelled, but)
    return spelled


def check_seen(text: str, but: str = "") -> None:
    """Raises `Unseen`, but for the characters in `but`."""
    for place, letter in enumerate(text, 1):
        if unicodedata.category(letter) in UNSEEN and letter not in but:
            raise Unseen(f"Unicode's U+{ord(letter):04X}, character {place}, cannot be seen; leave it out.")
