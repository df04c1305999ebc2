"""What follows a capture or a tie: Horsie and Svord together, then the property of the fort (romans.clash.6).

In each moment all seats concerned decide at once, and their discards are revealed when the last one has answered.
"""

from __future__ import annotations

from domain.hidden import Hidden
from domain.play import Play
from domain.rulesets.romans import events as e
from domain.rulesets.romans.choices import (
    fortuna_may_discard,
    may_discard,
    may_rearrange,
    uses,
    weakest,
)
from domain.rulesets.romans.components import FOKUS, FORTUNA, HORSIE
from domain.rulesets.romans.state import Clan, Due, State, points

HORSIE_RULE, FOKUS_RULE, SVORD_RULE = "romans.horsie.1", "romans.fokus.1", "romans.svord.1"
FORTUNA_RULE = "romans.fortuna.1"
REASON: dict[str, e.AnswerReason] = {HORSIE_RULE: "horsie", FOKUS_RULE: "fokus"}


def settle(play: Play[State]) -> bool:
    """The first moment: Horsie and Svord; true when the clash is over (romans.clash.6)."""
    state = play.state
    decisions = [due for clan in state.clans for due in _first_due(state, clan)]
    if decisions:
        return _ask(play, decisions)
    return after_first(play)


def _first_due(state: State, clan: Clan) -> list[Due]:
    if may_rearrange(state, clan) and clan.side.seat is not None:
        return [Due(clan.side.seat, "rearrange", SVORD_RULE)]
    return _discard_due(state, clan, HORSIE_RULE) if _angry(state, clan) else []


def _angry(state: State, clan: Clan) -> bool:
    """A clan that revealed Horsie did not capture (romans.horsie.1)."""
    return uses(state, clan, HORSIE) and clan.side.clan != state.captor


def _discard_due(state: State, clan: Clan, rule: str) -> list[Due]:
    """A player with a choice decides; a single possible answer needs no decision (romans.choice.1)."""
    seat = clan.side.seat
    if seat is None or len(may_discard(state, clan, rule)) < 2:
        return []
    return [Due(seat, "discard-revealed", rule)]


def _ask(play: Play[State], decisions: list[Due]) -> bool:
    rules = dict.fromkeys(due.rule for due in decisions)
    play.record(e.DecisionDue(tuple(decisions)), "romans.clash.6", *rules)
    return False


def choose_discard(play: Play[State], due: Due, warrior: str) -> bool:
    """An answer to Horsie or Fort Fokus, secret until all answers are in."""
    card = Hidden(warrior, (due.seat,))
    play.record(e.DiscardChosen(due.seat, REASON[due.rule], card), due.rule)
    return _advance(play, due.rule)


def rearrange(play: Play[State], seat: int, warriors: tuple[str, ...]) -> bool:
    """Svord lays the hidden warriors anew in secret (romans.svord.1)."""
    line = tuple(Hidden(warrior, (seat,)) for warrior in warriors)
    play.record(e.LineRearranged(seat, line), SVORD_RULE)
    return _advance(play, SVORD_RULE)


def _advance(play: Play[State], rule: str) -> bool:
    if play.state.due:
        return False
    return after_fokus(play) if rule == FOKUS_RULE else after_first(play)


def after_first(play: Play[State]) -> bool:
    """All answers are in: Horsie's victims go, then the property of the captured fort applies."""
    for clan in play.state.clans:
        if _angry(play.state, clan):
            _discard(play, clan, HORSIE_RULE)
    return _fort_property(play)


def _discard(play: Play[State], clan: Clan, rule: str) -> None:
    """The warrior that the clan chose, or the only one, or a neutral's weakest (romans.neutral.4)."""
    eligible = may_discard(play.state, clan, rule)
    if not eligible:
        return
    if clan.answer is not None:
        event = e.WarriorsDiscarded(clan.side, REASON[rule], (), clan.answer.open_to())
        play.record(event, rule)
        return
    why = "romans.neutral.4" if clan.side.seat is None else "romans.choice.1"
    event = e.WarriorsDiscarded(clan.side, REASON[rule], (weakest(play.state, eligible),))
    play.record(event, rule, why)


def _fort_property(play: Play[State]) -> bool:
    """The second moment: Fort Fokus and FortUna (romans.fokus.1, romans.fortuna.1)."""
    state = play.state
    if state.captor is None:
        return True
    captor = state.clan(state.captor)
    kind = state.box.fort[captor.forts[-1]].kind
    if kind == FOKUS:
        return _fokus(play)
    return _fortuna(play, captor) if kind == FORTUNA else True


def _fokus(play: Play[State]) -> bool:
    decisions = [due for clan in play.state.clans for due in _discard_due(play.state, clan, FOKUS_RULE)]
    return _ask(play, decisions) if decisions else after_fokus(play)


def after_fokus(play: Play[State]) -> bool:
    """Every clan with a line discards one warrior (romans.fokus.1)."""
    for clan in play.state.clans:
        _discard(play, clan, FOKUS_RULE)
    return True


def _fortuna(play: Play[State], captor: Clan) -> bool:
    """The captor discards an earlier fort, or FortUna itself when it holds no other (romans.fortuna.1)."""
    options = fortuna_may_discard(captor)
    if captor.side.seat is None:
        lowest = min(options or captor.forts, key=play.state.box.value.__getitem__)
        discard_fort(play, lowest, "romans.neutral.4")
    elif len(options) > 1:
        return _ask(play, [Due(captor.side.seat, "discard-fort", FORTUNA_RULE)])
    else:
        discard_fort(play, captor.forts[0], "romans.choice.1")
    return True


def discard_fort(play: Play[State], fort: str, *rules: str) -> None:
    state = play.state
    clan = state.clan(str(state.captor))
    earlier, left = len(clan.forts) > 1, points(state, clan) - state.box.value[fort]
    play.record(e.FortDiscarded(clan.side, fort, earlier, left), FORTUNA_RULE, *rules)
