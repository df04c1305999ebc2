"""A clash: reveal, abilities, comparison, capture. Each function continues until a seat has to decide.

They return True once the clash is over, and False while it waits for an answer or when the game has ended.
"""

from __future__ import annotations

from domain.play import Play
from domain.rulesets.romans import aftermath, rounds
from domain.rulesets.romans import events as e
from domain.rulesets.romans.choices import (
    may_take_fort,
    seducer,
    seducible,
    uses,
    weakest,
)
from domain.rulesets.romans.components import (
    ARCHR,
    AXX,
    CHARIOTT,
    FILCHY,
    FORTHECA,
    HORSIE,
    KOMFORT,
    QWEEN,
)
from domain.rulesets.romans.state import Clan, Decision, Due, Side, State, points
from domain.rulesets.romans.variants import choose_fort, rules_of


def fight(play: Play[State]) -> bool:
    """The next clash: reveal, Ch'ariott, Qween, then the comparison (romans.clash.1, romans.chariott.1, romans.qween)."""
    _reveal(play)
    _cancel_chariotts(play)
    qween, targets = seducer(play.state), seducible(play.state)
    if qween is not None and len(targets) > 1:
        return _ask(play, qween, "seduce", "romans.qween.1")
    if targets:
        seduce(play, targets[0], "romans.choice.1")
    elif qween is not None:
        play.record(e.NobodySeduced(qween.side), "romans.qween.1", "romans.chariott.1")
    return compare(play)


def _ask(play: Play[State], clan: Clan, action: Decision, rule: str) -> bool:
    assert clan.side.seat is not None
    play.record(e.DecisionDue((Due(clan.side.seat, action, rule),)), rule)
    return False


def _reveal(play: Play[State]) -> None:
    """Every clan reveals its warrior at this fort at once (romans.clash.1); only now do abilities count (romans.clash.2)."""
    state = play.state
    revealed = tuple(e.Revealed(clan.side, clan.orders[0].open_to()) for clan in state.clans)
    event = e.WarriorsRevealed(state.round, state.clash + 1, state.wall[0], revealed)
    play.record(event, "romans.clash.1", "romans.clash.2", *_neutral_rules(revealed))


def _neutral_rules(revealed: tuple[e.Revealed, ...]) -> list[str]:
    neutral = [card.warrior.value for card in revealed if card.side.seat is None]
    silenced = any(warrior not in (HORSIE, CHARIOTT) for warrior in neutral)
    return [*(["romans.neutral.2"] if neutral else []), *(["romans.neutral.3"] if silenced else [])]


def _cancel_chariotts(play: Play[State]) -> None:
    """Two or more Ch'ariott revealed together are discarded (romans.chariott.1); so much for several Qweens (romans.qween.2)."""
    state = play.state
    chariotts = tuple(clan.side for clan in state.clans if clan.revealed == CHARIOTT)
    if len(chariotts) > 1:
        play.record(e.ChariottsCancelled(chariotts), "romans.chariott.1")
    qweens = tuple(clan.side for clan in state.clans if clan.revealed == QWEEN)
    if len(qweens) > 1:
        play.record(e.QweensCancelled(qweens), "romans.qween.2")


def seduce(play: Play[State], target: Clan, *rules: str) -> None:
    """The target's strength counts for Qween in this clash (romans.qween.1)."""
    qween = seducer(play.state)
    assert qween is not None
    strength = play.state.box.strength[target.fresh]
    event = e.WarriorSeduced(qween.side, target.side, target.fresh, strength)
    play.record(event, "romans.qween.1", *rules)


def totals(state: State) -> tuple[e.Total, ...]:
    """The strength of every clan in this clash (romans.clash.3, romans.qween.1, romans.filchy.1)."""
    return tuple(_total(state, clan) for clan in state.clans)


def _total(state: State, clan: Clan) -> e.Total:
    strength, line = state.box.strength, clan.whole_line
    swing = 0
    if clan.side.clan == state.seduced:
        swing = -strength[clan.fresh]
    elif clan.side.clan == state.seducer:
        swing = strength[state.clan(str(state.seduced)).fresh]
    total = swing + sum(strength[warrior] for warrior in line)
    return e.Total(clan.side, line, swing, total, uses(state, clan, FILCHY))


def compare(play: Play[State]) -> bool:
    """The highest total of the clans that take part captures (romans.clash.3, romans.filchy.1)."""
    sums = totals(play.state)
    taking_part = [total for total in sums if not total.out]
    out = ["romans.filchy.1"] if len(taking_part) < len(sums) else []
    if not taking_part:
        play.record(e.ClashUnfought(sums), "romans.clash.3", *out)
        play.record(e.FortLost(play.state.wall[0], "nobody"), "romans.clash.3")
        return aftermath.settle(play)
    highest = max(total.total for total in taking_part)
    best = tuple(total.side for total in taking_part if total.total == highest)
    if len(best) > 1:
        return _tie(play, sums, best, out)
    alone = len(taking_part) == 1
    won = e.ClashWon(best[0], "alone" if alone else "highest", (), sums)
    return _win(play, won, "romans.clash.3", *out)


