"""Rematches: a seat of a finished game offers a new game with the same terms, the others accept, and one new table is created.

Each answer is a step, numbered within its game, and each number is used once: of two concurrent answers, one is
decided again. The step that completes the offer is written in the transaction that creates the new game. Codes and the
organiser's token are derived from the new game and the seat, so a seat that asks again gets the same ones. Accounts need none:
they are invited by name, and organise as accounts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec
import orjson
from msgspec import UNSET

from domain.table.events import GameCreated
from domain.table.refusals import Refusal, Refused
from domain.table.state import OVER
from projections.documents.invitations import Rematch, RematchOffer
from projections.people import Players, rfc3339
from service.identity.access import ORGANISER, ROLE, authorize
from service.identity.account_roles import grant_role
from service.identity.invitations import issue, spelled_code
from service.identity.tokens import digest, grant, spelled_token
from service.log.loaded import LoadedGame
from service.log.retention import REMATCHES
from service.log.signing import Signer
from service.play.context import Context
from service.play.runner import ATTEMPTS
from service.store import Duplicate, Statement, Store
from service.system.clock import now
from service.tables.creating import start_table
from service.tables.inviting_accounts import invite_to_rematch
from service.tables.seating import player_rows

OFFER_MS = 600_000
"""Milliseconds after which an incomplete offer expires."""
STEPS = "SELECT step, offered_at, seat, accepts, made FROM rematches WHERE game = ? AND offered_at > ? ORDER BY step"
LAST = "SELECT coalesce(max(step), 0) FROM rematches WHERE game = ?"
STEP = "INSERT INTO rematches (game, step, offered_at, seat, accepts, made) VALUES (?, ?, ?, ?, ?, ?)"
ACCOUNTS = "SELECT seat, account FROM account_games WHERE game = ?"
FORGET = "DELETE FROM rematches WHERE game = ? AND step < ?"


class Answer(NamedTuple):
    """Accept or decline a rematch of this game, as the seat of this token; the first to accept offers it."""

    game: str
    token: str | None
    accept: bool = True


class Offer(NamedTuple):
    """A rematch offered by seat `by`: the answers of the seats, and the new game once it exists."""

    at: int
    by: int
    answers: Mapping[int, bool]
    made: str | None = None

    @property
    def open(self) -> bool:
        return self.made is not None or (self.answers[self.by] and now() < self.at + OFFER_MS)

    def waiting(self, players: Players) -> tuple[int, ...]:
        """The seats of people who have not accepted. Bots accept at once."""
        people = sorted(seat for seat, player in players.items() if player.bot is None)
        return tuple(seat for seat in people if not self.answers.get(seat))


def rematch_offer(game: str, token: str | None, context: Context) -> RematchOffer:
    """What is being offered, for a seat of this game; reading it answers nothing. `Refused` while the game is running."""
    loaded, _ = _over(game, token, context)
    offer = _open_offer(context.repository.store, loaded.id)
    if offer is None:
        return RematchOffer(offered_by=None, waiting=(), declined=(), expires_at=None, game=None)
    waiting = offer.waiting(loaded.players) if offer.made is None else ()
    return RematchOffer(
        offered_by=offer.by,
        waiting=waiting,
        declined=tuple(seat for seat in waiting if seat in offer.answers),
        expires_at=rfc3339(offer.at + OFFER_MS) if offer.made is None else None,
        game=offer.made,
    )


def _over(game: str, token: str | None, context: Context) -> tuple[LoadedGame, int]:
    """The game and the caller's seat in it; `Refused` while it is running, and for all who have no seat."""
    loaded, caller = authorize(context.repository, game, token)
    seat = caller.seat()
    if loaded.table.status not in OVER:
        detail = "This game is not over yet; a rematch can be offered when it is."
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule="table.rematch", version=loaded.version)
    return loaded, seat


def rematch(command: Answer, context: Context) -> Rematch:
    """The response to this seat: who has to answer, or its seat at the new table. `Refused` while the game is running."""
    loaded, seat = _over(command.game, command.token, context)
    for _ in range(ATTEMPTS):
        with suppress(Duplicate):
            return _answered(context, loaded, seat, command.accept)
    raise Refused(Refusal.STALE, "Too many concurrent answers; try again.", version=loaded.version)


def _answered(context: Context, loaded: LoadedGame, seat: int, accept: bool) -> Rematch:
    """`Duplicate` if another seat was faster."""
    store = context.repository.store
    [(last,)] = store.query(LAST, (loaded.id,))
    before = _open_offer(store, loaded.id)
    if before is not None and before.made is not None and accept:
        return _own_seat(context, loaded.id, before, seat)
    offer = _after_answer(before, seat, accept)
    step = partial(_step, loaded.id, last + 1, offer, seat)
    waiting = offer.waiting(loaded.players)
    if not waiting:
        made = offer._replace(made=_begin(context, loaded, offer, step))
        return _own_seat(context, loaded.id, made, seat)
    if offer != before:
        store.append("", [], step(None))
    return Rematch(waiting=waiting)


