"""Seats of accounts (docs/ledger.md, section 5): what both readers accept of them, and what they do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.ledger.seats import account_hash as of_the_service
from tests.verifier.chance import planned
from tests.verifier.holders import SALT, account_hash, claim, go_on, holder, id_of
from tests.verifier.page_verifier import Both
from tests.verifier.players import Player
from tests.verifier.primitives import Key, b64u, u8, u64
from tests.verifier.synthetic import PROMISED, Log, resigned
from verifier import verify
from verifier.accounts import is_hash_of

Make = Callable[[], Log]
TODAY: dict[str, Any] = PROMISED | {"table": 5}
ONLY = TODAY | {"accounts": "required"}


def begun(*players: Player, **created: Any) -> Log:
    return Log(seats=len(players), created=TODAY | created).begin([*players])


def a_claim(key: bool = False, **changed: Any) -> Make:
    def make() -> Log:
        log, ala = Log(created=TODAY), Player(1, key=key)
        log.take(ala)
        claim(log, ala, **changed)
        return log

    return make


def a_move(key: bool = True, word: str | None = "phone", *, old: bool = True, **changed: Any) -> Make:
    def make() -> Log:
        ala = holder(1, key=key)
        log = begun(ala, Player(2))
        go_on(log, ala, word, old=old, **changed)
        return log

    return make


def played_on() -> Log:
    """After a claim and another device the new key signs; a second device later, too."""
    ala = Player(1, key=True)
    log = begun(ala, holder(2, key=True))
    claim(log, ala)
    go_on(log, ala, "phone")
    log.act(ala, "card-named", {"card": 1})
    go_on(log, ala, None)
    log.act(ala, "card-named", {"card": 2})
    go_on(log, ala, "tablet", old=False)
    log.act(ala, "card-named", {"card": 3})
    return log


def substituted(substitute: Player, created: dict[str, Any] = TODAY) -> Make:
    def make() -> Log:
        log = Log(created=created).begin([holder(1), holder(2)])
        log.reassign(substitute)
        return log

    return make


def in_a_tournament(claimed: bool) -> Make:
    def make() -> Log:
        plan, ala = planned(3), Player(1, key=True)
        game, draws = plan.games[1]
        log = Log(game=game, draws=draws, plan=(plan, 1), created=TODAY).begin([ala, holder(2, key=True)])
        if claimed:
            claim(log, ala)
        return log

    return make


def analysis(account: bool, **created: Any) -> Make:
    def make() -> Log:
        log = Log(created=TODAY | {"log": None} | created)
        log.add("forked", {"game": "0" * 32, "version": 3})
        for seat in (1, 2):
            log.take(holder(seat) if account else Player(seat), seed_commitment=None)
        return log

    return make


def taken(player: Player, created: dict[str, Any] = TODAY, **d: Any) -> Make:
    def make() -> Log:
        log = Log(created=created)
        log.take(player, **d)
        return log

    return make


def signed_for_another_entry() -> Log:
    ala = holder(1, key=True)
    log = begun(ala, Player(2))
    place = log.game.bytes + u8(1) + u64(len(log.trees) + 1) + Key("phone").public
    old = ala.key and ala.key.sign(b"gamelog/v1/here\n" + place)
    new = Player(1)
    new.key = new.signer = Key("phone")
    new.account = ala.account
    _, sig = new.replacing(log.ctx, accounts=True)
    said = {"seat": 1, "key": b64u(new.public())}
    log.add("seat-reassigned", said, "seat:1", sig=(sig or {}) | {"old": b64u(old or b"")})
    return log


def claimed_twice() -> Log:
    log = a_claim()()
    claim(log, Player(1))
    return log


def claimed_again_when_freed(by: str = "organiser") -> Log:
    log = a_claim()()
    log.add("seat-freed", {"seat": 1}, by)
    ola = Player(1, key=True)
    log.take(ola)
    claim(log, ola)
    return log


def freed(log: Log) -> Log:
    log.add("seat-freed", {"seat": 1}, "organiser")
    claim(log, Player(1))
    return log


def moved_after_a_guest_came() -> Log:
    log = substituted(Player(1, key=True))()
    go_on(log, Player(1, key=True), None)
    return log


def key_of_another_game_signs_for_the_old_hash() -> Log:
    """The signature under a seat says another account than the entry."""
    log, ala = Log(created=TODAY), holder(1, key=True)
    said, sig = ala.taking(log.ctx, accounts=True)
    log.add("seat-taken", said | {"account_hash": b64u(account_hash("thief"))}, ala.by, sig=sig)
    return log


def signed_in_the_old_way() -> Log:
    log, ala = Log(created=TODAY), holder(1, key=True)
    said, _ = ala.taking(log.ctx, accounts=True)
    sig = ala.sig(ala.seat_message(log.ctx, ala.commitment(log.ctx), accounts=False))
    log.add("seat-taken", said, ala.by, sig=sig)
    return log


def a_seed_over_other_accounts() -> Log:
    """C leaves the accounts out."""
    log, ala = Log(created=TODAY), holder(1, key=True)
    for player in (ala, Player(2)):
        log.take(player)
    bare = [tree | {"d": {n: v for n, v in tree["d"].items() if n != "account_hash"}} for tree in log.trees]
    log.trees, trees = bare, log.trees
    log.reveal(ala)
    log.trees = [*trees, log.trees[-1]]
    return log


HASH = b64u(account_hash("x"))
OTHER_KEY = {"old": b64u(Key("thief").sign(b"gone"))}
GOOD: dict[str, Make] = {
    "accounts and guests, with keys and without": lambda: begun(
        holder(1, key=True), Player(2, key=True), holder(3), Player(4)
    ),
    "a table of accounts": lambda: Log(created=ONLY).begin([holder(1), holder(2, key=True)]),
    "a bot at a table of accounts": taken(Player(1), ONLY, bot="greedy", seed_commitment=None),
    "a guest claims": a_claim(),
    "a guest with a key claims": a_claim(key=True),
    "a seat is claimed again when it was freed": claimed_again_when_freed,
    "another device, and the key agrees": a_move(),
    "another device without the word of the key": a_move(old=False),
    "another device without a key, and the key agrees": a_move(word=None),
    "another device without a key, without its word": a_move(word=None, old=False),
    "another device gets the first key": a_move(key=False),
    "another device without any key": a_move(key=False, word=None),
    "played on": played_on,
    "a substitute with an account": substituted(holder(1, key=True)),
    "a guest as a substitute": substituted(Player(1, key=True)),
    "a substitute at a table of accounts": substituted(holder(1), ONLY),
    "accounts in a tournament": in_a_tournament(claimed=False),
    "an analysis": analysis(account=False),
}
BAD: dict[str, tuple[Make, str]] = {
    "a guest at a table of accounts": (taken(Player(1), ONLY), "L2"),
    "a guest is a substitute at a table of accounts": (substituted(Player(1), ONLY), "L2"),
    "a bot with an account": (
        taken(Player(1), account_hash=HASH, bot="greedy", seed_commitment=None),
        "L2",
    ),
    "a hash that is none": (taken(Player(1), account_hash="x"), "L2"),
    "a hash of 31 bytes": (taken(Player(1), account_hash=b64u(bytes(31))), "L2"),
    "an account before there were any": (taken(Player(1), PROMISED, account_hash=HASH), "L2"),
    "an account in an analysis": (analysis(account=True), "L2"),
    "a seat signed without its account": (signed_in_the_old_way, "L2"),
    "a seat signed for another account": (key_of_another_game_signs_for_the_old_hash, "L2"),
    "a seed signed without the accounts": (a_seed_over_other_accounts, "L2"),
    "other terms than required": (lambda: Log(created=TODAY | {"accounts": "some"}), "L0"),
    "accounts required before there were any": (
        lambda: Log(created=PROMISED | {"accounts": "required"}),
        "L0",
    ),
    "an analysis that requires accounts": (analysis(account=False, accounts="required"), "L0"),
    "claimed without a signature where there is a key": (a_claim(key=True, sig=None), "L2"),
    "claimed with another's signature": (a_claim(key=True, sig={"s": b64u(Key("thief").sign(b"x"))}), "L2"),
    "claimed with a signature where there is no key": (
        a_claim(sig={"s": b64u(Key("thief").sign(b"x"))}),
        "L2",
    ),
    "claimed by the organiser": (a_claim(by="organiser"), "L2"),
    "claimed by another seat": (a_claim(by="seat:2"), "L2"),
    "claimed for a hash that is none": (a_claim(d={"seat": 1, "account_hash": "x"}), "L2"),
    "claimed twice": (claimed_twice, "L2"),
    "claimed when it was freed": (lambda: freed(taken(Player(1))()), "L2"),
    "claimed in a tournament": (in_a_tournament(claimed=True), "L2"),
    "moved for another entry": (signed_for_another_entry, "L2"),
    "moved with another's word": (a_move(word=None, sig=OTHER_KEY), "L2"),
    "moved with a word where there is no key": (a_move(key=False, word=None, sig=OTHER_KEY), "L2"),
    "moved without the new key's signature": (a_move(sig=None), "L2"),
    "moved to another account": (a_move(word=None, d={"seat": 1, "account_hash": HASH}), "L2"),
    "moved by another seat": (a_move(key=False, word=None, by="seat:2"), "L2"),
    "moved by the table": (a_move(key=False, word=None, by="table"), "L2"),
    "moved where a guest sits": (moved_after_a_guest_came, "L2"),
    "given away with the word of the key": (a_move(word=None, by="organiser"), "L2"),
    "a word under anything else": (lambda: said_of_a_card({"old": b64u(bytes(64))}), "L2"),
    "a word with a hash": (lambda: said_of_a_card({"old": b64u(bytes(64)), "h": b64u(bytes(32))}), "L0"),
    "a word of 63 bytes": (lambda: said_of_a_card({"old": b64u(bytes(63))}), "L0"),
    "a word before there were accounts": (lambda: said_of_a_card({"old": b64u(bytes(64))}, PROMISED), "L0"),
}


def said_of_a_card(sig: dict[str, str], created: dict[str, Any] = TODAY) -> Log:
    log = Log(created=created).begin([Player(1, key=True), Player(2)])
    log.add("card-named", {"card": 1}, "seat:1", sig=sig)
    return log


@pytest.mark.parametrize("what", GOOD)
def test_both_readers_accept_seats_of_accounts(both: Both, what: str) -> None:
    page, other = both.judge(GOOD[what]().audit())
    assert page.agrees(other), (page, other)
    assert page.failed is None, page.details


@pytest.mark.parametrize("what", BAD)
def test_both_readers_find_what_is_wrong(both: Both, what: str) -> None:
    make, level = BAD[what]
    page, other = both.judge(make().audit())
    assert page.agrees(other), (page, other)
    assert page.failed == level, page.details


def test_a_signature_of_an_older_game_takes_no_account() -> None:
    """Games that began before keep their messages."""
    log = Log(created=PROMISED).begin([Player(1, key=True), Player(2, key=True)])
    assert verify(log.audit())["L2"].status == "passed"
    assert verify(resigned(log.audit(), lambda trees: trees[0]["d"].update(table=5)))["L2"].status == "failed"


def test_whoever_has_id_and_random_bytes_can_check_whose_a_seat_is() -> None:
    account, said = id_of("Ala"), b64u(account_hash("Ala"))
    assert is_hash_of(said, SALT, account)
    assert not is_hash_of(said, SALT, id_of("Ola"))
    assert not is_hash_of(said, bytes(16), account)
    assert b64u(of_the_service(SALT, account)) == said
