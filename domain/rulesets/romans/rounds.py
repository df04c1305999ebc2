"""A round from its wall to its end, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable

from domain.by_seat import of_seat
from domain.play import Play
from domain.ranking import ranked
from domain.ruleset import ScorePart
from domain.rulesets.romans import events as e
from domain.rulesets.romans.components import FORTHECA, ROUNDS, WALL, Box
from domain.rulesets.romans.state import Clan, State, points

THIRD_ROUND: e.EndReason = "third-round"
THREE_FORTHECA: e.EndReason = "three-fortheca"


def set_up(play: Play[State]) -> None:
    """Every clan has its warriors, the 18 forts are shuffled, and the first round begins (romans.setup.1, 2, 3)."""
    sides = tuple(clan.side for clan in play.state.clans)
    play.record(e.ClansDealt(sides), "romans.setup.1", "romans.setup.2", "romans.card.1")
    draw = play.shuffle(play.state.box.stack)
    play.record(e.FortsShuffled(draw), "romans.setup.2", "romans.card.2")
    begin_round(play)


def begin_round(play: Play[State]) -> None:
    """A wall of six forts, and fresh warriors for every clan (romans.wall, romans.orders.1, romans.neutral.1)."""
    state = play.state
    forts = tuple(fort.open_to() for fort in state.stack[:WALL])
    play.record(e.WallRevealed(state.round + 1, forts), "romans.wall.1", "romans.setup.3")
    _order_wall(play)
    for clan in state.clans:
        _shuffle_warriors(play, clan)


def _order_wall(play: Play[State]) -> None:
    wall, lowest, highest = ordered(play.state.box, play.state.wall)
    play.record(e.WallOrdered(wall, lowest, highest), "romans.wall.2", "romans.wall.3")


def ordered(box: Box, row: tuple[str, ...]) -> tuple[tuple[str, ...], str, str]:
    """The wall made of a row of forts, with the forts that moved to its left and right ends (romans.wall.2, romans.wall.3)."""
    value, wall = box.value, list(row)
    low = min((i for i, fort in enumerate(wall) if value[fort] > 0), key=lambda i: (value[wall[i]], i))
    wall.insert(0, wall.pop(low))
    high = max(range(len(wall)), key=lambda i: (value[wall[i]], i))
    wall.append(wall.pop(high))
    return tuple(wall), wall[0], wall[-1]


def _shuffle_warriors(play: Play[State], clan: Clan) -> None:
    seat = clan.side.seat
    knowers = () if seat is None else (seat,)
    draw = play.shuffle(play.state.box.deck, knowers)
    rule = "romans.neutral.1" if seat is None else "romans.orders.1"
    play.record(e.WarriorsShuffled(clan.side, draw), rule)


def end_round(play: Play[State]) -> None:
    """After the sixth clash all warriors go back; after the third round the game ends (romans.round.1, romans.end.1)."""
    state = play.state
    play.record(e.RoundEnded(state.round, _standings(state, state.clans)), "romans.round.1")
    if state.round == ROUNDS:
        end_game(play, THIRD_ROUND)
    else:
        begin_round(play)


def end_game(play: Play[State], reason: e.EndReason, *rules: str) -> None:
    """`rules` come before those of the ranking: with three FortHeca they rank the others (romans.fortheca.1)."""
    state = play.state
    ranked_by = ["romans.end.1", "romans.end.2"]
    neutral = ["romans.neutral.2"] if state.seats < len(state.clans) else []
    ranks = ranking(state, reason)
    event = e.GameEnded(reason, _decided_by(state, reason, ranks), ranks[0], final_standings(state, ranks))
    play.record(event, *rules, *ranked_by, *neutral)


def _decided_by(state: State, reason: str, ranks: tuple[tuple[int, ...], ...]) -> e.Decider:
    """The first thing in which the winner is ahead of the next player (romans.end.2)."""
    if reason == THREE_FORTHECA:
        return "fortheca"
    if state.seats == 1:
        return "solo"
    if len(ranks[0]) > 1:
        return "nothing"
    first, second = (_rank_key(state, of_seat(state.clans, rank[0]), reason) for rank in ranks[:2])
    ahead = (mine != theirs for mine, theirs in zip(first[1:], second[1:], strict=True))
    deciders: tuple[e.Decider, ...] = ("points", "forts", "strongest-forts")
    return next(decider for decider, differs in zip(deciders, ahead, strict=True) if differs)


def final_standings(state: State, ranks: tuple[tuple[int, ...], ...]) -> tuple[e.Standing, ...]:
    """Players by rank, then neutral clans by points."""
    players = (of_seat(state.clans, seat) for rank in ranks for seat in rank)
    neutral = sorted(_standings(state, state.neutral), key=lambda standing: -standing.points)
    return (*_standings(state, players), *neutral)


def _standings(state: State, clans: Iterable[Clan]) -> tuple[e.Standing, ...]:
    return tuple(e.Standing(clan.side, points(state, clan), clan.forts) for clan in clans)


def ranking(state: State, reason: str) -> tuple[tuple[int, ...], ...]:
    """By points, forts held, strongest fort and so on (romans.end.2); three FortHeca go before all (romans.fortheca.1)."""
    return ranked({seat: _rank_key(state, clan, reason) for seat, clan in enumerate(state.players, 1)})


def _rank_key(state: State, clan: Clan, reason: str) -> tuple[bool, int, int, list[int]]:
    value = state.box.value
    strongest = sorted((value[fort] for fort in clan.forts), reverse=True)
    won_outright = reason == THREE_FORTHECA and clan.side.clan == state.captor
    return won_outright, sum(strongest), len(strongest), strongest


def score_parts(state: State) -> tuple[ScorePart, ...]:
    """The points of each wall so far, as its forts are held at the end (romans.end.1)."""
    if any(len(clan.walls) != len(clan.forts) for clan in state.players):
        return ()
    return tuple(_of_wall(state, wall) for wall in range(1, state.round + 1))


def _of_wall(state: State, wall: int) -> ScorePart:
    value = state.box.value
    held = {seat: zip(clan.forts, clan.walls, strict=True) for seat, clan in enumerate(state.players, 1)}
    points = {str(seat): sum(value[fort] for fort, of in forts if of == wall) for seat, forts in held.items()}
    return ScorePart(f"wall-{wall}", points)


def fortheca_held(state: State, clan: Clan) -> int:
    return sum(state.box.fort[fort].kind == FORTHECA for fort in clan.forts)
