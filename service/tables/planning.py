"""A tournament's games: planned at its creation with their ids and draw keys, and started one after the other.

A game starts in one transaction with its number, which is unique, so any process that notices that it is due (by ending a game,
reading the tournament, or starting up) can start it. An abandoned game keeps its number, scores no points, and is played again as
the next one while planned games remain; a game voided by a referee is not played again.
"""

from __future__ import annotations

import uuid
from contextlib import suppress
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
import orjson
import structlog

from domain.ledger.entry import Sig
from domain.ledger.log_leaf import tournament_end_leaf, tournament_log_id
from domain.ledger.plan import Plan, PlannedGame, games_planned
from domain.ruleset import Ruleset
from domain.rulesets import ruleset_of
from domain.table.events import SeedRevealed
from domain.table.fold import options_of
from domain.table.refusals import Refused
from domain.table.seating import Declared, create_seated
from domain.table.state import OVER
from projections.tournaments import DELETED, Tournament
from service.identity.access import load_tournament
from service.log.keys import GameKeys
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.log.transparency.queue import queued
from service.log.transparency.recovery import check_complete
from service.play.bots import bots_play
from service.play.clocks.arrival import follow
from service.play.context import Context
from service.store import Conflict, Duplicate, Statement, Store, StoreUnusable
from service.store.waiting import in_thread
from service.tables.creating import identity, setup_of
from service.tables.entrants import entry_of
from service.tables.unopened import abandon_unopened

log = structlog.get_logger()
INSERT = "INSERT INTO planned_games (tournament, number, game, roots, draws, keys) VALUES (?, ?, ?, ?, ?, ?)"
PLANNED = "SELECT game, roots, draws, keys FROM planned_games WHERE tournament = ? ORDER BY number"
INSERT_GAME = "INSERT INTO tournament_games (tournament, number, game) VALUES (?, ?, ?)"
SEAT = """INSERT INTO players (game, seat, name, bot, hidden_name, account_entry)
    SELECT ?, seat, name, bot, hidden_name, CASE WHEN account IS NULL THEN NULL ELSE seat + CAST(? AS BIGINT) END
    FROM tournament_seats WHERE tournament = ?"""
"""Names are copied in the same transaction, since one may have been hidden after the tournament was read."""
SEATED = """INSERT INTO account_seats (game, version, seat, account, salt)
    SELECT ?, seat + CAST(? AS BIGINT), seat, account, account_salt FROM tournament_seats
    WHERE tournament = ? AND account IS NOT NULL"""
OF_GAME = "SELECT tournament FROM tournament_games WHERE game = ?"
NEWS = "SELECT tournament, what FROM tournament_news ORDER BY tournament"
"""Changes in tournaments since the last check for due games."""
NEWS_READ = "DELETE FROM tournament_news WHERE tournament = ? AND what = ?"

BEFORE_FIRST = 1
"""The table of games of a tournament whose terms have no `first`, unless they began before there were tables."""


class PlannedGames(NamedTuple):
    """All games of a tournament, and the rows that store them with their keys."""

    plan: Plan
    rows: list[Statement]


def plan_games(store: Store, id: str, ruleset: Ruleset[Any], games: int, terms: bytes) -> PlannedGames:
    """Plan the games of tournament `id`, of which `games` are to be played."""
    drawn = [GameKeys.fresh(uuid.uuid4().hex, ruleset.traits.draws) for _ in range(games_planned(games))]
    plan = Plan(bytes.fromhex(id), [PlannedGame(keys.game.hex(), keys.roots) for keys in drawn], terms)
    rows = [_row(store, id, number, plan.games[number], keys) for number, keys in enumerate(drawn)]
    return PlannedGames(plan, rows)


def _row(store: Store, id: str, number: int, one: PlannedGame, keys: GameKeys) -> Statement:
    """The keys are encrypted for their later row at entry 0."""
    sealed = store.seal(keys.pack(), one.game, 1)
    return Statement(INSERT, (id, number, one.game, orjson.dumps(one.roots).decode(), keys.slots, sealed))


def advance_all(context: Context) -> None:
    """Start due games in tournaments with news, and end those whose seeds were not opened in time.

    The news is read before the tournament, so later changes are handled the next time.
    """
    abandon_unopened(context.repository)
    store = context.repository.store
    for id, news in groupby(store.query(NEWS), key=itemgetter(0)):
        if advance(id, context):
            with suppress(StoreUnusable):  # the news is then processed again
                store.append("", [], [Statement(NEWS_READ, piece) for piece in news])


def advance_after(loaded: LoadedGame, context: Context) -> None:
    """Called after every commit. A finished game is stored already, so errors here must not fail its command."""
    if loaded.table.status not in OVER:
        return
    try:
        for (id,) in context.repository.store.query(OF_GAME, (loaded.id,)):
            in_thread(partial(advance, id, context))  # a new game takes milliseconds
    except Exception:
        log.exception("tournament-not-advanced", game=loaded.id)


def advance(id: str, context: Context) -> bool:
    """Start the tournament's next game if it is due, or end it, at most once even concurrently.

    Returns whether nothing is left to do.
    """
    tournament = load_tournament(context.repository.store, id)
    if tournament.next_number is None:
        return _end_if_over(context.repository.store, tournament)
    try:
        if not _takes_more(context.repository, tournament):
            return True
        loaded = _begin_game(context.repository, tournament, tournament.next_number)
    except (Conflict, Duplicate, StoreUnusable):
        return False  # another process did; or the store is unusable, and the next check retries
    except Refused as refused:  # an older copy of the database lacks a game that was started and signed
        log.warning("tournament-not-advanced", tournament=id, kind=str(refused.kind), reason=refused.detail)
        return False
    if bots_play(loaded):
        context.wake_bots(loaded.id)
    return True


