"""What share of the secrets that a viewer does not know `redraw` really draws anew."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from conformance.kit import Sitting
from domain.hidden import Hidden, secrets_in
from domain.redraw import dealt_by, in_analysis, unknown
from domain.ruleset import Ruleset
from domain.table.state import Logged, Table

REDRAWS = 5
KIND = re.compile(r"\d+")


class Share:
    """How many of the things that were met have changed, by kinds of places ("/hands/*/*")."""

    def __init__(self) -> None:
        self.met, self.changed = Counter[str](), Counter[str]()

    def count(self, kind: str, changed: bool) -> None:
        self.met[kind] += 1
        self.changed[kind] += changed

    def check_kinds(self, why: str) -> dict[str, float]:
        """At least half of each kind that was met often (some are known by elimination); gives the shares."""
        shares = {kind: self.changed[kind] / met for kind, met in self.met.items() if met >= 20}
        low = {kind: share for kind, share in shares.items() if share < 0.5}
        assert not low, f"{why}: {low}"
        return shares


class Redrawn:
    """Of the secrets that viewers did not know, how many ever came out otherwise when drawn anew a few times.

    By kinds of places, so that one chosen card does not hide among a hundred dealt ones. Rows of cards, such as hands, are
    counted as sets too: the same cards in another order are still the same hand.
    """

    def __init__(self) -> None:
        self.places, self.sets = Share(), Share()

    def look(self, ruleset: Ruleset[Any], table: Table, viewer: int | None, rng: random.Random) -> None:
        secrets = dict(unknown(table.game, viewer))
        again = [ruleset.redraw(table.game, viewer, rng.randrange) for _ in range(REDRAWS if secrets else 0)]
        values = [{path: secret.value for path, secret in unknown(game, viewer)} for game in again]
        for path, secret in secrets.items():
            self.places.count(KIND.sub("*", path), any(other[path] != secret.value for other in values))
        sets = [_sets(secrets, one) for one in values]
        for row, cards in _sets(secrets, {path: it.value for path, it in secrets.items()}).items():
            self.sets.count(KIND.sub("*", row), any(other[row] != cards for other in sets))

    def check(self, floor: float) -> None:
        """At least the declared share of all, and half of each kind."""
        shares = self.places.check_kinds("redraw leaves what a viewer cannot know")
        self.sets.check_kinds("redraw leaves the same cards together, perhaps in another order")
        if met := self.places.met.total():
            share = self.places.changed.total() / met
            assert share >= floor, (
                f"redraw drew {share:.1%} of the unknown anew, less than {floor:.0%}: {shares}"
            )


class Pooled(NamedTuple):
    """The pools of some secrets in a game and in an analysis of it, and the shuffle that dealt them."""

    pool: str
    in_analysis: str
    dealt: str | None


def check_in_analysis(sitting: Sitting) -> None:
    """In an analysis of this position the same secrets stand in for each other. Its log names no shuffles.

    Cards of a later shuffle may join those of an earlier one that had some of them.
    """
    found: dict[Pooled, str] = {}
    for path, secret in unknown(sitting.table.game, None):
        here, there = (sitting.ruleset.pool(path, it) for it in (secret, in_analysis(path, secret)))
        assert (here is None) == (there is None), (
            f"the secret at {path} has the pool {here!r}, and {there!r} in an analysis, where no shuffle is named: "
            "let `pool` tell the secrets that were dealt from those that were chosen by their paths"
        )
        if here is not None and there is not None:
            found.setdefault(Pooled(here, there, dealt_by(secret)), path)
    for one, other in combinations(found, 2):
        both = f"the secrets at {found[one]} and {found[other]}"
        _check_alike(sitting.log, both, one, other)


def _check_alike(log: Sequence[Logged], both: str, one: Pooled, other: Pooled) -> None:
    if (one.pool == other.pool) == (one.in_analysis == other.in_analysis):
        return
    assert one.pool != other.pool, (
        f"{both} are of one pool, {one.pool!r}, but not in an analysis, where no shuffle is named "
        f"({one.in_analysis!r}, {other.in_analysis!r}): let `pool` name them by their paths"
    )
    assert _of_the_same(log, one, other), (
        f"{both} are of the pools {one.pool!r} and {other.pool!r}, but of one in an analysis, where no shuffle is named: "
        "let `pool` tell decks of different things apart by their paths"
    )


def _of_the_same(log: Sequence[Logged], one: Pooled, other: Pooled) -> bool:
    """Whether one shuffle came later than the other, and had things like those of it."""
    if one.dealt is None or other.dealt is None:
        return False
    first, second = (log[int(it.dealt.partition("/")[0])] for it in (one, other) if it.dealt)
    return first.action != second.action and bool(_dealt(first, one.dealt) & _dealt(second, other.dealt))


def _dealt(logged: Logged, shuffle: str) -> set[Any]:
    secrets = (it for _, it in secrets_in(logged.event) if isinstance(it, Hidden))
    return {it.value for it in secrets if dealt_by(it) == shuffle}


def _row(path: str) -> str:
    """The row in which a secret is, such as a hand ("/hands/1")."""
    return path.rpartition("/")[0]


def _sets(secrets: Mapping[str, Hidden[Any]], values: Mapping[str, Any]) -> dict[str, Counter[Any]]:
    """What each row holds, of those whose cards could be in another row as well, for the same shuffle dealt them."""
    deals: dict[str, dict[str, list[str]]] = {}
    for path, secret in secrets.items():
        if (deal := dealt_by(secret)) is not None:
            deals.setdefault(deal, {}).setdefault(_row(path), []).append(path)
    found: dict[str, Counter[Any]] = {}
    for rows in (rows for rows in deals.values() if len(rows) > 1):
        for row, paths in rows.items():
            found.setdefault(row, Counter()).update(values[path] for path in paths)
    return found
