"""Erasing the texts of a case or of a judge call, by the operator, once the case is closed or the game over."""

from __future__ import annotations

from domain.table.calls.calling import existing_call
from domain.table.referee.hearing import existing_case, refused
from domain.table.state import OVER
from service.identity import erasures
from service.log.case_texts import erase_at, erase_case, texts_at, texts_of
from service.log.repository import Repository


def erase(repository: Repository, game: str, dispute: int) -> int:
    """Erase those of a case; their number. `Refused` for a case that does not exist, or is still open."""
    case = existing_case(repository.get(game).table.desk.cases, dispute)
    if case.is_open:
        detail = f"Case {dispute} is {case.state}: texts are erased when a case is closed."
        raise refused("referee.state", detail)
    texts = texts_of(repository.store, game, dispute)
    entry = erasures.recorded(erasures.ERASE, erasures.case_key(game, dispute))
    repository.store.append("", [], [entry, *erase_case(game, dispute)])
    return len(texts)


def erase_call(repository: Repository, game: str, number: int) -> int:
    """Erase question and answers of a judge call; their number. `Refused` where there is none, or while the game runs."""
    table = repository.get(game).table
    call = existing_call(table.calls, number)
    if table.status not in OVER:
        raise refused("referee.call", "The game is not over: texts of its calls are erased when it is.")
    versions = (call.version, *(it.version for it in call.answers))
    erased = texts_at(repository.store, game, versions)
    entry = erasures.recorded(erasures.ERASE, erasures.texts_key(game, versions))
    repository.store.append("", [], [entry, *erase_at(game, versions)])
    return erased
