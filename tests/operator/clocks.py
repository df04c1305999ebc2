"""Changed clocks: time that is given or taken, flags, outages, and seats that bots play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from domain.table import arrival, decisions
from domain.table.absence import organising
from domain.table.absence.events import Resigned
from domain.table.actors import TABLE, bot_actor, seat_actor
from domain.table.clock import rows as rows_of_clocks
from domain.table.clock import settling
from domain.table.clock.events import ClockRow, ClockTerms, Forfeit, TimeHeld, TimeRanOut
from domain.table.clock.holding import Outage
from domain.table.clock.stints import Stints
from domain.table.fold import Fold
from service.log.shared_time import SharedTime
from service.log.transparency import sequencer
from service.system.clock import now
from tests.clients.trusting import Player
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.remaining import NOTHING
from tests.operator.service import Operator, play, turn

CLOCK = {"bank": 600, "increment": 5, "grace": 5, "start_within": 30, "organiser_stops": True}
BY_HAND = "a function that writes an event"
S = 1000


@contextmanager
def ago(service: Operator, seconds: int) -> Iterator[None]:
    """Meanwhile it is so much earlier for the service."""
    with (
        service.changed(SharedTime, "now", lambda _: now() - seconds * S),
        service.changed(sequencer, "now", lambda: now() - seconds * S),
    ):
        yield


def begun(service: Operator, **clock: Any) -> list[Player]:
    return service.begun(clock=CLOCK | clock, undo="free")


def play_a_turn(players: Sequence[Player], turns: int = 1) -> Player:
    """Play until so many turns have passed to another seat; the player who acted last."""
    while turns:
        player = play(players)
        turns -= turn(players) is not player
    return player


def suspend(service: Operator, game: str) -> None:
    headers = {"Authorization": f"Bearer {service.organisers[game]}"}
    assert service.http.put(f"/v1/games/{game}/suspension", headers=headers).is_success


def seat_to_act(players: Sequence[Player]) -> int:
    return turn(players).seat


def write(service: Operator, game: str, actor: str, event: Any, *rules: str) -> None:
    """Write an event that cites these clauses, at the time of the service, with the clocks that follow from it."""
    repository = service.kronika.repository
    loaded = repository.get(game).at_time(repository.now())
    fold = Fold(loaded.ruleset, loaded.table)
    fold.log = repository.versions.log(loaded)
    fold.begin_action(actor)
    fold.record(event, rules)
    repository.commit(loaded, fold)


# Time given, and time taken.


@attack("L3", "an increment too many", "`with_increment`")
def time_for_everybody(service: Operator) -> Evidence:
    """A seat gets twice its increment"""
    players = begun(service)

    def doubled(row: ClockRow, terms: ClockTerms) -> ClockRow:
        return replace(row, left=row.left + 2000 * terms.increment)

    with service.changed(settling, "with_increment", doubled):
        play_a_turn(players)
    return file_of(service.audit(players[0].game))


@attack("L3", "a wrong grace", "`read_at`")
def time_that_is_burnt(service: Operator) -> Evidence:
    """A seat is charged a second more than it took"""
    players = begun(service)
    with service.changed(settling, "read_at", lambda row, at: rows_of_clocks.read_at(row, at + S)):
        play_a_turn(players)
    return file_of(service.audit(players[0].game))


@attack("L3", "a missing row", "`Change.runs`")
def a_clock_that_is_not_stopped(service: Operator) -> Evidence:
    """The organiser suspends the game, and the clock of a seat runs on"""
    players = begun(service)
    game = players[0].game
    runs = settling.Change.runs

    def also_halted(change: Any, seat: int) -> bool:
        return runs(change, seat) or (seat in change.present and seat in change.acting_after)

    with service.changed(settling.Change, "runs", also_halted):
        suspend(service, game)
    return file_of(service.audit(game))


@attack("L4", "no action allowed there leads to", "`Stints.is_new`")
def a_stint_that_is_no_new_one(service: Operator) -> Evidence:
    """A seat's new stint is not counted, so that it gets no new grace"""
    players = begun(service)
    honest = Stints.is_new

    def first_only(stints: Stints, seat: int, value: int) -> bool:
        return honest(stints, seat, value) and not stints.begun.get(seat)

    with service.changed(Stints, "is_new", first_only):
        play_a_turn(players, 3)
    return file_of(service.audit(players[0].game))


# Flags.


@attack("L3", "an early flag", BY_HAND)
def an_early_flag(service: Operator) -> Evidence:
    """A seat loses by time a minute before its clock runs out"""
    players = begun(service, on_time_out="forfeit")
    seat, other = seat_to_act(players), 3 - seat_to_act(players)
    deadline = service.kronika.repository.get(players[0].game).table.clock.deadline or 0
    outcome = lost(seat, other, "time")
    write(service, players[0].game, TABLE, TimeRanOut((seat,), deadline - 60 * S, outcome))
    return file_of(service.audit(players[0].game))


