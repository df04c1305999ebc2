"""One sentence for each event of Nagaraja, and the chapters of a game. Secrets that are not known are left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.by_seat import BySeat, of_seat
from domain.ruleset import Event
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.components import other
from domain.rulesets.nagaraja.events_temples import RelicUncovered
from domain.rulesets.nagaraja.narrate_contest import CONTEST
from domain.rulesets.nagaraja.narrate_temples import TEMPLES, naming_seat
from domain.rulesets.nagaraja.phrases import sticks_named
from domain.sentence import Seat, Sentence, say


def _round_begins(event: e.TileTurnedUp) -> Sentence:
    return say("Round {n}", n=event.round)


def _guide_thrown(event: e.GuideThrown) -> Sentence:
    if not event.guide:
        return say(
            "For the guide {thrown}: both have {n} and throw again.",
            thrown=_thrown(event),
            n=of_seat(event.points, 1),
        )
    return say(
        "For the guide {thrown}: {seat} is guide, {score}.",
        thrown=_thrown(event),
        seat=Seat(event.guide),
        score=_score(event.points, event.guide),
    )


def _thrown(event: e.GuideThrown) -> Sentence:
    one, two = (sticks_named(sticks) for sticks in event.sticks)
    return say("{one} throws {first}, {two} {second}", one=Seat(1), first=one, two=Seat(2), second=two)


def _score(points: BySeat[int], first: int) -> Sentence:
    """The points of both, with those of seat `first` in front."""
    return say("{one} to {two}", one=of_seat(points, first), two=of_seat(points, other(first)))


def _tile_turned_up(event: e.TileTurnedUp) -> Sentence:
    values: dict[str, Any] = {"n": event.round, "guide": Seat(event.guide), "tile": event.tile.value}
    if event.amulet:
        return say(
            "Round {n}, {guide} is guide: the tile {tile} is turned up, with an amulet face down.", **values
        )
    return say("Round {n}, {guide} is guide: the tile {tile} is turned up.", **values)


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
    if event.purpose == "keep":
        return say(
            "{seat} draws a card for the new deal.",
            plural="{seat} draws {n} cards for the new deal.",
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
    if not event.discarded:
        return say("{seat} takes the only card.", seat=Seat(event.seat))
    return say(
        "{seat} takes one of the cards; the other one is discarded.",
        plural="{seat} takes one of the cards; the other {n} are discarded.",
        count=event.discarded,
        seat=Seat(event.seat),
        n=event.discarded,
    )


def _tile_won(event: e.TileWon) -> Sentence:
    values: dict[str, Any] = {"seat": Seat(event.seat), "score": _score(event.points, event.seat)}
    if event.tie:
        return say("{seat} wins the tile as guide after a tie, {score}.", **values)
    return say("{seat} wins the tile, {score}.", **values)


def _cards_kept(event: e.CardsKept) -> Sentence:
    values: dict[str, Any] = {"seat": Seat(event.seat), "other": Seat(other(event.seat))}
    if event.given is None:
        return say("There are too few cards for {seat} to give one to {other}.", **values)
    values |= {"n": event.kept}
    if event.given.value is None:
        return say(
            "{seat} keeps a card and gives one to {other}.",
            plural="{seat} keeps {n} cards and gives one to {other}.",
            count=event.kept,
            **values,
        )
    return say(
        "{seat} keeps a card and gives {card} to {other}.",
        plural="{seat} keeps {n} cards and gives {card} to {other}.",
        count=event.kept,
        card=event.given.value,
        **values,
    )


ENDINGS: Mapping[e.EndReason, str] = {
    "cursed": "{seat} wins, {score}: all cursed relics of {loser} are face up.",
    "points": "{seat} wins, {score}: {needed} points end the game at once.",
    "full-temple": "The temple of {filled} is full. {seat} has more points and wins, {score}.",
}
TIED = "The temple of {filled} is full. A tie goes to its owner: {seat} wins, {score}."


def _ended(event: e.GameEnded) -> Sentence:
    """Who won, the points, what decided, and the amulets that had not been played."""
    held = tuple(
        say("{seat} has {amulets}", seat=Seat(seat), amulets=tuple(a.value for a in amulets))
        for seat, amulets in enumerate(event.amulets, 1)
        if amulets
    )
    if not held:
        return _ending(event)
    amulets = held[0] if len(held) == 1 else say("{one}; {two}", one=held[0], two=held[1])
    return say("{ending} Amulets not played: {amulets}.", ending=_ending(event), amulets=amulets)


def _ending(event: e.GameEnded) -> Sentence:
    tied = event.reason == "full-temple" and len(set(event.points)) == 1
    decided: dict[str, dict[str, Any]] = {
        "cursed": {"loser": Seat(other(event.winner))},
        "points": {"needed": event.needed},
        "full-temple": {"filled": Seat(event.filled)},
    }
    return say(
        TIED if tied else ENDINGS[event.reason],
        seat=Seat(event.winner),
        score=_score(event.points, event.winner),
        **decided[event.reason],
    )


def _player_chosen(event: e.PlayerChosen) -> Sentence:
    if event.player == event.seat:
        return say("{seat} chooses themself.", seat=Seat(event.seat))
    return say("{seat} chooses {player}.", seat=Seat(event.seat), player=Seat(event.player))


SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    **TEMPLES,
    **CONTEST,
    e.TilesShuffled: lambda event: say("The room tiles are shuffled."),
    e.AmuletsShuffled: lambda event: say("The amulets are shuffled."),
    e.DeckShuffled: lambda event: say(
        "A deck of one card is shuffled.",
        plural="A deck of {n} cards is shuffled.",
        count=event.cards,
        n=event.cards,
    ),
    e.GuideThrown: _guide_thrown,
    e.HandsDealt: lambda event: say(
        "Each is dealt a hand of one card.",
        plural="Each is dealt a hand of {n} cards.",
        count=len(event.hands[0]),
        n=len(event.hands[0]),
    ),
    e.TileTurnedUp: _tile_turned_up,
    e.PlayerChosen: _player_chosen,
    e.CardsDrawn: _cards_drawn,
    e.CardsDiscarded: _cards_discarded,
    e.CardDiscardedAtRandom: naming_seat("{seat} discards a card at random, unseen by the other."),
    e.CardTakenAtRandom: _taken_at_random,
    e.CardTaken: _card_taken,
    e.TileWon: _tile_won,
    e.GuidePassed: naming_seat("{seat} is the next guide."),
    e.CardsKept: _cards_kept,
    e.GameEnded: _ended,
}

CHAPTERS: dict[type, Callable[[Any], Sentence]] = {e.TileTurnedUp: _round_begins}
"""Each round is a chapter; it begins with its tile."""

TURNS: dict[type, Callable[[Any], int | None]] = {
    **dict.fromkeys((e.NagaSpent, e.AmuletPlayed, e.Passed), lambda event: event.seat),
    **dict.fromkeys(
        (e.TileTurnedUp, e.CardsTurnedUp, e.ConfrontationSkipped, e.TileWon, e.GameEnded), lambda event: 0
    ),
}
"""Turns are what is spent in a confrontation; the tile, the throw before and what is won after are both players'."""
HEADLINES: frozenset[type[Event]] = frozenset(
    {
        *(e.TileTurnedUp, e.SticksThrown, e.CardActivated, e.AmuletPlayed, e.Passed, e.ConfrontationSkipped),
        *(e.TileWon, RelicUncovered, e.GameEnded),
    }
)
