"""A game at a glance, for those who show it elsewhere: what is played, by whom, and what has just happened."""

from __future__ import annotations

from typing import NamedTuple

from projections.documents import REVISION
from projections.people import names_of
from projections.replay import sentence_of
from projections.sentences import Teller
from service.identity.access import seen
from service.log.mapper import dated
from service.log.repository import Repository
from service.log.versions import check_version


class Glimpse(NamedTuple):
    """What everybody may know of a version of a public game, in words."""

    ruleset: str
    version: int
    name: str
    players: str
    sentence: str
    revision: int
    """How documents of it are written (`document_revision`)."""
    begun: bool
    """Whether there is anything on the table."""

    @property
    def title(self) -> str:
        """Such as "Age of War: Ada, Bo"."""
        return f"{self.name}: {self.players}" if self.players else self.name


def glimpse(repository: Repository, game: str, version: int | None, lang: str) -> Glimpse:
    """A version, or the newest one, as spectators see it; `Refused` where they see nothing, as of private games."""
    loaded, caller = seen(repository, game, None)
    shown = loaded.version if version is None else version
    check_version(loaded, shown)
    names = names_of(loaded.players)
    (row,) = repository.store.rows(loaded.id, shown - 1, shown)
    logged, _ = dated(row, loaded.types)
    said = Teller(loaded.ruleset, lang, names).tell(sentence_of(loaded.ruleset, logged.event, caller.viewer))
    players = ", ".join(names[seat] for seat in sorted(names))
    begun = repository.versions.at(loaded, shown).table.game is not None
    return Glimpse(
        loaded.ruleset.id, shown, loaded.ruleset.name[lang], players, said, REVISION + loaded.renamed, begun
    )
