"""Link previews: the ruleset, the players and the last event of a public game, for pages that embed a link to it."""

from __future__ import annotations

from typing import NamedTuple

from projections.documents import REVISION
from projections.people import names_of
from projections.replay import sentence_of
from projections.sentences import Renderer
from service.identity.access import authorize
from service.log.mapper import dated
from service.log.repository import Repository
from service.log.versions import check_version


class LinkPreview(NamedTuple):
    """The public facts about one version of a public game, in words."""

    ruleset: str
    version: int
    name: str
    players: str
    sentence: str
    revision: int
    """The revision of the documents of this game (`document_revision`)."""
    begun: bool
    """Whether the game has started, so that there is a position to draw."""

    @property
    def title(self) -> str:
        """Such as "Age of War: Ada, Bo"."""
        return f"{self.name}: {self.players}" if self.players else self.name


def link_preview(repository: Repository, game: str, version: int | None, lang: str) -> LinkPreview:
    """The preview of a version, by default the newest one, as spectators see it; `Refused` if they may not see the game."""
    loaded, caller = authorize(repository, game, None)
    at = loaded.version if version is None else version
    check_version(loaded, at)
    names = names_of(loaded.players)
    (row,) = repository.store.rows(loaded.id, at - 1, at)
    logged, _ = dated(row, loaded.types)
    sentence = Renderer(loaded.ruleset, lang, names).render(
        sentence_of(loaded.ruleset, logged, caller.viewer)
    )
    players = ", ".join(names[seat] for seat in sorted(names))
    begun = repository.versions.at(loaded, at).table.game is not None
    name, revision = loaded.ruleset.name[lang], REVISION + loaded.renamed
    return LinkPreview(loaded.ruleset.id, at, name, players, sentence, revision, begun)
