"""Imports: what the longest games cost the process that checks a file, which its limits have to leave room for."""

from __future__ import annotations

import orjson

from bench.size import size
from service.tables.files.game_files import MAX_ENTRIES
from service.tables.files.import_worker import MEMORY, SECONDS
from tests.costs.importing import weighed
from tests.costs.long_games import SEATS, long_game


def longest(ruleset: str, most: int) -> bytes:
    """The file of a game of no more than so many entries, and little less: each repetition adds as many."""
    base, once = (_entries(long_game(ruleset, again)) for again in (0, 1))
    return long_game(ruleset, (most - base) // (once - base))


def _entries(file: bytes) -> int:
    return len(orjson.loads(file)["audit"]["entries"])


def row(ruleset: str) -> str:
    file = longest(ruleset, size(MAX_ENTRIES, 1000))
    found = weighed(file)
    assert found.answer["type"] == "Passed", found.answer
    cost = f"{found.seconds:.1f} | {found.memory / 2**20:.0f}"
    return f"| {ruleset} | {_entries(file)} | {len(file) / 2**20:.1f} | {cost} |"


def main() -> list[str]:
    return [
        f"Files of the longest games that are taken in, checked by a process that may take {SECONDS} s of processor time and",
        f"{MEMORY >> 20} MiB of memory. Of these a start of the process takes 0.3 s and 35 MiB.",
        "",
        "| ruleset | entries | MiB | s of processor time | MiB of memory |",
        "|---|---|---|---|---|",
        *map(row, SEATS),
    ]


if __name__ == "__main__":
    print("\n".join(main()))
