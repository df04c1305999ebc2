"""Imports: what the largest games cost the process that checks a file, which its limits have to leave room for."""

from __future__ import annotations

from collections.abc import Callable

from bench.games import dawdle_to, seated, service
from bench.reading import SEATS
from bench.size import size
from domain.hidden import AUDITOR
from domain.table import decisions
from domain.table.fold import Fold
from service.app import Kronika
from service.game_files import MOST_ENTRIES
from service.import_worker import MEMORY, SECONDS
from service.log.audit import game_file
from service.log.loaded import LoadedGame
from tests.costs.importing import weighed

BACK = {"nagaraja": 0.9985}
PLAYED = {"touche": 500}
"""Nothing is taken back in Touché, so nobody plays as long as a log may be: the rest are breaks in the game."""


def played(kronika: Kronika, ruleset: str, entries: int) -> bytes:
    """The file of a game that was played, taken back and interrupted until its log was so long, or a few entries longer.

    It was given up then, and so is over.
    """
    loaded = going_on(kronika, ruleset, min(PLAYED.get(ruleset, entries), entries - 1))
    while loaded.version < entries - 1:
        going = loaded.table.status == "playing"
        loaded = organise(kronika, loaded, decisions.suspend if going else decisions.resume)
    return game_file(kronika.repository, organise(kronika, loaded, decisions.abandon), AUDITOR)


def going_on(kronika: Kronika, ruleset: str, entries: int) -> LoadedGame:
    """A game of so many entries that is not over."""
    while True:
        game = seated(kronika, ruleset, SEATS[ruleset])
        loaded = dawdle_to(kronika, game, entries, back=BACK.get(ruleset, 0.97))
        if loaded.table.status == "playing":
            return loaded


def organise(kronika: Kronika, loaded: LoadedGame, decide: Callable[..., Fold]) -> LoadedGame:
    return kronika.repository.commit(loaded, decide(loaded.ruleset, loaded.table))


def main() -> list[str]:
    lines = []
    entries = size(MOST_ENTRIES - 50, 300)
    with service() as kronika:
        for ruleset in SEATS:
            file = played(kronika, ruleset, entries)
            found = weighed(file)
            assert found.answer["type"] == "Passed", found.answer
            lines.append(
                f"| {ruleset} | {entries} | {len(file) / 2**20:.1f} | {found.seconds:.1f} | {found.memory / 2**20:.0f} |"
            )
    return [
        f"Files of the longest games that are taken in, checked by a process that may take {SECONDS} s of processor time and",
        f"{MEMORY >> 20} MiB of memory. Of these a start of the process takes 0.3 s and 35 MiB.",
        "",
        "| ruleset | entries | MiB | s of processor time | MiB of memory |",
        "|---|---|---|---|---|",
        *lines,
    ]


if __name__ == "__main__":
    print("\n".join(main()))
