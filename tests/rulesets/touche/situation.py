"""Situations to test in: a game after the deal, with hands, pawns, crowns and stacks as a test wants them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from msgspec.structs import replace

from conformance.kit import Sitting
from domain.hidden import Hidden
from domain.play import IllegalAction
from domain.ruleset import Action, Event
from domain.rulesets.touche import RULESET
from domain.rulesets.touche.actions import ExchangeDead, LayCard, Pass
from domain.rulesets.touche.components import BOXES
from domain.rulesets.touche.options import ToucheOptions
from domain.rulesets.touche.state import Cards, Crowned, State
from domain.sentence import Sentence
from projections.sentences import Renderer

BOARD = BOXES[RULESET.newest.id].board
_refs = count()


def cards(faces: Iterable[str], *knowers: int) -> Cards:
    """Secret cards with places of their own."""
    return tuple(Hidden(face, knowers, f"0/d/made/{next(_refs)}") for face in faces)


def sit(seats: int = 2, seed: str = "touche", draw_count: int | None = None, **options: Any) -> Sitting:
    """A game whose last seat deals, so that seat 1 begins; four squares are agreed unless options say otherwise."""
    agreed = {"set_choice": "agreed", "dealer": seats, **options}
    return Sitting(RULESET, seats, ToucheOptions(**agreed), seed, draw_count=draw_count)


def put(sitting: Sitting, **fields: Any) -> Sitting:
    """Change fields of the game's state."""
    game = replace(sitting.table.game, **fields)
    sitting.table = replace(sitting.table, game=game, to_act=RULESET.to_act(game))
    return sitting


def give(sitting: Sitting, hands: Mapping[int, Sequence[str]]) -> Sitting:
    """Put these cards into hands, in place of what was there."""
    game = state(sitting)
    new = tuple(cards(hands[s], s) if s in hands else game.hands[s - 1] for s in range(1, game.seats + 1))
    return put(sitting, hands=new)


def pile(sitting: Sitting, stacks: Mapping[int, Sequence[str]], used: Mapping[int, Sequence[str]]) -> Sitting:
    """Set all stacks and used piles; what is not named is empty."""
    seats = range(1, state(sitting).seats + 1)
    return put(
        sitting,
        stacks=tuple(cards(stacks.get(s, ())) for s in seats),
        used=tuple(tuple(used.get(s, ())) for s in seats),
    )


def pawns(sitting: Sitting, *by_side: str, crowns: str = "") -> Sitting:
    """Put pawns on the board: "d1 e1" for each side; crowns stand apart from any pattern."""
    bits = [BOARD.bits(fields.split()) for fields in by_side]
    bits += [0] * (state(sitting).sides - len(bits))
    return put(sitting, pawns=tuple(bits), crowns=BOARD.bits(crowns.split()))


def crown(sitting: Sitting, side: int, kind: str, fields: str) -> Sitting:
    """Let a side have made a pattern."""
    game, names = state(sitting), tuple(fields.split())
    crowned = (*game.crowned, Crowned(side, kind, names))
    return put(sitting, crowned=crowned, crowns=game.crowns | BOARD.bits(names))


def stuck(seats: int = 3, **fields: Any) -> Sitting:
    """Seat 1 can only exchange a card, and the last circle without a pawn is nearly over."""
    sitting = pawns(give(sit(seats), {1: ["KD"]}), "d1 e1", "h8")
    return put(sitting, **{"idle": 3 * seats - 1, **fields})


def state(sitting: Sitting) -> State:
    game = sitting.table.game
    assert isinstance(game, State)
    return game


def act(sitting: Sitting, action: Action) -> list[Event]:
    """The events that an action of the seat to act records."""
    return [logged.event for logged in sitting.act(sitting.table.to_act[0], action)]


def lay(sitting: Sitting, card: str, field: str) -> list[Event]:
    return act(sitting, LayCard(card, field))


def refused(sitting: Sitting, action: Action) -> str:
    """The clause by which an action of the seat to act is refused; it is not listed either."""
    seat = sitting.table.to_act[0]
    assert action not in sitting.legal(seat)
    try:
        sitting.trying(seat, action)
    except IllegalAction as refusal:
        return refusal.rule
    raise AssertionError(f"{action} was accepted")


def fields_for(sitting: Sitting, card: str) -> list[str]:
    """Where a card of the hand may be laid."""
    legal = sitting.legal(sitting.table.to_act[0])
    return [a.field for a in legal if isinstance(a, LayCard) and a.card == card]


def exchanges(sitting: Sitting) -> list[tuple[str, ...]]:
    return [a.cards for a in sitting.legal(sitting.table.to_act[0]) if isinstance(a, ExchangeDead)]


def can_pass(sitting: Sitting) -> bool:
    return Pass() in sitting.legal(sitting.table.to_act[0])


def of_type(events: Iterable[Event], *types: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, types)]


def in_both(sentence: Sentence) -> tuple[str, str]:
    """In English and in Polish, at a table of these players."""
    names = {1: "Ada", 2: "Borys", 3: "Celina", 4: "Darek"}
    return Renderer(RULESET, "en", names).render(sentence), Renderer(RULESET, "pl", names).render(sentence)
