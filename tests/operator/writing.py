"""Changed writing: how events become entries, and which events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.draws import Words
from domain.table import decisions
from domain.table.events import RulesChanged
from domain.table.referee.events import GameVoided, ResultSet
from service.log import mapper, repository
from service.tables import creating
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.service import Json, Operator, play, take_back, turn
from tests.service.test_dishonest import more_in_draws, nodes

Tamper = Callable[[Json, Json], None]
"""Changes the sealed data of an event, given its hidden values by path."""
RESULT = ResultSet(1, (1,), ((1,), (2,)), {"1": 1, "2": 0})


def sealing(tamper: Tamper) -> Callable[..., Any]:
    """The service's way to seal events, changed."""
    honest = mapper.seal_event

    def seal_event(*of: Any) -> Any:
        data, secrets = honest(*of)
        tamper(data, secrets)
        return data, secrets

    return seal_event


@attack("L0", "not canonical", "`entry.encode`")
def an_entry_respelled(service: Operator) -> Evidence:
    """An entry is written with white space, so that two readers could read it differently"""
    players, honest = service.begun(), mapper.ledger_entry.encode

    def spaced(*of: Any) -> bytes:
        return honest(*of).replace(b'"a":', b'"a": ', 1)

    with service.changed(mapper.ledger_entry, "encode", spaced):
        play(players)
    return file_of(service.audit(players[0].game))


@attack("L0", "older than the entry before", "`to_row`")
def an_entry_backdated(service: Operator) -> Evidence:
    """An entry is older than the one before it, so that a deadline seems to be met"""
    players, honest = service.begun(), repository.to_row

    def earlier(logged: Any, at: int, *more: Any) -> Any:
        return honest(logged, at - 60_000, *more)

    with service.changed(repository, "to_row", earlier):
        play(players)
    return file_of(service.audit(players[0].game))


@attack("L2", "is no throw", "`seal_event`, `Words.roll`")
def a_throw_with_a_member_more(service: Operator) -> Evidence:
    """A throw has an additional member, so that one reader sees no throw, and every die is a 1"""
    players = service.begun()
    with (
        service.changed(mapper, "seal_event", sealing(lambda data, secrets: more_in_draws(data))),
        service.changed(Words, "roll", lambda words, sides: (1,) * len(sides)),
    ):
        play(players)
    return file_of(service.audit(players[0].game))


def more_in_shuffles(data: Json, secrets: Json) -> None:
    for node in nodes(data):
        if "order" in node:
            node["x"] = 0


@attack("L2", "is no shuffle", "`seal_event`, `Words.shuffle`")
def a_shuffle_with_a_member_more(service: Operator) -> Evidence:
    """A shuffle has an additional member, and the deck stays sorted"""
    with (
        service.changed(mapper, "seal_event", sealing(more_in_shuffles)),
        service.changed(Words, "shuffle", lambda words, items: list(items)),
    ):
        players = service.begun("touche")
        play(players, 2)
    return file_of(service.abandoned(players[0].game))


@attack("L2", "unknown members ['warrior']", "`seal_event`")
def a_card_shown_to_friends(service: Operator) -> Evidence:
    """The log discloses a hidden card to anyone who knows where to look"""
    players = service.begun("romans")

    def showing(data: Json, secrets: Json) -> None:
        if "/d/warrior" in secrets:
            data["warrior"] = secrets["/d/warrior"][0]

    with service.changed(mapper, "seal_event", sealing(showing)):
        play(players)
    return file_of(service.abandoned(players[0].game))


@attack("L2", "another value than was committed", "`seal_event`")
def a_card_replaced(service: Operator) -> Evidence:
    """A card that is laid is not the one that was dealt"""
    players = service.begun("touche")

    def another(data: Json, secrets: Json) -> None:
        for node in nodes(data):
            if "value" in node:
                node["value"] = "AC" if node["value"] == "joker" else "joker"

    play(players)
    with service.changed(mapper, "seal_event", sealing(another)):
        play(players)
    return file_of(service.abandoned(players[0].game))


