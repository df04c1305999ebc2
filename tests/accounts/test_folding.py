"""An account as its log makes it: what has ended leaves nothing behind, and nothing else goes with it."""

from __future__ import annotations

import msgspec

from domain.accounts import events as e
from domain.accounts.fold import Account, folded

ONE, TWO = (e.TokenMade(name, ("play",), 9) for name in ("one", "two"))


def after(*events: e.Event) -> Account:
    """Each event a millisecond after the one before it."""
    return folded(Account("a"), [(event, at) for at, event in enumerate(events, 1)])


def test_a_token_that_is_revoked_is_gone_and_the_others_stay() -> None:
    assert after(ONE, TWO).tokens == {"one": 1, "two": 2}
    assert after(ONE, TWO, e.TokenRevoked("one")).tokens == {"two": 2}


def test_a_passkey_that_is_removed_is_gone_with_its_recovery() -> None:
    account = after(e.PasskeyAdded("one"), e.PasskeyAdded("two", by_recovery=True), e.PasskeyRemoved("one"))
    assert (account.passkeys, account.recoveries) == ({"two": 2}, {"two": 2})
    assert (account.recovered_at, account.recovered_by) == (2, "two")


def test_a_recovery_code_is_used_once() -> None:
    assert after(e.RecoveryMade(("x", "y")), e.RecoveryUsed("x")).codes == ("y",)


def test_an_account_is_open_again_after_a_suspension_and_empty_once_it_is_closed() -> None:
    begun = (e.AccountOpened(), e.PasskeyAdded("one"), ONE, e.RecoveryMade(("x",)))
    assert after(*begun, e.Suspended()).status == "suspended"
    assert after(*begun, e.Suspended(), e.Resumed()) == msgspec.structs.replace(after(*begun), version=6)
    assert after(*begun, e.Closed()) == Account("a", version=5, opened_at=1, status="closed")
