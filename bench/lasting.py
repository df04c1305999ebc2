"""Small store against large where games last for days: pages of the lobby by the time of the last event. Part of `bench.flat`.

The games are rows of a store of layout 15, before the lobby was looked through by kind, which is then brought to the newest: so
the same stores are made for any version since, and `lasting.json` has what the one before this way took, on this machine.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path

import orjson

from bench.timing import medians
from projections import lobby
from projections.documents.lobby import GameList
from projections.lobby import GameFilter
from projections.paging import make_cursor
from service.log.migrations import MIGRATIONS
from service.store import Statement, Store, open_store

SMALL, LARGE = 1000, 100_000
PAGE_OF = 20
RUNS = 31
BEFORE = Path(__file__).parent / "lasting.json"
AT_ONCE = 5000
BY_ROW = 15
"""The layout that the rows are of."""
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
T0 = 1_700_000_000_000
LASTS = 10 * DAY
ENDS = ("finished", "finished", "abandoned")
RULESETS = {"age-of-war": "castles", "romans": "points", "nagaraja": "relics"}
ROW = """INSERT INTO lobby (game, ruleset, visibility, status, seats, version, to_act, created_at, updated_at, checkpoint,
    outcome) VALUES (?, ?, 'public', ?, '[]', 1, '[]', ?, ?, '', ?)"""
PLAYER = "INSERT INTO players (game, seat, name) VALUES (?, ?, ?)"
AFTER = (
    "Games that last for days, one begun a minute: half of each store's are over, each ten days after it began; the others are "
    "being played, and half of them were changed within the last hour. *Ada* plays in one game of five (20,000 of 100,000)."
)

Asked = dict[str, tuple[GameFilter, str | None]]


def filled(games: int) -> Iterator[Statement]:
    """Games that are over, and then, as if nothing had been before, games that are being played."""
    rng = random.Random(7)
    for n in range(games):
        over = n < games // 2
        at = T0 + n % (games // 2) * MINUTE
        game, ruleset = f"{rng.randrange(16**8):08x}{n:024x}", rng.choice(tuple(RULESETS))
        status = rng.choice(ENDS) if over else "playing"
        outcome = {"winners": [1], "ranking": [[1]], "scores": {}, "reason": RULESETS[ruleset]}
        told = orjson.dumps(outcome).decode() if status == "finished" else None
        last = at + LASTS if over else changed(games, at, rng)
        yield Statement(ROW, (game, ruleset, status, at, last, told))
        for seat, name in ((1, "Ada" if n % 5 == 0 else f"Player {n % 977}"), (2, f"Player {n % 31}")):
            yield Statement(PLAYER, (game, seat, name))


def now(games: int) -> int:
    """When the last game has lasted for ten days."""
    return T0 + games // 2 * MINUTE + LASTS


def changed(games: int, at: int, rng: random.Random) -> int:
    """When a game was changed last that is being played."""
    last = now(games)
    return last - rng.randrange(HOUR) if rng.random() < 0.5 else rng.randrange(at + DAY, last - HOUR)


@contextmanager
def store(url: str, games: int) -> Iterator[Store]:
    with closing(open_store(url, bytes(32), create=True)) as made:
        made.migrate(MIGRATIONS[:BY_ROW])
        rows = filled(games)
        while some := list(islice(rows, AT_ONCE)):
            made.append("", [], some)
        made.migrate(MIGRATIONS)
        yield made


def asked(games: int) -> Asked:
    """Windows that hold as many games in a small store as in a large one, or at least a page of them."""
    first, last = T0 + LASTS, now(games)
    middle = (first + last) // 2
    whose: dict[str, GameFilter] = {
        "over": GameFilter(status="finished"),
        "at play": GameFilter(status="playing"),
        "all": GameFilter(),
        "Ada": GameFilter(player="Ada"),
        "Ada, over": GameFilter(player="Ada", status="finished"),
    }
    times: dict[str, tuple[int | None, int | None]] = {
        "since, none such": (last + DAY, None),
        "since a minute ago": (last - MINUTE, None),
        "since half an hour ago": (last - HOUR // 2, None),
        "since the middle": (middle, None),
        "until the middle": (None, middle),
        "until long ago": (None, first + (last - first) // 4),
        "until long ago, none such": (None, first - DAY),
        "an hour in the middle": (middle - HOUR // 2, middle + HOUR // 2),
        "a day in the middle": (middle - DAY // 2, middle + DAY // 2),
    }
    found: Asked = {
        f"{who}, {when}": (wanted._replace(since=since, until=until), None)
        for who, wanted in whose.items()
        for when, (since, until) in times.items()
    }
    end = make_cursor(middle - LASTS + 5 * MINUTE, "")
    found["over, since the middle, the last page"] = (GameFilter("finished", since=middle), end)
    return found


def pages(made: Store, games: int) -> dict[str, Callable[[], GameList]]:
    return {
        name: partial(lobby.page, made.query, wanted, PAGE_OF, cursor)
        for name, (wanted, cursor) in asked(games).items()
    }


def measured(small: Store, large: Store, games: int) -> Iterator[tuple[str, str, float, float]]:
    """Each page with how many games are on it, and its milliseconds."""
    mine, its = pages(small, SMALL), pages(large, games)
    for name in mine:
        a, b = (len(page().games) for page in (mine[name], its[name]))
        times = medians(mine[name], its[name], runs=RUNS, clock=time.process_time)
        yield name, str(a) if a == b else f"{a} / {b}", *(1e3 * seconds for seconds in times)  # type: ignore[misc]


def main(games: int = LARGE) -> list[str]:
    before = orjson.loads(BEFORE.read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        urls = (f"sqlite:///{folder}/{name}.db" for name in ("small", "large"))
        with store(next(urls), SMALL) as small, store(next(urls), games) as large:
            rows = list(measured(small, large, games))
    return [
        f"{AFTER} {SMALL:,} games against {games:,}, on SQLite; ms of CPU, medians, in turns; in the last column the large store "
        "before they were found by when they were last changed.",
        "",
        "| page | games listed | small | large | ratio | large before |",
        "|---|---|---|---|---|---|",
        *(
            f"| {name} | {n} | {a:.2f} | {b:.2f} | {b / a:.2f} | {before[name]:.2f} |"
            for name, n, a, b in rows
        ),
    ]
