"""The account: the draws of a log, and the human decisions that moved chance or a result (docs/ledger.md, section 11).

The whole log counts, whatever was taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import Any, NamedTuple

from .commitments import Commitments
from .entries import Entry, has_accounts
from .export import Export
from .line import Line

RESHUFFLED = "stack-reshuffled"
SEATING = ("seat-taken", "seat-freed", "seat-reassigned")
"""Types after which a seat has the key that they name, or none."""


class Decision(NamedTuple):
    """`ruling` became final in the action of this entry; None if no ruling did."""

    entry: int
    by: str
    kind: str
    ruling: int | None

    def as_dict(self) -> dict[str, Any]:
        return {name: value for name, value in self._asdict().items() if value is not None}


class Facts(NamedTuple):
    """What decides besides an entry: whether its seat had a key before it, the actions of rulings that set clocks, and whether
    seats have accounts."""

    had_key: bool
    setting: frozenset[int]
    accounts: bool


Decides = Callable[[Entry, Facts], bool]
"""Whether an entry of the kind's type is a decision of the kind."""


def _always(entry: Entry, facts: Facts) -> bool:
    return True


def _moves(entry: Entry, facts: Facts) -> bool:
    """Whether a seat continues on another device."""
    return facts.accounts and bool(entry["by"] != "organiser")


class Kind(NamedTuple):
    """A kind of decision: the type of entry that can be one, what it says in words, and when such an entry is one."""

    name: str
    type: str
    words: str
    decides: Decides = _always


KINDS = (
    Kind("went-back", "rewound", "A referee took the game back", lambda entry, _: "ruling" in entry["d"]),
    Kind("reshuffled", RESHUFFLED, "A referee had cards shuffled anew"),
    Kind("corrected", "action-corrected", "A referee corrected an action"),
    Kind("result-set", "result-set", "A referee set the result"),
    Kind("voided", "game-voided", "A referee declared the game void"),
    Kind(
        "seat-given",
        "seat-reassigned",
        "The organiser gave a taken seat away",
        lambda entry, _: bool(entry["by"] == "organiser"),
    ),
    Kind(
        "unsigned",
        "seat-reassigned",
        "A seat with a key was given away without that key's signature",
        lambda entry, facts: facts.had_key and not _moves(entry, facts),
    ),
    Kind(
        "moved",
        "seat-reassigned",
        "A seat went on with another device, without the word of its key",
        lambda entry, facts: facts.had_key and _moves(entry, facts) and "old" not in entry.get("sig", {}),
    ),
    Kind(
        "key-dropped",
        "seat-reassigned",
        "A seat with a key of its own went on without one",
        lambda entry, facts: facts.had_key and "key" not in entry["d"],
    ),
    Kind(
        "no-seed",
        "seat-taken",
        "A person took a seat without giving a seed",
        lambda entry, _: not entry["d"].keys() & {"bot", "seed_commitment"},
    ),
    Kind("seat-freed", "seat-freed", "A taken seat was freed"),
    Kind("held", "time-held", "The service was away, and the clocks were held"),
    Kind("flag", "time-ran-out", "A clock ran out"),
    Kind("resigned", "resigned", "A player resigned"),
    Kind("bot-took-over", "seat-left", "A bot took over a seat"),
    Kind("excluded", "seat-excluded", "A ruling excluded a player"),
    Kind(
        "clock-ruled", "clock-set", "A referee set clocks", lambda entry, facts: entry["a"] in facts.setting
    ),
    Kind("suspended", "game-suspended", "The game was suspended"),
    Kind("abandoned", "game-abandoned", "The game was abandoned"),
    Kind("rules-changed", "rules-changed", "The game went on under another revision of the rules"),
)
"""In the order of the sentences."""
_BY_TYPE = {
    t: sorted((kind for kind in KINDS if kind.type == t), key=lambda kind: kind.name)
    for t in {kind.type for kind in KINDS}
}


