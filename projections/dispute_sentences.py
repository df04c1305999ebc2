"""Sentences for the events of disputes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.sentence import Seat, Sentence, say
from domain.table.absence.events import SeatExcluded
from domain.table.referee import events as e


def stretch(first: int, last: int) -> dict[str, Any]:
    """The versions of a sentence about one event or, in its plural, about several."""
    return {"first": first, "last": last, "count": last - first + 1}


def _appointed(event: e.RefereeAppointed) -> Sentence:
    if event.head:
        return say("The organiser appoints head referee {n}.", n=event.referee)
    return say("The organiser appoints referee {n}.", n=event.referee)


def _opened(event: e.DisputeOpened) -> Sentence:
    if event.seat is None:
        return say(
            "A referee opens case {n}, about event {first}.",
            plural="A referee opens case {n}, about events {first} to {last}.",
            n=event.dispute,
            **stretch(event.from_, event.to),
        )
    return say(
        "{seat} opens case {n}, about event {first}.",
        plural="{seat} opens case {n}, about events {first} to {last}.",
        seat=Seat(event.seat),
        n=event.dispute,
        **stretch(event.from_, event.to),
    )


def _released(event: e.EvidenceReleased) -> Sentence:
    return say(
        "Referee {n} may see event {first} from the viewpoint of {seats} until the ruling.",
        plural="Referee {n} may see events {first} to {last} from the viewpoint of {seats} until the ruling.",
        n=event.referee,
        **stretch(event.from_, event.to),
        seats=tuple(map(Seat, event.seats)),
    )


RULED: dict[e.Kind, str] = {
    "stands": "Referee {n} rules in case {case}: what happened stands.",
    "dismissed": "Referee {n} rules in case {case}: the claim is dismissed.",
    "no-jurisdiction": "Referee {n} rules in case {case}: this is not for a referee to decide.",
    "backed-up": "Referee {n} rules in case {case}: the game is to go back to version {version}.",
    "replayed": "Referee {n} rules in case {case}: the chapter that begins with event {chapter} is to be played again.",
    "corrected": "Referee {n} rules in case {case}: an action of {seat} is to be corrected.",
    "result": "Referee {n} rules in case {case}: the result of the game is set.",
    "void": "Referee {n} rules in case {case}: the game is to count nowhere.",
}


def _ruled(event: e.Ruled) -> Sentence:
    values: dict[str, Any] = {"n": event.referee, "case": event.dispute}
    remedy = event.remedy or e.Remedy()
    if event.kind == "backed-up":
        values["version"] = remedy.to_version
    elif event.kind == "replayed":
        values["chapter"] = remedy.chapter
    elif event.kind == "corrected":
        values["seat"] = Seat(remedy.seat or 0)
    return say(RULED[event.kind], **values)


def _answered(event: e.AppealAnswered) -> Sentence:
    if event.answer_hash is None:
        return say(
            "{seat} has nothing to say to the appeal in case {n}.", seat=Seat(event.seat), n=event.dispute
        )
    return say("{seat} answers the appeal in case {n}.", seat=Seat(event.seat), n=event.dispute)


def _excluded(event: SeatExcluded) -> Sentence:
    return say(EXCLUDED if event.ruling is None else EXCLUDED_EARLIER, seat=Seat(event.seat))


EXCLUDED = "The ruling excludes {seat} from the game: a bot plays until the organiser gives the seat to somebody else."
EXCLUDED_EARLIER = (
    "A ruling of an earlier game of the tournament excludes {seat}: a bot plays until the organiser gives the seat to "
    "somebody else."
)


def _decided(event: e.AppealDecided) -> Sentence:
    if event.decision == "upheld":
        return say("Referee {n} decides the appeal: the ruling is upheld.", n=event.referee)
    return say("Referee {n} decides the appeal: the ruling is changed.", n=event.referee)


def _result(event: e.ResultSet) -> Sentence:
    if not event.winners:
        return say("By the ruling the game is over, and nobody has won.")
    return say(
        "By the ruling the game is over. The win goes to {seats}.", seats=tuple(map(Seat, event.winners))
    )


DISPUTE_SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    e.RefereeAppointed: _appointed,
    e.RefereeAccepted: lambda it: say("Referee {n} accepts the appointment.", n=it.referee),
    e.RefereeDismissed: lambda it: say("The organiser dismisses referee {n}.", n=it.referee),
    e.RefereeResigned: lambda it: say("Referee {n} resigns.", n=it.referee),
    e.RefereeRefused: lambda it: say(
        "{seat} refuses referee {n} in case {case}.", seat=Seat(it.seat), n=it.referee, case=it.dispute
    ),
    e.RefereeKept: lambda it: say(
        "{seat} will not refuse referee {n} in case {case}.",
        seat=Seat(it.seat),
        n=it.referee,
        case=it.dispute,
    ),
    e.DisputeOpened: _opened,
    e.DisputeWithdrawn: lambda it: say("Case {n} is withdrawn.", n=it.dispute),
    e.DisputeExpired: lambda it: say("Nobody has ruled in case {n} in time: nothing changes.", n=it.dispute),
    e.StatementGiven: lambda it: say(
        "{seat} gives a statement in case {n}.", seat=Seat(it.seat), n=it.dispute
    ),
    e.CaseTaken: lambda it: say("Referee {n} takes case {case}.", n=it.referee, case=it.dispute),
    e.EvidenceReleased: _released,
    e.EvidenceRead: lambda it: say(
        "Referee {n} begins to look from the viewpoint of {seat}.", n=it.referee, seat=Seat(it.seat)
    ),
    e.Ruled: _ruled,
    e.AppealWaived: lambda it: say("{seat} will not appeal in case {n}.", seat=Seat(it.seat), n=it.dispute),
    e.Appealed: lambda it: say("{seat} appeals in case {n}.", seat=Seat(it.seat), n=it.dispute),
    e.AppealAnswered: _answered,
    e.AppealDecided: _decided,
    SeatExcluded: _excluded,
    e.RulingFinal: lambda it: say("The ruling in case {n} is final.", n=it.dispute),
    e.ActionCorrected: lambda it: say("By the ruling {seat} acts otherwise:", seat=Seat(it.seat)),
    e.StackReshuffled: lambda it: say(
        "{n} place that nobody knows is shuffled.",
        plural="{n} places that nobody knows are shuffled.",
        count=len(it.places),
        n=len(it.places),
    ),
    e.ResultSet: _result,
    e.GameVoided: lambda it: say("By the ruling the game is void: it counts nowhere."),
}
