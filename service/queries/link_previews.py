"""Link previews: the ruleset, the players, and the last event or the free seats of a public game, for pages with a link to it."""

from __future__ import annotations

from typing import NamedTuple

from domain.sentence import Sentence
from domain.table.parts.course import WAITING
from domain.table.state import OVER
from projections.documents import REVISION
from projections.people import names_of
from projections.replay import sentence_of
from projections.sentences import Renderer
from projections.table_sentences import inviting
from service.identity.access import Caller, authorize
from service.log.loaded import LoadedGame
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
    over: bool
    """Whether the game has ended; what happened last would then tell its result."""

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
    said = _invitation(loaded) if at == loaded.version else None
    sentence = Renderer(loaded.ruleset, lang, names).render(said or _event(repository, loaded, at, caller))
    players = ", ".join(names[seat] for seat in sorted(names))
    begun = repository.versions.at(loaded, at).table.game is not None
    name, revision = loaded.ruleset.name[lang], REVISION + loaded.renamed
    over = loaded.table.status in OVER
    return LinkPreview(loaded.ruleset.id, at, name, players, sentence, revision, begun, over)


def _invitation(loaded: LoadedGame) -> Sentence | None:
    """While seats are free, a link to the table is an invitation."""
    seats = loaded.table.setup.seats
    free = seats - len(loaded.table.seats.taken)
    return inviting(seats, free) if free and loaded.table.status == WAITING else None


def _event(repository: Repository, loaded: LoadedGame, at: int, caller: Caller) -> Sentence:
    """What happened at this version, as the caller may know it."""
    (row,) = repository.store.rows(loaded.id, at - 1, at)
    logged, _ = dated(row, loaded.types)
    return sentence_of(loaded.ruleset, logged, caller.viewer)
