"""Erasing what was written in a case: whoever runs the server may, once the case is closed."""

from __future__ import annotations

from domain.table.referee.hearing import refused
from domain.table.refusals import Refusal, Refused
from service.case_texts import erasure, kept
from service.log.repository import Repository


def erase(repository: Repository, game: str, dispute: int) -> int:
    """How many texts there were. `Refused` for a case that is not there, or open still."""
    cases = repository.get(game).table.desk.cases
    if not 1 <= dispute <= len(cases):
        raise Refused(Refusal.NOT_FOUND, f"This game has {len(cases)} cases; there is no case {dispute}.")
    if cases[dispute - 1].is_open:
        state = cases[dispute - 1].state
        raise refused("referee.state", f"Case {dispute} is {state}: texts are erased when a case is closed.")
    texts = kept(repository.store, game, dispute)
    repository.store.append("", [], erasure(game, dispute))
    return len(texts)
