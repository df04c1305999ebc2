"""Reading the past of games of 5,000 events: states at any version, replays, audits; first and then, whole and the rest."""

from __future__ import annotations

import gzip
import os
import random
import time
from collections.abc import Callable, Iterator

from flask import Flask
from werkzeug.test import TestResponse

from api.app import create_app
from api.telemetry import logs
from bench.games import act_once, seated, service
from bench.size import size
from bench.timing import medians, seconds
from domain.table import decisions
from domain.table.undo import frontier
from service.log.repository import Repository
from service.log.snapshots import SnapshotStore
from service.log.snapshotter import Snapshotter
from service.operation.app import Kronika
from service.queries import auditing, history
from service.queries.states import document_at, documents_between

SIZE, SEATS = size(5000, 300), {"age-of-war": 6, "nagaraja": 2, "romans": 4, "touche": 3}
GZIP = {"Accept-Encoding": "gzip"}
BACK = 0.9
"""How often something is taken back where it may be, so that games of every ruleset become so long."""
SHARES = (0.0, 0.1, 0.5, 0.99, 1.0)
WEIGHT = "SELECT sum(length(sealed)) FROM folds WHERE game = ?"
LIST_WEIGHT = "SELECT length(sealed) FROM folded_games WHERE game = ?"
NEWEST = 100
"""Versions that a client lacks which had the rest before."""


def dawdled(kronika: Kronika, ruleset: str) -> str:
    """The longest of a few games in which all play at random and take much back."""
    return max((_dawdled(kronika, ruleset, seed) for seed in range(3)), key=kronika.store.version)


def _dawdled(kronika: Kronika, ruleset: str, seed: int) -> str:
    game, rng = seated(kronika, ruleset, SEATS[ruleset]), random.Random(seed)
    while (loaded := kronika.repository.get(game)).version < SIZE and loaded.table.status == "playing":
        seat = rng.choice(loaded.table.to_act)
        back = frontier(loaded.table, seat).free
        if back and rng.random() < BACK:
            undone = decisions.request_undo(loaded.ruleset, loaded.table, seat, back[0])
            kronika.repository.commit(loaded, undone)
        else:
            act_once(kronika.repository, loaded, rng)
    return game


def new_process(kronika: Kronika) -> Repository:
    """A repository that has read nothing yet."""
    one = kronika.repository
    return Repository(kronika.store, kronika.signer, kronika.head_journal, one.host, [])


def cpu(work: Callable[[], object], runs: int = 9) -> float:
    """Median milliseconds of the processor."""
    (median,) = medians(work, runs=runs, clock=time.process_time)
    return median * 1e3


def states(kronika: Kronika, ruleset: str, game: str) -> Iterator[str]:
    """At first without and with stored snapshots of long logs."""
    last = kronika.store.version(game)
    versions = sorted({max(1, round(share * last)) for share in SHARES})
    snapshotter = Snapshotter(kronika.store)
    snapshotter.reset()
    without = [first(kronika, game, version) for version in versions]
    snapshotter.catch_up()
    for version, unkept in zip(versions, without, strict=True):
        at_first, then = first(kronika, game, version), cpu(known(kronika, game, version), 21)
        yield f"| {ruleset} | {last} | {version} | {unkept:.1f} | {at_first:.1f} | {then:.2f} |"


def first(kronika: Kronika, game: str, version: int) -> float:
    return cpu(lambda: document_at(new_process(kronika), game, None, version))


def known(kronika: Kronika, game: str, version: int) -> Callable[[], object]:
    repository = kronika.repository
    document_at(repository, game, None, version)
    return lambda: document_at(repository, game, None, version)


