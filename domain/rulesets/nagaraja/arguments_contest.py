"""Arguments for phases 1 and 2: what cards bring, how sticks add up, who can do nothing, who wins the tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from domain.argument import Step, step
from domain.rulesets.nagaraja import effects
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.choosing import colours
from domain.rulesets.nagaraja.components import Box, other
from domain.rulesets.nagaraja.components import fate as fate_of
from domain.rulesets.nagaraja.confrontation import clauses_of_passing, tile_won
from domain.rulesets.nagaraja.evolve import EVOLVE
from domain.rulesets.nagaraja.game import known
from domain.rulesets.nagaraja.phrases import effect_said, stick_named, sticks_counted, sticks_named
from domain.rulesets.nagaraja.state import Player, State, nagas, total_fate
from domain.sentence import Seat, Term


def guide_thrown(state: State, box: Box, event: e.GuideThrown) -> list[Step]:
    """The higher throw is guide; equal ones are thrown again (setup.2)."""
    thrown = [_fate_of("nagaraja.setup.2", *it) for it in enumerate(event.sticks, 1)]
    if not event.guide:
        return [*thrown, step("nagaraja.setup.2", "They are equal, so both throw again.")]
    return [*thrown, step("nagaraja.setup.2", "{seat} has more and is guide.", seat=Seat(event.guide))]


def _fate_of(clause: str, seat: int, sticks: Sequence[str]) -> Step:
    return step(
        clause,
        "{seat}: {sticks}; fate points {points}.",
        seat=Seat(seat),
        sticks=sticks_named(sticks),
        points=sum(map(fate_of, sticks)),
    )


def turned_up(state: State, box: Box, event: e.CardsTurnedUp) -> list[Step]:
    """The sticks on top of the cards are thrown (call.2), and none of the cards takes effect (call.3)."""
    steps = [it for seat, cards in enumerate(event.cards, 1) for it in _tops(box, seat, known(cards))]
    return [*steps, step("nagaraja.call.3", "None of these cards is used for its effect.")]


def _tops(box: Box, seat: int, cards: list[str]) -> Iterator[Step]:
    if not cards:
        yield step("nagaraja.call.2", "{seat} has laid no card and throws nothing.", seat=Seat(seat))
        return
    thrown = Counter(colours(box, cards))
    yield step(
        "nagaraja.call.2",
        "On top of {cards} ({seat}): {sticks}.",
        cards=tuple(cards),
        seat=Seat(seat),
        sticks=tuple(sticks_counted(colour, number) for colour, number in thrown.items()),
    )


def thrown(state: State, box: Box, event: e.SticksThrown) -> list[Step]:
    """Fate points and Nagas of both, and which sticks were too few (call.2)."""
    counted = [_thrown_by(*it) for it in enumerate(event.sticks, 1)]
    return [*counted, *_shortage(state, event)]


def _thrown_by(seat: int, sticks: Sequence[str]) -> Step:
    if not sticks:
        return step("nagaraja.call.2", "{seat} has no stick to throw.", seat=Seat(seat))
    return step(
        "nagaraja.call.2",
        "{seat}: {sticks}; fate points {points}, Nagas {nagas}.",
        seat=Seat(seat),
        sticks=sticks_named(sticks),
        points=sum(map(fate_of, sticks)),
        nagas=len(nagas(Player(sticks=tuple(sticks)))),
    )


def _shortage(state: State, event: e.SticksThrown | e.MoreSticksThrown) -> Iterator[Step]:
    """Sticks that the supply lacks are thrown again (call.2)."""
    for colour, left in EVOLVE[type(event)](state, event).supply.items():
        there = max(state.supply[colour], 0)
        if left < 0 and left < state.supply[colour]:
            yield step(
                "nagaraja.call.2",
                "{colour} sticks: {there} in the supply; the missing ones ({missing}) are thrown again.",
                colour=Term(colour),
                there=there,
                missing=state.supply[colour] - left - there,
            )


def skipped(state: State, box: Box, event: e.ConfrontationSkipped) -> list[Step]:
    means = [_means(state, seat) for seat in (1, 2)]
    return [*means, step("nagaraja.naga.1", "Neither can do anything, so there is no confrontation.")]


def _means(state: State, seat: int) -> Step:
    """What all can see of what it takes to act: a Naga with a card, or an amulet (naga.1)."""
    player = state.player(seat)
    return step(
        "nagaraja.naga.1",
        "{seat}: Nagas {nagas}, cards in hand {cards}, amulets {amulets}.",
        seat=Seat(seat),
        nagas=len(nagas(player)),
        cards=len(player.hand),
        amulets=len(player.amulets),
    )


def passed(state: State, box: Box, event: e.Passed) -> list[Step]:
    """By choice, or by the table; the second pass in a row ends the phase (naga.1, naga.2)."""
    seat, rival = Seat(event.seat), Seat(other(event.seat))
    if event.by_himself:
        steps = [step("nagaraja.naga.1", "{seat} passes by choice.", seat=seat)]
    else:
        text = "It takes a Naga and a card, or an amulet: {seat} can do nothing and passes."
        steps = [_means(state, event.seat), step("nagaraja.naga.1", text, seat=seat)]
        if "naga.2" in clauses_of_passing(state):
            text = "Only {rival} has Nagas and may use them one after the other."
            steps.append(step("nagaraja.naga.2", text, rival=rival))
    if state.player(other(event.seat)).passed:
        text = "{rival} has passed just before: the confrontation is over."
        steps.append(step("nagaraja.naga.1", text, rival=rival))
    return steps


def naga_spent(state: State, box: Box, event: e.NagaSpent) -> list[Step]:
    player = state.player(event.seat)
    paid = step(
        "nagaraja.naga.1",
        "Nagas of {seat}: {nagas}. One of them pays for the card: {stick}.",
        seat=Seat(event.seat),
        nagas=len(nagas(player)),
        stick=stick_named(event.stick),
    )
    text = "A Naga counts no fate points: {seat} still has {total}."
    return [paid, step("nagaraja.naga.4", text, seat=Seat(event.seat), total=total_fate(player))]


def activated(state: State, box: Box, event: e.CardActivated) -> list[Step]:
    """Whom the card concerns, and what it does (naga.3)."""
    assert event.card.value is not None
    return takes_effect(box, event.seat, event.card.value)


ARROWS = {
    "self": "The arrow of {card} points at its player: it concerns {target}.",
    "opponent": "The arrow of {card} points at the opponent: it concerns {target}.",
    "either": "The arrow of {card} points both ways: {seat} chooses whom it concerns.",
}


def takes_effect(box: Box, seat: int, name: str) -> list[Step]:
    card = box.card[name]
    whom: dict[str, Any] = (
        {"seat": Seat(seat)} if card.target == "either" else {"target": Seat(card.targets(seat)[0])}
    )
    return [
        step("nagaraja.naga.3", ARROWS[card.target], card=name, **whom),
        step("nagaraja.naga.3", "{card}: {does}.", card=name, does=effect_said(card.effect)),
    ]


AMULETS = {
    "naga": "{amulet} acts as a Naga.",
    "fate-points": "{amulet} adds fate points ({n}) and takes the turn.",
    "draw-cards": "{amulet} draws cards ({n}) and takes no turn.",
}


def amulet_played(state: State, box: Box, event: e.AmuletPlayed) -> list[Step]:
    assert event.amulet.value is not None
    return [plays(box, event.amulet.value)]


def plays(box: Box, amulet: str) -> Step:
    does = box.amulet[amulet]
    values: dict[str, Any] = {} if does.do == "naga" else {"n": does.number}
    return step("nagaraja.amulet.2", AMULETS[does.do], amulet=amulet, **values)


def added(state: State, box: Box, event: e.FatePointsAdded) -> list[Step]:
    """By the card's effect under way, or by the amulet that was just played."""
    if state.effect:
        return [_sum(state, "nagaraja.naga.3", event.seat, gained=effects.doing(state, box).step.number)]
    return [_sum(state, "nagaraja.amulet.2", event.seat, gained=box.amulet[state.played[-1]].number)]


