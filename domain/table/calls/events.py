"""Events of judge calls. They count whatever is taken back; texts are in them as salted hashes only."""

from __future__ import annotations

import msgspec

from domain.ruleset import Event


class JudgeCalled(Event, frozen=True, omit_defaults=True, tag="judge-called"):
    """A seat asks the referees a question, about the events `from` to `to` if it names them. `call` counts the game's."""

    call: int
    seat: int
    question_hash: str
    from_: int | None = msgspec.field(name="from", default=None)
    to: int | None = None


class CallAnswered(Event, frozen=True, tag="call-answered"):
    """A referee answers a call."""

    call: int
    referee: int
    answer_hash: str


class CallClosed(Event, frozen=True, tag="call-closed"):
    """The seat that called needs no more answers."""

    call: int