def _tie(play: Play[State], sums: tuple[e.Total, ...], best: tuple[Side, ...], out: list[str]) -> bool:
    """Nobody captures (romans.clash.4), unless exactly one of the tied clans revealed Arch'r now (romans.archr.1)."""
    state = play.state
    archrs = [clan for clan in state.clans if clan.side in best and clan.revealed == ARCHR]
    if len(archrs) == 1 and uses(state, archrs[0], ARCHR):
        won = e.ClashWon(archrs[0].side, "archr", best, sums)
        return _win(play, won, "romans.archr.1", "romans.clash.3", *out)
    tied = e.ClashTied(best, tuple(clan.side for clan in archrs), sums)
    play.record(tied, "romans.clash.4", "romans.clash.3", *_archr_rules(archrs), *out)
    rules_of(state).lose_tied(play)
    return aftermath.settle(play)


def _archr_rules(archrs: list[Clan]) -> list[str]:
    """Why Arch'r of a tied clan wins nothing: there are others, or it is a neutral's (romans.archr.1, romans.neutral.3)."""
    several = ["romans.archr.1"] if len(archrs) > 1 else []
    neutral = any(clan.side.seat is None for clan in archrs)
    return [*several, *(["romans.neutral.3"] if neutral else [])]


def _win(play: Play[State], won: e.ClashWon, *rules: str) -> bool:
    """The captor takes the fort; with Dru'hid it may take another (romans.druhid.1)."""
    play.record(won, *rules, *_if_neutral(won.side))
    clan = play.state.clan(won.side.clan)
    if may_take_fort(play.state, clan):
        return _ask(play, clan, "take-fort", "romans.druhid.1")
    return capture(play)


def _if_neutral(side: Side, rule: str = "romans.neutral.2") -> list[str]:
    return [rule] if side.seat is None else []


def take_fort(play: Play[State], place: int) -> None:
    """The fort fought over, which stays in the wall when another one is taken (romans.druhid.1)."""
    state = play.state
    if at := place - state.first_place:
        rules_of(state).make_room(play, at)
    else:
        choose_fort(play, at, state.wall)


def _captor(state: State) -> Clan:
    return state.clan(str(state.captor))


def capture(play: Play[State]) -> bool:
    """The captor takes the fort (romans.clash.5); a player's third FortHeca ends the game (romans.fortheca.1)."""
    state = play.state
    clan, fort = _captor(state), state.box.fort[state.wall[0]]
    heca = rounds.fortheca_held(state, clan) + (fort.kind == FORTHECA)
    event = e.FortCaptured(clan.side, fort.id, fort.value, points(state, clan) + fort.value, heca)
    rules = ["romans.fortheca.1"] if fort.kind == FORTHECA else []
    play.record(event, "romans.clash.5", *rules, *_if_neutral(clan.side))
    if heca == 3 and clan.side.seat is not None:
        rounds.end_game(play, rounds.THREE_FORTHECA, "romans.fortheca.1")
        return False
    return _keep_axx(play)


def _keep_axx(play: Play[State]) -> bool:
    """A captor that revealed Axx may keep Axx (romans.axx.1); a neutral always or never does (romans.neutral.4)."""
    clan = _captor(play.state)
    if not uses(play.state, clan, AXX):
        return keep_weakest(play)
    if clan.side.seat is not None:
        return _ask(play, clan, "keep-axx", "romans.axx.1")
    play.record(e.WarriorKept(clan.side, AXX, "axx"), "romans.axx.1", "romans.neutral.4")
    return keep_weakest(play)


def keep_weakest(play: Play[State]) -> bool:
    """With KomFort the captor may keep the weakest of its line as well (romans.komfort.1)."""
    state = play.state
    clan = _captor(state)
    if state.box.fort[clan.forts[-1]].kind != KOMFORT or not clan.whole_line:
        return discard_line(play)
    least = weakest(state, clan.whole_line)
    if least in state.keeping:
        return discard_line(play)
    if clan.side.seat is not None:
        return _ask(play, clan, "keep-warrior", "romans.komfort.1")
    play.record(e.WarriorKept(clan.side, least, "komfort"), "romans.komfort.1", "romans.neutral.4")
    return discard_line(play)


def discard_line(play: Play[State]) -> bool:
    """The captor's line goes, and what Qween seduced with it (romans.clash.5, romans.qween.3)."""
    state = play.state
    clan, gone = _captor(state), list(_captor(state).whole_line)
    for staying in state.keeping:
        gone.remove(staying)
    if gone:
        play.record(e.WarriorsDiscarded(clan.side, "captured", tuple(gone)), "romans.clash.5")
    if state.seducer == state.captor and state.seduced is not None:
        target = state.clan(state.seduced)
        play.record(e.WarriorsDiscarded(target.side, "seduced", (target.fresh,)), "romans.qween.3")
    return aftermath.settle(play)
