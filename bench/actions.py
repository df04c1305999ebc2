"""What one action costs: early and late in a game, per ruleset, and what the ledger adds to it."""

from __future__ import annotations

import random
import statistics
from functools import partial
from itertools import count
from typing import Any

from bench.games import act_once, play_to, seated, service
from bench.size import size
from bench.timing import medians, seconds
from domain.ledger.merkle import Frontier
from service.log.committing import Committer
from service.log.game_cache import Head
from service.log.head_journal import HeadJournal, SignedHead
from service.log.heads import Heads
from service.log.repository import Repository
from service.operation.app import Kronika
from service.tables.creating import Create, create

EACH = size(60, 2)
PAIRS = size(9, 1)
LATE = size(2000, 60)


def at_version(kronika: Kronika, version: int) -> float:
    """Median seconds of an action of Age of War around a version, the commit included."""
    times: list[float] = []
    seeds = count()
    while len(times) < 3 * EACH:
        times += _some_at_version(kronika, version, next(seeds))
    return statistics.median(times)


def _some_at_version(kronika: Kronika, version: int, seed: int) -> list[float]:
    """Seconds of up to `EACH` actions of one game; of fewer when it ends before."""
    times: list[float] = []
    game, rng = seated(kronika, "age-of-war", 6), random.Random(seed)
    loaded = play_to(kronika, game, version, seed)
    while loaded.table.status == "playing" and len(times) < EACH:
        times.append(seconds(partial(act_once, kronika.repository, loaded, rng)))
        loaded = kronika.repository.get(game)
    return times


class Unverified(Heads):
    """Heads without Merkle log and signature, to measure what the ledger costs."""

    def frontier(self, loaded: Any) -> Frontier:
        return Frontier()

    def sign(self, loaded: Any, frontier: Frontier) -> Head:
        return Head(frontier, b"", "")


class Forgetful(HeadJournal):
    """Signed heads that are not kept, for the price of keeping them."""

    def last(self, game: str) -> None:
        return None

    def record(self, game: str, head: SignedHead) -> None:
        pass

    def pending(self, game: str, head: SignedHead) -> None:
        return None


def without_ledger(kronika: Kronika) -> Repository:
    return _like(kronika, kronika.head_journal, Unverified)


def without_heads(kronika: Kronika) -> Repository:
    return _like(kronika, Forgetful(kronika.settings.data), Heads)


def _like(kronika: Kronika, signed: HeadJournal, heads: type[Heads]) -> Repository:
    one, store = kronika.repository, kronika.store
    plain = Repository(store, kronika.signer, signed, one.host, [])
    plain.heads = heads(store, kronika.signer, signed, plain.cache, plain.versions)
    plain.committer = Committer(store, plain.heads, plain.cache, one.committer.inline)
    plain.committer.after_commit = one.committer.after_commit
    return plain


def ratio(kronika: Kronika, plain: Repository) -> float:
    """Seconds of an action over those of the same in `plain`, pair by pair, in several pairs of games."""
    return statistics.median(_ratio(kronika, plain, seed) for seed in range(PAIRS))


def _ratio(kronika: Kronika, plain: Repository, seed: int) -> float:
    repositories = [kronika.repository, plain]
    games = {
        repository: (seated(kronika, "age-of-war", 2), random.Random(seed)) for repository in repositories
    }

    def acting(repository: Repository) -> None:
        game, rng = games[repository]
        act_once(repository, repository.get(game), rng)

    with_it, without = medians(*(partial(acting, repository) for repository in repositories), runs=100)
    return with_it / without


def creation(kronika: Kronika, ruleset: str, seats: int) -> float:
    [median] = medians(lambda: create(Create({"ruleset": ruleset, "seats": seats}), kronika.context), runs=15)
    return median


def four_clans(kronika: Kronika) -> tuple[float, float]:
    """Seconds to rebuild a game of Romans with four clans, and of one action in it."""
    game, rng = seated(kronika, "romans", 4), random.Random(1)
    loaded = play_to(kronika, game, 400)
    [rebuild] = medians(lambda: kronika.repository.versions.load(game, None), runs=21)
    times = [
        seconds(lambda: act_once(kronika.repository, kronika.repository.get(game), rng)) for _ in range(EACH)
    ]
    return rebuild * 400 / loaded.version, statistics.median(times)


def main() -> list[str]:
    lines = ["| what | figure |", "|---|---|"]
    with service() as kronika:
        early, late = at_version(kronika, 20), at_version(kronika, LATE)
        lines.append(
            f"| action at version 20 / at version {LATE:,}, ms | {early * 1e3:.2f} / {late * 1e3:.2f} |"
        )
        lines.append(f"| ratio late / early | {late / early:.2f} |")
        lines.append(
            f"| action with the ledger / without it | {ratio(kronika, without_ledger(kronika)):.2f} |"
        )
        kept = ratio(kronika, without_heads(kronika))
        lines.append(f"| action with its head kept outside the database / without | {kept:.2f} |")
        rebuild, action = four_clans(kronika)
        lines.append(
            f"| romans, four clans: rebuild of 400 events / an action, ms | {rebuild * 1e3:.2f} / {action * 1e3:.2f} |"
        )
        made = creation(kronika, "age-of-war", 4)
        lines.append(f"| creating a game of age-of-war (16,384 draw keys), ms | {made * 1e3:.0f} |")
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
