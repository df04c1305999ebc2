"""Durable actions over HTTP, 8 and 64 games at once, beside actions in process, requests for nothing, another server and raw
sqlite3 commits.

All are asked for by turns, a second each; nothing by the same connections as actions. All are warmed up first, for longer than
the keeper takes to replace the draw keys that the games have used.
"""

from __future__ import annotations

import socket
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from bench import floor, node, raw
from bench.bare import bare
from bench.games import service
from bench.rounds import (
    IN_PYTHON,
    ROUNDS,
    Asked,
    Round,
    asked_us,
    by_turns,
    client,
    latencies,
    rate,
    ratios,
    served_us,
)
from bench.timing import percentile
from bench.wire import Dialogue, Game, asking_for_nothing, connected
from tests.running import Server, serving

GAMES = 8
MANY = 64
COUNTS = {"": GAMES, f"/{MANY}": MANY}
"""How many games at once, by what the name of a kind ends in."""
PEER = "Node, SQLite FULL, WebSockets"
BARE = "gunicorn and Flask alone"
Rounds = Mapping[str, Sequence[Round]]


def over_http(
    server: Server, *kinds: str, beside: Mapping[str, Asked] | None = None
) -> dict[str, list[Round]]:
    """Rounds of each kind and of what is asked `beside`, by turns.

    A kind is `actions`, or `nothing` (`GET /health/live`); `actions/64` is asked by 64 games at once, without a number by 8.
    """
    assert server.process is not None
    counts = {kind: int(kind.partition("/")[2] or GAMES) for kind in kinds}
    games = {count: [Game(server.port) for _ in range(count)] for count in {*counts.values()}}
    connections = {count: [connected(server.port) for _ in made] for count, made in games.items()}
    dialogues = {
        kind: [_dialogue(kind, *each) for each in zip(games[count], connections[count], strict=True)]
        for kind, count in counts.items()
    }
    asked = {kind: Asked(server.process.pid, them) for kind, them in dialogues.items()}
    return by_turns({**asked, **(beside or {})})


def _dialogue(kind: str, game: Game, connection: socket.socket) -> Dialogue:
    return game.dialogue(connection) if kind.startswith("actions") else asking_for_nothing(connection)


def main() -> list[str]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        least = _floor_us()
        one_row = raw.commits(folder)
        beside = {BARE: stack.enter_context(bare(GAMES)), **_peers(stack)}
        with serving(folder) as server:
            kinds = ("actions", f"actions/{MANY}", "nothing", f"nothing/{MANY}")
            rounds = over_http(server, *kinds, beside=beside)
        rows = raw.commits_of_actions(folder / "kronika.db", folder)
    return [*_by_games(rounds), "", *_beside(rounds, least, rows, one_row)]


def _floor_us() -> float:
    """The processor for an action without HTTP, microseconds."""
    with service() as kronika:
        return 1e6 * statistics.median(one.cpu for one in floor.rounds(kronika))


def _peers(stack: ExitStack) -> dict[str, Asked]:
    """Games on the peer's server; none where its packages cannot be fetched."""
    try:
        node.install()
    except subprocess.CalledProcessError:
        return {}
    return {f"{PEER}{at}": stack.enter_context(node.plain("FULL", games)) for at, games in COUNTS.items()}


def _by_games(rounds: Rounds) -> Iterator[str]:
    """The rows that have one figure for each number of games at once."""
    yield f"| what | {' | '.join(f'{games} games at once' for games in COUNTS.values())} |"
    yield "|---" * (len(COUNTS) + 1) + "|"
    columns = [_figures(rounds, at) for at in COUNTS]
    for what in columns[0]:
        yield f"| {what} | {' | '.join(column[what] for column in columns)} |"


def _figures(rounds: Rounds, at: str) -> dict[str, str]:
    actions, nothing, peer = (rounds.get(f"{kind}{at}") for kind in ("actions", "nothing", PEER))
    assert actions is not None
    assert nothing is not None
    language = "Python" if client() == IN_PYTHON else "C"
    found = {
        "durable actions/s over HTTP": f"{rate(actions):,.0f}",
        "latency p50 / p99, ms": _latency(actions),
        "requests/s for nothing (`/health/live`), same connections": f"{rate(nothing):,.0f}",
        "latency of nothing p50 / p99, ms": _latency(nothing),
        "actions / requests for nothing: median, least and most of the rounds": _spread(actions, nothing),
        "the service's processor for an action / for nothing, us": f"{served_us(actions):,.0f} / {served_us(nothing):,.0f}",
        f"the clients' ({language}) for an action / for nothing, us": f"{asked_us(actions):,.0f} / {asked_us(nothing):,.0f}",
    }
    return found | _beside_peer(actions, peer)


def _beside_peer(actions: Sequence[Round], peer: Sequence[Round] | None) -> dict[str, str]:
    if peer is None:
        return {f"{PEER}: moves/s": "its packages could not be fetched here"}
    return {
        f"{PEER}: moves/s": f"{rate(peer):,.0f}",
        "its latency p50 / p99, ms": _latency(peer),
        "its processor for a move / its clients', us": f"{served_us(peer):,.0f} / {asked_us(peer):,.0f}",
        "actions / its moves: median, least and most of the rounds": _spread(actions, peer),
    }


def _beside(rounds: Rounds, least: float, rows: float, one_row: float) -> list[str]:
    """What actions of 8 games are compared with, too: `least` microseconds, `rows` and `one_row` raw commits a second."""
    actions, alone = rounds["actions"], rounds[BARE]
    return [
        f"| beside {GAMES} games at once | figure |",
        "|---|---|",
        f"| processor for an action without HTTP (`python -m bench.floor`), us | {least:,.0f} |",
        f"| what HTTP adds to it, us | {served_us(actions) - least:,.0f} |",
        f"| requests/s for nothing that gunicorn and Flask answer alone, by threads | {rate(alone):,.0f} |",
        f"| actions / these: median, least and most of {ROUNDS} rounds | {_spread(actions, alone)} |",
        f"| raw sqlite3 FULL commits/s of an action's rows, one writer | {rows:,.0f} |",
        f"| raw sqlite3 FULL commits/s of one row, one writer | {one_row:,.0f} |",
        f"| actions / raw commits of an action's rows | {rate(actions) / rows:.2f} |",
        f"| actions / raw commits of one row | {rate(actions) / one_row:.2f} |",
    ]


def _latency(rounds: Sequence[Round]) -> str:
    took = latencies(rounds)
    return f"{percentile(took, 0.5) * 1e3:.1f} / {percentile(took, 0.99) * 1e3:.1f}"


def _spread(some: Sequence[Round], others: Sequence[Round]) -> str:
    found = ratios(some, others)
    return f"{statistics.median(found):.2f}, {min(found):.2f} to {max(found):.2f}"


if __name__ == "__main__":
    print("\n".join(main()))
