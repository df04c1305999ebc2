"""Confusable names, compared as Unicode's UTS #39 defines: of players at one table, of referees, and of accounts. All scripts are
allowed: a name must only look different from the other names and from the labels of seats and referees.

Logs and files are not checked: older games and imported games keep their names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import cache

from domain.table.refusals import Refusal, Refused
from service.identity import unicode_tables
from service.identity.unicode_tables import prototypes
from service.store import Statement, Store

MOST_SEATS = 64
LABELS = ("#{n}", "seat {n}", "miejsce {n}", "referee {n}", "sędzia nr {n}", "sędzia {n}")
"""The labels displayed in place of a hidden name, in both languages."""
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
"""The names of sides, as displayed on the page."""
CONFUSABLE = (
    "This name is too similar to another name at this table, or to the label of a seat or a referee. Choose a name that looks "
    "different; upper and lower case do not count."
)
IGNORED = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Default_Ignorable_Code_Point, except categories that no name may contain."""
LAST = "SELECT coalesce(max(number), 0) FROM namings WHERE place = ?"
NEXT = "INSERT INTO namings (place, number) VALUES (?, ?)"


def preload() -> None:
    """Load Unicode's table before forking, so that processes share it; otherwise it is loaded for the first name."""
    _reserved()
    unicode_tables.is_assigned("")


def confusable(name: str, others: Iterable[str]) -> bool:
    """Whether a name is confusable with any of the others."""
    looks = keys_of(name)
    return any(looks & keys_of(other) for other in others)


def is_label(name: str) -> bool:
    """Whether a name is confusable with a label that the page displays."""
    return bool(keys_of(name) & _reserved())


def keys_of(name: str) -> frozenset[str]:
    """The two keys of a name, its skeletons without case: one matches IVAN with ivan (I looks like l), the other 0LA with Ola.

    Two names are confusable if they have a key in common.
    """
    plain = " ".join(name.split())
    return frozenset((skeleton(folded(plain)), skeleton(plain).casefold()))


def folded(name: str) -> str:
    """The name without case, as names are looked up."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def skeleton(name: str) -> str:
    """UTS #39: two names are confusable if their skeletons are equal."""
    decomposed = unicodedata.normalize("NFD", IGNORED.sub("", name))
    return unicodedata.normalize("NFD", decomposed.translate(prototypes()))


def check_name(name: str, others: Iterable[str], sides: Collection[str] = ()) -> None:
    """`Refused` table.names if a name is confusable with one of the `others`, with a seat's side (`sides`) or with a label."""
    labels = [*sides, *(POLISH[side] for side in sides if side in POLISH)]
    if is_label(name) or confusable(name, [*others, *labels]):
        raise Refused(Refusal.GONE_ELSEWHERE, CONFUSABLE, rule="table.names")


def name_lock(store: Store, place: str) -> Statement:
    """A statement for the transaction that writes a name into a game or tournament; build it before reading the names there.

    Of two concurrent transactions one gets `Duplicate` and has to decide again.
    """
    [(last,)] = store.query(LAST, (place,))
    return Statement(NEXT, (place, last + 1))


@cache
def _reserved() -> frozenset[str]:
    numbered = (label.format(n=n) for label in LABELS for n in range(1, MOST_SEATS + 1))
    return frozenset(skeleton for label in (*ROLES, *numbered) for skeleton in keys_of(label))
