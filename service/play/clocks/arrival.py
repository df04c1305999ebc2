"""What time has brought to a game, and what its log lacks about its referees, is committed before anything else.

Each action is a commit of its own. Before that, whom an earlier ruling of its tournament excludes: it belongs right after
the start.
"""

from __future__ import annotations

import structlog

from domain.table.absence.starting import not_started
from domain.table.arrival import brought, due_at
from domain.table.fold import Fold
from domain.table.refusals import Refused
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.log.transparency.leaf_lists import proved_at
from service.play.clocks.exclusions import exclusion_due
from service.play.clocks.hearing import hearing_of
from service.play.clocks.referees import missing
from service.store import Conflict, SecretsAltered, StoreUnusable
from service.system.clock import ClockWrong

log = structlog.get_logger()
BEGUN = """SELECT game FROM lobby WHERE status IN ('playing', 'suspended', 'finished') AND game IN
    (SELECT game FROM tournament_games WHERE tournament = ? UNION SELECT game FROM meeting_games WHERE meeting = ?)
    ORDER BY game"""


def arrived(repository: Repository, loaded: LoadedGame, time: int) -> LoadedGame:
    """The game at a time in milliseconds, after all that time has brought to it; for every command on it.

    `ClockWrong` for a game with a clock if this process is not sure of the time.
    """
    if loaded.table.setup.clock is not None:
        time = repository.present(loaded, time)
    while (fold := _next(repository, loaded, time)) is not None:
        try:
            loaded = repository.commit(loaded, fold)
        except Conflict:
            loaded = repository.get(loaded.id)
    return loaded.at_time(time)


def follow(repository: Repository, before: LoadedGame | None, after: LoadedGame) -> None:
    """After a game has started, and after a case was closed, record the changes of its referees in its log.

    A failure here does not undo the commit. The next command on the game repeats the attempt.
    """
    begun, case = (None, None) if before is None else (before.table.game, before.table.desk.case)
    started = begun is None and after.table.game is not None
    closed = case is not None and after.table.desk.case is None
    if not started and not closed:
        return
    try:
        arrived(repository, after, repository.now())
    except (Refused, StoreUnusable, ClockWrong) as error:
        log.warning("referees-not-recorded", game=after.id, reason=str(error))


def record_referees(repository: Repository, place: str) -> None:
    """Record what has changed about the referees of a tournament or meeting in the log of each of its games that has begun.

    A damaged log does not block the other games.
    """
    for (game,) in repository.store.query(BEGUN, (place, place)):
        try:
            arrived(repository, repository.get(game), repository.now())
        except (Refused, SecretsAltered, ClockWrong) as refused:
            log.warning("referee-not-recorded", game=game, reason=str(refused))


def _next(repository: Repository, loaded: LoadedGame, time: int) -> Fold | None:
    if loaded.has_other_code:
        return None
    return _brought(repository, loaded, time) or missing(repository, loaded.at_time(time))


def _brought(repository: Repository, loaded: LoadedGame, time: int) -> Fold | None:
    if (fold := exclusion_due(repository, loaded.at_time(time))) is not None:
        return fold
    if not _may_have_come(repository, loaded, time):
        return None
    present = loaded.at_time(time)
    return brought(hearing_of(repository, present)) or _not_started(repository, present)


def _not_started(repository: Repository, present: LoadedGame) -> Fold | None:
    """The end of a game whose seeds are not open in time, counted from when the seats' proof is served.

    Where the service was away since then, the time counts anew from its return.
    """
    terms, table = present.table.setup.clock, present.table
    if terms is None or not table.to_reveal:
        return None
    proved = proved_at(repository.store, present.id)
    if proved is None:
        return None
    since = max(proved, table.clock.seated, repository.presence.latest)
    if table.time < since + 1000 * terms.start_within:
        return None
    return not_started(present.ruleset, table)


def _may_have_come(repository: Repository, loaded: LoadedGame, time: int) -> bool:
    """Whether it is worth reading the whole log: most commands find that nothing has come."""
    table = loaded.table
    if table.desk.case is not None:
        return True
    if table.setup.clock is None:
        return False
    due = due_at(table)
    return (due is not None and due <= time) or repository.presence.latest > loaded.at
