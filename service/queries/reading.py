"""Questions: everything that changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from domain.hidden import Viewer
from domain.ruleset import Ruleset
from domain.table.decisions import Refused
from domain.table.state import Logged
from projections import lobby
from projections.document import game_document, labelled_actions, legal_actions
from projections.events import event_document
from projections.replay import replay_document
from projections.sentences import LANGUAGES
from service.access import Caller
from service.commands.creating import malformed
from service.commands.runner import CommandRunner
from service.log.loaded import LoadedGame
from service.log.mapper import dated

LONGEST_WAIT = 30.0
"""Seconds that a long poll may last."""
BATCH = 500
"""Events read at once for a stream of lines."""


class Reading(CommandRunner):
    def viewer(self, game: str, token: str | None) -> Viewer:
        return self.seen(game, token)[1].viewer

    def ruleset_of(self, game: str, token: str | None) -> Ruleset[Any]:
        return self.seen(game, token)[0].ruleset

    def document(
        self, game: str, token: str | None, wait: float | None = None, after: int | None = None
    ) -> tuple[int, bytes]:
        """Version and game document; with `wait` seconds, as soon as the version is above `after`."""
        loaded, caller = self.seen(game, token)
        if wait is not None and loaded.version <= (loaded.version if after is None else after):
            self.repository.store.wait_for(
                game, loaded.version if after is None else after, min(wait, LONGEST_WAIT)
            )
            loaded = self.repository.get(game)
        return loaded.version, _document(loaded, caller)

    def document_at(self, game: str, token: str | None, version: int) -> bytes:
        """The game document as it was at a version, for this viewer."""
        loaded, caller = self.seen(game, token)
        return _document(self.at(loaded, version), caller)

    def at(self, loaded: LoadedGame, version: int) -> LoadedGame:
        """The game as it was at a version."""
        if not 1 <= version <= loaded.version:
            raise Refused(
                "not-found", f"This game has versions 1 to {loaded.version}.", version=loaded.version
            )
        return loaded if version == loaded.version else self.repository.get_at(loaded.id, version)

    def legal_actions(
        self, game: str, token: str | None, seat: int | None = None, labels: bool = False
    ) -> bytes:
        """What the caller's seat may do, with `labels` in words; an analyst names the `seat` when several are to act."""
        loaded, caller = self.seen(game, token)
        acting = caller.acting(loaded.table, loaded.table.to_act, seat) if caller.acts else None
        if labels:
            actions = labelled_actions(loaded.ruleset, loaded.table, loaded.players, acting)
        else:
            actions = legal_actions(loaded.ruleset, loaded.table, acting)
        return orjson.dumps({"version": loaded.version, "seat": acting, "actions": actions})

    def events(self, game: str, token: str | None, after: int, limit: int) -> bytes:
        """One page of events; `next` is the `after` of the next page, null at the end."""
        loaded, caller = self.seen(game, token)
        page = self._events(loaded, caller, after, min(after + limit, loaded.version))
        last = after + len(page)
        following = last if page and last < loaded.version else None
        return orjson.dumps({"events": page, "version": loaded.version, "next": following})

    def event_lines(self, game: str, token: str | None, after: int) -> Iterator[bytes]:
        """Every event up to the present one, one JSON line each."""
        loaded, caller = self.seen(game, token)
        return self._lines(loaded, caller, after)

    def _lines(self, loaded: LoadedGame, caller: Caller, after: int) -> Iterator[bytes]:
        for start in range(after, loaded.version, BATCH):
            for event in self._events(loaded, caller, start, min(start + BATCH, loaded.version)):
                yield orjson.dumps(event, option=orjson.OPT_APPEND_NEWLINE)

    def _events(self, loaded: LoadedGame, caller: Caller, after: int, upto: int) -> list[dict[str, Any]]:
        if after >= upto:
            return []
        rows = self.repository.store.rows(loaded.id, after, upto)
        types = loaded.types
        return [event_document(*dated(row, types), caller.viewer) for row in rows]

    def log(self, loaded: LoadedGame) -> list[Logged]:
        """The whole log of a game up to the loaded's version."""
        types = loaded.types
        return [dated(row, types)[0] for row in self.repository.store.rows(loaded.id, 0, loaded.version)]

    def replay(self, game: str, token: str | None, lang: str) -> bytes:
        """The replay document with sentences in `lang`."""
        if lang not in LANGUAGES:
            raise malformed("lang", f"Sentences come in {' and '.join(LANGUAGES)}.")
        loaded, caller = self.seen(game, token)
        return orjson.dumps(
            replay_document(
                loaded.ruleset, loaded.table, self.log(loaded), loaded.players, caller.viewer, lang
            )
        )

    def lobby(
        self, status: str | None, ruleset: str | None, limit: int, cursor: str | None
    ) -> tuple[bytes, str | None]:
        """A page of public games, newest first, and the cursor of the next."""
        games, following = lobby.page(self.repository.store.query, status, ruleset, limit, cursor)
        return orjson.dumps({"games": games, "next": following}), following


def _document(loaded: LoadedGame, caller: Caller) -> bytes:
    document = game_document(loaded.ruleset, loaded.table, loaded.players, caller.viewer, loaded.at)
    imported = loaded.keys.checkpoint is not None
    return orjson.dumps({**document, "viewer": caller.role, "imported": imported})