def with_another_action(service: Operator) -> str:
    """A game in which a seat's signed action was replaced."""
    players, honest = service.begun("romans"), decisions.carry_out
    player = turn(players)
    [signed, other, *_] = player.legal_actions()

    def carried_out(ruleset: Any, table: Any, seat: int, action: Any, *more: Any) -> Any:
        return honest(ruleset, table, seat, ruleset.legal_actions(table.game, seat)[1], *more)

    assert signed != other
    with service.changed(decisions, "carry_out", carried_out):
        player.act(signed)
    return player.game


@attack("L4", "no action allowed there leads to", "`decisions.carry_out`")
def another_action_carried_out(service: Operator) -> Evidence:
    """A seat signs one action, and the log has the events of another one in its place"""
    return file_of(service.abandoned(with_another_action(service)))


@attack("L4", "no action allowed there leads to", "`seal_event`")
def an_event_replaced(service: Operator) -> Evidence:
    """An event does not follow from the rules: a turn ends with the wrong seat's turn"""
    players = service.begun("touche")

    def another(data: Json, secrets: Json) -> None:
        if "next_seat" in data:
            data["next_seat"] = 3 - data["next_seat"]

    with service.changed(mapper, "seal_event", sealing(another)):
        play(players, 2)
    return file_of(service.abandoned(players[0].game))


@attack("L4", "no action allowed there leads to", "`seal_event`")
def a_card_opened_to_a_friend(service: Operator) -> Evidence:
    """A card that one seat draws is opened to another seat, too, which then gets its disclosure"""
    players = service.begun("touche")

    def shown(data: Json, secrets: Json) -> None:
        for node in nodes(data):
            if "to" in node and 0 not in node["to"]:
                node["to"] = [1, 2]

    play(players)
    with service.changed(mapper, "seal_event", sealing(shown)):
        play(players)
    return file_of(service.abandoned(players[0].game))


@attack("L4", "no action allowed there leads to", "`decisions._others`")
def an_undo_that_nobody_granted(service: Operator) -> Evidence:
    """A friend's undo takes back another seat's action, and the service does not ask that seat"""
    players = service.begun("romans", undo="consent")
    [mine, other] = players
    mine.act(mine.legal_actions()[0])
    other.act(other.legal_actions()[0])
    with service.changed(decisions, "_others", lambda table, seat: ()):
        take_back(mine)
    return file_of(service.abandoned(mine.game))


@attack("L4", "the edition's data are not those that the game began with", "`edition_hash`")
def an_edition_of_ones_own(service: Operator) -> Evidence:
    """The game is bound to cards that no published edition has"""
    with service.changed(creating, "edition_hash", lambda edition: "0" * 64):
        players = service.begun()
    return file_of(service.audit(players[0].game))


def through_a_window(service: Operator, game: str, event: Any) -> None:
    """Write an event under a revision of the rules that nobody has, and come back."""
    rules = service.kronika.repository.get(game).ruleset.rules
    events = (RulesChanged(999), event, RulesChanged(rules))
    service.write(game, *(("table", it) for it in events))


@attack("L4", "no action allowed there leads to this game-voided", "a function that writes three events")
def a_game_voided_in_a_window(service: Operator) -> Evidence:
    """A game is voided without a case, under a revision of the rules that no reader has"""
    players = service.begun()
    play(players, 2)
    through_a_window(service, players[0].game, GameVoided(1))
    return file_of(service.audit(players[0].game))


@attack("verdict", "(L4, not checked here)", "a function that writes three events")
def a_result_set_in_a_window(service: Operator) -> Evidence:
    """A result is set without a case, under a revision of the rules that no reader has"""
    players = service.begun()
    play(players, 2)
    through_a_window(service, players[0].game, RESULT)
    return file_of(service.audit(players[0].game))


@attack("L4", "no action allowed there leads to", "`to_row`")
def a_clause_of_choice(service: Operator) -> Evidence:
    """An event cites a clause other than the one that was applied"""
    players, honest = service.begun(), mapper.to_row

    def cited(logged: Any, *more: Any) -> Any:
        return honest(replace(logged, rules=("war.setup.1",)) if logged.rules else logged, *more)

    with service.changed(repository, "to_row", cited):
        play(players)
    return file_of(service.audit(players[0].game))
