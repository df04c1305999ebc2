"""Small store against large: what is read of all games must not grow with them. `python -m bench flat [games]`.

Both stores are measured in turns, in one run: compare the columns with each other.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import orjson

from bench import lasting
from bench.large import STEP, enlarge, play_some
from bench.timing import medians
from domain.rulesets import registry
from projections import statistics
from projections.lobby import GameFilter
from service.log.key_pool import start_run
from service.operation.app import Kronika, compose, prepare
from service.operation.database_metrics import database_metrics
from service.queries import lobby
from service.system.settings import Settings
from service.tables.creating import Create, create

SMALL, LARGE = 1000, 100_000
PAGE_OF = 20
PAGE = Path(__file__).parent / "flat.md"
FREE = 12
"""Gigabytes that 100,000 games may need, twice."""
RUNS = 31
BEFORE = (
    "Before (0.2.0 as of November 2026, 100,000 games, another machine): rare matches in the lobby 806 ms, statistics 731 ms, "
    "creating a game 47 to 60 ms; of CPU on this one 98 ms a game of Age of War."
)
FAIR = (
    "The small store has games of as many kinds as the large one, and as many on each page: a page of 8 games takes half as "
    "long as one of 20 in any store. Where the two do not list as many, both numbers stand. "
    "At a start every page of a small file is checked, and none of one above 256 MB."
)
MINUTE, DAY = 60_000, 86_400_000

Pages = dict[str, Callable[[], tuple[bytes, str | None]]]


def settings_in(folder: Path) -> Settings:
    return Settings(data=folder, database=f"sqlite:///{folder}/bench.db", limits=None, trust_clock=True)


def begun(folder: Path) -> Kronika:
    """A service with keys for as many games of Age of War as are created here."""
    start_run(folder)
    kronika = compose(settings_in(folder))
    for _ in range(RUNS + 1):
        kronika.key_pool.add(registry()["age-of-war"].traits.draws)
    return kronika


@contextmanager
def stores(games: int) -> Iterator[tuple[Kronika, Kronika, tuple[int, int]]]:
    """A small store and a large one, made of the same games."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "small", Path(folder) / "large"
        if shutil.disk_usage(folder).free < FREE * 2**30 * games / LARGE:
            raise SystemExit(f"There is no room for {games} games in {folder}.")
        prepare(settings_in(small))
        kronika = compose(settings_in(small))
        play_some(kronika)
        kronika.close()
        shutil.copytree(small, large)
        enlarge(str(small / "bench.db"), str(small / "heads.db"), SMALL)
        size = enlarge(str(large / "bench.db"), str(large / "heads.db"), games)
        both = [begun(one) for one in (small, large)]
        try:
            yield both[0], both[1], size
        finally:
            for one in both:
                one.close()


def asked(kronika: Kronika) -> dict[str, GameFilter]:
    """What is asked of the lobby: common, rare and not there; times in the middle of what there is."""
    [(first, last)] = kronika.store.query("SELECT min(created_at), max(created_at) FROM lobby")
    middle = first + (last - first) // STEP // 2 * STEP
    nothing = middle + STEP // 2
    return {
        "all": GameFilter(),
        "ruleset": GameFilter(ruleset="romans"),
        "status": GameFilter(status="finished"),
        "bot": GameFilter(bot=True),
        "no bot": GameFilter(bot=False),
        "outcome": GameFilter(outcome="set-completed"),
        "outcome, none such": GameFilter(outcome="nothing"),
        "player": GameFilter(player="Player 1"),
        "player, none such": GameFilter(player="Nobody"),
        "player and outcome, none such": GameFilter(player="Player 1", outcome="nothing"),
        "since": GameFilter(since=middle),
        "since, none such": GameFilter(since=last + DAY),
        "until": GameFilter(until=middle),
        "since and until": GameFilter(since=middle - STEP, until=middle + STEP),
        "since and until, none such": GameFilter(since=nothing - MINUTE, until=nothing + MINUTE),
        "all filters": GameFilter(
            "finished", "touche", "Player 1", first, last + DAY, False, "set-completed"
        ),
        "imported, none such": GameFilter(imported=True),
    }


def start(settings: Settings) -> None:
    """What grows with the store, if anything does: what is loaded and imported once does not count."""
    prepare(settings)
    kronika = compose(settings)
    kronika.resume()
    kronika.close()


def pages(kronika: Kronika) -> Pages:
    def read(wanted: GameFilter, cursor: str | None = None) -> Callable[[], tuple[bytes, str | None]]:
        return partial(lobby.page, kronika.repository, wanted, PAGE_OF, cursor)

    found = {name: read(wanted) for name, wanted in asked(kronika).items()}
    touche = GameFilter(ruleset="touche")
    return {**found, "next page of a ruleset": read(touche, read(touche)()[1])}


def others(kronika: Kronika) -> dict[str, Callable[[], object]]:
    found: dict[str, Callable[[], object]] = {
        "statistics": lambda: statistics.document(kronika.store.query, "touche"),
        "figures for /metrics": lambda: database_metrics(kronika.repository),
        "a start: tables and service": partial(start, kronika.settings),
        "what the keeper looks for every few seconds": kronika.run_due_work,
    }
    for name, ruleset in (("keys made ahead", "age-of-war"), ("keys made at once", "touche")):
        new = Create({"ruleset": ruleset, "seats": 2})
        found[f"creating a game, {name}"] = partial(create, new, kronika.context)
    return found


def listed(mine: Callable[[], tuple[bytes, str | None]], its: Callable[[], tuple[bytes, str | None]]) -> str:
    """How many games are on a page; two numbers if the pages cannot be compared."""
    small, large = (len(orjson.loads(page()[0])["games"]) for page in (mine, its))
    return str(small) if small == large else f"{small} / {large}"


def rows(small: Kronika, large: Kronika) -> Iterator[str]:
    mine, its = pages(small), pages(large)
    for name in mine:
        yield row(f"lobby: {name}", listed(mine[name], its[name]), mine[name], its[name])
    one, other = others(small), others(large)
    for name in one:
        yield row(name, "", one[name], other[name])


def row(name: str, games: str, mine: Callable[[], object], its: Callable[[], object]) -> str:
    a, b = medians(mine, its, runs=RUNS, clock=time.process_time)
    return f"| {name} | {games} | {a * 1e3:.2f} | {b * 1e3:.2f} | {b / a:.2f} |"


def kinds(kronika: Kronika) -> int:
    [(found,)] = kronika.store.query("SELECT count(DISTINCT cell) FROM listed")
    return int(found)


def main(games: int = LARGE) -> list[str]:
    with stores(games) as (small, large, (many, events)):
        return [
            f"{SMALL:,} games of {kinds(small)} kinds against {many:,} of {kinds(large)} with {events:,} events, on SQLite; "
            "ms of CPU, medians, in turns.",
            "",
            "| what | games listed | small | large | ratio |",
            "|---|---|---|---|---|",
            *rows(small, large),
        ]


def run(games: int = LARGE) -> list[str]:
    """The page, and what it says."""
    said = ("# However large the store", "Made by `python -m bench flat`.", BEFORE, FAIR)
    lines = [
        *"\n\n".join(said).split("\n"),
        "",
        *main(games),
        "",
        "## Games that last for days",
        "",
        *lasting.main(games),
    ]
    PAGE.write_text("\n".join([*lines, ""]))
    return lines
