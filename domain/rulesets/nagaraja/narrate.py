"""One sentence for each event of Nagaraja, and the chapters of a game. Secrets that are not known are left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.components import colour_of, is_cursed, other, shows_naga, worth
from domain.rulesets.nagaraja.narrate_temples import TEMPLES, of_seat
from domain.sentence import Seat, Sentence, Term, say


def narrate(event: Any) -> Sentence:
    return SENTENCES[type(event)](event)


def chapter(event: Any) -> Sentence | None:
    """Each round is a chapter; it begins with its tile."""
    return say("Round {n}", n=event.round) if isinstance(event, e.TileTurnedUp) else None


def _stick(stick: str) -> Sentence:
    face = Term("Naga") if shows_naga(stick) else stick.rpartition("-")[2]
    return say("{colour} {face}", colour=Term(colour_of(stick)), face=face)


def _sticks(sticks: Sequence[str]) -> tuple[Sentence, ...]:
    return tuple(map(_stick, sticks))


def _guide_thrown(event: e.GuideThrown) -> Sentence:
    points: dict[str, Any] = {"one": event.points[0], "two": event.points[1]}
    if not event.guide:
        return say("Both throw {one} for the guide: they throw again.", **points)
    return say("{seat} is the first guide ({one} to {two}).", seat=Seat(event.guide), **points)


def _tile_turned_up(event: e.TileTurnedUp) -> Sentence:
    tile = event.tile.value
    if event.amulet:
        return say("The tile {tile} is turned up, with an amulet face down.", tile=tile)
    return say("The tile {tile} is turned up.", tile=tile)


def _cards_chosen(event: e.CardsChosen) -> Sentence:
    return say(
        "{seat} lays a card face down.",
        plural="{seat} lays {n} cards face down.",
        count=event.count,
        seat=Seat(event.seat),
        n=event.count,
    )


def _cards_turned_up(event: e.CardsTurnedUp) -> Sentence:
    one, two = (tuple(card.value for card in cards) for cards in event.cards)
    return say("The cards are turned up: {one} against {two}.", one=one, two=two)


def _sticks_thrown(event: e.SticksThrown) -> Sentence:
    one, two = (
        say("{seat} throws {n} fate points, Nagas: {nagas}", seat=Seat(seat), n=points, nagas=nagas)
        for seat, (points, nagas) in enumerate(zip(event.points, event.nagas, strict=True), 1)
    )
    return say("{one}; {two}.", one=one, two=two)


def _passed(event: e.Passed) -> Sentence:
    if event.by_himself:
        return say("{seat} passes.", seat=Seat(event.seat))
    return say("{seat} can do nothing and passes.", seat=Seat(event.seat))


def _amulet_played(event: e.AmuletPlayed) -> Sentence:
    return say("{seat} plays the amulet {amulet}.", seat=Seat(event.seat), amulet=event.amulet.value)


def _points_added(event: e.FatePointsAdded) -> Sentence:
    return say(
        "{seat} adds a fate point and has {total}.",
        plural="{seat} adds {n} fate points and has {total}.",
        count=event.points,
        seat=Seat(event.seat),
        n=event.points,
        total=event.total,
    )


def _discarded_sticks(event: e.SticksDiscarded) -> Sentence:
    return say(
        "{seat} loses sticks: {sticks}; fate points left: {n}.",
        seat=Seat(event.seat),
        sticks=_sticks(event.sticks),
        n=event.total,
    )


def _more_thrown(event: e.MoreSticksThrown) -> Sentence:
    return say(
        "{seat} throws more sticks: {sticks}; fate points now: {n}.",
        seat=Seat(event.seat),
        sticks=_sticks(event.sticks),
        n=event.total,
    )


def _thrown_again(event: e.SticksThrownAgain) -> Sentence:
    return say(
        "{seat} throws again: {before} become {sticks}; fate points now: {n}.",
        seat=Seat(event.seat),
        before=_sticks(event.before),
        sticks=_sticks(event.sticks),
        n=event.total,
    )


def _cards_drawn(event: e.CardsDrawn) -> Sentence:
    seat, count = Seat(event.seat), len(event.cards)
    if event.purpose == "look":
        return say(
            "{seat} looks at the top card of the deck.",
            plural="{seat} looks at the top {n} cards of the deck.",
            count=count,
            seat=seat,
            n=count,
        )
    return say("{seat} draws a card.", plural="{seat} draws {n} cards.", count=count, seat=seat, n=count)


def _cards_discarded(event: e.CardsDiscarded) -> Sentence:
    return say(
        "{seat} discards a card unseen.",
        plural="{seat} discards {n} cards unseen.",
        count=event.count,
        seat=Seat(event.seat),
        n=event.count,
    )


def _taken_at_random(event: e.CardTakenAtRandom) -> Sentence:
    seats: dict[str, Any] = {"seat": Seat(event.seat), "loser": Seat(other(event.seat))}
    if event.card.value is None:
        return say("{seat} takes a card at random from {loser}.", **seats)
    return say("{seat} takes {card} at random from {loser}.", card=event.card.value, **seats)


def _card_taken(event: e.CardTaken) -> Sentence:
    return say(
        "{seat} takes one of the cards; the other one is discarded.",
        plural="{seat} takes one of the cards; the other {n} are discarded.",
        count=event.discarded,
        seat=Seat(event.seat),
        n=event.discarded,
    )


def _tile_won(event: e.TileWon) -> Sentence:
    one, two = event.points
    if event.tie:
        return say("{one} to {two}: {seat} wins the tile as guide.", seat=Seat(event.seat), one=one, two=two)
    return say("{one} to {two}: {seat} wins the tile.", seat=Seat(event.seat), one=one, two=two)


def _cards_kept(event: e.CardsKept) -> Sentence:
    seats: dict[str, Any] = {"seat": Seat(event.seat), "other": Seat(other(event.seat))}
    if event.given is None:
        return say("There is no card to give to {other}.", **seats)
    if event.given.value is None:
        return say("{seat} gives a card to {other}.", **seats)
    return say("{seat} gives {card} to {other}.", card=event.given.value, **seats)


def _peeked(event: t.RelicsPeeked) -> Sentence:
    values: dict[str, Any] = {"seat": Seat(event.seat), "temple": Seat(event.temple), "places": event.places}
    if any(relic.value is None for relic in event.relics):
        return say("{seat} looks at relics in the temple of {temple}: {places}.", **values)
    seen = tuple(relic_name(relic.value) for relic in event.relics if relic.value)
    return say("{seat} looks at relics in the temple of {temple}: {places}: {seen}.", seen=seen, **values)


def relic_name(relic: str) -> Sentence:
    if is_cursed(relic):
        return say("cursed relic {n}", n=worth(relic))
    return say("sacred relic {n}", n=worth(relic))


def _uncovered(event: t.RelicUncovered) -> Sentence:
    return say(
        "A path uncovers {relic} at {place} in the temple of {seat}.",
        relic=relic_name(event.relic.value or ""),
        place=event.place,
        seat=Seat(event.seat),
    )


def _amulet_taken(event: t.AmuletTaken) -> Sentence:
    if event.amulet.value is None:
        return say("{seat} takes an amulet.", seat=Seat(event.seat))
    return say("{seat} takes the amulet {amulet}.", seat=Seat(event.seat), amulet=event.amulet.value)


ENDINGS: Mapping[str, str] = {
    "cursed": "All cursed relics of {loser} are face up: {seat} wins.",
    "points": "{seat} has {n} points and wins.",
    "full-temple": "A temple is full: {seat} wins, {one} to {two}.",
}


def _ended(event: e.GameEnded) -> Sentence:
    return say(
        ENDINGS[event.reason],
        seat=Seat(event.winner),
        loser=Seat(other(event.winner)),
        n=event.points[event.winner - 1],
        one=event.points[0],
        two=event.points[1],
    )


SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    **TEMPLES,
    t.RelicsHidden: of_seat("The relics of {seat} are hidden."),
    e.TilesShuffled: lambda event: say("The room tiles are shuffled."),
    e.AmuletsShuffled: lambda event: say("The amulets are shuffled."),
    e.DeckShuffled: lambda event: say("A deck of {n} cards is shuffled.", n=event.cards),
    e.GuideThrown: _guide_thrown,
    e.HandsDealt: lambda event: say("Each is dealt a hand of {n} cards.", n=len(event.hands[0])),
    e.TileTurnedUp: _tile_turned_up,
    e.CardsChosen: _cards_chosen,
    e.CardsTurnedUp: _cards_turned_up,
    e.SticksThrown: _sticks_thrown,
    e.ConfrontationSkipped: lambda event: say("Nobody can do anything: there is no confrontation."),
    e.NagaSpent: lambda event: say(
        "{seat} spends a Naga: {stick}.", seat=Seat(event.seat), stick=_stick(event.stick)
    ),
    e.CardActivated: lambda event: say(
        "{seat} activates {card}.", seat=Seat(event.seat), card=event.card.value
    ),
    e.EffectGoesOn: lambda event: say(
        "The effect of {card} goes on with {seat}.", card=event.card, seat=Seat(event.chooser)
    ),
    e.EffectCarriedOut: lambda event: say("The effect of {card} is carried out.", card=event.card),
    e.Passed: _passed,
    e.AmuletPlayed: _amulet_played,
    e.FatePointsAdded: _points_added,
    e.SticksDiscarded: _discarded_sticks,
    e.StickNamed: lambda event: say(
        "{seat} names a stick: {stick}.", seat=Seat(event.seat), stick=_stick(event.stick)
    ),
    e.MoreSticksThrown: _more_thrown,
    e.SticksThrownAgain: _thrown_again,
    e.PlayerChosen: lambda event: say(
        "{seat} chooses {player}.", seat=Seat(event.seat), player=Seat(event.player)
    ),
    e.CardsDrawn: _cards_drawn,
    e.CardsDiscarded: _cards_discarded,
    e.CardDiscardedAtRandom: of_seat("{seat} loses a card at random."),
    e.CardTakenAtRandom: _taken_at_random,
    e.CardTaken: _card_taken,
    e.TileWon: _tile_won,
    t.RelicsPeeked: _peeked,
    t.RelicUncovered: _uncovered,
    t.AmuletTaken: _amulet_taken,
    e.GuidePassed: of_seat("{seat} is the next guide."),
    e.CardsKept: _cards_kept,
    e.GameEnded: _ended,
}
