"""What the ledger costs: an event's entry, a game's committed keys, the check of a finished game."""

from __future__ import annotations

import random
from collections.abc import Callable

from bench.games import seated, service
from bench.size import size
from bench.timing import medians
from domain.draws import Roll, Shuffle
from domain.hidden import Hidden, Opened, redact
from domain.ledger.entry import encode
from domain.ledger.keys import KeyTree
from domain.ledger.merkle import Frontier, leaf_hash
from domain.ledger.seal import seal_event
from domain.ruleset import Event
from domain.table import decisions
from service.log.loaded import LoadedGame
from service.operation.app import Kronika
from service.queries.auditing import audit
from verifier import verify

SLOTS = size(2048, 64)
GAMES = size(20, 2)
TIMES = size(500, 5)


class Rolled(Event, frozen=True, tag="rolled"):
    seat: int
    roll: Roll


class Shown(Event, frozen=True, tag="shown"):
    seat: int
    card: Opened[str]


class Mixed(Event, frozen=True, tag="mixed"):
    deck: Shuffle[int]


SAMPLES: dict[str, Event] = {
    "a throw of six dice": Rolled(1, Roll(0, 3, (6,) * 6, (1, 2, 3, 4, 5, 6))),
    "a card shown": Shown(1, Opened("ace", (0,), "4/d/deck/order/7")),
    "a shuffle of 60 cards": Mixed(Shuffle(0, 0, tuple(map(Hidden, range(60))), of=tuple(range(60)))),
}


def log_one(event: Event) -> Frontier:
    """Seal, encode, hash, append: all that an event costs before it is stored."""
    d, _ = seal_event(event, 7, bytes(32))
    return Frontier().append(leaf_hash(encode(7, "sample", 1700000000000, "seat:1", 3, d, ("sample.1",))))


def per_event(event: Event) -> Callable[[], None]:
    def work() -> None:
        for _ in range(TIMES):
            log_one(event)

    return work


def commit_keys() -> tuple[bytes, ...]:
    return KeyTree(bytes(32), bytes(16), SLOTS).roots()


def open_every_key_of_a_block() -> None:
    tree = KeyTree(bytes(32), bytes(16), SLOTS)
    for slot in range(64):
        tree.path(0, slot)


def play_out(kronika: Kronika, game: str, seed: int) -> LoadedGame:
    """Play to the end with the ruleset's own greedy player, as bots do."""
    rng = random.Random(seed)
    while (loaded := kronika.repository.get(game)).table.status == "playing":
        rules, state, seat = loaded.ruleset, loaded.table.game, loaded.table.to_act[0]
        action = rules.greedy(redact(state, seat), seat, rules.legal_actions(state, seat), rng.randrange)
        kronika.repository.commit(
            loaded, decisions.act(rules, loaded.table, seat, action, loaded.keys.draws(loaded.table))
        )
    return loaded


def finished_audits() -> tuple[list[bytes], int]:
    """Audit files of finished games, and how many entries they hold together."""
    with service() as kronika:
        games = [seated(kronika, "age-of-war", 2 + n % 5) for n in range(GAMES)]
        played = [play_out(kronika, game, seed) for seed, game in enumerate(games)]
        audits = [audit(kronika.repository, loaded.id, None) for loaded in played]
        return audits, sum(loaded.version for loaded in played)


def main() -> list[str]:
    lines = ["| what | time |", "|---|---|"]
    timed = medians(*map(per_event, SAMPLES.values()))
    for name, seconds in zip(SAMPLES, timed, strict=True):
        lines.append(f"| entry of {name} | {seconds / TIMES * 1e6:.1f} us |")
    made, opened = medians(commit_keys, open_every_key_of_a_block)
    lines.append(f"| commit 4 x {SLOTS} draw keys | {made * 1e3:.1f} ms |")
    lines.append(f"| open 64 keys of a game not in memory | {opened * 1e3:.1f} ms |")
    audits, entries = finished_audits()
    assert all(verify(audit)["L3"].status == "passed" for audit in audits)
    (checked,) = medians(lambda: [verify(audit) for audit in audits], runs=3)
    lines.append(
        f"| check one finished game, {entries // GAMES} events, L0-L3 | {checked / GAMES * 1e3:.1f} ms |"
    )
    lines.append(f"| check 1,000 such games on one core | {checked / GAMES * 1e3:.1f} s |")
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