def sticks_lost(state: State, box: Box, event: e.SticksDiscarded) -> list[Step]:
    return [_sum(state, "nagaraja.naga.3", event.seat, lost=sum(map(fate_of, event.sticks)))]


def more_thrown(state: State, box: Box, event: e.MoreSticksThrown) -> list[Step]:
    gained = sum(map(fate_of, event.sticks))
    return [_sum(state, "nagaraja.naga.3", event.seat, gained=gained), *_shortage(state, event)]


def thrown_again(state: State, box: Box, event: e.SticksThrownAgain) -> list[Step]:
    lost, gained = (sum(map(fate_of, sticks)) for sticks in (event.before, event.sticks))
    return [_sum(state, "nagaraja.naga.3", event.seat, lost=lost, gained=gained)]


SUMS = {
    (True, False): "Fate points of {seat}: {before} − {lost} = {total}.",
    (False, True): "Fate points of {seat}: {before} + {gained} = {total}.",
    (True, True): "Fate points of {seat}: {before} − {lost} + {gained} = {total}.",
}


def _sum(state: State, clause: str, seat: int, **change: int) -> Step:
    """The sum after `lost` and `gained`; the sentence mentions only those that are given."""
    before = total_fate(state.player(seat))
    total = before - change.get("lost", 0) + change.get("gained", 0)
    values: dict[str, Any] = {"seat": Seat(seat), "before": before, **change, "total": total}
    return step(clause, SUMS["lost" in change, "gained" in change], **values)


def won(state: State, box: Box, event: e.TileWon) -> list[Step]:
    """What each has for the tile, and who wins it (win.1)."""
    return [*(_for_the_tile(state, seat) for seat in (1, 2)), _verdict(tile_won(state))]


def _for_the_tile(state: State, seat: int) -> Step:
    player = state.player(seat)
    return step(
        "nagaraja.win.1",
        "{seat}: {sticks} on sticks + {added} added = {total}.",
        seat=Seat(seat),
        sticks=total_fate(player) - player.fate_points,
        added=player.fate_points,
        total=total_fate(player),
    )


def _verdict(won: e.TileWon) -> Step:
    if won.tie:
        text = "They are equal, and a tie goes to the guide: {seat} wins the tile."
        return step("nagaraja.win.1", text, seat=Seat(won.seat))
    return step(
        "nagaraja.win.1",
        "{more} is more than {less}: {seat} wins the tile.",
        more=max(won.points),
        less=min(won.points),
        seat=Seat(won.seat),
    )


def guide_passed(state: State, box: Box, event: e.GuidePassed) -> list[Step]:
    text = "{winner} won the tile, so {seat} is the next guide."
    return [step("nagaraja.deal.1", text, winner=Seat(other(event.seat)), seat=Seat(event.seat))]


def cards_kept(state: State, box: Box, event: e.CardsKept) -> list[Step]:
    drawn = len(state.drawn)
    seats: dict[str, Any] = {"seat": Seat(event.seat), "rival": Seat(other(event.seat))}
    if drawn <= 1:
        text = "Cards drawn by {seat}: {drawn}. With fewer than two none is given to {rival}."
        return [step("nagaraja.deal.1", text, drawn=drawn, **seats)]
    text = "Cards drawn by {seat}: {drawn}. One is given to {rival}, which leaves {kept}."
    return [step("nagaraja.deal.1", text, drawn=drawn, kept=drawn - 1, **seats)]
