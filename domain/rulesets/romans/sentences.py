"""A sentence for every event, and the titles of chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.rulesets.romans import events as e
from domain.rulesets.romans.components import BOXES
from domain.rulesets.romans.state import Side
from domain.sentence import Seat, Sentence, Term, say

FORTS = {fort.id: fort.name for box in BOXES.values() for fort in box.forts}
WARRIORS = {warrior.id: warrior.name for box in BOXES.values() for warrior in box.warriors}
CLANS = {
    "gold": Term("Gold clan"),
    "green": Term("Green clan"),
    "red": Term("Red clan"),
    "violet": Term("Violet clan"),
}


def narrate(event: Any) -> Sentence:
    return _SENTENCES[type(event)](event)


def chapter(event: Any) -> Sentence | None:
    """A round, and in it each clash, is a chapter."""
    if isinstance(event, e.WallRevealed):
        return say("Round {round}", round=event.round)
    if isinstance(event, e.WarriorsRevealed):
        return say(
            "Round {round}, clash {clash}: {fort}",
            round=event.round,
            clash=event.clash,
            fort=FORTS[event.fort],
        )
    return None


def _who(side: Side) -> Seat | Term:
    return CLANS[side.clan] if side.seat is None else Seat(side.seat)


def _all(sides: Iterable[Side]) -> tuple[Seat | Term, ...]:
    return tuple(map(_who, sides))


def _forts(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(FORTS[id] for id in ids)


def _warriors(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(WARRIORS[id] for id in ids)


def _wall_revealed(event: e.WallRevealed) -> Sentence:
    forts = _forts(str(fort.value) for fort in event.forts)
    return say("Round {round}: the wall is {forts}.", round=event.round, forts=forts)


def _wall_ordered(event: e.WallOrdered) -> Sentence:
    return say(
        "{lowest} goes to the left end of the wall, {highest} to the right end.",
        lowest=FORTS[event.lowest],
        highest=FORTS[event.highest],
    )


def _clans(event: e.ClansDealt) -> Sentence:
    return say("The clans at the table: {clans}.", clans=tuple(map(_clan_of, event.sides)))


def _clan_of(side: Side) -> Sentence:
    if side.seat is None:
        return say("{clan} is neutral", clan=CLANS[side.clan])
    return say("{seat} leads {clan}", seat=Seat(side.seat), clan=CLANS[side.clan])


def _shuffled(event: e.WarriorsShuffled) -> Sentence:
    if event.side.seat is None:
        return say("{clan} lays six warriors at random.", clan=_who(event.side))
    return say("{clan} shuffles nine warriors and loses two of them.", clan=_who(event.side))


def _placed(event: e.WarriorPlaced) -> Sentence:
    if event.warrior.value is not None:
        return say(
            "{seat} places {warrior} at fort {fort}.",
            seat=Seat(event.seat),
            warrior=WARRIORS[event.warrior.value],
            fort=event.fort.value,
        )
    return say(
        "{seat} places a warrior; {n} lies at the wall.",
        plural="{seat} places a warrior; {n} lie at the wall.",
        count=event.placed,
        seat=Seat(event.seat),
        n=event.placed,
    )


def _withdrawn(event: e.WarriorWithdrawn) -> Sentence:
    if event.warrior.value is not None:
        return say(
            "{seat} takes {warrior} back from fort {fort}.",
            seat=Seat(event.seat),
            warrior=WARRIORS[event.warrior.value],
            fort=event.fort.value,
        )
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
    cards = tuple(
        say("{clan}: {warrior}", clan=_who(shown.side), warrior=WARRIORS[str(shown.warrior.value)])
        for shown in event.warriors
    )
    return say("{fort} is attacked. {cards}.", fort=FORTS[event.fort], cards=cards)


def _due(event: e.DecisionDue) -> Sentence:
    asked = tuple(
        say("{seat} ({what})", seat=Seat(due.seat), what=Term(ASKED[due.rule])) for due in event.decisions
    )
    return say("To decide: {asked}.", asked=asked)


ASKED = {
    "romans.qween.1": "whom Qween seduces",
    "romans.druhid.1": "which fort Dru'hid takes",
    "romans.axx.1": "whether Axx stays",
    "romans.komfort.1": "whether the weakest warrior stays",
    "romans.horsie.1": "whom Horsie drives away",
    "romans.svord.1": "how Svord rearranges the line",
    "romans.fokus.1": "who goes for Fort Fokus",
    "romans.fortuna.1": "which fort goes for FortUna",
}


def _seduced(event: e.WarriorSeduced) -> Sentence:
    return say(
        "{clan} seduces {warrior} of {target}: {n} strength changes sides.",
        clan=_who(event.side),
        warrior=WARRIORS[event.warrior],
        target=_who(event.target),
        n=event.strength,
    )


def _sums(totals: Iterable[e.Total]) -> tuple[Sentence, ...]:
    return tuple(
        say("{clan} takes no part", clan=_who(total.side))
        if total.out
        else say("{clan} {n}", clan=_who(total.side), n=total.total)
        for total in totals
    )


WON = {
    "highest": "{clan} has the highest strength and wins the clash ({totals}).",
    "alone": "{clan} stands alone and wins the clash ({totals}).",
    "archr": "{clan} wins the tie with Arch'r ({totals}).",
}


def _won(event: e.ClashWon) -> Sentence:
    return say(WON[event.by], clan=_who(event.side), totals=_sums(event.totals))


def _tied(event: e.ClashTied) -> Sentence:
    return say("A tie between {clans} ({totals}).", clans=_all(event.tied), totals=_sums(event.totals))


def _shifted(event: e.WallShifted) -> Sentence:
    return say(
        "{fort} is fought over again; the wall moves right and {lost} leaves the game.",
        fort=FORTS[event.fort],
        lost=FORTS[event.lost],
    )


def _chosen(event: e.FortChosen) -> Sentence:
    return say(
        "Dru'hid of {clan} takes {fort} from place {place}.",
        clan=_who(event.side),
        fort=FORTS[event.fort],
        place=event.place,
    )


def _captured(event: e.FortCaptured) -> Sentence:
    return say(
        "{clan} captures {fort} and has {n} point.",
        plural="{clan} captures {fort} and has {n} points.",
        count=event.points,
        clan=_who(event.side),
        fort=FORTS[event.fort],
        n=event.points,
    )


def _answered(event: e.DiscardChosen) -> Sentence:
    if event.warrior.value is None:
        return say("{seat} has chosen.", seat=Seat(event.seat))
    warrior = WARRIORS[event.warrior.value]
    return say("{seat} has chosen {warrior}.", seat=Seat(event.seat), warrior=warrior)


def _discarded(event: e.WarriorsDiscarded) -> Sentence:
    chosen = () if event.chosen is None else (str(event.chosen.value),)
    gone = _warriors((*event.warriors, *chosen))
    return say("{clan} discards {warriors}.", clan=_who(event.side), warriors=gone)


def _fort_discarded(event: e.FortDiscarded) -> Sentence:
    return say("{clan} gives up {fort} for FortUna.", clan=_who(event.side), fort=FORTS[event.fort])


def _standings(standings: Iterable[e.Standing]) -> tuple[Sentence, ...]:
    return tuple(say("{clan} {n}", clan=_who(s.side), n=s.points) for s in standings)


def _round_ended(event: e.RoundEnded) -> Sentence:
    return say("Round {round} ends: {standings}.", round=event.round, standings=_standings(event.standings))


def _ended(event: e.GameEnded) -> Sentence:
    winners = tuple(map(Seat, event.winners))
    if event.reason == "three-fortheca":
        return say("{winners} holds three FortHeca and wins at once.", winners=winners)
    return say("The game ends: {standings}.", standings=_standings(event.standings))


_SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    e.ClansDealt: _clans,
    e.FortsShuffled: lambda event: say("The forts are shuffled."),
    e.WallRevealed: _wall_revealed,
    e.WallOrdered: _wall_ordered,
    e.WarriorsShuffled: _shuffled,
    e.WarriorPlaced: _placed,
    e.WarriorWithdrawn: _withdrawn,
    e.SeventhDiscarded: _seventh,
    e.OrdersSealed: lambda event: say("{seat} has sealed the orders.", seat=Seat(event.seat)),
    e.WarriorsRevealed: _revealed,
    e.ChariottsCancelled: lambda event: say(
        "The Ch'ariotts collide and are discarded: {clans}.", clans=_all(event.sides)
    ),
    e.QweensCancelled: lambda event: say(
        "Qween meets Qween and nobody is seduced: {clans}.", clans=_all(event.sides)
    ),
    e.NobodySeduced: lambda event: say(
        "{clan} has the only Qween and nobody to seduce: all the others were Ch'ariott and are discarded.",
        clan=_who(event.side),
    ),
    e.DecisionDue: _due,
    e.WarriorSeduced: _seduced,
    e.ClashWon: _won,
    e.ClashTied: _tied,
    e.ClashUnfought: lambda event: say("No clan takes part in this clash."),
    e.FortLost: lambda event: say("{fort} leaves the game.", fort=FORTS[event.fort]),
    e.WallShifted: _shifted,
    e.FortChosen: _chosen,
    e.FortCaptured: _captured,
    e.WarriorKept: lambda event: say(
        "{clan} keeps {warrior}.", clan=_who(event.side), warrior=WARRIORS[event.warrior]
    ),
    e.KeepDeclined: lambda event: say(
        "{clan} does not keep {warrior}.", clan=_who(event.side), warrior=WARRIORS[event.warrior]
    ),
    e.DiscardChosen: _answered,
    e.LineRearranged: lambda event: say("{seat} looks through the line after Svord.", seat=Seat(event.seat)),
    e.WarriorsDiscarded: _discarded,
    e.FortDiscarded: _fort_discarded,
    e.RoundEnded: _round_ended,
    e.GameEnded: _ended,
}
