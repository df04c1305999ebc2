"""Events of the referee's desk. They count whatever is taken back; texts are in them as salted hashes only.

Stretches are `from` and `to`: versions of events, both included. Hashes are SHA-256 of 16 random
bytes and the text as it came, in base64url.
"""

from typing import Any, Literal

import msgspec

from domain.draws import Shuffle
from domain.hidden import Hidden
from domain.ruleset import Event

Wants = Literal["explanation", "correction", "back-up", "result", "conduct"]
Kind = Literal[
    "stands", "dismissed", "no-jurisdiction", "backed-up", "replayed", "corrected", "result", "void"
]
WITHOUT_REMEDY: tuple[Kind, ...] = ("stands", "dismissed", "no-jurisdiction")
"""Kinds of rulings that change nothing in the game, except that `stands` may set clocks."""
OVER_TOO: tuple[Kind, ...] = (*WITHOUT_REMEDY, "result", "void")
"""Kinds of rulings that can be made of a game that is over."""
CLOCKED: tuple[Kind, ...] = ("stands", "backed-up", "replayed", "corrected")
"""Kinds of rulings that may set clocks: the game continues after them."""


class RefereeAppointed(Event, frozen=True, tag="referee-appointed"):
    """The organiser appoints referee number `referee`; a `head` one may also decide appeals."""

    referee: int
    head: bool


class RefereeAccepted(Event, frozen=True, tag="referee-accepted"):
    """A referee has redeemed their code. Everything else that they do comes after it."""

    referee: int


class RefereeResigned(Event, frozen=True, tag="referee-resigned"):
    """A referee leaves of their own will. Their releases end, and a case that they have taken is open again."""

    referee: int


class RefereeRefused(Event, frozen=True, tag="referee-refused"):
    """A party refuses a referee who is marked in the case: the case is open again, for somebody else."""

    dispute: int
    referee: int
    seat: int


class RefereeKept(Event, frozen=True, tag="referee-kept"):
    """A party says that it will not refuse this referee."""

    dispute: int
    referee: int
    seat: int


class RefereeDismissed(Event, frozen=True, tag="referee-dismissed"):
    """The referee's releases end, another may take a case that this referee has taken, and the rulings remain valid."""

    referee: int


class DisputeOpened(Event, frozen=True, omit_defaults=True, tag="dispute-opened"):
    """A seat, or a referee of their own motion (then without `seat`), disputes a stretch of the log."""

    dispute: int
    from_: int = msgspec.field(name="from")
    to: int
    clauses: tuple[str, ...]
    wants: Wants
    claim_hash: str
    seat: int | None = None


class DisputeWithdrawn(Event, frozen=True, tag="dispute-withdrawn"):
    """The opener of a case withdraws it before it was ruled."""

    dispute: int


class DisputeExpired(Event, frozen=True, tag="dispute-expired"):
    """Nobody has ruled in time; nothing changes."""

    dispute: int


class StatementGiven(Event, frozen=True, tag="statement-given"):
    """What another party than the opener has to say."""

    dispute: int
    seat: int
    statement_hash: str


class CaseTaken(Event, frozen=True, tag="case-taken"):
    """A referee takes the case: nobody else may rule on it."""

    dispute: int
    referee: int


class EvidenceReleased(Event, frozen=True, tag="evidence-released"):
    """A referee may see a stretch from the viewpoint of these seats until they have ruled; everybody sees that they may.

    `release` counts the releases of the case.
    """

    dispute: int
    release: int
    referee: int
    seats: tuple[int, ...]
    from_: int = msgspec.field(name="from")
    to: int
    reason_hash: str


class EvidenceRead(Event, frozen=True, tag="evidence-read"):
    """A referee begins to see from the viewpoint of one seat of a release, for the whole of its stretch."""

    dispute: int
    release: int
    referee: int
    seat: int


class Penalty(msgspec.Struct, frozen=True):
    """A record that changes nothing in the game. `code` is a clause referee.conduct.*; the how manieth of this seat."""

    seat: int
    kind: Literal["caution", "warning", "exclusion"]
    code: str
    nth: int


class Remedy(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a ruling does when it is final; which members there are follows from its kind.

    backed-up: `to_version`. replayed: `chapter`. corrected: `to_version`, `seat`, `action` (known to that seat where the
    game hides anything, else to everybody). result: `winners`, `ranking`, `scores`. void: none. Kinds in `CLOCKED` may also
    have `clock`: by seat, the milliseconds that its bank then has.
    """

    to_version: int | None = None
    chapter: int | None = None
    seat: int | None = None
    action: Hidden[dict[str, Any]] | None = None
    winners: tuple[int, ...] | None = None
    ranking: tuple[tuple[int, ...], ...] | None = None
    scores: dict[str, int] | None = None
    clock: dict[str, int] | None = None


class Ruled(Event, frozen=True, omit_defaults=True, tag="ruled"):
    """A referee rules; `ruling` counts the rulings of the game. `judged` is the version that they have judged.

    `why_hash`: why the result of the table cannot stand.
    """

    dispute: int
    ruling: int
    referee: int
    kind: Kind
    clauses: tuple[str, ...]
    findings_hash: str
    judged: int
    remedy: Remedy | None = None
    penalties: tuple[Penalty, ...] = ()
    why_hash: str | None = None


class AppealWaived(Event, frozen=True, tag="appeal-waived"):
    """A party will not appeal."""

    dispute: int
    seat: int


class Appealed(Event, frozen=True, tag="appealed"):
    """A party takes the ruling to a head referee who did not make it; other parties may do so too."""

    dispute: int
    seat: int
    grounds_hash: str


class AppealAnswered(Event, frozen=True, omit_defaults=True, tag="appeal-answered"):
    """What a party says to the grounds of the appeals; without `answer_hash` it has nothing to say."""

    dispute: int
    seat: int
    answer_hash: str | None = None


class AppealDecided(Event, frozen=True, tag="appeal-decided"):
    """`changed`: another `ruled` follows in the same action, in place of the first. `judged` as in `ruled`."""

    dispute: int
    referee: int
    decision: Literal["upheld", "changed"]
    findings_hash: str
    judged: int


class RulingFinal(Event, frozen=True, tag="ruling-final"):
    """From here on nothing changes the ruling; what it does follows in the same action."""

    dispute: int
    ruling: int


class ActionCorrected(Event, frozen=True, tag="action-corrected"):
    """The events after it in this action are those of what the seat should have done, by the ruling."""

    seat: int


class StackReshuffled(Event, frozen=True, tag="stack-reshuffled"):
    """The unknown contents of one pool are shuffled: `places` are paths of the ruleset's state, one for each of the draw."""

    places: tuple[str, ...]
    draw: Shuffle[Any]


class ResultSet(Event, frozen=True, tag="result-set"):
    """The game is over with this result, by a ruling. Ranks from the first; scores by seat."""

    ruling: int
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    scores: dict[str, int]


class GameVoided(Event, frozen=True, tag="game-voided"):
    """The game counts nowhere, by a ruling."""

    ruling: int
