"""What an action costs without HTTP: the floor under `python -m bench.http`.

The same command, signed by the service and committed durably together with whoever else waits, but called in process: nothing is
read from a socket, and nothing is logged or counted. One thread plays eight games at once, as a worker's loop does: eight threads
would pay as much again for handing Python's lock to each other.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle
from typing import NamedTuple

import orjson
import uvloop

from bench.games import service
from bench.size import size
from service.operation.app import Kronika
from service.play.acting import Act, act
from service.store.waiting import run_in_loop
from service.tables.creating import Create, create
from service.tables.seating import Join, join

GAMES = 8
ROUNDS = size(7, 1)
SECONDS = size(1.0, 0.05)
"""Of one round."""
MOVES = ({"type": "roll"}, {"type": "set-aside"})
"""Always legal in turn."""


class Player:
    """Plays one game of Age of War, for both of its seats."""

    def __init__(self, kronika: Kronika) -> None:
        self._context, self._moves = kronika.context, cycle(MOVES)
        created = orjson.loads(create(Create({"ruleset": "age-of-war", "seats": 2}), self._context).body)
        self._game = created["id"]
        self._tokens = [self._joined(f"P{seat}") for seat in (1, 2)]
        [self._seat] = kronika.repository.get(self._game).table.to_act

    def _joined(self, name: str) -> str:
        return str(orjson.loads(join(Join(self._game, None, {"name": name}), self._context).body)["token"])

    def act(self) -> None:
        reply = act(Act(self._game, self._tokens[self._seat - 1], next(self._moves)), self._context)
        [self._seat] = orjson.loads(reply.body)["to_act"]

    def act_until(self, stop: float, done: list[float]) -> None:
        """Adds to `done` when each action was answered."""
        while time.perf_counter() < stop:
            self.act()
            done.append(time.perf_counter())


class Round(NamedTuple):
    """Seconds of the processor for one action, and actions in one second."""

    cpu: float
    rate: float


def rounds(kronika: Kronika) -> list[Round]:
    """Rounds of all games at once; the first one, which warms up, is left out."""
    players = [Player(kronika) for _ in range(GAMES)]
    return [_round(players) for _ in range(ROUNDS + 1)][1:]


def _round(players: Sequence[Player]) -> Round:
    done = list[float]()
    spent, began = time.process_time(), time.perf_counter()
    together([partial(player.act_until, began + SECONDS, done) for player in players])
    return Round((time.process_time() - spent) / len(done), len(done) / (done[-1] - began))


def together(works: Sequence[Callable[[], None]]) -> None:
    """Do all of this in one event loop, where each work lets others run while it waits for its commit."""
    uvloop.run(_together(works))


async def _together(works: Sequence[Callable[[], None]]) -> None:
    await asyncio.gather(*map(run_in_loop, works))


def main() -> list[str]:
    with service() as kronika:
        measured = sorted(rounds(kronika))
    middle = measured[len(measured) // 2]
    return [
        "| what | figure |",
        "|---|---|",
        f"| processor for an action in process, us | {1e6 * middle.cpu:,.0f} |",
        f"| the same, least and most of {ROUNDS} rounds | {1e6 * measured[0].cpu:,.0f} / {1e6 * measured[-1].cpu:,.0f} |",
        f"| actions/s in that round, {GAMES} games at once, in one process | {middle.rate:,.0f} |",
    ]


if __name__ == "__main__":
    print("\n".join(main()))
