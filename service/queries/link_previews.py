"""The content of link previews: a game's ruleset, its players, and its latest event."""

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


class LinkPreview(NamedTuple):
    """What everyone may know of a version of a public game, in words."""

    ruleset: str
    version: int
    name: str
    players: str
    sentence: str
    revision: int
    """The `document_revision` of its documents."""
    begun: bool
    """Whether there is a board yet."""

    @property
    def title(self) -> str:
        """Such as "Age of War: Ada, Bo"."""
        return f"{self.name}: {self.players}" if self.players else self.name


def link_preview(repository: Repository, game: str, version: int | None, lang: str) -> LinkPreview:
    """A version, or the newest one, as spectators see it; `Refused` if they may not see the game."""
    loaded, caller = seen(repository, game, None)
    version = loaded.version if version is None else version
    check_version(loaded, version)
    names = names_of(loaded.players)
    (row,) = repository.store.rows(loaded.id, version - 1, version)
    logged, _ = dated(row, loaded.types)
    sentence = Teller(loaded.ruleset, lang, names).tell(
        sentence_of(loaded.ruleset, logged.event, caller.viewer)
    )
    players = ", ".join(names[seat] for seat in sorted(names))
    begun = repository.versions.at(loaded, version).table.game is not None
    return LinkPreview(
        loaded.ruleset.id,
        version,
        loaded.ruleset.name[lang],
        players,
        sentence,
        REVISION + loaded.renamed,
        begun,
    )
