"""Disputes: cases, referees, deadlines, and the responses to commands."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from projections.documents import Document, RulesetId, Seats, Time, one_of
from projections.documents.commands import Changed
from projections.documents.games import Status

DISCLOSED = "shown"
"""The status of a text that the viewer may read."""
STATES = ("open", "taken", "ruled", "appealed", "final", "withdrawn", "expired")
State = Annotated[str, one_of(STATES)]
KINDS = ("stands", "dismissed", "no-jurisdiction", "backed-up", "replayed", "corrected", "result", "void")
WANTS = ("explanation", "correction", "back-up", "result", "conduct")
WAITED_FOR = ("statement", "refusal", "taking", "ruling", "appeal", "answer", "appeal-taking", "decision")
PENALTIES = ("caution", "warning", "exclusion")


class RefereeAppointed(Changed, frozen=True):
    """A referee of a game, and the code that they redeem."""

    referee: int
    head: bool
    code: Annotated[str | None, meaning("Single-use; returned once. null for an account, which needs none.")]


class TournamentReferee(Document, frozen=True):
    """A referee of all games of a tournament, and the code that they redeem."""

    referee: int
    head: bool
    code: Annotated[str | None, meaning("Single-use; returned once. null for an account, which needs none.")]


class RefereeAccepted(Document, frozen=True):
    """A referee's number and token."""

    referee: int
    token: Annotated[
        str | None,
        meaning("The bearer token of the referee; returned once. null for an account that was appointed."),
    ]


class DeskStep(Changed, frozen=True):
    """What has become of a case."""

    dispute: int
    state: State
    ruling: Annotated[
        int | None, meaning("The number of the ruling that counts; null as long as there is none.")
    ]
    status: Status


class RefereeListed(Document, frozen=True):
    """A referee of the game, or of its tournament and so of the game."""

    referee: int
    head: Annotated[bool, meaning("Whether they may decide appeals.")]
    name: Annotated[str | None, meaning("null until they have redeemed the code")]
    appointed: Annotated[str, one_of(["before-start", "after-start"])]
    dismissed: bool


class Terms(Document, frozen=True):
    """How disputes are settled in this game: times in seconds."""

    open_within: Annotated[int, meaning("From the game's last action on; while it runs one may always open.")]
    answer_within: int
    rule_within: int
    appeal_within: int
    pause: Annotated[bool, meaning("Whether the game is paused while a case is open.")]


class Stretch(Document, frozen=True, rename={"from_": "from"}):
    """Versions of events, both included."""

    from_: int
    to: int


class TextShown(Document, frozen=True):
    """What somebody has written. The log has its hash only."""

    hash: Annotated[str, meaning("base64url of SHA-256 over a salt and the text")]
    status: Annotated[
        str,
        one_of([DISCLOSED, "withheld", "erased"]),
        meaning(
            "withheld: not for this viewer, or not yet; erased: by the operator of the service, for good"
        ),
    ]
    text: str | None
    lang: Annotated[str | None, meaning("en or pl; texts are not translated.")]
    salt: Annotated[str | None, meaning("16 bytes in base64url, with which the hash can be made again")]


class StatementShown(Document, frozen=True):
    """What another party than the opener has said."""

    seat: int
    version: int
    at: Time
    statement: TextShown


class SaidAt(Document, frozen=True):
    """What a seat did in a case, and when."""

    seat: int
    version: int
    at: Time


class ReleaseShown(Document, frozen=True):
    """A referee's release to see the game as some seats."""

    release: Annotated[int, meaning("Counts the releases of the case.")]
    referee: int
    seats: Seats
    about: Stretch
    reason: TextShown
    version: int
    at: Time
    ended: Annotated[int | None, meaning("The version that ended it; null while it is in force.")]
    readings: Annotated[tuple[SaidAt, ...], meaning("Each seat whose view the referee has read.")]


class RefereeOfCase(Document, frozen=True):
    """A referee of the game as the log has them, and as the case concerns them."""

    referee: int
    head: Annotated[bool, meaning("Whether they may decide appeals.")]
    appointed: Annotated[int, meaning("A version.")]
    accepted: Annotated[int | None, meaning("The version; null while they have not.")]
    left: Annotated[int | None, meaning("The version at which they were dismissed or resigned.")]
    marked: Annotated[
        bool,
        meaning("Whether parties may refuse them: accepted after the start, or the only one at the opening."),
    ]
    refused_by: Annotated[Seats, meaning("Parties that have refused them in this case.")]
    kept_by: Annotated[Seats, meaning("Parties that have said that they will not.")]


class PenaltyShown(Document, frozen=True):
    """A record that changes nothing in the game."""

    seat: int
    kind: Annotated[str, one_of(PENALTIES)]
    code: Annotated[str, meaning("A clause referee.conduct.*")]
    nth: Annotated[int, meaning("The how manieth of this seat, in the game and its tournament.")]


