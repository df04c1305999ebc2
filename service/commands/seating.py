"""Taking seats, and the seeds that players add to the game's draws."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from domain.ledger.keys import SECRET_BYTES, seed_commitment
from domain.ledger.text import b64u, from_b64u
from domain.table import decisions
from domain.table.decisions import Refused
from domain.table.events import SeatTaken, SeedRevealed
from domain.table.state import Logged
from projections.people import Player
from service.access import Caller, grant
from service.commands.creating import malformed
from service.commands.idempotency import KeyedRequest
from service.commands.runner import CommandRunner, Decision, Reply
from service.log.loaded import LoadedGame
from service.store import Statement

NAME = "[^\\x00-\\x20\\x7f]([^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f])?"
"""A player's name, as a pattern for the whole of it; at most 60 characters."""
_INSERT = "INSERT INTO players (game, seat, name, bot) VALUES (?, ?, ?, ?)"


def seated(game: str, players: Mapping[int, Player]) -> list[Statement]:
    """Keep who sits where."""
    return [Statement(_INSERT, (game, seat, *player)) for seat, player in players.items()]


def read_32_bytes(field: str, text: str) -> bytes:
    """32 bytes in base64url without padding, from a request."""
    try:
        data = from_b64u(text)
    except ValueError:
        data = b""
    if len(data) != SECRET_BYTES:
        raise malformed(field, "This is 32 bytes in base64url without padding.")
    return data


class Seating(CommandRunner):
    def join(self, game: str, token: str | None, request: dict[str, Any], key: str | None) -> Reply:
        """Take a seat with `{"name","seat"?,"bot"?,"client_seed"?,"seed_commitment"?}`."""
        _, caller = self.seen(game, token)
        minted = KeyedRequest.of(game, caller.actor, key, ["join", request]).token(self.repository.signer)

        def decide(loaded: LoadedGame, caller: Caller) -> Decision:
            return _sit_down(loaded, caller, request, minted)

        def answer(loaded: LoadedGame, recorded: Sequence[Logged], caller: Caller) -> dict[str, Any]:
            seat = next(e.event.seat for e in recorded if isinstance(e.event, SeatTaken))
            checkpoint = self.repository.checkpoint(loaded)
            return {"seat": seat, "token": minted, "version": loaded.version, "checkpoint": checkpoint}

        return self.run(game, token, key, ["join", request], decide, answer)

    def reveal_seed(self, game: str, token: str | None, request: dict[str, Any], key: str | None) -> Reply:
        """Open the seed that the caller's seat committed to, `{"seed"}`."""
        seed = read_32_bytes("seed", request["seed"])

        def decide(loaded: LoadedGame, caller: Caller) -> Decision:
            _check_commitment(loaded, caller.seat(), seed)
            revealed = SeedRevealed(caller.seat(), loaded.table.epoch, b64u(seed))
            return Decision(decisions.reveal_seed(loaded.ruleset, loaded.table, revealed, loaded.keys.draws))

        def answer(loaded: LoadedGame, recorded: Sequence[Logged], caller: Caller) -> dict[str, Any]:
            return {"version": loaded.version, "checkpoint": self.repository.checkpoint(loaded)}

        return self.run(game, token, key, ["seed", request], decide, answer)


def _sit_down(loaded: LoadedGame, caller: Caller, request: dict[str, Any], token: str) -> Decision:
    seat = decisions.free_seat(loaded.table, request.get("seat"))
    bot = request.get("bot")
    if bot is not None and caller.role != "organiser":
        raise Refused("forbidden", "Bots are seated by the organiser.")
    taken = _seat_taken(loaded, seat, request)
    fold = decisions.take_seat(loaded.ruleset, loaded.table, taken, loaded.keys.draws)
    player = Player(request["name"], bot)
    beside = [*seated(loaded.id, {seat: player}), grant(token, loaded.id, f"seat:{seat}")]
    return Decision(fold, beside, {**loaded.players, seat: player})


def _seat_taken(loaded: LoadedGame, seat: int, request: dict[str, Any]) -> SeatTaken:
    """With the seat's own seed, its commitment to one, or a seed by the service for who brings none."""
    seed, commitment = request.get("client_seed"), request.get("seed_commitment")
    if loaded.table.setup.entropy == "commit-reveal" and request.get("bot") is None:
        if seed is not None or commitment is None:
            raise malformed("seed_commitment", "In this game every seat joins with a commitment to its seed.")
        read_32_bytes("seed_commitment", commitment)
        return SeatTaken(seat, seed_by="seat", seed_commitment=commitment)
    if commitment is not None:
        raise malformed("seed_commitment", "In this game a seat joins with its client_seed, or without one.")
    return with_seed(seat, seed)


def with_seed(seat: int, seed: str | None) -> SeatTaken:
    """A seat with its own seed (base64url), or with one by the service."""
    if seed is None:
        return SeatTaken(seat, b64u(secrets.token_bytes(SECRET_BYTES)), "service")
    return SeatTaken(seat, b64u(read_32_bytes("client_seed", seed)), "seat")


def _check_commitment(loaded: LoadedGame, seat: int, seed: bytes) -> None:
    committed = next((s.seed_commitment for s in loaded.table.seats if s.seat == seat), None)
    if committed is None:
        raise Refused("gone-elsewhere", "Your seat has not committed to a seed.")
    if b64u(seed_commitment(bytes.fromhex(loaded.id), 0, seat, seed)) != committed:
        raise malformed("seed", "This is not the seed that your seat committed to.")
