"""The players of a game, who are stored beside its log, and times as text."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from domain.by_seat import BySeat
from domain.ruleset import Ruleset
from domain.table.fold import options_of
from domain.table.state import Table
from projections.documents.seats import PlayerAccount, PlayerOwner, Seat


class SeatAccount(NamedTuple):
    """The account of a seat, and the random bytes (base64url) in the log's hash of it. `owner`: whose bot it is."""

    id: str
    name: str
    salt: str
    owner: str | None = None
    owner_name: str | None = None

    def document(self) -> PlayerAccount:
        owner = UNSET if self.owner is None else PlayerOwner(id=self.owner, name=self.owner_name)
        return PlayerAccount(id=self.id, name=self.name, bot=self.owner is not None, owner=owner)


class Player(NamedTuple):
    """The player of a seat. `bot` is the service's kind of bot, or None. `account` is None for guests, and if it is hidden."""

    name: str
    bot: str | None
    account: SeatAccount | None = None


ACCOUNT_COLUMNS = "account, accounts.name, salt, accounts.owner, owners.name"
ACCOUNTS_JOINED = """LEFT JOIN account_seats ON account_seats.game = players.game
    AND account_seats.version = players.account_entry AND players.hidden_name IS NULL
    AND players.name NOT LIKE '#%'
    LEFT JOIN accounts ON accounts.id = account LEFT JOIN accounts AS owners ON owners.id = accounts.owner"""
"""No account's name begins with `#`: that is a name that the operator has removed, and the account is left out with it.

Follows `FROM players`, and `FROM former_players AS players`."""


def seat_account(account: str | None, name: str | None, *more: Any) -> SeatAccount | None:
    """From `ACCOUNT_COLUMNS`; None for a guest, and for an account that is hidden or closed."""
    return None if account is None or name is None else SeatAccount(account, name, *more)


Players = Mapping[int, Player]
QUICK_BOTS, THINKING_BOTS = ("random", "greedy"), ("search",)
"""Kinds of bots: quick ones, played by every process, and searching ones, played by one process, one at a time."""
BOTS = (*QUICK_BOTS, *THINKING_BOTS)


def stand_in(seat: int) -> str:
    """The replacement for a hidden name, in every language."""
    return f"#{seat}"


def nameless(players: Players) -> Players:
    """The same people without their names and accounts."""
    return {seat: Player(stand_in(seat), player.bot) for seat, player in players.items()}


def names_of(players: Players) -> Mapping[int, str]:
    """The names by seat."""
    return {seat: player.name for seat, player in players.items()}


def rfc3339(at: int) -> str:
    """Milliseconds since the epoch as RFC 3339 UTC."""
    return f"{_second(at // 1000)}.{at % 1000:03d}Z"


@lru_cache(maxsize=1024)
def _second(at: int) -> str:
    """Cached, because many events share a second and are formatted several times."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").removesuffix("+00:00")


def seats_of(ruleset: Ruleset[Any], table: Table, players: Players) -> tuple[Seat, ...]:
    """Every seat of a game."""
    options = options_of(ruleset, table.setup.options)
    seated = {seat: player for seat, player in players.items() if seat in table.seats.numbers}
    seats = seated_at(
        ruleset.sides(table.setup.seats, options), seated, table.seats.keys, table.seats.accounts
    )
    away = table.absence.away
    return tuple(replace(it, away=away.get(it.seat, UNSET)) for it in seats) if away else seats


def seated_at(
    sides: BySeat[str], players: Players, keys: Mapping[int, str], accounts: Collection[int]
) -> tuple[Seat, ...]:
    """`keys` are those of the seats that have one, `accounts` the seats that belong to accounts, open or closed."""
    seats = enumerate(sides, 1)
    return tuple(_seat(n, players.get(n), side, keys.get(n), n in accounts) for n, side in seats)


def _seat(number: int, player: Player | None, side: str, key: str | None, of_account: bool) -> Seat:
    name, bot, account = player or (None, None, None)
    guest = player is not None and bot is None and account is None and not of_account
    seat = Seat(seat=number, name=name, side=side or None, bot=bot, key=key, guest=guest)
    return seat if account is None or not of_account else with_account(seat, account)


def with_account(seat: Seat, account: SeatAccount) -> Seat:
    return replace(seat, account=account.document(), account_salt=account.salt)