def _open_offer(store: Store, game: str) -> Offer | None:
    rows = store.query(STEPS, (game, now() - REMATCHES))
    if not rows:
        return None
    answers = {seat: bool(accepts) for _, _, seat, accepts, _ in rows}
    offer = Offer(rows[0][1], rows[0][2], answers, rows[-1][4])
    return offer if offer.open else None


def _after_answer(offer: Offer | None, seat: int, accept: bool) -> Offer:
    """The offer after this seat's answer; `Refused` if there is nothing to answer."""
    if offer is None:
        if not accept:
            raise Refused(Refusal.GONE_ELSEWHERE, "No rematch of this game is being offered.")
        return Offer(now(), seat, {seat: True})
    if offer.made is not None:
        raise Refused(Refusal.GONE_ELSEWHERE, "Everybody has accepted: the new table exists.")
    for other, accepts in offer.answers.items():
        if accept and other != seat and not accepts:
            raise Refused(Refusal.GONE_ELSEWHERE, f"Seat {other} has declined the rematch.")
    return offer._replace(answers={**offer.answers, seat: accept})


def _step(game: str, number: int, offer: Offer, seat: int, made: str | None) -> list[Statement]:
    """The row of this seat's answer. A new offer replaces the previous one."""
    row = (game, number, offer.at, seat, int(offer.answers[seat]), made)
    forget = (
        [Statement(FORGET, (game, number))] if len(offer.answers) == 1 and offer.answers[offer.by] else []
    )
    return [*forget, Statement(STEP, row)]


def _begin(context: Context, loaded: LoadedGame, offer: Offer, step: Any) -> str:
    """The id of the new game: bots keep their seats, and each person has an invitation to their own seat."""
    context.repository.restrictions.check_may_begin()
    bots = {seat: player for seat, player in loaded.players.items() if player.bot is not None}
    accounts = _accounts(context.repository.store, loaded.id)
    guests = [seat for seat in loaded.players if seat not in bots and seat not in accounts]

    def statements(game: str) -> list[Statement]:
        signer = context.repository.signer
        invitations = [*_invitations(signer, game, guests), *_by_name(game, accounts)]
        return [
            *player_rows(game, bots),
            _organises(signer, game, accounts.get(offer.by)),
            *invitations,
            *step(game),
        ]

    return start_table(_terms(loaded.table.setup), context, statements, bots).id


def _accounts(store: Store, game: str) -> dict[int, str]:
    """The accounts by seat."""
    return dict(store.query(ACCOUNTS, (game,)))


def _organises(signer: Signer, game: str, account: str | None) -> Statement:
    if account is not None:
        return grant_role(account, game, ORGANISER)
    return grant(_organiser_token(signer, game), game, ORGANISER)


def _by_name(game: str, accounts: Mapping[int, str]) -> Iterator[Statement]:
    for seat, account in accounts.items():
        yield from invite_to_rematch(account, game, seat, now() + REMATCHES)


def _terms(setup: GameCreated) -> dict[str, Any]:
    names = ("ruleset", "seats", "options", "visibility", "undo", "disputes", "clock")
    terms = {name: msgspec.to_builtins(getattr(setup, name)) for name in names}
    return terms if setup.accounts is None else {**terms, "accounts": setup.accounts}


def _invitations(signer: Signer, game: str, seats: Sequence[int]) -> list[Statement]:
    until = now() + REMATCHES
    return [row for seat in seats for row in issue(_code(signer, game, seat), game, seat, until, None)]


def _code(signer: Signer, game: str, seat: int) -> str:
    return spelled_code(_secret(signer, game, seat))


def _organiser_token(signer: Signer, game: str) -> str:
    return spelled_token(_secret(signer, game, ORGANISER))


def _secret(signer: Signer, game: str, whose: int | str) -> bytes:
    return signer.derive(orjson.dumps(["rematch", game, whose]).decode())


def _own_seat(context: Context, game: str, offer: Offer, seat: int) -> Rematch:
    """What only this seat may receive of the new table. An organiser's token that was exchanged is not returned again."""
    assert offer.made is not None
    repository = context.repository
    if seat in _accounts(repository.store, game):
        organiser = None if seat == offer.by else UNSET
        return Rematch(game=offer.made, seat=seat, code=None, organiser_token=organiser)
    own = Rematch(game=offer.made, seat=seat, code=_code(repository.signer, offer.made, seat))
    token = _organiser_token(repository.signer, offer.made)
    if seat == offer.by and repository.store.query(ROLE, (digest(token),)):
        return msgspec.structs.replace(own, organiser_token=token)
    return own
