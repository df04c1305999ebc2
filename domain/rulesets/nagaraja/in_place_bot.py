"""The greedy player (`bot`) in a game played in place: the same choices, with all that it judges remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import exp
from typing import Any

from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.bot import BY_ITSELF, CARD, DRAWING, PUTTING
from domain.rulesets.nagaraja.bot_values import (
    AMULET,
    CURSED,
    LOST,
    OPEN_END,
    SURE,
    TILE,
    WON,
    curse,
)
from domain.rulesets.nagaraja.changing import OPTIONS, options
from domain.rulesets.nagaraja.choosing import WHOLE_HAND
from domain.rulesets.nagaraja.components import Step
from domain.rulesets.nagaraja.in_place import InPlace
from domain.rulesets.nagaraja.in_place_calls import Calls, best_of
from domain.rulesets.nagaraja.in_place_doing import NO_CARD, Doing, Move
from domain.rulesets.nagaraja.in_place_effects import choices, happens_by_itself
from domain.rulesets.nagaraja.in_place_effects_temples import face_down
from domain.rulesets.nagaraja.in_place_table import Player
from domain.rulesets.nagaraja.in_place_temples import Judged, Relics
from domain.rulesets.nagaraja.numbers import SEEN_BY_ALL, Cells, Numbers, knower

UNKNOWN = -1
OF_TEMPLES = {*OPTIONS, "swap-relics"}
"""Effects that change a temple."""


class Bot:
    """For all games with one box."""

    def __init__(self, numbers: Numbers) -> None:
        box, self.numbers = numbers.box, numbers
        self._calls = Calls(numbers)
        self._mean = [box.mean_fate[colour] for colour in numbers.colours]
        self._average = [self._mean[colour] for colour in numbers.colour]
        self._promised = lru_cache(maxsize=1 << 13)(self._promise)
        self._judged = lru_cache(maxsize=1 << 10)(self._judge)

    def choose(self, game: InPlace, choose: Callable[[int], int]) -> Move:
        """The bot's move for the seat to act."""
        moves = self._best(game)
        return moves[choose(len(moves))]

    def _best(self, game: InPlace) -> list[Move]:
        player = game.players[game.seat]
        if game.doing is not None:
            return self._best_of_effect(game, game.doing)
        if game.stage == "choose" and 0 < len(player.hand) <= WHOLE_HAND:
            best, moves = self._calls.best(tuple(sorted([card >> 3 for card in player.hand])))
            return _with_amulets(best, moves, game)
        if game.stage == "place":
            offered = game.offered_cell()
            judged = self.judged(player, game.seat)
            action, listed = options("place-tile", player.shape)
            best, moves = best_of(
                [(action, *args) for args in listed], judged.gains("place-tile", self.numbers.like[offered])
            )
            return _with_amulets(best, moves, game)
        if game.stage == "confront":
            return self._best_turn(game)
        moves = game.moves()
        if len(moves) == 1:
            return moves
        return best_of(moves, [JUDGES[move[0]](self, game, *move[1:]) for move in moves])[1]

    def _best_turn(self, game: InPlace) -> list[Move]:
        """Of all that may be done in the confrontation."""
        moves: list[Move] = [*game.amulets_to_play(), (a.Pass,)]
        worths = [JUDGES[move[0]](self, game, *move[1:]) for move in moves]
        answers = game.activations(partial(self._activated, game))
        spending = [(move, worth - CARD) for move, worth in answers if worth is not None]
        return best_of([move for move, _ in spending] + moves, [worth for _, worth in spending] + worths)[1]

    def _activated(self, game: InPlace, stick: int, card: int) -> float | None:
        """The best choice that the card would offer with this stick (if any) paid; None when there is no legal target."""
        doing = game.effect_of(card)
        if doing.now.do in OF_TEMPLES:
            worths = self._of_temples(game, doing, doing.now.do)
            return max(worths) if worths else None
        return game.if_activated(stick, card, lambda: self._activation(game, doing))

    def _best_of_effect(self, game: InPlace, doing: Doing) -> list[Move]:
        moves = game.moves()
        if len(moves) == 1:
            return moves
        return best_of(moves, self._of_choices(game, doing, moves))[1]

    def _of_choices(self, game: InPlace, doing: Doing, moves: Sequence[Move]) -> list[float]:
        """What each choice for the step under way would bring."""
        do = doing.now.do
        if do in OF_TEMPLES:
            return self._of_temples(game, doing, do)
        return [EFFECTS[move[0]](self, game, doing, *move[1:]) for move in moves]

    # -- temples

    def judged(self, player: Player, viewer: int) -> Judged:
        known = knower(viewer) | SEEN_BY_ALL
        relics = tuple([relic >> 3 if relic & known else UNKNOWN for relic in player.relics])
        points = self.numbers.worth_points
        amulets = sum([points[amulet >> 3] for amulet in player.amulets if amulet & known])
        return self._judged(player.alike, player.shape, relics, amulets)

    def _judge(self, cells: Cells, shape: tuple[int, int], relics: Relics, amulets: int) -> Judged:
        return Judged(self, cells, shape, relics, amulets)

    def _of_temples(self, game: InPlace, doing: Doing, do: str) -> list[float]:
        worths: list[float] = []
        less = PUTTING if do == "place-trap" else 0.0
        for seat in doing.seats:
            gains = self.judged(game.players[seat], doing.owner).gains(do, doing.now.adjacent)
            own = seat == doing.owner
            worths += [gain - less for gain in gains] if own else [less - gain for gain in gains]
        return worths

    def worth_of(self, relics: Relics, judged: int, amulets: int) -> float:
        """Points that a temple gives or may give, and the danger of the curse."""
        total, cursed, danger = self._promised(relics, judged & 511)
        total += AMULET * (judged >> 9 & 15)
        total += OPEN_END * (judged >> 13)
        won = WON if total + amulets >= self.numbers.needed else 0.0
        return total * (1 - danger) + won * (1 - danger) - LOST * danger - CURSED * cursed**2

    def _promise(self, relics: Relics, touched: int) -> tuple[float, int, float]:
        numbers = self.numbers
        lying = [relic for place, relic in enumerate(relics) if touched >> place & 1]
        seen, unseen = [relic for relic in lying if relic != UNKNOWN], [*numbers.all_relics]
        for relic in relics:
            if relic != UNKNOWN:
                unseen.remove(relic)
        blind, worth = len(lying) - len(seen), numbers.worth
        mean = blind * sum([worth[relic] for relic in unseen]) / len(unseen) if blind else 0
        cursed, bad = (sum([numbers.cursed[relic] for relic in them]) for them in (seen, unseen))
        danger = curse(numbers.deadly - cursed, blind, bad, len(unseen))
        return sum([worth[relic] for relic in seen]) + mean, cursed, danger

    # -- cards laid

    def _single_card(self, game: InPlace, cards: Sequence[int], more: bool) -> float:
        return self._calls.worth(cards, len(game.players[game.seat].hand), more)

    # -- the confrontation

    def _nothing(self, *given: Any) -> float:
        return 0.0

    def _amulet(self, game: InPlace, amulet: int, card: int) -> float:
        does = self.numbers.does[amulet]
        if does.do == "draw-cards":
            return DRAWING
        if does.do == "naga":
            return (self._activated(game, NO_CARD, card) or 0.0) - 2 * CARD
        return self._fate(game, game.seat, does.number) - 2 * CARD

    def _activation(self, game: InPlace, doing: Doing) -> float | None:
        step = doing.now
        if step.do == "peek-relics":
            return self._best_look(game, doing)
        if moves := choices(game, doing):
            return max(self._of_choices(game, doing, moves))
        return self._by_itself(game, doing, step) if happens_by_itself(game, doing) else None

    def _by_itself(self, game: InPlace, doing: Doing, step: Step) -> float:
        if step.do == "add-fate-points":
            return self._fate(game, doing.owner, step.number)
        if step.do == "throw-more-sticks":
            mean = self._mean[self.numbers.colours.index(step.colour)]
            return self._fate(game, doing.owner, step.number * mean) + 0.3
        return BY_ITSELF[step.do] * step.number

    def _fate(self, game: InPlace, seat: int, change: float, rival: float = 0.0) -> float:
        """More fate points for oneself, or for the other, weighed by the hope to win the tile with them."""
        own, others = game.total_fate(seat), game.total_fate(1 - seat)
        tie = 0.5 if game.guide == seat else -0.5
        return _stakes(own + change - others - rival + tie) - _stakes(own - others + tie)

    # -- choices of an effect

    def _swap(self, game: InPlace, doing: Doing, seat: int, first: int, second: int) -> float:
        gain = self.judged(game.players[seat], doing.owner).gain_of_swap(first, second)
        return gain if seat == doing.owner else -gain

    def _sticks_off(self, game: InPlace, doing: Doing, sticks: Sequence[int]) -> float:
        off = sum([self.numbers.fate[stick] for stick in sticks])
        nagas = sum([self.numbers.naga[stick] for stick in sticks])
        return self._fate(game, doing.owner, 0, -off) + 0.8 * nagas

    def _name(self, game: InPlace, doing: Doing, stick: int) -> float:
        return 0.5 * (self._average[stick] - self._lying(game, doing.owner, stick))

    def _lying(self, game: InPlace, seat: int, stick: int) -> float:
        naga = self.numbers.naga[stick] and game.players[seat].hand
        return self.numbers.fate[stick] + (1.2 if naga else 0)

    def _player(self, game: InPlace, doing: Doing, seat: int) -> float:
        """Whose sticks to throw again, or whose cards to renew."""
        mine = seat == doing.owner
        if doing.now.do == "choose-player":
            return 1.0 if mine else 0.2
        sticks = game.players[seat].sticks
        change = sum([self._average[stick] for stick in sticks])
        change -= sum([self._lying(game, doing.owner, stick) for stick in sticks])
        return self._fate(game, doing.owner, change) if mine else self._fate(game, doing.owner, 0, change)

    def _look(self, game: InPlace, doing: Doing, seat: int, places: Sequence[int]) -> float:
        relics, known = game.players[seat].relics, knower(doing.owner) | SEEN_BY_ALL
        return _looking(sum([not relics[place] & known for place in places]), seat == doing.owner)

    def _best_look(self, game: InPlace, doing: Doing) -> float | None:
        """As many relics not seen yet as the card lets its owner look at."""
        known, number = knower(doing.owner) | SEEN_BY_ALL, doing.now.number
        worths = []
        for seat in doing.seats:
            relics = game.players[seat].relics
            if down := face_down(game, seat):
                new = sum([not relics[place] & known for place in down])
                worths.append(_looking(min(new, number), seat == doing.owner))
        return max(worths) if worths else None

    def _keep(self, game: InPlace, cards: Sequence[int]) -> float:
        return sum([self._calls.cards[card] for card in cards])

    def _take(self, game: InPlace, doing: Doing, card: int) -> float:
        return self._calls.cards[card]

    def _discard(self, game: InPlace, doing: Doing, cards: Sequence[int]) -> float:
        return -self._keep(game, cards)


def _stakes(ahead: float) -> float:
    return TILE / (1 + exp(-SURE * max(-50.0, min(50.0, ahead))))


def _looking(new: int, own: bool) -> float:
    return new * (0.6 if own else 0.3)


def _with_amulets(best: float, moves: list[Move], game: InPlace) -> list[Move]:
    """Beside amulets that draw cards."""
    drawing = game.amulets_to_play()
    return (
        best_of([*moves, *drawing], [best] * len(moves) + [DRAWING] * len(drawing))[1] if drawing else moves
    )


JUDGES: dict[type, Callable[..., float]] = {
    a.ChooseCards: Bot._single_card,
    a.Pass: Bot._nothing,
    a.PlayAmulet: Bot._amulet,
    a.KeepCards: Bot._keep,
}
EFFECTS: dict[type, Callable[..., float]] = {
    a.SwapRelics: Bot._swap,
    a.LeaveRelics: Bot._nothing,
    a.TakeCard: Bot._take,
    a.DiscardCards: Bot._discard,
    a.PeekRelics: Bot._look,
    a.DiscardSticks: Bot._sticks_off,
    a.NameStick: Bot._name,
    a.ThrowNamed: Bot._nothing,
    a.ChoosePlayer: Bot._player,
}
