"""Honest logs that the tests start from."""

from __future__ import annotations

from uuid import UUID

from tests.verifier.chance import Planned, planned
from tests.verifier.players import Player
from tests.verifier.primitives import Key, b64, cosigned, root
from tests.verifier.synthetic import CARDS, Audit, Hide, Log

WITNESS, WITNESS_NAME = Key("witness"), "witness.example.org"


def people(count: int = 2, *, keys: bool = False) -> list[Player]:
    return [Player(seat, key=keys) for seat in range(1, count + 1)]


def begun(*, keys: bool = False, **kwargs: object) -> Log:
    """Two seats, each with a seed, started."""
    return Log(**kwargs).begin(people(keys=keys))  # type: ignore[arg-type]


def played(*, key: bool = True, seen: bool = True, **created: object) -> Log:
    """A whole game with everything in it: seat 1 has a `key` and signs, seat 2 has a seed and has `seen` a head, seat 3 is
    a bot."""
    log = Log(seats=3, created=created)
    ala, ola = Player(1, key=key), Player(2)
    log.take(Player(3), seed_commitment=None, bot="greedy", by="organiser")
    log.add("seat-freed", {"seat": 3}, "organiser")
    log.take(ola)
    log.take(ala)
    log.take(Player(3), seed_commitment=None, bot="greedy", by="organiser")
    log.reveal(ola)
    log.reveal(ala)
    log.start()
    _first_half(log, ala, seen)
    _second_half(log)
    return log


def _first_half(log: Log, ala: Player, seen: bool) -> None:
    deck = f"{log.shuffle(CARDS)}/d/draw/order"
    log.open(f"{deck}/0", f"{deck}/1", to=(1,))
    log.throw(by="seat:2", seen={"n": 5, "r": b64(root(log.leaves[:5]))} if seen else None)
    log.act(
        ala, "cards-marked", {"card": Hide("king"), "marks": [{"at": 0, "value": Hide(7)}], "twin": Hide(1)}
    )
    log.throw(by="seat:1", a=log.trees[-1]["a"])
    log.open(f"{deck}/0", f"{deck}/2")
    log.shuffle(refs=[f"{deck}/{n}" for n in range(6)])


def _second_half(log: Log) -> None:
    stirred = f"{len(log.trees) - 1}/d/draw/order"
    log.appoint(False)
    version = len(log.trees)
    log.add("card-named", {"card": 1}, "seat:2")
    log.rewind(version)
    log.throw(by="seat:2")
    log.ruled_back(version)
    log.throw(20, 2, by="seat:2")
    cards = [Hide({"is": log.value(f"{stirred}/{n}"), "was": f"{stirred}/{n}"}) for n in (4, 3)]
    log.add("hand-renewed", {"hand": cards})
    log.shuffle(refs=[f"{len(log.trees) - 1}/d/hand/{n}" for n in (0, 1)])


def cosigned_audit(log: Log, size: int | None = None) -> Audit:
    return log.audit() | {"cosignatures": [cosigned(log.head(size), WITNESS_NAME, WITNESS)]}


def tournament(games: int = 3, plan: Planned | None = None) -> list[Log]:
    """All games of a tournament, each begun and with one throw; seat 1 has a key."""
    plan = plan or planned(games)
    return [tournament_game(plan, n) for n in range(len(plan.games))]


def tournament_game(
    plan: Planned, n: int, players: list[Player] | None = None, game: UUID | None = None
) -> Log:
    its, draws = plan.games[n]
    log = Log(draws=draws, game=game or its, plan=(plan, n))
    log.begin(players or [Player(1, key=True), Player(2)])
    log.throw()
    return log