def lost(seat: int, other: int, why: str) -> Forfeit:
    return Forfeit((other,), ((other,), (seat,)), {"1": 0, "2": 0}, why)


@attack("L3", "a late action", "`arrival.flag`")
def a_flag_that_never_falls(service: Operator) -> Evidence:
    """A friend's clock runs out, and the friend plays on"""
    with ago(service, 3600):
        players = begun(service)
    with service.changed(arrival, "flag", lambda *_: None):
        play(players)
    return file_of(service.audit(players[0].game))


@attack("verdict", "The times are the operator's word.", "`SharedTime.now`")
def an_action_dated_back(service: Operator) -> Evidence:
    """A friend thinks for a minute, and the log says that the action was made at once; no witness has cosigned the game"""
    players = begun(service)
    loaded = service.kronika.repository.get(players[0].game)
    with service.changed(SharedTime, "now", lambda _: loaded.at):
        play(players)
    return file_of(service.audit(players[0].game))


# Outages.


@attack("not available", "no leaf tells of outage 1", BY_HAND)
def a_hold_of_no_outage(service: Operator) -> Evidence:
    """A friend's clock is held although the service was not away"""
    with ago(service, 60):
        players = begun(service)
    game = players[0].game
    last = service.kronika.repository.get(game).at
    write(service, game, TABLE, TimeHeld(1, last, last + 80 * S), "clock.outage")
    return file_of(service.audit(game))


def away(service: Operator) -> tuple[Operator, list[Player]]:
    """Another service, which was away for a minute while a clock ran, and is back since five seconds ago."""
    service = service.another()
    with ago(service, 65):
        players = begun(service)
        service.kronika.repository.presence.write()
    with ago(service, 5):
        service.kronika.repository.presence.write()
    return service, players


@attack("L1", "it holds from", "`arrival.hold`")
def a_hold_that_is_longer(service: Operator) -> Evidence:
    """The clocks are held two seconds longer than the outage in the log of logs"""
    service, players = away(service)
    honest = arrival.hold

    def longer(ruleset: Any, table: Any, log: Any, outages: Sequence[Outage]) -> Fold | None:
        return honest(ruleset, table, log, [it._replace(to=it.to + 2 * S) for it in outages])

    with service.changed(arrival, "hold", longer):
        play(players)
    return file_of(service.audit(players[0].game))


@attack("L1", "without its hold of outage", "`arrival.hold`")
def an_outage_that_is_not_held(service: Operator) -> Evidence:
    """The service is away for a minute at a seat's cost; the reader reads the whole log"""
    service, players = away(service)
    with service.changed(arrival, "hold", lambda *_: None):
        play(players)
    return Evidence([service.audit(players[0].game)], service.whole_log())


@attack("account", "The service was away, and the clocks were held", NOTHING)
def an_outage_for_a_friend(service: Operator) -> Evidence:
    """The operator stops the service while a friend thinks, so that the friend's clock is held"""
    service, players = away(service)
    play(players)
    return file_of(service.audit(players[0].game))


# Seats.


@attack("L2", "plays for nobody who is away", "`decisions.player_of`")
def a_bot_at_a_seat_that_is_there(service: Operator) -> Evidence:
    """A bot plays for a seat whose person is there"""
    players = begun(service)
    player = turn(players)
    loaded = service.kronika.repository.get(player.game)
    loaded = loaded.at_time(service.kronika.repository.now())
    action = loaded.ruleset.legal_actions(loaded.table.game, player.seat)[0]
    with service.changed(decisions, "player_of", lambda table, seat: bot_actor(seat)):
        fold = decisions.play(
            loaded.ruleset, loaded.table, player.seat, action, loaded.keys.draws(loaded.table)
        )
    service.kronika.repository.commit(loaded, fold)
    return file_of(service.audit(player.game))


@attack("L2", "is not signed", BY_HAND)
def a_resignation_by_the_operator(service: Operator) -> Evidence:
    """The operator resigns for a seat with a key"""
    players = begun(service)
    outcome = lost(1, 2, "resigned")
    write(service, players[0].game, seat_actor(1), Resigned(1, outcome))
    return file_of(service.audit(players[0].game))


@attack("L4", "game-suspended", "`organising.needs_agreement`")
def a_game_stopped_without_the_players(service: Operator) -> Evidence:
    """The organiser suspends a game in which nobody agreed to that"""
    players = begun(service, organiser_stops=False)
    game = players[0].game
    with service.changed(organising, "needs_agreement", lambda _: False):
        suspend(service, game)
    return file_of(service.audit(game))
