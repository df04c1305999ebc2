"""The account of a log by its three readers: the service's fold, the independent verifier and the page's."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from domain.draws import Roll, Shuffle
from domain.hidden import Hidden
from domain.ledger.entry import Sig
from domain.ruleset import Event
from domain.table.event_types import TABLE_TYPES
from domain.table.fold import fold
from domain.table.referee.events import StackReshuffled
from domain.table.state import Logged, Table
from projections.verdict import account_of
from tests.verifier.page_verifier import Both
from tests.verifier.synthetic import Audit
from verifier.account import account
from verifier.export import read
from verifier.values import open_values

Account = dict[str, Any] | None
LATER = {"ruled": {"judged": 1}}
"""What events of older tables lack today. It changes no account."""


class Thrown(Event, frozen=True):
    draw: Roll


class Shuffled(Event, frozen=True):
    draw: Shuffle[Any]


class Other(Event, frozen=True):
    """An event of the made-up game without a draw."""


class Toy:
    """As much of the made-up game as folding a log takes: its state never changes, and nobody is to act."""

    options = dict[str, Any]
    turns = ()

    def edition(self, name: str) -> None: ...

    def initial(self, seats: int, options: Any, edition: None) -> tuple[()]:
        return ()

    def evolve(self, state: tuple[()], event: Event) -> tuple[()]:
        return state

    def to_act(self, state: tuple[()]) -> tuple[()]:
        return ()

    def outcome(self, state: tuple[()]) -> None: ...

    def stint(self, state: tuple[()], seat: int) -> int:
        return 0


def event_of(entry: dict[str, Any]) -> Event:
    t, d = entry["t"], entry["d"]
    draw = d.get("draw", {})
    if "order" in draw:
        shuffle: Shuffle[Any] = Shuffle(draw["epoch"], draw["slot"], tuple(Hidden(0) for _ in draw["order"]))
        return StackReshuffled(tuple(d["places"]), shuffle) if t == "stack-reshuffled" else Shuffled(shuffle)
    if t in TABLE_TYPES:
        return msgspec.convert(LATER.get(t, {}) | d, TABLE_TYPES[t])
    return Thrown(msgspec.convert(draw, Roll)) if draw else Other()


def folded(file: Audit) -> Table:
    """A file of the made-up game as the service would fold it."""
    entries = [json.loads(text) for text in file["entries"]]
    toy: Any = Toy()
    return fold(toy, [_logged(it) for it in entries])


def _logged(entry: dict[str, Any]) -> Logged:
    sig = msgspec.convert(entry.get("sig"), Sig | None)
    return Logged(entry["i"] + 1, event_of(entry), entry["by"], entry["a"], sig=sig)


def by_service(table: Table) -> Account:
    found: Account = msgspec.json.decode(msgspec.json.encode(account_of(table)))
    return found


def by_verifier(file: Audit) -> Account:
    """Whatever the levels find."""
    export = read(file)
    return account(export, open_values(export)).as_dict()


def by_page(both: Both, file: Audit) -> Account:
    found: Account = both.ask({"account": file})["account"]
    return found
