"""Erasing the texts of a case, by the operator, once the case is closed."""

from __future__ import annotations

from domain.table.referee.hearing import existing_case, refused
from service.log.case_texts import erase_case, texts_of
from service.log.repository import Repository


def erase(repository: Repository, game: str, dispute: int) -> int:
    """Erase them; their number. `Refused` for a case that does not exist, or is still open."""
    case = existing_case(repository.get(game).table.desk.cases, dispute)
    if case.is_open:
        detail = f"Case {dispute} is {case.state}: texts are erased when a case is closed."
        raise refused("referee.state", detail)
    texts = texts_of(repository.store, game, dispute)
    repository.store.append("", [], erase_case(game, dispute))
    return len(texts)
