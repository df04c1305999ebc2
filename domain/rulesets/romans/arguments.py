"""The argument behind each deciding event of Romans Go Home!, clause by clause, with the numbers of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from domain.argument import Step, because, step
from domain.rulesets.romans import arguments_clash, arguments_end
from domain.rulesets.romans import events as e
from domain.rulesets.romans.aftermath import FOKUS_RULE, HORSIE_RULE
from domain.rulesets.romans.arguments_end import worth
from domain.rulesets.romans.choices import fortuna_may_discard, may_discard
from domain.rulesets.romans.components import FORTHECA
from domain.rulesets.romans.names import FORTS, WARRIORS, warriors, who
from domain.rulesets.romans.state import Clan, Side, State, points
from domain.rulesets.romans.variants import rules_of
from domain.sentence import Sentence, say

# -- forts


def lost(state: State, event: e.FortLost) -> list[Step]:
    """Nobody takes part, a tie, or under the variant a tie over the last fort."""
    if event.reason == "nobody":
        words = "No clan took part: {fort} leaves the game and all lines stay."
        return [step("romans.clash.3", words, fort=FORTS[event.fort])]
    return [step(*rules_of(state).lost_said, fort=FORTS[event.fort])]


def shifted(state: State, event: e.WallShifted) -> list[Step]:
    words = "After a tie {fort} stays and is fought over again; the wall of {n} forts moves one place right."
    pushed = "{lost}, at the right end, is pushed off and leaves the game."
    return [
        step("romans.variant.tied-fort", words, fort=FORTS[event.fort], n=len(state.wall)),
        step("romans.variant.tied-fort", pushed, lost=FORTS[event.lost]),
    ]


def chosen(state: State, event: e.FortChosen) -> list[Step]:
    """Dru'hid may take any fort of the wall; what becomes of the one fought over (romans.druhid.1)."""
    fort, fought, place = FORTS[event.fort], FORTS[state.wall[0]], event.place
    words = "{clan} wins the clash and has revealed Dru'hid in it: each of the {n} forts in the wall may be taken."
    steps = [step("romans.druhid.1", words, clan=who(event.side), n=len(state.wall))]
    if place == state.first_place:
        words = "{clan} takes {fort}, the fort fought over."
        return [*steps, step("romans.druhid.1", words, clan=who(event.side), fort=fort)]
    words = "{clan} takes {fort} from place {place}; the fort fought over, {fought}, stays in the wall."
    steps.append(step("romans.druhid.1", words, clan=who(event.side), fort=fort, place=place, fought=fought))
    return [*steps, step(*rules_of(state).room_said, place=place, fought=fought)]


def captured(state: State, event: e.FortCaptured) -> list[Step]:
    """The sum of the clan's points, and how near three FortHeca are (romans.clash.5, romans.fortheca.1)."""
    steps = [_more_points(state, event)]
    if state.box.fort[event.fort].kind == FORTHECA:
        words = "{clan} now has {fortheca} of the FortHeca; with three a player wins at once."
        steps.append(step("romans.fortheca.1", words, clan=who(event.side), fortheca=event.fortheca))
    return [*steps, *_neutral(event.side, "{clan} is neutral, and captures forts like any other.")]


def _more_points(state: State, event: e.FortCaptured) -> Step:
    values = {
        "clan": who(event.side),
        "fort": FORTS[event.fort],
        "earlier": points(state, state.clan(event.side.clan)),
        "points": event.points,
    }
    if event.value < 0:
        words = "{clan} has won the clash and takes {fort}: {earlier} \N{MINUS SIGN} {loss} = {points}."
        return because("romans.clash.5", Sentence(words, {**values, "loss": -event.value}))
    words = "{clan} has won the clash and takes {fort}: {earlier} + {value} = {points}."
    return because("romans.clash.5", Sentence(words, {**values, "value": event.value}))


def _neutral(side: Side, words: str) -> list[Step]:
    return [step("romans.neutral.2", words, clan=who(side))] if side.seat is None else []


# -- who stays in the line


def keeping(state: State, event: e.WarriorKept | e.KeepDeclined) -> list[Step]:
    """What lets the captor keep a warrior, and that it does or does not (romans.axx.1, romans.komfort.1)."""
    rule, clan = KEEPING[event.reason], state.clan(event.side.clan)
    if event.reason == "axx":
        may = step(
            rule, "{clan} captures and has revealed Axx in this clash: he may stay.", clan=who(event.side)
        )
    else:
        words = (
            "{clan} captures KomFort: the weakest warrior of the line may stay, {warrior} with {n} ({cards})."
        )
        strength = state.box.strength[event.warrior]
        may = step(
            rule,
            words,
            clan=who(event.side),
            warrior=WARRIORS[event.warrior],
            n=strength,
            cards=cards(state, clan.whole_line),
        )
    verdict = STAYS if isinstance(event, e.WarriorKept) else GOES
    end = step(rule, verdict, clan=who(event.side), warrior=WARRIORS[event.warrior])
    return [may, *_by_rote(event.side), end]


