"""Changed draws: dice, decks, slots and keys."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.draws import KeyedDraws, Words
from domain.ledger.keys import KeyTree
from domain.play import Play
from domain.rulesets.age_of_war.events import DiceRolled
from domain.table import decisions
from domain.table.parts.undo import UndoState
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.service import Operator, play, take_back
from tests.verifier.primitives import digest_of


@attack("L3", "do not follow from its key", "`Words.roll`")
def all_sixes(service: Operator) -> Evidence:
    """Every die that is rolled shows a six"""
    players = service.begun()
    with service.changed(Words, "roll", lambda words, sides: tuple(sides)):
        play(players)
    return file_of(service.audit(players[0].game))


@attack("L3", "does not follow from its key", "`Words.shuffle`")
def a_sorted_deck(service: Operator) -> Evidence:
    """The table of cards is dealt by choice: the deck stays in the order that the operator knows"""
    with service.changed(Words, "shuffle", lambda words, items: list(items)):
        players = service.begun("touche")
        play(players, 2)
    return file_of(service.abandoned(players[0].game))


@attack("L3", "not the next one", "`Play._take`")
def a_skipped_slot(service: Operator) -> Evidence:
    """The service looks at the next dice, does not like them, and takes the ones after them"""
    players, take = service.begun(), Play._take

    def the_one_after(deciding: Play[Any], kind: type) -> tuple[int, int]:
        take(deciding, kind)
        return take(deciding, kind)

    with service.changed(Play, "_take", the_one_after):
        play(players)
    return file_of(service.audit(players[0].game))


@attack("L4", "no action allowed there leads to", "`Play.record`")
def thrown_until_they_suit(service: Operator) -> Evidence:
    """Dice are thrown again until they suit, and the log attributes each throw to the player"""
    players, record = service.begun(), Play.record

    def recorded(deciding: Play[Any], event: Any, *rules: str) -> Any:
        done = record(deciding, event, *rules)
        if isinstance(event, DiceRolled):
            done = record(deciding, replace(event, draw=deciding.roll(event.draw.sides)), *rules)
        return done

    with service.changed(Play, "record", recorded):
        play(players)
    return file_of(service.audit(players[0].game))


@attack("L3", "is not the committed one", "`KeyTree.key`, `KeyedDraws.key`")
def keys_after_the_seeds(service: Operator) -> Evidence:
    """The service peeks at the seeds and draws with other keys, which it made when it knew them"""
    players = service.begun()

    def key(self: Any, epoch: int, slot: int) -> bytes:
        return digest_of(b"searched", bytes((epoch, slot)))

    with service.changed(KeyTree, "key", key), service.changed(KeyedDraws, "key", key):
        play(players)
        return file_of(service.audit(players[0].game))


@attack("L3", "past something that was drawn or shown", "`UndoState.barred`")
def a_throw_taken_back(service: Operator) -> Evidence:
    """A player who works for the operator takes back a throw that is known, and acts knowing the dice"""
    players = service.begun()
    with service.changed(UndoState, "barred", lambda undo, barrier: undo):
        player = play(players)
        take_back(player)
    return file_of(service.audit(player.game))


@attack("L3", "no ruling orders that", "`UndoState.barred`, `decisions._rng`")
def a_throw_made_anew(service: Operator) -> Evidence:
    """An undo gives a player other dice"""
    players = service.begun()
    with (
        service.changed(UndoState, "barred", lambda undo, barrier: undo),
        service.changed(decisions, "_rng", lambda fold: "fresh"),
    ):
        player = play(players)
        take_back(player)
        play(players)
    return file_of(service.audit(player.game))