def _end_if_over(store: Store, tournament: Tournament) -> bool:
    """Tell the log of logs that no more games begin, if so; it takes a leaf once. Returns whether nothing is left to do.

    A deleted tournament begins none either, and its seats can act no more.
    """
    over = tournament.status in OVER or tournament.hidden >= DELETED
    if tournament.log is None or not over:
        return True
    enough = sum(played.ended for played in tournament.played) == tournament.games
    leaf = tournament_end_leaf(tournament_log_id(tournament.ctx), "finished" if enough else "abandoned")
    try:
        store.append("", [], [queued(leaf, tournament.log)])
    except StoreUnusable:
        return False
    return True


def _takes_more(repository: Repository, tournament: Tournament) -> bool:
    """Whether the log of logs takes another game of a tournament; `LogUnusable`, `Refused` while that is unknown.

    It takes none after the tournament's end: a game that a ruling took back is not replaced if it is abandoned then.
    """
    current = repository.logs.check_open()
    if tournament.log is None:
        return True
    if tournament.log != current:
        log.warning("tournament-not-advanced", tournament=tournament.id, reason=f"{tournament.log} is lost")
        return False
    check_complete(repository.store, tournament)
    return repository.logs.of(current).index_of("tournament-end", tournament_log_id(tournament.ctx)) is None


def _begin_game(repository: Repository, tournament: Tournament, number: int) -> LoadedGame:
    """The game with this number, with all seats taken and all seeds revealed, repeated in every game's log."""
    ruleset, rows = ruleset_of(tournament.ruleset), repository.store.query(PLANNED, (tournament.id,))
    plan = _plan(tournament, rows)
    game, _, draws, sealed = rows[number - 1]
    keys = GameKeys.unpacked(game, repository.store.unseal(sealed, game, 1), draws)
    own = identity(repository, uuid.UUID(game), plan.games[number - 1].roots)
    shared, first = _terms(repository, tournament, draws)
    planned = {**own, "tournament": {**_place(plan, number - 1), **first}}
    agreed = {**shared, "options": _options(repository, ruleset, tournament)}
    rules = first["first"]["rules"] if first and number == 1 else ruleset.rules
    setup = setup_of(planned, agreed, rules)
    fold = create_seated(ruleset, setup, _declared(tournament), keys.draws, repository.now())
    statements = [
        Statement(INSERT_GAME, (tournament.id, number, game)),
        *_seat_rows(game, tournament.id, entry_of(fold, 1) - 1),
    ]
    loaded = repository.begin(fold, keys, statements, tournament.players)
    follow(repository, None, loaded)
    return repository.get(loaded.id)


def _seat_rows(game: str, tournament: str, before: int) -> list[Statement]:
    """Copies of the tournament's seats; `before` is the version before the entries that take them, in order."""
    return [Statement(sql, (game, before, tournament)) for sql in (SEAT, SEATED)]


def _terms(
    repository: Repository, tournament: Tournament, draws: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The members of entry 0 that all games share, and `first` if the tournament's terms have one.

    So all games have one table, even if the service has a newer one by then.
    """
    terms = orjson.loads(tournament.terms)
    if "first" in terms:
        del terms["key"]
        return terms, {"first": terms.pop("first")}
    began = [repository.get(played.game).table.setup for played in tournament.played[:1]]
    table = began[0].table if began else BEFORE_FIRST
    return {**terms, "draw_count": draws, "table": table}, {}


def _plan(tournament: Tournament, rows: list[tuple[Any, ...]]) -> Plan:
    games = [PlannedGame(game, orjson.loads(roots)) for game, roots, *_ in rows]
    return Plan(bytes.fromhex(tournament.id), games, tournament.terms.encode())


def _place(plan: Plan, number: int) -> dict[str, Any]:
    return {"id": plan.id.hex(), "number": number, "games": len(plan.games), "path": plan.path(number)}


def _declared(tournament: Tournament) -> list[Declared]:
    """The seats taken, then the seeds, in the order of seats: the same in every game."""
    declared = list(tournament.declared.values())
    taken: list[Declared] = [
        (seat, _sig(own.sig)) for seat, own in zip(tournament.taken, declared, strict=True)
    ]
    seeds = [
        (SeedRevealed(seat, own.seed), _sig(own.seed_sig))
        for seat, own in tournament.declared.items()
        if own.seed
    ]
    return [*taken, *seeds]


def _sig(text: str | None) -> Sig | None:
    return None if text is None else Sig(text)


def _options(repository: Repository, ruleset: Ruleset[Any], tournament: Tournament) -> Any:
    """The options agreed on for the first game; for later games, those that follow from the last one.

    A game without a result is played again with the same options.
    """
    if not tournament.played:
        return msgspec.to_builtins(options_of(ruleset, tournament.options))
    last = repository.get(tournament.played[-1].game).table
    if last.outcome is None:
        return last.setup.options
    return ruleset.next_options(tournament.seats, options_of(ruleset, last.setup.options), last.game)
