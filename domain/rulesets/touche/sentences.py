"""Every event in one sentence: together they say all that happens on the public board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from domain.ruleset import Event
from domain.rulesets.touche import events as e
from domain.rulesets.touche.options import Need
from domain.rulesets.touche.state import Pattern
from domain.rulesets.touche.terms import SETS, card_name, kind_of, listed, named_patterns, one_card, pattern
from domain.sentence import Seat, Sentence, Term, say


def _dealer_drawn(event: e.DealerDrawn) -> Sentence:
    drawn = tuple(
        say("{seat} draws {card}", seat=Seat(seat), card=one_card(face))
        for seat, face in zip(event.seats, event.cards, strict=True)
    )
    if event.dealer is None:
        return say("For the deal: {drawn}; some draw again.", drawn=drawn)
    return say("For the deal: {drawn}; {seat} deals.", drawn=drawn, seat=Seat(event.dealer))


def _set_chosen(event: e.SetChosen) -> Sentence:
    sides = tuple(_side(*side) for side in zip(event.colours, event.players, strict=True))
    needs = tuple(_need(need) for need in event.goal)
    chosen: dict[str, Any] = {"set": Term(SETS[event.set]), "sides": sides, "needs": needs}
    if event.seat is None:
        return say("The table has agreed on {set} for {sides}: {needs}.", **chosen)
    each = "{seat} chooses {set} for {sides}: {needs}."
    return say(each, plural=each, count=len(sides), seat=Seat(event.seat), **chosen)


def _side(colour: str, seats: Sequence[int]) -> Sentence:
    """A colour with its players."""
    return say("{colour} ({players})", colour=Term(colour), players=listed([Seat(seat) for seat in seats]))


def _need(need: Need) -> Sentence:
    return say("{n} × {kind}", n=need.count, kind=kind_of(need.kind))


def _dealt(event: e.CardsDealt) -> Sentence:
    return say("{seat} shuffles and deals; {first} begins.", seat=Seat(event.dealer), first=Seat(event.first))


def _placed(event: e.PawnPlaced) -> Sentence:
    put = say(
        "{seat} puts a {colour} pawn on {field}",
        seat=Seat(event.seat),
        field=event.field,
        colour=Term(event.colour),
    )
    return _with_patterns_in_vain(put, event.in_vain)


def _replaced(event: e.PawnReplaced) -> Sentence:
    put = say(
        "{seat} puts a {colour} pawn on {field} in the place of a {replaced} one",
        seat=Seat(event.seat),
        field=event.field,
        colour=Term(event.colour),
        replaced=Term(event.replaced),
    )
    return _with_patterns_in_vain(put, event.in_vain)


def _with_patterns_in_vain(put: Sentence, patterns: Sequence[Pattern]) -> Sentence:
    if not patterns:
        return say("{put}.", put=put)
    return say(
        "{put}; a pattern that it completes does not count: {patterns}.",
        plural="{put}; patterns that it completes do not count: {patterns}.",
        count=len(patterns),
        put=put,
        patterns=named_patterns(patterns),
    )


def _drawn(event: e.CardDrawn) -> Sentence:
    drawn: dict[str, Any] = {"seat": Seat(event.seat), "card": one_card(event.card.value)}
    if event.stack == 0:
        return say("{seat} draws {card}; no card is left in the stack.", **drawn)
    return say(
        "{seat} draws {card}; one card is left in the stack.",
        plural="{seat} draws {card}; {n} cards are left in the stack.",
        count=event.stack,
        n=event.stack,
        **drawn,
    )


def _exchanged(event: e.CardsExchanged) -> Sentence:
    cards = tuple(card_name(card.value) for card in event.cards if card.value is not None)
    return say(
        "{seat} exchanges a dead card: {cards}.",
        plural="{seat} exchanges {n} dead cards: {cards}.",
        count=len(cards),
        seat=Seat(event.seat),
        n=len(cards),
        cards=cards,
    )


def _refilled(event: e.StacksRefilled) -> Sentence:
    refilled = say(
        "{seat} shuffles the used cards: each stack gets one card",
        plural="{seat} shuffles the used cards: each stack gets {n} cards",
        count=event.each,
        seat=Seat(event.dealer),
        n=event.each,
    )
    if not event.left_over:
        return say("{refilled}.", refilled=refilled)
    rest = tuple(card_name(str(card.value)) for card in event.draw.order[-event.left_over :])
    return say("{refilled}; on the dealer's used pile stay: {rest}.", refilled=refilled, rest=rest)


def _completed(event: e.PatternCompleted) -> Sentence:
    return say(
        "Touché! {seat} completes a pattern: {patterns}.",
        plural="Touché! {seat} completes {n} patterns and chooses the one that counts: {patterns}.",
        count=len(event.patterns),
        seat=Seat(event.seat),
        n=len(event.patterns),
        patterns=named_patterns(event.patterns),
    )


def _crowned(event: e.PatternCrowned) -> Sentence:
    return say(
        "{seat} crowns the {pattern}: {colour} has {made} of {needed}, and {points} for it.",
        seat=Seat(event.seat),
        pattern=pattern(Pattern(event.kind, event.fields)),
        colour=Term(event.colour),
        made=event.made,
        needed=event.needed,
        points=_points(event.points),
    )


def _points(n: int) -> Sentence:
    return say("{n} point", plural="{n} points", count=n, n=n) if n else say("no points")


def _patterns(n: int) -> Sentence:
    return say("{n} pattern", plural="{n} patterns", count=n, n=n) if n else say("no patterns")


def _cleared(event: e.BoardCleared) -> Sentence:
    n = sum(event.pawns)
    begins: dict[str, Any] = {"seat": Seat(event.next_seat), "round": event.round}
    if n == 0:
        return say("No pawn has to leave the board; {seat} begins round {round}.", **begins)
    return say(
        "One pawn leaves the board; {seat} begins round {round}.",
        plural="{n} pawns leave the board; {seat} begins round {round}.",
        count=n,
        n=n,
        **begins,
    )


def _passed(event: e.TurnPassed) -> Sentence:
    if event.cards == 0:
        return say("{seat} has no card and can draw none.", seat=Seat(event.seat))
    return say("{seat} passes: no card can be laid and none is dead.", seat=Seat(event.seat))


def _stalled(event: e.RoundStalled) -> Sentence:
    counts: dict[str, Any] = {"n": event.turns, "running": event.running, "limit": event.limit}
    if event.limit == 0:
        return say(
            "No pawn has come onto the board for {n} turns; stalled rounds running: {running}.", **counts
        )
    return say(
        "No pawn has come onto the board for {n} turns; stalled rounds running: {running} (the game ends at {limit}).",
        **counts,
    )


def _ended(event: e.GameEnded) -> Sentence:
    """Who wins, what decided, and the scores, the winner's first."""
    columns = (event.colours, event.players, event.patterns, event.points)
    rows = sorted(zip(*columns, strict=True), key=lambda row: (row[0] == event.winner, row[2]), reverse=True)
    scores = reduce(lambda first, more: say("{first}; {more}", first=first, more=more), map(_score, rows))
    if event.winner is None:
        return say(_DRAWN[event.reason], scores=scores)
    return say(_WON[event.reason], winner=Term(event.winner), scores=scores)


