"""A sentence for every event, and the titles of chapters.

The sentences alone suffice to follow the public board: they say where every card goes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.ruleset import Event
from domain.rulesets.romans import events as e
from domain.rulesets.romans.names import (
    CLANS,
    DECISION_TEXTS,
    FORTS,
    FORTUNAS,
    WARRIORS,
    everyone,
    forts,
    in_a_row,
    warriors,
    who,
)
from domain.rulesets.romans.state import Side
from domain.rulesets.romans.verdicts import VERDICTS
from domain.sentence import Seat, Sentence, Term, say


def _clans(event: e.ClansDealt) -> Sentence:
    return say("{clans}; each clan has nine warriors.", clans=tuple(map(_clan_of, event.sides)))


def _clan_of(side: Side) -> Sentence:
    if side.seat is None:
        return say("{clan} is neutral", clan=CLANS[side.clan])
    return say("{seat} leads {clan}", seat=Seat(side.seat), clan=CLANS[side.clan])


def _wall_revealed(event: e.WallRevealed) -> Sentence:
    row = forts(str(fort.value) for fort in event.forts)
    return say("Round {round}: six forts of the stack make the wall, {forts}.", round=event.round, forts=row)


def _wall_ordered(event: e.WallOrdered) -> Sentence:
    return say(
        "{lowest} goes to the left end and {highest} to the right end; from the left the wall is {forts}.",
        lowest=FORTS[event.lowest],
        highest=FORTS[event.highest],
        forts=forts(event.wall),
    )


def _shuffled(event: e.WarriorsShuffled) -> Sentence:
    if event.side.seat is None:
        return say(
            "{clan} shuffles nine warriors and lays six of them at random, face down.", clan=who(event.side)
        )
    return say(
        "{clan} shuffles nine warriors and discards two at random, unseen by others.", clan=who(event.side)
    )


def _placed(event: e.WarriorPlaced) -> Sentence:
    if event.warrior.value is not None:
        return say(
            "{seat} lays {warrior} at place {place}.",
            seat=Seat(event.seat),
            warrior=WARRIORS[event.warrior.value],
            place=event.fort.value,
        )
    return say(
        "{seat} lays a warrior face down; {n} lies at the wall.",
        plural="{seat} lays a warrior face down; {n} lie at the wall.",
        count=event.placed,
        seat=Seat(event.seat),
        n=event.placed,
    )


def _withdrawn(event: e.WarriorWithdrawn) -> Sentence:
    if event.warrior.value is not None:
        return say(
            "{seat} takes {warrior} back from place {place}.",
            seat=Seat(event.seat),
            warrior=WARRIORS[event.warrior.value],
            place=event.fort.value,
        )
    if not event.placed:
        return say("{seat} takes a warrior back; none is left at the wall.", seat=Seat(event.seat))
    return say(
        "{seat} takes a warrior back; {n} lies at the wall.",
        plural="{seat} takes a warrior back; {n} lie at the wall.",
        count=event.placed,
        seat=Seat(event.seat),
        n=event.placed,
    )


def _seventh(event: e.SeventhDiscarded) -> Sentence:
    if event.warrior.value is None:
        return say("{seat} puts the seventh warrior away.", seat=Seat(event.seat))
    warrior = WARRIORS[event.warrior.value]
    return say("{seat} puts {warrior} away as the seventh.", seat=Seat(event.seat), warrior=warrior)


def _revealed(event: e.WarriorsRevealed) -> Sentence:
    first, *others = ((who(card.side), WARRIORS[str(card.warrior.value)]) for card in event.warriors)
    reveals = say("{clan} reveals {warrior}", clan=first[0], warrior=first[1])
    cards = in_a_row(
        [reveals, *(say("{clan} {warrior}", clan=clan, warrior=warrior) for clan, warrior in others)]
    )
    return say(
        "Clash {clash}, the attack on {fort}: {cards}.",
        clash=event.clash,
        fort=FORTS[event.fort],
        cards=cards,
    )


def _due(event: e.DecisionDue) -> Sentence:
    decisions = tuple(
        say("{seat} ({what})", seat=Seat(due.seat), what=Term(DECISION_TEXTS[due.rule]))
        for due in event.decisions
    )
    return say("To decide: {decisions}.", decisions=decisions)


def _seduced(event: e.WarriorSeduced) -> Sentence:
    return say(
        "{clan} has Qween seduce {warrior} of {target}, whose strength of {n} changes sides for this clash.",
        clan=who(event.side),
        warrior=WARRIORS[event.warrior],
        target=who(event.target),
        n=event.strength,
    )


def _shifted(event: e.WallShifted) -> Sentence:
    return say(
        "{fort} is fought over again: the wall moves one place right and {lost}, pushed off its end, leaves the game.",
        fort=FORTS[event.fort],
        lost=FORTS[event.lost],
    )


def _chosen(event: e.FortChosen) -> Sentence:
    return say(
        "With Dru'hid {clan} takes {fort} from place {place}, and the forts behind it are now {forts}.",
        clan=who(event.side),
        fort=FORTS[event.fort],
        place=event.place,
        forts=forts(event.wall[1:]),
    )


def _captured(event: e.FortCaptured) -> Sentence:
    return say(
        "{clan} captures {fort} and has {n} point.",
        plural="{clan} captures {fort} and has {n} points.",
        count=event.points,
        clan=who(event.side),
        fort=FORTS[event.fort],
        n=event.points,
    )


KEPT = {
    "axx": "{clan} keeps {warrior} in the line.",
    "komfort": "{clan} keeps {warrior}, the weakest of the line, in KomFort.",
}


def _answered(event: e.DiscardChosen) -> Sentence:
    if event.warrior.value is None:
        return say("{seat} has chosen a warrior to discard.", seat=Seat(event.seat))
    warrior = WARRIORS[event.warrior.value]
    return say("{seat} has chosen to discard {warrior}.", seat=Seat(event.seat), warrior=warrior)


DISCARDED = {
    "captured": "After the capture {clan} discards {warriors}.",
    "seduced": "{clan} loses the seduced {warriors}, discarded with the line of Qween.",
    "horsie": "Horsie has lost: {clan} discards {warriors}.",
    "fokus": "Fort Fokus has fallen: {clan} discards {warriors}.",
}


def _discarded(event: e.WarriorsDiscarded) -> Sentence:
    chosen = () if event.chosen is None else (str(event.chosen.value),)
    gone = warriors((*event.warriors, *chosen))
    return say(DISCARDED[event.reason], clan=who(event.side), warriors=gone)


GIVEN_UP = {
    "itself": "{clan} has no earlier fort and gives up FortUna itself.",
    "fortuna": "{clan} gives up the FortUna taken earlier for the new one; points left: {n}.",
    "other": "{clan} gives up {fort} for FortUna; points left: {n}.",
}


def _fort_discarded(event: e.FortDiscarded) -> Sentence:
    """A FortUna captured earlier may be given up for the new one."""
    clan, points = who(event.side), event.points
    if not event.earlier:
        return say(GIVEN_UP["itself"], clan=clan)
    if event.fort in FORTUNAS:
        return say(GIVEN_UP["fortuna"], clan=clan, n=points)
    return say(GIVEN_UP["other"], clan=clan, fort=FORTS[event.fort], n=points)


SENTENCES: dict[Any, Callable[[Any], Sentence]] = VERDICTS | {
    e.ClansDealt: _clans,
    e.FortsShuffled: lambda event: say("{n} forts are shuffled into the stack.", n=len(event.draw.order)),
    e.WallRevealed: _wall_revealed,
    e.WallOrdered: _wall_ordered,
    e.WarriorsShuffled: _shuffled,
    e.WarriorPlaced: _placed,
    e.WarriorWithdrawn: _withdrawn,
    e.SeventhDiscarded: _seventh,
    e.OrdersSealed: lambda event: say("{seat} has sealed the orders.", seat=Seat(event.seat)),
    e.WarriorsRevealed: _revealed,
    e.ChariottsCancelled: lambda event: say(
        "Ch'ariotts collide and are discarded: those of {clans}.", clans=everyone(event.sides)
    ),
    e.QweensCancelled: lambda event: say(
        "Qween meets Qween and nobody is seduced: those of {clans}.", clans=everyone(event.sides)
    ),
    e.NobodySeduced: lambda event: say(
        "{clan} has the only Qween and nobody to seduce: all the others were Ch'ariott and are discarded.",
        clan=who(event.side),
    ),
    e.DecisionDue: _due,
    e.WarriorSeduced: _seduced,
    e.ClashUnfought: lambda event: say("Every clan revealed Filchy: none takes part in this clash."),
    e.FortLost: lambda event: say("Nobody captures {fort}: it leaves the game.", fort=FORTS[event.fort]),
    e.WallShifted: _shifted,
    e.FortChosen: _chosen,
    e.FortCaptured: _captured,
    e.WarriorKept: lambda event: say(
        KEPT[event.reason], clan=who(event.side), warrior=WARRIORS[event.warrior]
    ),
    e.KeepDeclined: lambda event: say(
        "{clan} does not keep {warrior}.", clan=who(event.side), warrior=WARRIORS[event.warrior]
    ),
    e.DiscardChosen: _answered,
    e.LineRearranged: lambda event: say(
        "Svord: {seat} may have laid the hidden warriors anew; nobody else can tell.", seat=Seat(event.seat)
    ),
    e.WarriorsDiscarded: _discarded,
    e.FortDiscarded: _fort_discarded,
}


def _round(event: e.WallRevealed) -> Sentence:
    return say("Round {round}", round=event.round)


def _clash(event: e.WarriorsRevealed) -> Sentence:
    return say(
        "Round {round}, clash {clash}: {fort}",
        round=event.round,
        clash=event.clash,
        fort=FORTS[event.fort],
    )


CHAPTERS: dict[Any, Callable[[Any], Sentence]] = {e.WallRevealed: _round, e.WarriorsRevealed: _clash}
"""A round, and in it each clash, is a chapter."""

TURNS: dict[type, Callable[[Any], int | None]] = dict.fromkeys(
    (e.WallRevealed, e.WarriorsRevealed), lambda event: 0
)
"""Orders are given at the same time, and clashes are everybody's, so turns are nobody's own."""
HEADLINES: frozenset[type[Event]] = frozenset(
    {e.FortCaptured, e.FortLost, e.WallShifted, e.ClashUnfought, e.GameEnded}
)
