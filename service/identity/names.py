"""Names at one table that people could take for one another, compared as Unicode's UTS #39 does. Scripts are free: what counts
is that a name looks different from the others at the table, and from what seats and referees are called there.

No log and no file is checked: games from before, and those that are imported, have the names that they have.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib.resources import files

import orjson

from domain.table.refusals import Refusal, Refused
from service.store import Statement, Store

MOST_SEATS = 64
LABELS = ("#{n}", "seat {n}", "miejsce {n}", "referee {n}", "sędzia nr {n}", "sędzia {n}")
"""What stands for somebody whose name is not shown, in both languages."""
ROLES = ("organiser", "the organiser", "organizator", "referee", "the referee", "sędzia")
POLISH = {
    "gold": "złoty",
    "green": "zielony",
    "grey": "szary",
    "red": "czerwony",
    "turquoise": "turkusowy",
    "violet": "fioletowy",
    "yellow": "żółty",
}
"""The sides of seats, as the page has them."""
TAKEN = (
    "This name could be taken for another one at this table, or for what a seat or a referee is called there. Choose one that "
    "looks different; upper and lower case do not count."
)
IGNORED = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Default_Ignorable_Code_Point, but for the categories that no name may have."""
MARK = "\N{LEFT-TO-RIGHT MARK}"
LAST = "SELECT coalesce(max(number), 0) FROM namings WHERE place = ?"
NEXT = "INSERT INTO namings (place, number) VALUES (?, ?)"


def prepare() -> None:
    """Read Unicode's table, once for all processes that are forked afterwards; without this the first name does."""
    _reserved()


def alike(name: str, others: Iterable[str]) -> bool:
    """Whether a name could be taken for one of the others."""
    looks = _looks(name)
    return any(looks & _looks(other) for other in others)


def skeleton(name: str) -> str:
    """UTS #39: two names are confusable when their skeletons are equal."""
    seen = unicodedata.normalize("NFD", IGNORED.sub("", name))
    return unicodedata.normalize("NFD", seen.translate(_prototypes()))


def check_name(name: str, others: Iterable[str], sides: Collection[str] = ()) -> None:
    """`Refused` table.names for what could be taken for one of the `others`, or for what is no name there: a seat's, `sides`."""
    called = [*sides, *(POLISH[side] for side in sides if side in POLISH)]
    if _looks(name) & _reserved() or alike(name, [*others, *called]):
        raise Refused(Refusal.GONE_ELSEWHERE, TAKEN, rule="table.names")


def turn(store: Store, place: str) -> Statement:
    """Goes into the transaction that writes a name at a game or tournament, and is asked for before the names there are read.

    Of two who take names there at once one gets `Duplicate`, and has to be decided anew.
    """
    [(last,)] = store.query(LAST, (place,))
    return Statement(NEXT, (place, last + 1))


def _looks(name: str) -> frozenset[str]:
    """Without case, in both orders: only the one finds IVAN like ivan, for I is drawn like l; only the other 0LA like Ola."""
    plain = " ".join(name.split())
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", plain).casefold())
    return frozenset((skeleton(folded), skeleton(plain).casefold()))


@cache
def _reserved() -> frozenset[str]:
    numbered = (label.format(n=n) for label in LABELS for n in range(1, MOST_SEATS + 1))
    return frozenset(look for label in (*ROLES, *numbered) for look in _looks(label))


@cache
def _prototypes() -> Mapping[int, str]:
    """The letter or letters that each letter is drawn like.

    The package has every line of Unicode's confusables.txt in both directions and in the file's order: a letter has one
    prototype, which comes after it or has several letters. Its own module holds six times as much in memory (8.4 MB).
    """
    found: dict[str, str] = {}
    data = orjson.loads((files("confusable_homoglyphs") / "confusables.json").read_bytes())
    for key, others in data.items():
        letter, other = key.strip(MARK), others[0]["c"].strip(MARK)
        if len(letter) == len(others) == 1 and other not in found:
            found[letter] = other
    return {ord(letter): other for letter, other in found.items()}
