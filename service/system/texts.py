"""Texts by people: normalized, and without invisible characters."""

from __future__ import annotations

import unicodedata

LINE_ENDS = "\n\r\t"
"""Characters also allowed in a text of several lines."""
INVISIBLE = frozenset(("Cc", "Cf", "Zl", "Zp", "Cs", "Cn"))
"""Unicode's general categories of controls, invisible format characters, line ends, surrogates and unassigned code points.

With them a name can be made to look like another one, or reverse the text beside it."""

UNSEEN = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and a symbol that are drawn as nothing: the fillers of Hangul, and Braille without dots."""
SEEN = frozenset("LNPS")
"""First letters of the categories of characters that are seen by themselves; marks and spaces are not."""
NAME = "[^\\x00-\\x20\\x7f]([^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f])?"
"""The pattern of names: no controls, and no space at either end."""
MAX_MARKS = 30
"""Combining characters in a row (UAX #15, Stream-Safe Text Format). Normalization sorts them, in quadratic time."""


class InvisibleCharacter(ValueError):
    """A text has a character that is not allowed; the message says which, and where."""


def normalized(text: str, but: str = "") -> str:
    """The text in Unicode's form NFC. Letters of every script are allowed.

    Raises `InvisibleCharacter` for an invisible character that is not in `but`, and for more than 30
    combining characters in a row.
    """
    _check_marks(text)
    spelled = unicodedata.normalize("NFC", text)
    check_visible(spelled, but)
    return spelled


def check_visible(text: str, but: str = "") -> None:
    """Raises `InvisibleCharacter`, except for the characters in `but`."""
    for place, letter in enumerate(text, 1):
        if unicodedata.category(letter) in INVISIBLE and letter not in but:
            raise InvisibleCharacter(
                f"Unicode's U+{ord(letter):04X}, character {place}, is invisible; leave it out."
            )


def is_blank(text: str) -> bool:
    """Whether nothing of a text can be seen."""
    return not any(unicodedata.category(it)[0] in SEEN and it not in UNSEEN for it in text)


def _check_marks(text: str) -> None:
    if text.isascii():
        return
    row = 0
    for place, letter in enumerate(text, 1):
        row = row + 1 if unicodedata.combining(letter) else 0
        if row > MAX_MARKS:
            raise InvisibleCharacter(
                f"Character {place} is one combining mark too many: {MAX_MARKS} may follow one another."
            )
