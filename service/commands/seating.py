"""Taking seats, and the seeds that players add to the game's draws."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from domain.ledger.keys import SECRET_BYTES, seed_commitment
from domain.ledger.text import b64u, from_b64u
from domain.table import decisions
from domain.table.events import SeatTaken, SeedRevealed
from domain.table.refusals import Refusal, Refused, malformed
from projections.documents import commands as documents
from projections.people import Player
from service.access import INVITED, Caller
from service.commands.context import Context
from service.commands.idempotency import Request
from service.commands.runner import Asked, Decision, Done, Reply, asked, run
from service.invitations import known, seat_for, use
from service.log.loaded import LoadedGame
from service.store import Statement, Store
from service.tokens import grant

NAME = "[^\\x00-\\x20\\x7f]([^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f])?"
"""A player's name, as a pattern for the whole of it; at most 60 characters."""
_INSERT = "INSERT INTO players (game, seat, name, bot) VALUES (?, ?, ?, ?)"


class Join(NamedTuple):
    """Take a seat with `{"name","seat"?,"invitation"?,"bot"?,"client_seed"?,"seed_commitment"?}`."""

    game: str
    token: str | None
    entrant: dict[str, Any]
    key: str | None = None


class RevealSeed(NamedTuple):
    """Open the seed (base64url) that the caller's seat committed to."""

    game: str
    token: str | None
    seed: str
    key: str | None = None


def join(command: Join, context: Context) -> Reply:
    """Answers with the seat and its token."""
    about = _asked(command, context)
    repository = context.repository
    token = about.request.token(repository.signer)
    return run(context, about, partial(_sit_down, command, repository.store, token), partial(_joined, token))


def _asked(command: Join, context: Context) -> Asked:
    """A code opens a private game too, for this one purpose."""
    code, content = command.entrant.get("invitation"), ["join", command.entrant]
    if code is None:
        return asked(context, command.game, command.token, command.key, content, mints=True)
    known(context.repository.store, code, command.game)
    caller = Caller(INVITED, code)
    request = Request.of(command.game, caller.actor, command.key, content, mints=True)
    return Asked(context.repository.get(command.game), caller, request)


def _sit_down(command: Join, store: Store, token: str, loaded: LoadedGame, caller: Caller) -> Decision:
    entrant, code = command.entrant, command.entrant.get("invitation")
    wanted = entrant.get("seat") if code is None else seat_for(store, code, entrant.get("seat"))
    seat = decisions.free_seat(loaded.table, wanted)
    player = Player(entrant["name"], entrant.get("bot"))
    caller.check_may_seat(player.bot)
    taken = _seat_taken(loaded, seat, entrant)
    fold = decisions.take_seat(loaded.ruleset, loaded.table, taken, loaded.keys.draws)
    beside = [*seated(loaded.id, {seat: player}), grant(token, loaded.id, f"seat:{seat}")]
    used = [] if code is None else [use(code)]
    return Decision(fold, [*beside, *used], {**loaded.players, seat: player})


def _joined(token: str, done: Done) -> documents.SeatTaken:
    seat = next(e.event.seat for e in done.recorded if isinstance(e.event, SeatTaken))
    version, checkpoint = done.loaded.version, done.checkpoint
    return documents.SeatTaken(seat=seat, token=token, version=version, checkpoint=checkpoint)


def seated(game: str, players: Mapping[int, Player]) -> list[Statement]:
    """The rows that say who sits where."""
    return [Statement(_INSERT, (game, seat, *player)) for seat, player in players.items()]


def _seat_taken(loaded: LoadedGame, seat: int, entrant: dict[str, Any]) -> SeatTaken:
    """With the seat's own seed, its commitment to one, or a seed by the service for who brings none."""
    seed, commitment = entrant.get("client_seed"), entrant.get("seed_commitment")
    if loaded.table.setup.entropy == "commit-reveal" and entrant.get("bot") is None:
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


def read_32_bytes(field: str, text: str) -> bytes:
    """32 bytes in base64url without padding, from a request."""
    try:
        data = from_b64u(text)
    except ValueError:
        data = b""
    if len(data) != SECRET_BYTES:
        raise malformed(field, "This is 32 bytes in base64url without padding.")
    return data


def reveal_seed(command: RevealSeed, context: Context) -> Reply:
    """Answers with the version after it; the last seed opened starts the game."""
    seed = read_32_bytes("seed", command.seed)
    content = ["seed", {"seed": command.seed}]
    about = asked(context, command.game, command.token, command.key, content)
    return run(context, about, partial(_decide_reveal, seed), _revealed)


def _decide_reveal(seed: bytes, loaded: LoadedGame, caller: Caller) -> Decision:
    _check_commitment(loaded, caller.seat(), seed)
    revealed = SeedRevealed(caller.seat(), loaded.table.epoch, b64u(seed))
    return Decision(decisions.reveal_seed(loaded.ruleset, loaded.table, revealed, loaded.keys.draws))


def _check_commitment(loaded: LoadedGame, seat: int, seed: bytes) -> None:
    committed = next((s.seed_commitment for s in loaded.table.seats if s.seat == seat), None)
    if committed is None:
        raise Refused(Refusal.GONE_ELSEWHERE, "Your seat has not committed to a seed.")
    if b64u(seed_commitment(bytes.fromhex(loaded.id), 0, seat, seed)) != committed:
        raise malformed("seed", "This is not the seed that your seat committed to.")


def _revealed(done: Done) -> documents.Changed:
    return documents.Changed(version=done.loaded.version, checkpoint=done.checkpoint)