def _by_rote(side: Side) -> list[Step]:
    words = "{clan} is neutral and decides by rote."
    return [step("romans.neutral.4", words, clan=who(side))] if side.seat is None else []


KEEPING = {"axx": "romans.axx.1", "komfort": "romans.komfort.1"}
STAYS, GOES = "{clan} keeps {warrior}.", "{clan} does not keep {warrior}."


def cards(state: State, names: Iterable[str]) -> tuple[Sentence, ...]:
    """Warriors with their strengths."""
    return tuple(say("{warrior} {n}", warrior=WARRIORS[w], n=state.box.strength[w]) for w in names)


def discarded(state: State, event: e.WarriorsDiscarded) -> list[Step]:
    if event.reason == "captured":
        return _line_gone(state, event)
    if event.reason == "seduced":
        words = "The clan of Qween captures, so {warrior} of {clan}, whom she seduced, is discarded with her line."
        (warrior,) = event.warriors
        return [step("romans.qween.3", words, warrior=WARRIORS[warrior], clan=who(event.side))]
    return _one_goes(state, event)


def _line_gone(state: State, event: e.WarriorsDiscarded) -> list[Step]:
    gone = warriors(event.warriors)
    if not state.keeping:
        words = "{clan} captures and discards the whole line: {warriors}."
        return [step("romans.clash.5", words, clan=who(event.side), warriors=gone)]
    words = "{clan} captures and discards the line except what it keeps ({staying}): {warriors}."
    return [
        step("romans.clash.5", words, clan=who(event.side), staying=warriors(state.keeping), warriors=gone)
    ]


def _one_goes(state: State, event: e.WarriorsDiscarded) -> list[Step]:
    """Why one warrior goes for Horsie or Fort Fokus, which ones could go, and who decides."""
    rule = HORSIE_RULE if event.reason == "horsie" else FOKUS_RULE
    clan = state.clan(event.side.clan)
    open_to_it = may_discard(state, clan, rule)
    before = "fokus" if event.reason == "fokus" else "himself" if not clan.line else "horsie"
    steps = [step(rule, MUST_DISCARD[before], clan=who(event.side), cards=cards(state, open_to_it))]
    if event.chosen is not None:
        words = "{clan} has chosen {warrior}."
        return [*steps, step(rule, words, clan=who(event.side), warrior=WARRIORS[str(event.chosen.value)])]
    (warrior,) = event.warriors
    if event.side.seat is not None:
        return [*steps, step("romans.choice.1", "It can only be {warrior}.", warrior=WARRIORS[warrior])]
    words = "{clan} is neutral and gives the weakest: {warrior}, {strength}."
    strength = state.box.strength[warrior]
    by_rote = step(
        "romans.neutral.4", words, clan=who(event.side), warrior=WARRIORS[warrior], strength=strength
    )
    return [*steps, by_rote]


MUST_DISCARD = {
    "horsie": "{clan} has revealed Horsie and not captured: a warrior revealed earlier is discarded ({cards}).",
    "himself": "{clan} has revealed Horsie and not captured, and the line holds nobody else: he goes himself ({cards}).",
    "fokus": "Fort Fokus is captured: every clan with a line discards one warrior, here {clan} ({cards}).",
}


def given_up(state: State, event: e.FortDiscarded) -> list[Step]:
    """Which forts could go for FortUna, and what is left (romans.fortuna.1)."""
    clan = state.clan(event.side.clan)
    left = step(
        "romans.fortuna.1",
        "{fort}, worth {value}, leaves the game; {clan} had {before} and has {points} left.",
        fort=FORTS[event.fort],
        value=state.box.value[event.fort],
        clan=who(event.side),
        before=points(state, clan),
        points=event.points,
    )
    return [_price(state, clan), *_settled(clan, event), left]


def _price(state: State, clan: Clan) -> Step:
    earlier = fortuna_may_discard(clan)
    if not earlier:
        words = "{clan} has captured FortUna and no fort before it: FortUna itself goes."
        return step("romans.fortuna.1", words, clan=who(clan.side))
    words = "{clan} has captured FortUna and gives up a fort captured earlier: {forts}."
    return step("romans.fortuna.1", words, clan=who(clan.side), forts=worth(state, earlier))


def _settled(clan: Clan, event: e.FortDiscarded) -> list[Step]:
    """Why this fort goes when nobody had a choice."""
    if clan.side.seat is None:
        words = "{clan} is neutral and gives up the lowest, {fort}."
        return [step("romans.neutral.4", words, clan=who(clan.side), fort=FORTS[event.fort])]
    if len(fortuna_may_discard(clan)) < 2:
        return [step("romans.choice.1", "It can only be {fort}.", fort=FORTS[event.fort])]
    return []


ARGUMENTS: dict[Any, Callable[[State, Any], Sequence[Step]]] = {
    **arguments_clash.ARGUMENTS,
    **arguments_end.ARGUMENTS,
    e.FortLost: lost,
    e.WallShifted: shifted,
    e.FortChosen: chosen,
    e.FortCaptured: captured,
    e.WarriorKept: keeping,
    e.KeepDeclined: keeping,
    e.WarriorsDiscarded: discarded,
    e.FortDiscarded: given_up,
}
