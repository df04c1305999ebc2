"""A game as it is loaded: its table, its keys, its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.context import context_of
from domain.table.event_types import Types, types_of
from domain.table.fold import Fold, fold
from domain.table.refusals import Refused
from domain.table.state import Table
from projections.commit import Commit
from projections.people import Player, nameless
from service.log.earlier import is_closed, types_without_board
from service.log.keys import Imported, Keys, unpack
from service.log.mapper import created, foldable, time_of


class LoadedGame(NamedTuple):
    """One game at one version. Immutable, but for what its keys cache."""

    ruleset: Ruleset[Any]
    table: Table
    keys: Keys
    players: Mapping[int, Player]
    at: int
    """When the last event was committed, in milliseconds since the epoch."""
    ctx: bytes
    """What the commitments and signatures of its seats are bound to (docs/ledger.md)."""
    hidden: int = 0
    """0, 1 when the operator has taken it away from all but those who hold a token of it, 2 for good and from everybody."""
    renamed: int = 0
    """How often the operator has changed which names are shown."""

    began: int = 0
    """When the first event was committed."""

    nameless: bool = False
    """Whether it is loaded for somebody who is not to read the names at a private table."""

    unreadable: Refused | None = None
    """Why its log cannot be folded; the table then has no board, and is good for reading the log only."""

    def seen_like(self, other: LoadedGame) -> LoadedGame:
        """The same game at another version, for who sees that one."""
        players = nameless(self.players) if other.nameless else self.players
        return self._replace(
            hidden=other.hidden, renamed=other.renamed, nameless=other.nameless, players=players
        )

    def with_board(self) -> LoadedGame:
        """This game; `Refused` unreadable-log when its log cannot be folded."""
        if (why := self.unreadable) is not None:
            # a new one each time: an exception that is raised again and again keeps all frames that it came through
            raise Refused(why.kind, why.detail, **why.more)
        return self

    @property
    def closed(self) -> bool:
        """Whether it does not exist for those who hold no token of it."""
        return bool(self.hidden) or self.table.setup.visibility == "private"

    @property
    def id(self) -> str:
        return self.table.setup.game

    @property
    def version(self) -> int:
        return self.table.version

    @property
    def imported(self) -> bool:
        return isinstance(self.keys, Imported)

    def commit(self, checkpoint: str, events: int = 0, before: LoadedGame | None = None) -> Commit:
        """What projections make their rows from; `before` is the game as the command found it."""
        table, keys, found = self.table, self.keys, None if before is None else before.commit("")
        beside = (checkpoint, self.imported, keys.imported_at, events, self.began, found)
        return Commit(self.ruleset, table, self.players, self.at, *beside)

    @property
    def types(self) -> Types:
        return types_of(self.ruleset) if self.unreadable is None else types_without_board(self.ruleset)


class Begun(NamedTuple):
    """What a game has had since its first entry, and keeps."""

    ruleset: Ruleset[Any]
    keys: Keys
    ctx: bytes
    at: int
    """When that was committed, in milliseconds since the epoch."""

    def loaded(self, table: Table, players: Mapping[int, Player], at: int) -> LoadedGame:
        """The game at the version of a table, whose last event was committed `at` this time."""
        return LoadedGame(self.ruleset, table, self.keys, players, at, self.ctx, began=self.at)


def begun(entry: bytes, packed: bytes) -> Begun:
    """From entry 0, and the game's keys, which stand beside it instead of secrets."""
    setup, at = created(entry)
    keys = unpack(setup, packed, is_closed(entry))
    return Begun(registry()[setup.ruleset], keys, context_of(setup, entry), at)


def load_game(
    entries: Sequence[bytes], secrets: Mapping[int, bytes], players: Mapping[int, Player]
) -> LoadedGame:
    """Fold a whole log, from its first entry on."""
    game = begun(entries[0], secrets[1])
    table = fold(game.ruleset, foldable(entries, secrets, game.ruleset))
    return game.loaded(table, players, time_of(entries[-1]))


def read_on(
    loaded: LoadedGame, entries: Sequence[bytes], secrets: Mapping[int, bytes], players: Mapping[int, Player]
) -> LoadedGame:
    """The game with further entries folded in. They hold no rewind: for one, the game has to be loaded anew."""
    folding = Fold(loaded.ruleset, loaded.table)
    folding.read(foldable(entries, secrets, loaded.ruleset, loaded.version))
    return loaded._replace(table=folding.table(), players=players, at=time_of(entries[-1]))
