"""Why a card opens a field, and what the pawn that is put there completes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from domain.argument import step
from domain.by_seat import of_seat
from domain.ruleset import Step
from domain.rulesets.touche import events as e
from domain.rulesets.touche.components import Bits
from domain.rulesets.touche.state import Pattern, State, colour, made, needed_of
from domain.rulesets.touche.terms import kind_of, named_patterns, one_card, pattern
from domain.rulesets.touche.turns import DESCRIBED_BY, counting, crowning, in_vain, why_there
from domain.sentence import Seat, Term


def pawn_put(state: State, event: e.PawnPlaced | e.PawnReplaced) -> list[Step]:
    """The card is the one that was laid last (touche.turn.2)."""
    return field_taken(state, of_seat(state.used, event.seat)[-1], event.field)


def field_taken(state: State, card: str, field: str) -> list[Step]:
    """What opens the field to the card, what the pawn completes, and what of that does not count."""
    bit = state.board.bit[field]
    opened = [WHY_THERE[clause](state, card, bit) for clause in why_there(state, card, bit)]
    return [*opened, *_completes(state, bit), *(_vain(state, found) for found in in_vain(state, bit))]


def _shown_there(state: State, card: str, bit: Bits) -> Step:
    fields = state.board.named(state.board.fields_of[card])
    return step("touche.turn.2", "{card} stands on {fields}.", card=one_card(card), fields=fields)


def _free(state: State, card: str, bit: Bits) -> Step:
    (field,) = state.board.named(bit)
    return step("touche.turn.3", "Neither a pawn nor a crown is on {field}.", field=field)


def _by_joker(state: State, card: str, bit: Bits) -> Step:
    """A joker opens every free field, and those of other sides' pawns that are not crowned."""
    for side, pawns in enumerate(state.pawns):
        if pawns & bit:
            return _replacing(state, side, bit)
    return step("touche.joker.1", "A joker opens any free field that shows a card.")


def _replacing(state: State, side: int, bit: Bits) -> Step:
    (field,) = state.board.named(bit)
    return step(
        "touche.joker.1",
        "The {replaced} pawn on {field} is not crowned, so a joker lets {colour} take its place.",
        replaced=Term(colour(state, side)),
        field=field,
        colour=Term(colour(state, state.side)),
    )


def _last_field(state: State, card: str, bit: Bits) -> Step:
    (field,) = state.board.named(bit)
    return step(
        "touche.free.1",
        "Field {field} is a Free Space and all that a pattern lacks: {patterns}; any card of the hand may be laid for it.",
        plural="Field {field} is a Free Space and all that these patterns lack: {patterns};"
        " any card of the hand may be laid for it.",
        count=len(counting(state, bit)),
        field=field,
        patterns=named_patterns(counting(state, bit)),
    )


WHY_THERE: Mapping[str, Callable[[State, str, Bits], Step]] = {
    "touche.turn.2": _shown_there,
    "touche.turn.3": _free,
    "touche.joker.1": _by_joker,
    "touche.free.1": _last_field,
}


def _completes(state: State, bit: Bits) -> Iterator[Step]:
    """The patterns that count; of several the player will choose one."""
    if patterns := counting(state, bit):
        yield step(
            "touche.done.1" if len(patterns) == 1 else "touche.done.2",
            "The pawn completes a pattern that counts for {colour}: {patterns}.",
            plural="The pawn completes {n} patterns that count for {colour}, and one of them may be chosen: {patterns}.",
            count=len(patterns),
            n=len(patterns),
            colour=Term(colour(state, state.side)),
            patterns=named_patterns(patterns),
        )


