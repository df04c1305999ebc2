"""Random data of the kinds that docs/ledger.md names in section 14, for entries of a log."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.verifier.adversary.page import Members
from tests.verifier.bundles import hash_of
from tests.verifier.primitives import below, shuffled
from tests.verifier.synthetic import Hide, Log

USUAL = {"wants": "explanation", "decision": "upheld", "kind": "caution"}
"""Texts of which the rules know a few only, with one that they know: the page has no rules, but a service reads by them."""
Slot = tuple[int, int]
WORDS = ("ace", "king", "queen", "jack", "ten", "é", "long\ntext", "")


class Unwritable(Exception):
    """There is nothing of this kind to write now."""


class Teller:
    """Tells of values, of places where others are committed, and of draws from the next slots."""

    def __init__(self, log: Log, rng: random.Random) -> None:
        self.log, self.rng = log, rng
        self.texts: dict[str, str] = {}
        """The words of each hash of a text."""
        self._moved: set[str] = set()
        self._drawn: dict[Slot, str] = {}
        """The slots of draws that no entry has yet, and what each serves."""

    def members(self, its: Members, block: dict[str, Members]) -> dict[str, Any]:
        """An object with these members."""
        data: dict[str, Any] = {}
        for name, kind in its.items():
            if " by " not in kind and not (name.endswith("?") and self.rng.random() < 0.5):
                data[name.removesuffix("?")] = self._member(name.removesuffix("?"), kind, block)
                if name.endswith("?") and data[name[:-1]] == []:
                    del data[name[:-1]]
        for name, kind in its.items():
            what, _, by = kind.partition(" by ")
            if by and f"{what} {data[by]}" in block:
                data[name.removesuffix("?")] = self.members(block[f"{what} {data[by]}"], block)
        return data

    def _member(self, name: str, kind: str, block: dict[str, Members]) -> Any:
        if name in USUAL:
            return USUAL[name]
        return self.hash_of_text() if name.endswith("_hash") else self.value(kind, block)

    def hash_of_text(self) -> str:
        words = f"Słowa {self.rng.randrange(1000)}"
        hashed = hash_of(words)
        self.texts[hashed] = words
        return hashed

    def value(self, kind: str, block: dict[str, Members]) -> Any:
        if kind.endswith(" or null"):
            return None if self.rng.random() < 0.3 else self.value(kind.removesuffix(" or null"), block)
        if kind.startswith("record "):
            return self.members(block[kind], block)
        for start, make in self._holding().items():
            if kind.startswith(start):
                return make(kind.removeprefix(start), block)
        return self._plain(kind)

    def _holding(self) -> dict[str, Any]:
        return {
            "list of ": self._list,
            "map of ": lambda kind, block: {str(n): self.value(kind, block) for n in (1, 2)},
            "hidden renewed ": lambda kind, block: Hide(self.renewed(kind)),
            "hidden ": lambda kind, block: Hide(self.value(kind, block)),
            "opened ": lambda kind, block: self.opened(kind),
            "throw": lambda kind, block: self.throw(),
            "shuffle of ": lambda kind, block: self.shuffle(kind),
        }

    def _list(self, kind: str, block: dict[str, Members]) -> list[Any]:
        return [self.value(kind, block) for _ in range(self.rng.choice((0, 1, 1, 2)))]

    def _plain(self, kind: str) -> Any:
        plain = {
            "text": lambda: self.rng.choice(WORDS),
            "integer": lambda: self.rng.randint(-1, 4),
            "boolean": lambda: self.rng.random() < 0.5,
            "free": lambda: self.rng.choice(({}, {"x": [1, {"y": None}]}, {"long": True})),
        }
        return plain[kind]()

    # What is committed, and draws.

    def places(self, kind: str) -> list[str]:
        """Where values of this kind are committed, which are no cards committed anew."""
        wanted = {"text": str, "integer": int}.get(kind, object)
        all_of_them = (f"{i}{path}" for i, path in self.log.hidden if path != "/sig")
        return [place for place in all_of_them if type(self.log.value(place)) is wanted]

    def opened(self, kind: str) -> dict[str, Any]:
        places = self.places(kind)
        if not places:
            raise Unwritable(kind)
        place, to = self.rng.choice(places), self.rng.choice(([0], [1], [1, 2], [0, 2]))
        return {"of": place, "to": to} | ({"value": self.log.value(place)} if 0 in to else {})

    def renewed(self, kind: str) -> dict[str, Any]:
        places = [place for place in self.places(kind) if place not in self._moved]
        if not places:
            raise Unwritable(kind)
        was = self.rng.choice(places)
        self._moved.add(was)
        return {"is": self.log.value(was), "was": was}

    def throw(self) -> dict[str, Any]:
        (e, n), stream = self._draw("throw")
        sides = [self.rng.choice((2, 6, 20)) for _ in range(self.rng.randint(1, 3))]
        return {"epoch": e, "slot": n, "sides": sides, "values": [1 + below(stream, s) for s in sides]}

    def shuffle(self, kind: str, refs: list[str] | None = None) -> dict[str, Any]:
        places = refs or self.places(kind)
        of = [self.value(kind, {}) for _ in range(self.rng.randint(1, 4))]
        if refs or (places and self.rng.random() < 0.4):
            refs = refs or self.rng.sample(places, min(len(places), 3))
            of = []
        (e, n), stream = self._draw("shuffle")
        order = [Hide(it) for it in shuffled(stream, of or [self.log.card(ref) for ref in refs or []])]
        return {"epoch": e, "slot": n, "order": order, "of": of, "refs": refs or []}

    def _draw(self, kind: str) -> tuple[Slot, Iterator[int]]:
        last = max(self._drawn, default=None)
        slot = self.log.next_slot(kind, self.log.after(last) if last else None)
        if slot[0] > 3:
            raise Unwritable("all slots are used")
        self._drawn[slot] = kind
        return slot, self.log.stream(*slot)

    def wrote(self) -> None:
        """The entry with these draws stands in the log: the next one draws after them."""
        if self._drawn:
            self.log.slots[-1] = self.log.after(max(self._drawn))
        self.log.served |= self._drawn
        self._drawn = {}

    def forget(self) -> None:
        """There is no such entry."""
        self._drawn = {}
