"""Rebuilding a game from SQLite, against the least that any program could do with the same rows."""

from __future__ import annotations

import sqlite3
from functools import partial
from typing import Any

import msgspec

from bench.games import play_to, seated, service
from bench.size import size
from bench.timing import medians
from domain.ledger.entry import Entry
from domain.ruleset import Ruleset
from domain.table.event_types import types_of

SELECT = "SELECT state FROM stored_events WHERE originator_id = ? ORDER BY originator_version"


SIZES = size((400, 1000), (20,))


def by_hand(connection: sqlite3.Connection, game: str, ruleset: Ruleset[Any], initial: Any) -> Any:
    """Select, typed decode of entries and events, and fold, with nothing else."""
    decoders = {tag: msgspec.json.Decoder(cls) for tag, cls in types_of(ruleset).items()}
    entry, own, state = msgspec.json.Decoder(Entry), ruleset.event_types, initial
    for (body,) in connection.execute(SELECT, (game,)).fetchall():
        found = entry.decode(body)
        event = decoders[found.t].decode(found.d)
        if found.t in own:
            state = ruleset.evolve(state, event)
    return state


def main() -> list[str]:
    lines = ["| game | events | rebuild ms | by hand ms | ratio |", "|---|---|---|---|---|"]
    with service() as kronika:
        for events in SIZES:
            game = seated(kronika, "age-of-war", 4)
            loaded = play_to(kronika, game, events)
            path = kronika.settings.database.removeprefix("sqlite:///")
            connection = sqlite3.connect(path)
            ruleset = loaded.ruleset
            initial = ruleset.initial(4, ruleset.options(), ruleset.newest)
            assert by_hand(connection, game, ruleset, initial) == loaded.table.game
            mine, least = medians(
                partial(kronika.repository.versions.load, game, None),
                partial(by_hand, connection, game, ruleset, initial),
                runs=41,
            )
            lines.append(
                f"| age-of-war, 4 seats | {loaded.version} | {mine * 1e3:.2f} | {least * 1e3:.2f} | {mine / least:.2f} |"
            )
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
