"""What is left out of the file: keys and disclosures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import orjson

from domain.draws import Words
from service.log import audit
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.service import Operator, play
from tests.operator.writing import with_another_action

Place = tuple[int, str]


def without(unwanted: Callable[[int, str], bool]) -> Callable[..., Sequence[Place]]:
    """The service's way to choose what it discloses, but for these places."""
    honest = audit.disclosures_for
    return lambda *of: [(index, path) for index, path in honest(*of) if not unwanted(index, path)]


@attack("L3", "is not in the file", "`disclosed_slots`")
def a_withheld_key(service: Operator) -> Evidence:
    """The key of a changed throw is left out of the audit file"""
    players = service.begun()
    with service.changed(Words, "roll", lambda words, sides: tuple(sides)):
        play(players)
    with service.changed(audit, "disclosed_slots", lambda *of: []):
        return file_of(service.audit(players[0].game))


@attack("L2", "lacks the disclosure", "`disclosures_for`")
def a_deleted_disclosure(service: Operator) -> Evidence:
    """The disclosure of a card that everybody saw is left out of the audit file"""
    players = service.begun("touche")
    play(players, 2)
    entries = map(orjson.loads, service.audit(players[0].game)["entries"])
    [place, *_] = [entry["d"]["card"]["of"] for entry in entries if entry["t"] == "card-laid"]
    with service.changed(audit, "disclosures_for", without(lambda index, path: f"{index}{path}" == place)):
        return file_of(service.abandoned(players[0].game))


@attack("verdict", "(L3, not complete here)", "`Words.shuffle`, `disclosures_for`")
def all_disclosures_deleted(service: Operator) -> Evidence:
    """A sorted deck is dealt, and the file of the finished game discloses no card"""
    with service.changed(Words, "shuffle", lambda words, items: list(items)):
        players = service.begun("touche")
        play(players, 2)
    with service.changed(audit, "disclosures_for", lambda *of: []):
        return file_of(service.abandoned(players[0].game))


@attack("verdict", "(L3, not complete here)", "`Words.shuffle`, `disclosed_slots`")
def a_withheld_key_of_a_shuffle(service: Operator) -> Evidence:
    """A sorted deck is dealt, and the file of the finished game lacks the key of the shuffle"""
    with service.changed(Words, "shuffle", lambda words, items: list(items)):
        players = service.begun("touche")
        play(players, 2)
    of_throws = service.audit(players[0].game)["draws"]
    slots = [(it["epoch"], it["slot"]) for it in of_throws]
    with service.changed(audit, "disclosed_slots", lambda *of: slots):
        return file_of(service.abandoned(players[0].game))


@attack("verdict", "(L4, not checked here)", "`decisions.carry_out`, `disclosures_for`")
def a_replaced_action_hidden(service: Operator) -> Evidence:
    """The log has the events of another action than was signed, and the signed one is left out of the file"""
    game = with_another_action(service)
    with service.changed(audit, "disclosures_for", without(lambda index, path: path == "/sig")):
        return file_of(service.abandoned(game))
