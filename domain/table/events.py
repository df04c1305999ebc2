"""Events of the table: what every game shares. They stand in the same log as the ruleset's own."""

from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from domain.contract.package import Package
from domain.ruleset import Event
from domain.table.clock.events import ClockTerms

State = TypeVar("State")
CLOSED_TABLES = 6
"""The highest revision of the closed tables of events (docs/ledger.md) that is known here; new games take it."""


class First(msgspec.Struct, frozen=True):
    """The `options` and the revision of the `rules` with which game 0 of a tournament begins."""

    options: dict[str, Any]
    rules: int


class Planned(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which game of which tournament this is: `id` 32 hex characters, `number` of `games` counted from 0.

    `path` (base64) leads from it to the root of all planned games (RFC 9162). `first` is the same in all games; tables
    before revision 2 have none.
    """

    id: str
    number: int
    games: int
    path: tuple[str, ...]
    first: First | msgspec.UnsetType = msgspec.UNSET


class Witnessed(msgspec.Struct, frozen=True):
    """How many (`quorum`) of these `witnesses` (verifier keys) are to cosign the log of logs for this game."""

    quorum: int
    witnesses: tuple[str, ...]


class Disputes(msgspec.Struct, frozen=True):
    """How disputes are settled: times in seconds, and whether the game is halted meanwhile."""

    open_within: int = 86_400
    answer_within: int = 600
    rule_within: int = 3_600
    appeal_within: int = 600
    pause: bool = True


class GameCreated(Event, frozen=True, omit_defaults=True, tag="game-created"):
    """Entry 0: everything that the game is bound to from the start.

    `game` 32 hex characters; `edition_hash` SHA-256 of the edition's canonical JSON (hex); `rules` the revision of
    the code that decides (`Ruleset.rules`); `disputes` None in a game without disputes; `draw_roots` the tree heads
    of the committed draw keys, one an epoch (base64); `draw_count` slots an epoch; `table` the revision of the closed
    tables of events (docs/ledger.md), None in a game that was created before there were any; `log` the origin of the log
    of logs, and `witnessed` whose cosignatures of it are promised, both None in analyses; tables before revision 2 have
    neither. `clock` None where the game is played without one. `meeting` 32 hex
    characters, None where the game belongs to none. `accounts` None where guests may sit down, too. `package` None where the
    ruleset is one of Kronika's own.
    """

    game: str
    origin: str
    nonce: str
    ruleset: str
    edition: str
    edition_hash: str
    rules: int
    seats: Annotated[int, msgspec.Meta(description="How many seats there are.")]
    options: dict[str, Any]
    visibility: str
    undo: str
    disputes: Disputes | None
    draw_roots: tuple[str, ...]
    draw_count: int
    vkey: str
    tournament: Planned | None = None
    table: int | None = None
    log: str | msgspec.UnsetType | None = msgspec.UNSET
    witnessed: Witnessed | msgspec.UnsetType | None = msgspec.UNSET
    clock: ClockTerms | None = None
    meeting: str | None = None
    accounts: Literal["required"] | None = None
    package: Package | None = None


class SeatTaken(Event, frozen=True, omit_defaults=True, tag="seat-taken"):
    """A seat is taken: by a kind of `bot`, or by a person, who may commit to a seed and bring an Ed25519 key.

    `seed_commitment`, `key` and `account_hash` are 32 bytes in base64url. What is not given is left out.
    """

    seat: int
    bot: str | None = None
    seed_commitment: str | None = None
    key: str | None = None
    account_hash: str | None = None


class SeatFreed(Event, frozen=True, tag="seat-freed"):
    """A seat is freed before all are taken, by the organiser or by its own player; its commitment and its key are void."""

    seat: int


class SeatReassigned(Event, frozen=True, omit_defaults=True, tag="seat-reassigned"):
    """Somebody plays on at a seat, with the `key` given here or none. The seed stays.

    By the organiser it is a substitute, who may have an account of their own. By the seat itself it is the same person on
    another device: the account stays, and `account_hash` is left out.
    """

    seat: int
    key: str | None = None
    account_hash: str | None = None


class SeatClaimed(Event, frozen=True, tag="seat-claimed"):
    """A guest takes the seat into an account. It counts on, whatever is taken back later."""

    seat: int
    account_hash: str


class SeedRevealed(Event, frozen=True, tag="seed-revealed"):
    """A seat opens the seed that it committed to: 32 bytes in base64url."""

    seat: int
    seed: str


class GameStarted(Event, frozen=True, tag="game-started"):
    """All seats are taken and all seeds known; from here on the draws of this epoch (the first) follow from its keys."""

    epoch: int


class RulesChanged(Event, frozen=True, tag="rules-changed"):
    """From here on another revision of the ruleset's code decides. It counts on, whatever is taken back later."""

    rules: int


class Forked(Event, frozen=True, tag="forked"):
    """This game is an analysis: it begins from the position of another game after `version` events."""

    game: str
    version: int


class PositionSet(Event, Generic[State], frozen=True, tag="position-set"):
    """The ruleset's state with which an analysis begins; every secret in it is committed anew here.

    Logs are read with `PositionSet[ruleset.state]`. Bit sets of a whole board do not fit in 53 bits.
    """

    wide: ClassVar[bool] = True

    state: State


class UndoRequested(Event, frozen=True, tag="undo-requested"):
    """A seat asks to go back to `to_version`; `needs` are the seats that must accept (none: granted at once)."""

    seat: int
    request: int
    to_version: int
    needs: tuple[int, ...]


class UndoAnswered(Event, frozen=True, tag="undo-answered"):
    """A seat answers another one's undo request."""

    seat: int
    request: int
    accept: bool


class Rewound(Event, frozen=True, omit_defaults=True, tag="rewound"):
    """The game is again as it was at `to_version`. The log keeps the stretch that was taken back.

    By the undo `request` of a seat, or by a referee's `ruling`; then `rng` says whether the draws are the `same` as
    before or `fresh`: they go on after the highest slot that was ever used.
    """

    to_version: int
    request: int | None = None
    ruling: int | None = None
    rng: Literal["same", "fresh"] | None = None


ByOperator = Literal["operator"]
"""The `why` of what the operator of the service does."""


class GameSuspended(Event, frozen=True, omit_defaults=True, tag="game-suspended"):
    """The organiser halts the game; no seat may act until it is resumed.

    `why` and the hash of a reason where the operator halts it; then it is `by` the table. Each lifts only their own halt.
    """

    why: ByOperator | None = None
    reason_hash: str | None = None


class GameResumed(Event, frozen=True, omit_defaults=True, tag="game-resumed"):
    """A suspended game continues. `why` if the operator resumes it."""

    why: ByOperator | None = None


class GameAbandoned(Event, frozen=True, omit_defaults=True, tag="game-abandoned"):
    """The game ends without an outcome: by the organiser, or (`why`) by the table.

    `not-started`: seeds were not opened in time. `agreed`: all persons at the table have agreed. `operator`: the operator
    ends it, for the reason with this hash.
    """

    why: Literal["not-started", "agreed", "operator"] | None = None
    reason_hash: str | None = None
