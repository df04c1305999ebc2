"""Why a clash ended as it did: what was revealed, every clan's strength card by card, and who has the most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from domain.argument import Step, because, step
from domain.rulesets.romans import events as e
from domain.rulesets.romans.choices import seducible
from domain.rulesets.romans.clash import totals
from domain.rulesets.romans.components import CHARIOTT, FILCHY
from domain.rulesets.romans.names import FORTS, WARRIORS, everyone, who
from domain.rulesets.romans.state import Clan, State
from domain.sentence import Sentence, say


def collided(state: State, event: e.ChariottsCancelled) -> list[Step]:
    words = "{clans} reveal Ch'ariott at once, {n} of them: all are discarded before strengths are added up."
    return [step("romans.chariott.1", words, clans=everyone(event.sides), n=len(event.sides))]


def qweens(state: State, event: e.QweensCancelled) -> list[Step]:
    words = "{clans} reveal Qween in one clash, {n} of them: nobody is seduced, only their strength counts."
    return [step("romans.qween.2", words, clans=everyone(event.sides), n=len(event.sides))]


def nobody_seduced(state: State, event: e.NobodySeduced) -> list[Step]:
    return [
        step("romans.qween.1", "{clan} has the only Qween of the clash.", clan=who(event.side)),
        step(
            "romans.chariott.1", "All the others have discarded their Ch'ariott, so nobody is left to seduce."
        ),
    ]


def seduced(state: State, event: e.WarriorSeduced) -> list[Step]:
    """The only Qween, whom she could seduce, and whose strength goes where (romans.qween.1, romans.choice.1)."""
    open_to_her = tuple(_of(state, clan) for clan in seducible(state))
    only = step("romans.choice.1", "Only one warrior can be seduced: {warriors}.", warriors=open_to_her)
    chosen = step(
        "romans.qween.1", "Of {warriors} {clan} chooses.", warriors=open_to_her, clan=who(event.side)
    )
    return [
        step("romans.qween.1", "{clan} has the only Qween of the clash.", clan=who(event.side)),
        only if len(open_to_her) == 1 else chosen,
        step(
            "romans.qween.1",
            "{warrior} brings {strength} to {clan} in this clash, and nothing to {target}.",
            warrior=WARRIORS[event.warrior],
            strength=event.strength,
            clan=who(event.side),
            target=who(event.target),
        ),
    ]


def _of(state: State, clan: Clan) -> Sentence:
    n = state.box.strength[clan.fresh]
    return say("{warrior} {n} ({clan})", warrior=WARRIORS[clan.fresh], n=n, clan=who(clan.side))


# -- strengths


def strengths(state: State) -> list[Step]:
    """What every clan has in this clash, and what changed it."""
    return [*_gone(state), *_silent(state), *(_strength(state, total) for total in totals(state))]


def _gone(state: State) -> list[Step]:
    """Ch'ariotts of this clash that were discarded before it is compared (romans.chariott.1)."""
    clans = tuple(clan.side for clan in state.clans if clan.revealed == CHARIOTT and not clan.fresh)
    words = "The Ch'ariotts revealed now have collided and count no more: {clans}."
    return [step("romans.chariott.1", words, clans=everyone(clans))] if clans else []


def _silent(state: State) -> list[Step]:
    """Neutral clans whose Filchy does not keep them out (romans.neutral.3)."""
    filchys = {clan.side.clan for clan in state.clans if clan.revealed == FILCHY}
    silent = tuple(total.side for total in totals(state) if total.side.clan in filchys and not total.out)
    words = "Filchy of a neutral clan has no ability, so it takes part: {clans}."
    return [step("romans.neutral.3", words, clans=everyone(silent))] if silent else []


def _strength(state: State, total: e.Total) -> Step:
    """The line card by card with what Qween moved; each warrior's number is what its cards bring."""
    if total.out:
        return step("romans.filchy.1", "{clan} reveals Filchy and takes no part.", clan=who(total.side))
    brought = Counter[str]()
    for warrior in total.line:
        brought[warrior] += state.box.strength[warrior]
    clause = "romans.qween.1" if total.seduced else "romans.clash.3"
    return Step(clause, _sum(state, total), {**brought, "seduced": total.seduced, "total": total.total})


def _sum(state: State, total: e.Total) -> Sentence:
    if not total.line:
        return say("{clan} has {total}: the line is empty.", clan=who(total.side), total=total.total)
    cards = _moved(state, total, [_card(state, warrior) for warrior in total.line])
    return say("{clan} has {total}: {cards}.", clan=who(total.side), total=total.total, cards=cards)


