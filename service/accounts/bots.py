"""Bots with an owner: accounts without passkeys and sessions, for programs that play with tokens."""

from __future__ import annotations

from functools import partial

from domain.table.refusals import Refusal, Refused
from projections.documents.accounts import AccountDocument, AccountOpened, BotList
from projections.documents.profiles import AccountOwner
from service.identity.account_log import ATTEMPTS, new_id, opening
from service.identity.account_names import claim_name
from service.identity.credentials import Holder, still_holding
from service.identity.guards import check_holds
from service.play.idempotency import CommandResponse, Request, WriteRecord, run_once
from service.store import Duplicate, Statement, Store

MOST = 10
BOTS = "SELECT id, name FROM accounts WHERE owner = ? AND status <> 'closed' ORDER BY opened_at, id"
PLACES = "SELECT place FROM bot_places WHERE owner = ?"
TAKE = "INSERT INTO bot_places (owner, place, bot) VALUES (?, ?, ?)"


def bots(store: Store, holder: Holder) -> BotList:
    """The bots of this account, the oldest first."""
    owner = AccountOwner(id=holder.account, name=holder.name)
    found = store.query(BOTS, (holder.account,))
    return BotList(bots=tuple(AccountDocument(id=id, name=name, bot=True, owner=owner) for id, name in found))


def open_bot(store: Store, holder: Holder, name: str, key: str | None) -> CommandResponse[AccountOpened]:
    """A new bot. `Refused` as `claim_name` does, and gone-elsewhere if the account has too many."""
    request = Request.of("bots", f"account:{holder.account}", key, [name])
    written = run_once(store, request, partial(_begin, store, holder, name, request))
    return CommandResponse(AccountOpened(account=own_bot(store, holder, written.game)), written.replayed)


def own_bot(store: Store, holder: Holder, id: str) -> AccountDocument:
    """`Refused` not-found unless this is an open bot of the account."""
    for bot in bots(store, holder).bots:
        if bot.id == id:
            return bot
    raise Refused(Refusal.NOT_FOUND, "There is no such bot.")


def _begin(store: Store, holder: Holder, name: str, request: Request) -> WriteRecord:
    owner = holder.account
    for _ in range(ATTEMPTS):
        check_holds(store, holder)
        written = WriteRecord(new_id(), 1, 1)
        claimed = claim_name(store, written.game, name)
        opened = opening(written.game, claimed.name, claimed.folded, owner)
        place = Statement(TAKE, (owner, _free_place(store, owner), written.game))
        try:
            held = still_holding(owner, holder.id)
            store.append("", [], [*opened, *held, *claimed.rows, place, *request.remember(written)])
        except Duplicate:  # the name or the place was taken meanwhile, or the same request was faster
            if request.earlier(store):
                raise
        else:
            return written
    raise Refused(Refusal.BUSY, "This account is changed too often at this moment; try again.")


def _free_place(store: Store, owner: str) -> int:
    taken = {place for (place,) in store.query(PLACES, (owner,))}
    for place in range(MOST):
        if place not in taken:
            return place
    raise Refused(Refusal.GONE_ELSEWHERE, f"An account has at most {MOST} bots; close one.")
