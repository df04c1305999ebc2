"""How each event changes the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.by_seat import by_seat, of_seat, with_seat
from domain.hidden import Hidden, Opened
from domain.rulesets.romans import events as e
from domain.rulesets.romans.components import HAND, WALL
from domain.rulesets.romans.state import IN_HAND, PUT_AWAY, Clan, Side, State


def _value(secret: Hidden[Any] | Opened[Any]) -> Any:
    return secret.value


def _with(state: State, number: int, **changes: Any) -> State:
    """The state with one clan changed."""
    clan = replace(of_seat(state.clans, number), **changes)
    return replace(state, clans=with_seat(state.clans, number, clan))


def _number(state: State, side: Side) -> int:
    """The seat of a side, or the number of a neutral clan behind them."""
    if side.seat is not None:
        return side.seat
    return next(n for n, clan in enumerate(state.clans, 1) if clan.side == side)


def _answered(state: State, seat: int) -> State:
    """The seat's decision is made."""
    return replace(state, due=tuple(due for due in state.due if due.seat != seat))


# -- the wall


def forts_shuffled(state: State, event: e.FortsShuffled) -> State:
    return replace(state, stack=event.draw.order)


def wall_revealed(state: State, event: e.WallRevealed) -> State:
    wall = tuple(_value(fort) for fort in event.forts)
    return replace(state, round=event.round, clash=0, wall=wall, stack=state.stack[WALL:])


def wall_ordered(state: State, event: e.WallOrdered) -> State:
    return replace(state, wall=event.wall)


# -- orders


def warriors_shuffled(state: State, event: e.WarriorsShuffled) -> State:
    order, number = event.draw.order, _number(state, event.side)
    if event.side.seat is None:
        return _with(state, number, deck=(), orders=order[:WALL], away=order[WALL:], sealed=True)
    posts = Hidden((IN_HAND,) * HAND, (event.side.seat,))
    return _with(state, number, deck=(), hand=order[:HAND], posts=posts, away=order[HAND:])


def warrior_placed(state: State, event: e.WarriorPlaced) -> State:
    clan = of_seat(state.clans, event.seat)
    card = _find(clan, _value(event.warrior))
    return _with(state, event.seat, posts=_moved(clan, {card: _value(event.fort)}), placed=event.placed)


def warrior_withdrawn(state: State, event: e.WarriorWithdrawn) -> State:
    clan = of_seat(state.clans, event.seat)
    card = _posts(clan).index(_value(event.fort))
    return _with(state, event.seat, posts=_moved(clan, {card: IN_HAND}), placed=event.placed)


def seventh_discarded(state: State, event: e.SeventhDiscarded) -> State:
    clan = of_seat(state.clans, event.seat)
    back = {card: IN_HAND for card, post in enumerate(_posts(clan)) if post == PUT_AWAY}
    moved = _moved(clan, {**back, _find(clan, _value(event.warrior)): PUT_AWAY})
    return _with(state, event.seat, posts=moved, put_away=True)


def _posts(clan: Clan) -> tuple[int, ...]:
    assert clan.posts is not None
    assert clan.posts.value is not None
    return clan.posts.value


def _find(clan: Clan, warrior: str) -> int:
    """The first card of this name that is still held."""
    pairs = enumerate(zip(_posts(clan), clan.hand, strict=True))
    return next(i for i, (post, card) in pairs if post == IN_HAND and card.value == warrior)


def _moved(clan: Clan, posts: dict[int, int]) -> Hidden[tuple[int, ...]]:
    assert clan.posts is not None
    moved = tuple(posts.get(card, post) for card, post in enumerate(_posts(clan)))
    return replace(clan.posts, value=moved)


def orders_sealed(state: State, event: e.OrdersSealed) -> State:
    clan = of_seat(state.clans, event.seat)
    seventh = clan.hand[_posts(clan).index(PUT_AWAY)]
    return _with(
        state,
        event.seat,
        hand=(),
        posts=None,
        sealed=True,
        away=(*clan.away, seventh),
        orders=event.line,
    )


# -- clashes


def warriors_revealed(state: State, event: e.WarriorsRevealed) -> State:
    clans = by_seat(
        _turned_over(clan, _value(card.warrior))
        for clan, card in zip(state.clans, event.warriors, strict=True)
    )
    return replace(state, clash=event.clash, clans=clans, seducer=None, seduced=None, captor=None, keeping=())


def _turned_over(clan: Clan, warrior: str) -> Clan:
    return replace(clan, line=clan.whole_line, fresh=warrior, revealed=warrior, orders=clan.orders[1:])


def chariotts_cancelled(state: State, event: e.ChariottsCancelled) -> State:
    for side in event.sides:
        state = _discard_fresh(state, _number(state, side))
    return state


def _discard_fresh(state: State, number: int) -> State:
    clan = of_seat(state.clans, number)
    return _with(state, number, fresh="", discards=(*clan.discards, clan.fresh))