def _card(state: State, warrior: str) -> Sentence:
    return say("{warrior} {n}", warrior=WARRIORS[warrior], n=state.box.strength[warrior])


def _moved(state: State, total: e.Total, cards: list[Sentence]) -> Sentence:
    """The sum of the cards, with the seduced warrior's strength added to it or taken from it."""
    line = summed(cards)
    if not total.seduced:
        return line
    warrior = WARRIORS[state.clan(str(state.seduced)).fresh]
    other = say("{n} ({warrior}, seduced)", n=abs(total.seduced), warrior=warrior)
    return say(PLUS if total.seduced > 0 else MINUS, sum=line, more=other)


PLUS, MINUS = "{sum} + {more}", "{sum} \N{MINUS SIGN} {more}"


def summed(parts: Iterable[Sentence]) -> Sentence:
    """At least one part, with plus signs between them."""
    return reduce(lambda sum, more: say(PLUS, sum=sum, more=more), parts)


# -- verdicts


def won(state: State, event: e.ClashWon) -> list[Step]:
    """The strengths, then the winner by the highest one, alone, or by Arch'r (romans.clash.3, romans.archr.1)."""
    neutral = (
        [because("romans.neutral.2", say(NEUTRAL, clan=who(event.side)))] if event.side.seat is None else []
    )
    return [*strengths(state), *_WON[event.by](state, event), *neutral]


NEUTRAL = "{clan} is neutral, and wins clashes like any other."


def _highest(state: State, event: e.ClashWon) -> list[Step]:
    sums = {total.side: total.total for total in totals(state) if not total.out}
    total = sums.pop(event.side)
    words = "{clan} has the most, {total} against {next}, and wins the clash."
    return [step("romans.clash.3", words, clan=who(event.side), total=total, next=max(sums.values()))]


def _alone(state: State, event: e.ClashWon) -> list[Step]:
    words = "{clan} has no rivals in the clash and wins it with any strength."
    return [step("romans.clash.3", words, clan=who(event.side))]


def _by_archr(state: State, event: e.ClashWon) -> list[Step]:
    words = "Of these {clan} alone has revealed Arch'r in this clash, and wins the tie."
    return [_shared(event), step("romans.archr.1", words, clan=who(event.side))]


def _shared(event: e.ClashWon | e.ClashTied) -> Step:
    highest = next(total.total for total in event.totals if total.side in event.tied)
    words = "The highest strength, {total}, is shared by {clans}: a tie."
    return step("romans.clash.3", words, total=highest, clans=everyone(event.tied))


_WON: dict[str, Callable[[State, e.ClashWon], list[Step]]] = {
    "highest": _highest,
    "alone": _alone,
    "archr": _by_archr,
}


def tied(state: State, event: e.ClashTied) -> list[Step]:
    """The strengths, the tie, and why no Arch'r wins it (romans.clash.4, romans.archr.1, romans.neutral.3)."""
    verdict = step("romans.clash.4", "With equal strength nobody captures {fort}.", fort=FORTS[state.wall[0]])
    return [*strengths(state), _shared(event), *_archrs(event), verdict]


def _archrs(event: e.ClashTied) -> list[Step]:
    several = (
        [because("romans.archr.1", say(SEVERAL, clans=everyone(event.archrs)))]
        if len(event.archrs) > 1
        else []
    )
    neutral = tuple(side for side in event.archrs if side.seat is None)
    words = COUNTS if several else WINS_NOTHING
    return [
        *several,
        *([because("romans.neutral.3", say(words, clans=everyone(neutral)))] if neutral else []),
    ]


SEVERAL = "More than one of these has revealed Arch'r ({clans}), so the tie stands."
COUNTS = "The Arch'r of a neutral clan counts against the others: {clans}."
WINS_NOTHING = "The Arch'r of a neutral clan has no ability and wins no tie: {clans}."


def unfought(state: State, event: e.ClashUnfought) -> list[Step]:
    return [*strengths(state), step("romans.clash.3", "No clan takes part, so nobody captures the fort.")]


ARGUMENTS: dict[Any, Callable[[State, Any], list[Step]]] = {
    e.ChariottsCancelled: collided,
    e.QweensCancelled: qweens,
    e.NobodySeduced: nobody_seduced,
    e.WarriorSeduced: seduced,
    e.ClashWon: won,
    e.ClashTied: tied,
    e.ClashUnfought: unfought,
}
