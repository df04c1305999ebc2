"""Seats of accounts in a random game from table 5 on, and what no honest operator makes of them."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tests.verifier.adversary import procedure
from tests.verifier.adversary.liar import Liar
from tests.verifier.adversary.scene import Mischief, Scene
from tests.verifier.adversary.teller import Unwritable
from tests.verifier.holders import account_hash, claim, go_on
from tests.verifier.players import Player, Z
from tests.verifier.primitives import b64u

if TYPE_CHECKING:
    from tests.verifier.adversary.games import Game

WORDS = ("phone", "tablet", None)
"""The keys of other devices."""


def entry_0(rng: random.Random, analysis: bool) -> dict[str, Any]:
    """What tables up to 5 add to entry 0: perhaps everybody has an account."""
    required = {} if analysis or rng.random() < 0.75 else {"accounts": "required"}
    return procedure.entry_0(rng, analysis) | required


def seated(game: Game, player: Player) -> Player:
    """With an account or without one, as the table has it."""
    created = game.log.truths[0]["d"]
    held = game.log.has_accounts and not game.analysis and game.rng.random() < 0.5
    if held or "accounts" in created:
        player.account = account_hash(f"{game.rng.random()}")
    return player


def take(game: Game, player: Player, **without: Any) -> None:
    """A person takes a seat, and perhaps into an account at once; or the operator lies about it."""
    log, mischief = game.log, game.mischief
    if mischief is guest_among_accounts and "accounts" in log.truths[0]["d"] and not log.did:
        log.did, player.account = "guest among accounts", None
    elif mischief is signed_as_before and player.key and log.has_accounts and not log.did:
        log.did = "signed as before"
        _take_as_before(log, player)
        return
    log.take(player, **without)
    if game.rng.random() < 0.2 and not mischief:
        with suppress(Unwritable):
            take_into_account(game)


def _take_as_before(log: Liar, player: Player) -> None:
    """The signature leaves the account out, or says another one."""
    said, _ = player.taking(log.ctx, accounts=True)
    other = log.ctx if player.account is None else account_hash("another")
    message = player.seat_message(log.ctx, player.commitment(log.ctx), accounts=False)
    log.add("seat-taken", said, player.by, sig=player.sig(message + other * (player.seat % 2)))


def take_into_account(game: Game) -> None:
    """A guest claims a seat."""
    player = game.rng.choice([*game.seats.values()])
    created = game.log.truths[0]["d"]
    taken = {it["d"]["seat"]: it["d"] for it in game.log.truths if it["t"] == "seat-taken"}
    claimed = not _may(game, player) or player.account or "bot" in taken[player.seat]
    if claimed or "tournament" in created or game.analysis:
        raise Unwritable("a guest")
    claim(game.log, player)


def go_on_elsewhere(game: Game) -> None:
    """Somebody with an account goes on with another device, also while a case is open."""
    player = game.rng.choice([*game.seats.values()])
    if not _may(game, player) or not player.account:
        raise Unwritable("a seat of an account")
    if game.log.timer is not None:
        game.log.timer.settle()
    go_on(game.log, player, game.rng.choice(WORDS), old=game.rng.random() < 0.6)


def _may(game: Game, player: Player | None) -> bool:
    return player is not None and game.log.has_accounts


# Mischief.


def guest_among_accounts(scene: Scene) -> None:
    """Done where a seat is taken (`games`)."""
    raise Unwritable("a free seat")


def signed_as_before(scene: Scene) -> None:
    """Done where a seat is taken (`games`)."""
    raise Unwritable("a free seat")


def _holder(scene: Scene, key: bool) -> Player:
    """Somebody who says that he sits at a seat that there is."""
    if not scene.log.has_accounts:
        raise Unwritable("seats of accounts")
    player = Player(scene.rng.randint(1, scene.log.seats), key=key)
    player.account = account_hash("somebody")
    return player


def _claimed(scene: Scene) -> None:
    """A seat with an account already or a bot's, by somebody else, with a bad signature, or under another hash."""
    player, rng = _holder(scene, scene.rng.random() < 0.5), scene.rng
    if rng.random() < 0.3:
        player.sign_with("operator")
    more: dict[str, Any] = rng.choice(
        (
            {},
            {"by": rng.choice(("table", "organiser", "seat:1", "seat:2"))},
            {"sig": None},
            {"d": {"seat": player.seat, "account_hash": rng.choice(("x", "A" * 44, b64u(bytes(31))))}},
            {"d": {"seat": rng.choice((0, 9, 256)), "account_hash": b64u(bytes(32))}},
        )
    )
    claim(scene.log, player, **more)


def _moved(scene: Scene) -> None:
    """Without an account, to another account, by somebody else, or under an old signature for another entry."""
    player, rng = _holder(scene, scene.rng.random() < 0.7), scene.rng
    if rng.random() < 0.5:
        entry = scene.one("seat-taken", "seat-reassigned", "seat-claimed")
        player.seat, player.by = entry["d"]["seat"], f"seat:{entry['d']['seat']}"
    word = rng.choice(WORDS)
    more: dict[str, Any] = rng.choice(
        (
            {},
            {},
            {"by": rng.choice(("table", "organiser", "seat:1", "seat:2"))},
            {"sig": rng.choice((None, {"old": b64u(bytes(64))}, {"s": b64u(bytes(64))}))},
            {"d": {"seat": player.seat, "account_hash": b64u(player.account or Z)}},
        )
    )
    go_on(scene.log, player, word, **more)


def _signed_away(scene: Scene) -> None:
    """`old` where no key goes."""
    if not scene.log.has_accounts:
        raise Unwritable("seats of accounts")
    sig = scene.rng.choice(({"old": b64u(bytes(64))}, {"old": b64u(bytes(64)), "s": b64u(bytes(64))}))
    scene.log.add("card-named", {"card": 1}, f"seat:{scene.rng.randint(1, scene.log.seats)}", sig=sig)


AMONG_ACCOUNTS: tuple[Mischief, ...] = (
    guest_among_accounts,
    signed_as_before,
    _claimed,
    _claimed,
    _moved,
    _moved,
    _signed_away,
)