def decision_due(state: State, event: e.DecisionDue) -> State:
    return replace(state, due=event.decisions)


def warrior_seduced(state: State, event: e.WarriorSeduced) -> State:
    return replace(state, due=(), seducer=event.side.clan, seduced=event.target.clan)


def clash_won(state: State, event: e.ClashWon) -> State:
    return replace(state, captor=event.side.clan)


def fort_lost(state: State, event: e.FortLost) -> State:
    return replace(state, wall=state.wall[1:], lost_forts=(*state.lost_forts, event.fort))


def wall_shifted(state: State, event: e.WallShifted) -> State:
    return replace(state, wall=event.wall, lost_forts=(*state.lost_forts, event.lost))


def fort_chosen(state: State, event: e.FortChosen) -> State:
    return replace(state, wall=event.wall, due=())


def fort_captured(state: State, event: e.FortCaptured) -> State:
    number = _number(state, event.side)
    clan = of_seat(state.clans, number)
    state = _with(state, number, forts=(*clan.forts, event.fort), walls=(*clan.walls, state.round))
    return replace(state, wall=state.wall[1:])


def warrior_kept(state: State, event: e.WarriorKept) -> State:
    return replace(state, keeping=(*state.keeping, event.warrior), due=())


def keep_declined(state: State, event: e.KeepDeclined) -> State:
    return replace(state, due=())


def discard_chosen(state: State, event: e.DiscardChosen) -> State:
    return _answered(_with(state, event.seat, answer=event.warrior), event.seat)


def line_rearranged(state: State, event: e.LineRearranged) -> State:
    return _answered(_with(state, event.seat, orders=event.line), event.seat)


def warriors_discarded(state: State, event: e.WarriorsDiscarded) -> State:
    number = _number(state, event.side)
    gone = event.warriors if event.chosen is None else (*event.warriors, _value(event.chosen))
    if event.reason == "seduced":
        return _discard_fresh(state, number)
    for warrior in gone:
        state = _without(state, number, warrior)
    return _with(state, number, answer=None)


def _without(state: State, number: int, warrior: str) -> State:
    """A warrior leaves the line; of two equal ones the one revealed first."""
    clan = of_seat(state.clans, number)
    if warrior not in clan.line:
        return _discard_fresh(state, number)
    at = clan.line.index(warrior)
    line = clan.line[:at] + clan.line[at + 1 :]
    return _with(state, number, line=line, discards=(*clan.discards, warrior))


def fort_discarded(state: State, event: e.FortDiscarded) -> State:
    number = _number(state, event.side)
    clan = of_seat(state.clans, number)
    at = clan.forts.index(event.fort)
    state = _with(state, number, forts=_but(clan.forts, at), walls=_but(clan.walls, at))
    return replace(state, due=(), lost_forts=(*state.lost_forts, event.fort))


def _but(row: tuple[Any, ...], at: int) -> tuple[Any, ...]:
    return row[:at] + row[at + 1 :]


def round_ended(state: State, event: e.RoundEnded) -> State:
    """Every clan has its nine warriors back."""
    back = by_seat(
        Clan(clan.side, state.box.deck, forts=clan.forts, walls=clan.walls) for clan in state.clans
    )
    return replace(state, clans=back, seducer=None, seduced=None, captor=None, keeping=())


def game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, ended=event.reason)


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    e.ClansDealt: lambda state, event: state,
    e.FortsShuffled: forts_shuffled,
    e.WallRevealed: wall_revealed,
    e.WallOrdered: wall_ordered,
    e.WarriorsShuffled: warriors_shuffled,
    e.WarriorPlaced: warrior_placed,
    e.WarriorWithdrawn: warrior_withdrawn,
    e.SeventhDiscarded: seventh_discarded,
    e.OrdersSealed: orders_sealed,
    e.WarriorsRevealed: warriors_revealed,
    e.ChariottsCancelled: chariotts_cancelled,
    e.QweensCancelled: lambda state, event: state,
    e.NobodySeduced: lambda state, event: state,
    e.DecisionDue: decision_due,
    e.WarriorSeduced: warrior_seduced,
    e.ClashWon: clash_won,
    e.ClashTied: lambda state, event: state,
    e.ClashUnfought: lambda state, event: state,
    e.FortLost: fort_lost,
    e.WallShifted: wall_shifted,
    e.FortChosen: fort_chosen,
    e.FortCaptured: fort_captured,
    e.WarriorKept: warrior_kept,
    e.KeepDeclined: keep_declined,
    e.DiscardChosen: discard_chosen,
    e.LineRearranged: line_rearranged,
    e.WarriorsDiscarded: warriors_discarded,
    e.FortDiscarded: fort_discarded,
    e.RoundEnded: round_ended,
    e.GameEnded: game_ended,
}
