"""Erasing what was written in a case: whoever runs the server may, once the case is closed."""

from __future__ import annotations

from domain.table.referee.hearing import existing_case, refused
from service.log.case_texts import erasure, kept
from service.log.repository import Repository


def erase(repository: Repository, game: str, dispute: int) -> int:
    """How many texts there were. `Refused` for a case that is not there, or open still."""
    case = existing_case(repository.get(game).table.desk.cases, dispute)
    if case.is_open:
        detail = f"Case {dispute} is {case.state}: texts are erased when a case is closed."
        raise refused("referee.state", detail)
    texts = kept(repository.store, game, dispute)
    repository.store.append("", [], erasure(game, dispute))
    return len(texts)
