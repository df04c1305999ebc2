"""How fast games go on beside viewers of another one.

8 games act as fast as they are answered: first alone, then while viewers follow one more game, which is played at the pace of
people, then alone again. Actions are counted for each second of the service's processor, with what it spends on viewers: the
viewers' own process takes as much of the machine as the service does, so actions per second of the clock say less.

`python -m bench.beside_viewers [VIEWERS]`; 10,000 if nothing is said.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from bench.http import GAMES
from bench.rounds import Asked, Clients, Round, served_us
from bench.size import size
from bench.streams import PAUSE, Watching, versions_of
from bench.threads import rest
from bench.timing import percentile
from bench.wire import Game, connected
from tests.running import Server, serving

VIEWERS = size(10_000, 4)
WARM, ROUNDS, SECONDS = size(2.0, 0.1), size(5, 1), size(3.0, 0.3)


class Seen(NamedTuple):
    """Viewers let in, events a second, the share of these that reached them, and how late one in a hundred was, seconds."""

    let_in: int
    pace: float
    share: float
    late: float


def acting(server: Server, games: Sequence[Game]) -> list[Round]:
    """Rounds of games that act as fast as they can, on new connections."""
    assert server.process is not None
    dialogues = [game.dialogue(connected(server.port)) for game in games]
    with Clients(Asked(server.process.pid, dialogues)) as clients:
        clients.round(WARM)
        return [clients.round(SECONDS) for _ in range(ROUNDS)]


def beside(server: Server, games: Sequence[Game], watched: Game, viewers: int) -> tuple[list[Round], Seen]:
    """Those rounds while so many viewers follow a game that is played, and what these saw of it."""
    before = versions_of([watched], server)
    with Watching(server, before, viewers) as them:
        let_in, began = int(them.readline()), time.monotonic()
        with _played(watched):
            rounds = acting(server, games)
        lasted = time.monotonic() - began
        them.close_input()
        late, told = json.loads(them.readline())
    events = sum(versions_of([watched], server).values()) - sum(before.values())
    return rounds, Seen(let_in, events / lasted, told / (events * let_in), percentile(late, 0.99))


@contextmanager
def _played(game: Game) -> Iterator[None]:
    """One action after the other, with pauses."""
    ended = Event()

    def play() -> None:
        game.act()
        while not ended.wait(PAUSE):
            game.act()

    playing = Thread(target=play)
    playing.start()
    try:
        yield
    finally:
        ended.set()
        playing.join()


def main(viewers: int = VIEWERS) -> list[str]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), KRONIKA_WORKERS="2") as server:
        first, second, third = ([Game(server.port) for _ in range(GAMES)] for _ in range(3))
        watched = Game(server.port)
        rest(server)
        alone = acting(server, first)
        rounds, seen = beside(server, second, watched, viewers)
        alone += acting(server, third)
    return [
        f"{seen.let_in:,} viewers let in, {seen.share:.0%} of all events sent to them, p99 {1e3 * seen.late:.0f} ms",
        "",
        f"| {GAMES} games | alone | beside them | ratio |",
        "|---|---|---|---|",
        _row(
            "actions for a second of the service's processor", 1e6 / served_us(alone), 1e6 / served_us(rounds)
        ),
        _row("actions/s", _by_clock(alone), _by_clock(rounds)),
        "",
        _viewers_part(served_us(rounds) - served_us(alone), _by_clock(rounds), seen),
    ]


def _row(what: str, alone: float, beside: float) -> str:
    return f"| {what} | {alone:,.0f} | {beside:,.0f} | {beside / alone:.2f} |"


def _by_clock(rounds: Sequence[Round]) -> float:
    return sum(len(one.latencies) for one in rounds) / len(rounds) / SECONDS


def _viewers_part(more: float, rate: float, seen: Seen) -> str:
    """`more`: microseconds of the processor that an action takes more beside them, at this rate."""
    share, sent = more * rate, seen.pace * seen.let_in
    return f"{seen.pace:.1f} events/s to each viewer take {share / 1e6:.0%} of a core, {share / sent:.1f} us for each"


if __name__ == "__main__":
    print("\n".join(main(*map(int, sys.argv[1:2]))))