def action(kronika: Kronika, ruleset: str, game: str) -> Iterator[str]:
    """What somebody who acts waits for in such a process: the game, and the head of its log."""
    snapshotter, last = Snapshotter(kronika.store), kronika.store.version(game)
    snapshotter.reset()
    unkept = cpu(lambda: at_hand(kronika, game))
    snapshotter.catch_up()
    number = len(SnapshotStore(kronika.store).index(game).folds)
    weight = kronika.store.query(WEIGHT, (game,))[0][0] + kronika.store.query(LIST_WEIGHT, (game,))[0][0]
    yield f"| {ruleset} | {last} | {unkept:.1f} | {cpu(lambda: at_hand(kronika, game)):.1f} | {number} | {weight} |"


def at_hand(kronika: Kronika, game: str) -> object:
    repository = new_process(kronika)
    return repository.heads.frontier(repository.get(game))


def whole(kronika: Kronika, ruleset: str, game: str) -> Iterator[str]:
    repository, last = kronika.repository, kronika.store.version(game)
    asked: dict[str, Callable[[], object]] = {
        "100 states": lambda: documents_between(repository, game, None, last - 99, last).body,
        "500 events": lambda: history.events(repository, game, None, last - 500, 500).body,
        "replay": lambda: history.replay(repository, game, None, "en").body,
        f"replay after {last - NEWEST}": lambda: (
            history.replay(repository, game, None, "en", after=last - NEWEST).body
        ),
        "audit": lambda: auditing.audit(repository, game, None),
        f"audit after {last - NEWEST}": lambda: auditing.audit(repository, game, None, last - NEWEST),
    }
    for name, ask in asked.items():
        body = ask()
        assert isinstance(body, bytes)
        packed = len(gzip.compress(body, 6))
        yield f"| {ruleset} | {name} | {cpu(ask, 3):.1f} | {len(body)} | {packed} |"


def asked_again(kronika: Kronika, ruleset: str, game: str) -> Iterator[str]:
    """Over WSGI, without a token: made for the first who asks, kept for the next, and held by the client."""
    for path in ("replay", "audit"):
        address = f"/v1/games/{game}/{path}"
        tag = asking(create_app(kronika), address)().headers["ETag"]
        app = create_app(kronika)
        first = seconds(asking(app, address, **GZIP), time.process_time) * 1e3
        again = [cpu(asking(app, address, **sent), 5) for sent in (GZIP, {}, {"If-None-Match": tag})]
        yield f"| {ruleset} | {path} | {' | '.join(f'{ms:.1f}' for ms in (first, *again))} |"


def asking(app: Flask, address: str, **sent: str) -> Callable[[], TestResponse]:
    return lambda: app.test_client().get(address, headers=sent)


def main() -> list[str]:
    told: dict[str, list[str]] = {"states": [], "action": [], "whole": [], "again": []}
    with open(os.devnull, "wb") as nowhere, service() as kronika:
        logs.configure(nowhere)
        for ruleset in SEATS:
            game = dawdled(kronika, ruleset)
            print(ruleset, kronika.store.version(game), "events")
            told["states"] += states(kronika, ruleset, game)
            told["action"] += action(kronika, ruleset, game)
            told["whole"] += whole(kronika, ruleset, game)
            told["again"] += asked_again(kronika, ruleset, game)
    return [
        "Time of the processor. First: in a process that knows nothing of the game yet, without and with folds kept.",
        "",
        "| ruleset | events | version | its state at first, nothing kept, ms | at first, ms | then, ms |",
        "|---|---|---|---|---|---|",
        *told["states"],
        "",
        "What an action waits for in such a process, and what is kept, in bytes.",
        "",
        "| ruleset | events | the game and its head, nothing kept, ms | ms | folds kept | bytes |",
        "|---|---|---|---|---|---|",
        *told["action"],
        "",
        "| ruleset | what | ms | bytes | compressed |",
        "|---|---|---|---|---|",
        *told["whole"],
        "",
        "Over WSGI, by who has no token: the first who takes gzip, the next, who does not take it, and who holds it.",
        "",
        "| ruleset | what | first, ms | again | again, plain | 304 |",
        "|---|---|---|---|---|---|",
        *told["again"],
    ]


if __name__ == "__main__":
    print("\n".join(main()))
