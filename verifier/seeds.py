"""The seats' seeds: that the file lists those of the log, that they keep their commitments, and what they mix to."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from verifier.export import EPOCHS, Export, hash_of
from verifier.report import Failed
from verifier.slots import Draw, number
from verifier.text import b64u, same

Seed = dict[str, Any]


def mixes(export: Export, draws: list[Draw]) -> dict[int, bytes]:
    """The mix of every epoch that the log draws from."""
    logged = _logged_seeds(export)
    seeds = [seed for _, seed in logged]
    if not same(seeds, export.seeds):
        raise Failed("the seeds in the file are not those of the log")
    first_draws: dict[int, int] = {}
    for i, _, draw in draws:
        first_draws.setdefault(draw["epoch"], i)
    for i, seed in logged:
        if any(seed["epoch"] <= epoch and first <= i for epoch, first in first_draws.items()):
            raise Failed("it adds a seed to an epoch that has been drawn from", i)
    return {epoch: _mix(export, epoch, seeds) for epoch in first_draws}


def _logged_seeds(export: Export) -> list[tuple[int, Seed]]:
    """(entry, seed) in log order, as `seat-taken` and `seed-revealed` tell them."""
    seeds: list[tuple[int, Seed]] = []
    commitments: dict[int, Any] = {}
    for i, entry in enumerate(export.entries):
        d = entry["d"]
        if entry["t"] == "seat-taken":
            commitments[number(i, d, "seat", 1, 255)] = d.get("seed_commitment")
            if d.get("seed") is not None:
                seeds.append((i, _seed(i, d, 0, d.get("seed_by"))))
        elif entry["t"] == "seed-revealed":
            seeds.append((i, _revealed(export, i, d, commitments)))
    return seeds


def _revealed(export: Export, i: int, d: dict[str, Any], commitments: dict[int, Any]) -> Seed:
    """A seat's own seed must be the one it committed to; the service may step in for a seat that does not reveal."""
    seed = _seed(i, d, number(i, d, "epoch", 0, EPOCHS - 1), d.get("by"))
    if seed["by"] == "seat" and _commitment(export, seed) != commitments.get(seed["seat"]):
        raise Failed("the seed is not the one that the seat committed to", i)
    return seed


def _seed(i: int, d: dict[str, Any], epoch: int, by: Any) -> Seed:
    seat, seed = number(i, d, "seat", 1, 255), d.get("seed")
    if type(seed) is not str:
        raise Failed("its seed is malformed", i)
    hash_of(seed, "a seed", i)
    return {"epoch": epoch, "seat": seat, "seed": seed, "by": by}


def _commitment(export: Export, seed: Seed) -> str:
    """What a seat hands in on joining: always for the first epoch."""
    label = b"gamelog/v1/client-seed\n" + export.game_id + (0).to_bytes(4, "big") + bytes((seed["seat"],))
    return b64u(sha256(label + hash_of(seed["seed"], "a seed")).digest())


def _mix(export: Export, epoch: int, seeds: list[Seed]) -> bytes:
    """A seed holds for its epoch and for later ones, until the seat has another."""
    by_seat = {s["seat"]: hash_of(s["seed"], "a seed") for s in seeds if s["epoch"] <= epoch}
    parts = b"".join(bytes((seat,)) + by_seat[seat] for seat in sorted(by_seat))
    head = b"gamelog/v1/mix\n" + export.game_id + epoch.to_bytes(4, "big") + export.roots[epoch]
    return sha256(head + bytes((len(by_seat),)) + parts).digest()
