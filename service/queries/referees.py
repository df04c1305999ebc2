"""Queries about the referees of a game, tournament or meeting."""

from __future__ import annotations

from domain.table.events import GameCreated
from projections.documents.disputes import RefereeListed
from service.identity.referees import Appointed, referees_at, referees_of
from service.store import Store


def referees_listed(store: Store, place: str) -> tuple[RefereeListed, ...]:
    """All that were appointed there, dismissed ones too."""
    return tuple(map(_listed, referees_of(store, place)))


def all_referees_listed(store: Store, setup: GameCreated) -> tuple[RefereeListed, ...]:
    """All of a game, those of its tournament and meeting included."""
    return tuple(map(_listed, referees_at(store, setup)))


def _listed(referee: Appointed) -> RefereeListed:
    return RefereeListed(
        referee=referee.number,
        head=referee.head,
        name=referee.name,
        appointed="before-start" if referee.before_start else "after-start",
        dismissed=referee.dismissed,
    )