@dataclass(frozen=True)
class Account:
    """`decisions` in the order of their entries, then of their kinds."""

    throws: int
    shuffles: int
    taken_back: int
    decisions: tuple[Decision, ...]
    redrawn: frozenset[int]
    """The rulings that had draws made anew: in their action, or by the players from new slots."""

    @property
    def reshuffled(self) -> frozenset[int]:
        """The rulings that had cards shuffled anew."""
        found = (it.ruling for it in self.decisions if it.kind == "reshuffled")
        return frozenset(ruling for ruling in found if ruling is not None)

    @property
    def fresh(self) -> int:
        """How many rulings had something drawn."""
        return len(self.redrawn | self.reshuffled)

    def as_dict(self) -> dict[str, Any]:
        """The object `account`."""
        draws = {"throws": self.throws, "shuffles": self.shuffles, "taken_back": self.taken_back}
        return {"draws": draws, "decisions": [decision.as_dict() for decision in self.decisions]}

    def words(self) -> list[str]:
        """The account in sentences."""
        drawn = f"Throws: {self.throws}; shuffles: {self.shuffles}; of these taken back: {self.taken_back}"
        return [f"{drawn}.", *(said for kind in KINDS for said in self._words(kind))]

    def _words(self, kind: Kind) -> Iterator[str]:
        groups: dict[int | None, list[str]] = {}
        for it in self.decisions:
            if it.kind == kind.name:
                groups.setdefault(it.ruling, []).append(str(it.entry))
        if groups:
            yield f"{kind.words} ({'; '.join(starmap(_where, groups.items()))})."


def _where(ruling: int | None, entries: Sequence[str]) -> str:
    """The entries of one kind of decision, and the ruling that became final in their actions."""
    by = "" if ruling is None else f", by ruling {ruling}"
    return f"{'entry' if len(entries) == 1 else 'entries'} {', '.join(entries)}{by}"


def account(export: Export, found: Commitments) -> Account:
    """The account of a log in which no level failed."""
    rulings = {it["a"]: it["d"]["ruling"] for it in export.entries if it["t"] == "ruling-final"}
    line, size = Line(export.entries), len(export.entries)
    return Account(
        throws=sum(not draw.shuffles for draw in found.draws),
        shuffles=sum(draw.shuffles for draw in found.draws),
        taken_back=sum(not line.counts(draw.entry + 1, size) for draw in found.draws),
        decisions=tuple(_decisions(export.entries, rulings)),
        redrawn=frozenset(rulings[a] for a in _redrawing(export.entries, found) if a in rulings),
    )


def _decisions(entries: list[Entry], rulings: dict[int, int]) -> Iterator[Decision]:
    keyed, setting = set[int](), _setting_clocks(entries)
    accounts = has_accounts(entries[0]["d"])
    for entry in entries:
        t, d = entry["t"], entry["d"]
        facts = Facts(t in SEATING and d["seat"] in keyed, setting, accounts)
        for kind in _BY_TYPE.get(t, ()):
            if kind.decides(entry, facts):
                yield Decision(entry["i"], entry["by"], kind.name, rulings.get(entry["a"]))
        if t in SEATING:
            (keyed.add if "key" in d else keyed.discard)(d["seat"])


def _setting_clocks(entries: list[Entry]) -> frozenset[int]:
    """The actions in which rulings become final that set clocks."""
    ruled = (it["d"] for it in entries if it["t"] == "ruled")
    clocked = {d["ruling"] for d in ruled if "clock" in d.get("remedy", {})}
    final = (it for it in entries if it["t"] == "ruling-final")
    return frozenset(it["a"] for it in final if it["d"]["ruling"] in clocked)


def _redrawing(entries: list[Entry], found: Commitments) -> Iterator[int]:
    """The actions that draw what is no reshuffled stack, and those of rulings that have later draws made anew."""
    for draw in found.draws:
        if entries[draw.entry]["t"] != RESHUFFLED:
            yield entries[draw.entry]["a"]
    for entry in entries:
        if entry["t"] == "rewound" and "ruling" in entry["d"] and entry["d"].get("rng") == "fresh":
            yield entry["a"]