def _score(row: tuple[str, Sequence[int], int, int]) -> Sentence:
    colour, seats, patterns, points = row
    return say(
        "{side} {patterns}, {points}",
        side=_side(colour, seats),
        patterns=_patterns(patterns),
        points=_points(points),
    )


_WON = {
    "set-completed": "{winner} wins with the whole set: {scores}.",
    "no-place-left": "No pattern that counts can be made any more; {winner} wins with most patterns: {scores}.",
    "stalled": "Stalled rounds end the game; {winner} wins with most patterns: {scores}.",
}
_DRAWN = {
    "no-place-left": "No pattern that counts can be made any more; nobody has most patterns alone, it is a draw: {scores}.",
    "stalled": "Stalled rounds end the game; nobody has most patterns alone, it is a draw: {scores}.",
}

SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    e.DealerDrawn: _dealer_drawn,
    e.SetChosen: _set_chosen,
    e.CardsDealt: _dealt,
    e.CardLaid: lambda laid: say("{seat} lays {card}.", seat=Seat(laid.seat), card=one_card(laid.card.value)),
    e.PawnPlaced: _placed,
    e.PawnReplaced: _replaced,
    e.CardDrawn: _drawn,
    e.CardsExchanged: _exchanged,
    e.StacksRefilled: _refilled,
    e.PatternCompleted: _completed,
    e.PatternCrowned: _crowned,
    e.BoardCleared: _cleared,
    e.TurnPassed: _passed,
    e.TurnEnded: lambda ended: say("{seat} is next.", seat=Seat(ended.next_seat)),
    e.RoundStalled: _stalled,
    e.GameEnded: _ended,
}

CHAPTERS: dict[type, Callable[[Any], Sentence]] = {
    e.CardsDealt: lambda _: say("Round {n}", n=1),
    e.BoardCleared: lambda cleared: say("Round {n}", n=cleared.round),
}

TURNS: dict[type, Callable[[Any], int | None]] = {
    **dict.fromkeys((e.CardLaid, e.CardsExchanged, e.TurnPassed), lambda event: event.seat),
    **dict.fromkeys((e.CardsDealt, e.BoardCleared, e.GameEnded), lambda event: 0),
}
"""Each turn lays a card, exchanges dead ones or passes; what follows goes with it."""
HEADLINES: frozenset[type[Event]] = frozenset(
    {
        *(e.PawnPlaced, e.PawnReplaced, e.PatternCrowned, e.CardsExchanged, e.TurnPassed),
        *(e.CardsDealt, e.BoardCleared, e.GameEnded),
    }
)