class RulingShown(Document, frozen=True):
    """What a referee has ruled."""

    ruling: int
    referee: int
    kind: Annotated[str, one_of(KINDS)]
    clauses: tuple[str, ...]
    judged: Annotated[int, meaning("The version of the game that the referee has judged.")]
    findings: TextShown
    why_not_stand: TextShown | None
    remedy: Annotated[
        dict[str, Any] | None, meaning("As requested; an action hidden from the viewer is absent.")
    ]
    penalties: tuple[PenaltyShown, ...]
    version: int
    at: Time
    final: Annotated[int | None, meaning("The version from which on it counts; null before.")]


class GroundsShown(Document, frozen=True):
    """The grounds on which a party appeals."""

    seat: int
    version: int
    at: Time
    grounds: TextShown


class AnswerShown(Document, frozen=True):
    """What a party says to the grounds of the appeals."""

    seat: int
    version: int
    at: Time
    answer: Annotated[TextShown | None, meaning("null: it has nothing to say.")]


class DecisionShown(Document, frozen=True):
    """What a head referee has made of the appeals."""

    decision: Annotated[str, one_of(["upheld", "changed"])]
    referee: int
    version: int
    at: Time
    judged: Annotated[int, meaning("The version of the game that the referee has judged.")]
    findings: TextShown


class AppealShown(Document, frozen=True):
    """The first appeal, with its decision."""

    seat: int
    version: int
    at: Time
    grounds: TextShown
    decision: Annotated[
        Annotated[str, one_of(["upheld", "changed"])] | None, meaning("null until it is decided")
    ]
    findings: TextShown | None


class Due(Document, frozen=True):
    """What a case waits for, and until when."""

    what: Annotated[
        str,
        one_of(WAITED_FOR),
        meaning(
            "refusal: or a word that there is none; appeal: or a waiver; appeal-taking: by a head referee; decision: of the "
            "appeal"
        ),
    ]
    seats: Annotated[Seats, meaning("Of whom; empty for a referee.")]
    referee: Annotated[int | None, meaning("Of which referee; null for any, and for seats.")]
    at: Annotated[Time, meaning("When it is too late.")]


class CaseDocument(Document, frozen=True):
    """A dispute from its opening to its end, as one viewer may know it."""

    game: str
    ruleset: RulesetId
    dispute: int
    state: State
    opener: Annotated[str, meaning("seat:N or referee:N")]
    about: Stretch
    clauses: tuple[str, ...]
    wants: Annotated[str, one_of(WANTS)]
    parties: Annotated[Seats, meaning("All seats that a person took.")]
    version: Annotated[int, meaning("Of the event that opened it.")]
    opened_at: Time
    closed: Annotated[int | None, meaning("The version that ended it; null while it is open.")]
    closed_at: Time | None
    claim: TextShown
    statements: tuple[StatementShown, ...]
    statements_in: Annotated[bool, meaning("Whether all are given, or the time for them is over.")]
    referee: Annotated[
        int | None,
        meaning(
            "Who has it now. Neither player nor organiser; one whose client withheld its tokens when it accepted the "
            "appointment is not caught."
        ),
    ]
    referees: Annotated[tuple[RefereeOfCase, ...], meaning("All of the game, by number.")]
    releases: tuple[ReleaseShown, ...]
    rulings: Annotated[tuple[RulingShown, ...], meaning("In order; the last one counts.")]
    appeals: Annotated[tuple[GroundsShown, ...], meaning("In order.")]
    answers: Annotated[tuple[AnswerShown, ...], meaning("In order.")]
    decision: Annotated[DecisionShown | None, meaning("null until the appeals are decided.")]
    waived: Annotated[Seats, meaning("Parties that will not appeal.")]
    due: tuple[Due, ...]
    game_version: Annotated[int, meaning("The version that the game is at.")]
    viewer: Annotated[str, meaning("seat:N, referee:N, organiser, auditor or spectator")]
    appeal: Annotated[
        AppealShown | UnsetType | None,
        meaning("Deprecated: the first of `appeals` with the `decision`. Absent in a bundle."),
    ] = UNSET


class CaseList(Document, frozen=True):
    """All cases of a game, its referees, and the terms for disputes."""

    game: str
    version: int
    terms: Annotated[Terms | None, meaning("null if the game has no disputes.")]
    referees: tuple[RefereeListed, ...]
    disputes: tuple[CaseDocument, ...]
    viewer: str


class NamesAtTable(Document, frozen=True):
    """The names at a table, by number: current ones, as far as the operator has not hidden them."""

    seats: Annotated[dict[str, str | None], meaning("By seat.")]
    referees: Annotated[dict[str, str | None], meaning("By referee; null for one who has not accepted.")]


class CaseSummary(Document, frozen=True):
    """A case as the desk lists it."""

    game: str
    ruleset: RulesetId
    dispute: int
    state: State
    opener: Annotated[str, meaning("seat:N or referee:N")]
    wants: Annotated[str, one_of(WANTS)]
    clauses: tuple[str, ...]
    referee: Annotated[int | None, meaning("Who has it now; null if nobody has.")]
    names: NamesAtTable
    opened_at: Time
    updated_at: Time
    due_at: Annotated[Time | None, meaning("When it expires or becomes final if nobody does anything.")]


class DeskPage(Document, frozen=True):
    """A page of cases, newest first."""

    disputes: list[CaseSummary]
    next: Annotated[str | None, meaning("The cursor of the next page.")]
