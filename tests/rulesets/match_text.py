"""A fixture match as text, one line a thing, so that a change of rules or words shows as a diff.

The head names the ruleset's `rules` revision. Lines that begin with ">" are the actions of seats; those that begin with
a number are events: version, type, data, and after "|" the clauses cited. What is indented are their sentences. Before each
action a line that begins with "?" has, for each seat to act, the number of its legal actions and a digest of them, and an
indented one the digests of what each seat and spectators see, so that a rule that allows more, or a view that shows more, is a
diff. In data
`x?` is a secret known to nobody, `x?1,2` one that seats 1 and 2 know, `x!all` one opened to all, `0.5` a draw: epoch, slot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.draws import Roll, Shuffle
from domain.hidden import EVERYBODY, Hidden, Opened
from domain.ledger.editions import edition_hash
from domain.ruleset import Action, Ruleset
from domain.table.events import GameStarted
from domain.table.fold import Fold
from domain.table.playthrough import decision_at
from domain.table.state import Logged, Table
from projections.sentences import Renderer

NAMES = {1: "Anna", 2: "Borys", 3: "Celina", 4: "Darek", 5: "Ewa", 6: "Filip"}
REVISION = re.compile(r"rules (\d+)")
EDITION = re.compile(r"edition (\S+) ([0-9a-f]{8})")


def text_of(
    ruleset: Ruleset[Any], name: str, table: Table, log: list[Logged], actions: list[tuple[int, Action]]
) -> list[str]:
    """All lines: the head, and from the first event of the ruleset on every action with what came of it."""
    tellers = [Renderer(ruleset, lang, NAMES) for lang in ("en", "pl")]
    pending, lines, fold = iter(actions), [_head(ruleset, name, table)], Fold(ruleset)
    action = next(logged.action for logged in log if type(logged.event) is GameStarted)
    for logged in log:
        if type(logged.event) in ruleset.events:
            if logged.action != action:
                action = logged.action
                lines += [*_decision(ruleset, fold, table.setup.seats), _chosen(*next(pending))]
            lines += [_event(logged), *(f"  {_said(ruleset, logged, teller)}" for teller in tellers)]
        fold.read([logged])
    return lines


def deciding(lines: list[str]) -> list[str]:
    """The legal actions, the chosen one, what happened and why: all but head, words and views."""
    return [line for line in lines[1:] if not line.startswith("  ")]


def revision(lines: list[str]) -> int:
    """The `rules` under which a text was recorded."""
    found = REVISION.search(lines[0])
    assert found, lines[0]
    return int(found[1])


def _head(ruleset: Ruleset[Any], name: str, table: Table) -> str:
    setup, outcome = table.setup, table.outcome
    assert outcome is not None
    terms = (
        f"rules {ruleset.rules}, edition {_edition(ruleset, setup.edition)}, {setup.seats} seats, "
        f"options {_json(setup.options)}"
    )
    return f"{ruleset.id} {name}: {terms}, winners {_json(outcome.winners)}, scores {_json(outcome.scores)}, {outcome.reason}"


def _edition(ruleset: Ruleset[Any], id: str) -> str:
    return f"{id} {edition_hash(ruleset.edition(id))[:8]}"


def changed_edition(was: list[str], now: list[str]) -> str | None:
    """The edition that has the same id in two texts and other components; None when none has."""
    then, today = EDITION.search(was[0]), EDITION.search(now[0])
    changed = then and today and then[1] == today[1] and then[2] != today[2]
    return then[1] if then and changed else None


def _decision(ruleset: Ruleset[Any], fold: Fold, seats: int) -> list[str]:
    decision = decision_at(ruleset, fold.version, fold.game, seats)
    choices = ", ".join(f"seat {seat} has {choices}" for seat, choices in decision.choices.items())
    views = ", ".join(f"{viewer} {digest}" for viewer, digest in decision.views.items())
    return [f"? {choices}", f"  views: {views}"]


def _chosen(seat: int, action: Action) -> str:
    data = msgspec.to_builtins(action)
    return f"> seat {seat}: {data.pop('type')} {_json(data)}"


def _event(logged: Logged) -> str:
    fields = {name: _compact(getattr(logged.event, name)) for name in logged.event.__struct_fields__}
    kind = logged.event.__struct_config__.tag
    return f"{logged.version} {kind} {_json(fields)} | {' '.join(logged.rules)}"


def _said(ruleset: Ruleset[Any], logged: Logged, teller: Renderer) -> str:
    return teller.render(ruleset.narrate(logged.event))


def _json(data: Any) -> str:
    return msgspec.json.encode(data).decode()


def _compact(thing: Any) -> Any:
    if isinstance(thing, Hidden):
        return f"{_bare(thing.value)}?{_seats(thing.knowers)}"
    if isinstance(thing, Opened):
        return f"{_bare(thing.value)}!{_seats(thing.to)}"
    if isinstance(thing, Roll | Shuffle):
        results = thing.values if isinstance(thing, Roll) else tuple(_compact(it) for it in thing.order)
        return f"{thing.epoch}.{thing.slot}: {' '.join(map(str, results))}"
    if isinstance(thing, msgspec.Struct):
        return {name: _compact(getattr(thing, name)) for name in thing.__struct_fields__}
    return [_compact(item) for item in thing] if isinstance(thing, tuple) else thing


def _bare(value: Any) -> str:
    return value if isinstance(value, str) else _json(_compact(value))


def _seats(knowers: tuple[int, ...]) -> str:
    return ",".join("all" if seat == EVERYBODY else str(seat) for seat in knowers)


def differences(was: list[str], now: list[str]) -> Iterator[str]:
    """The first lines that differ, as a person compares them."""
    for number, (old, new) in enumerate(zip(was, now, strict=False), 1):
        if old != new:
            yield f"line {number}\n  was {old[:300]}\n  now {new[:300]}"
    if len(was) != len(now):
        yield f"{len(was)} lines were, {len(now)} are"