def _vain(state: State, found: Pattern) -> Step:
    """Not in the set, or as many of the kind are made as the set asks for (touche.done.3)."""
    side, needed = state.side, needed_of(state, state.side, found.kind)
    values: dict[str, Any] = {"pattern": pattern(found), "colour": Term(colour(state, side))}
    if not needed:
        return step(
            "touche.done.3",
            "The pawn completes {pattern}, which does not count: the set of {colour} has none of these.",
            **values,
        )
    return step(
        "touche.done.3",
        "The pawn completes {pattern}, which does not count: {colour} has made {made} of {needed} already.",
        made=made(state, side, found.kind),
        needed=needed,
        **values,
    )


SHAPES = {
    "touche.pattern.1": "{kind}: {fields} lie around one corner, and on each of these {n} stands a {colour} pawn.",
    "touche.pattern.2": "{kind}: {fields} are in one row, and on each of these {n} stands a {colour} pawn.",
    "touche.pattern.3": "{kind}: {fields} are a row with one field more on either side of one of its ends,"
    " and on each of these {n} stands a {colour} pawn.",
    "touche.pattern.4": "{kind}: {fields} are two rows that cross at a right angle in their middle,"
    " and on each of these {n} stands a {colour} pawn.",
    "touche.set.2": "{kind}: {fields} have the shape that the table agreed on,"
    " and on each of these {n} stands a {colour} pawn.",
}


def completed(state: State, event: e.PatternCompleted) -> list[Step]:
    """The fields of each pattern, why its kind counts, and that one of several does (touche.done.2)."""
    steps = [it for found in event.patterns for it in _shape(state, found)]
    steps += [_counts(state, kind) for kind in dict.fromkeys(found.kind for found in event.patterns)]
    return [*steps, *_one_of_several(event.seat, event.patterns)]


def _shape(state: State, found: Pattern) -> Iterator[Step]:
    clause = DESCRIBED_BY.get(found.kind, "touche.set.2")
    yield step(
        clause,
        SHAPES[clause],
        kind=kind_of(found.kind),
        fields=found.fields,
        n=len(found.fields),
        colour=Term(colour(state, state.side)),
    )
    for space in state.board.named(state.board.bits(found.fields) & state.board.free):
        yield step("touche.free.1", "Its only Free Space is {field}.", field=space)


def _counts(state: State, kind: str) -> Step:
    """The kind is in the set, and not all that are needed have been made (touche.done.1)."""
    return step(
        "touche.done.1",
        "{kind}: so far {colour} has made {made} of {needed}, so one more counts.",
        kind=kind_of(kind),
        colour=Term(colour(state, state.side)),
        made=made(state, state.side, kind),
        needed=needed_of(state, state.side, kind),
    )


def _one_of_several(seat: int, patterns: Sequence[Pattern]) -> Iterator[Step]:
    if len(patterns) > 1:
        yield step(
            "touche.done.2",
            "Of {n} patterns completed by one pawn one counts: {seat} chooses.",
            n=len(patterns),
            seat=Seat(seat),
        )


def crowned(state: State, event: e.PatternCrowned) -> list[Step]:
    """What else the pawn completed, how far the side is with this kind, the fields closed, the points."""
    crown = crowning(state, Pattern(event.kind, event.fields))
    kind = kind_of(crown.kind)
    return [
        *_not_chosen(state, crown),
        step(
            "touche.done.1",
            "{kind}: {before} + 1 = {made} of {needed} for {colour}.",
            kind=kind,
            before=made(state, state.side, crown.kind),
            made=crown.made,
            needed=crown.needed,
            colour=Term(crown.colour),
        ),
        step("touche.pattern.5", "Nobody can use {fields} again.", fields=crown.fields),
        step("touche.tournament.1", "{kind}: tournament points {points}.", kind=kind, points=crown.points),
    ]


def _not_chosen(state: State, crown: e.PatternCrowned) -> Iterator[Step]:
    others = [found for found in state.completed if (found.kind, found.fields) != (crown.kind, crown.fields)]
    if others:
        yield step(
            "touche.done.2",
            "{seat} has chosen this one; what the pawn completed besides does not count: {others}.",
            seat=Seat(crown.seat),
            others=named_patterns(others),
        )
