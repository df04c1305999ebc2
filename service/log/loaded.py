"""A game as it is loaded: its table, its keys, its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.contract.package import Package
from domain.packages.absent import absent
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.context import context_of
from domain.table.event_types import Types, types_of
from domain.table.fold import Fold, fold
from domain.table.refusals import Refusal, Refused
from domain.table.state import Table
from projections.commit import Commit
from projections.people import Player, nameless
from service.log.keys import Imported, Keys, unpack
from service.log.legacy_formats import is_legacy, types_without_board
from service.log.mapper import created, foldable, time_of


class LoadedGame(NamedTuple):
    """One game at one version. Immutable, except for what its keys cache."""

    ruleset: Ruleset[Any]
    table: Table
    keys: Keys
    players: Mapping[int, Player]
    at: int
    """When the last event was committed, in milliseconds since the epoch."""
    ctx: bytes
    """The context that the commitments and signatures of its seats are bound to (docs/ledger.md)."""
    hidden: int = 0
    """0; 1 when the operator has hidden it from everybody without a token of it; 2 when it is deleted for everybody."""
    renamed: int = 0
    """How often the operator has hidden or restored names."""

    began: int = 0
    """When the first event was committed."""

    nameless: bool = False
    """Whether it is loaded for a viewer who may not see the names at a private table."""

    unreadable: Refused | None = None
    """Why its log cannot be replayed. The table then has no board and serves only to read the log."""

    def with_flags(self, hidden: int, renamed: int) -> LoadedGame:
        """The same game with these flags."""
        if (self.hidden, self.renamed) == (hidden, renamed):
            return self
        return self._replace(hidden=hidden, renamed=renamed)

    def with_flags_of(self, other: LoadedGame) -> LoadedGame:
        """The same game with the flags of another version of it."""
        players = nameless(self.players) if other.nameless else self.players
        return self._replace(
            hidden=other.hidden, renamed=other.renamed, nameless=other.nameless, players=players
        )

    def at_time(self, time: int) -> LoadedGame:
        """The same game, to decide something at a time in milliseconds, which is not before its last entry."""
        return self._replace(table=self.table.at(max(time, self.at)))

    def with_board(self) -> LoadedGame:
        """This game; `Refused` unreadable-log when its log cannot be replayed."""
        if (why := self.unreadable) is not None:
            # A new exception each time: one that is raised repeatedly keeps every frame that it came through.
            raise Refused(why.kind, why.detail, **why.more)
        return self

    @property
    def has_other_code(self) -> bool:
        """Whether its ruleset's package has changed since it began: then it can be read, and nothing is added to it."""
        began, now = self.table.setup.package, self.ruleset.package
        return (began and began.hash) != (now and now.hash)

    def check_code(self) -> None:
        """`Refused` ruleset-changed for a game of other code."""
        if self.has_other_code:
            raise Refused(Refusal.RULESET_CHANGED, _changed(self))

    @property
    def closed(self) -> bool:
        """Whether it does not exist for clients without a token of it."""
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
        """The input of projections; `before` is the game before the command."""
        table, keys, found = self.table, self.keys, None if before is None else before.commit("")
        beside = (checkpoint, self.imported, keys.imported_at, events, self.began, found)
        return Commit(self.ruleset, table, self.players, self.at, *beside)

    @property
    def types(self) -> Types:
        return types_of(self.ruleset) if self.unreadable is None else types_without_board(self.ruleset)


def _changed(loaded: LoadedGame) -> str:
    began, now = loaded.table.setup.package, loaded.ruleset.package
    return (
        f"This game was begun with {_coded(began)}, and {_coded(now)} is installed. It can be read, and nothing is added to it "
        f"until the operator installs {_wanted(began)} again: then it can be played on, or abandoned."
    )


def _coded(package: Package | None) -> str:
    return f"the package {package} (code {package.hash[:16]})" if package else "a ruleset of Kronika itself"


def _wanted(package: Package | None) -> str:
    """What an operator installs to let a game go on."""
    return f"that code ({package.name}=={package.version})" if package else "Kronika's own ruleset"


class GameStart(NamedTuple):
    """What the first entry of a game defines for good."""

    ruleset: Ruleset[Any]
    keys: Keys
    ctx: bytes
    at: int
    """When that was committed, in milliseconds since the epoch."""

    def loaded(self, table: Table, players: Mapping[int, Player], at: int) -> LoadedGame:
        """The game at the version of a table, whose last event was committed `at` this time."""
        return LoadedGame(self.ruleset, table, self.keys, players, at, self.ctx, began=self.at)


def game_start(entry: bytes, packed: bytes) -> GameStart:
    """From entry 0, and the game's keys, which are stored beside it instead of secrets."""
    setup, at = created(entry)
    keys = unpack(setup, packed, is_legacy(entry))
    ruleset = registry().get(setup.ruleset) or absent(setup.ruleset, setup.package)
    return GameStart(ruleset, keys, context_of(setup, entry), at)


def load_game(
    entries: Sequence[bytes], secrets: Mapping[int, bytes], players: Mapping[int, Player]
) -> LoadedGame:
    """Fold a whole log, from its first entry on."""
    game = game_start(entries[0], secrets[1])
    table = fold(game.ruleset, foldable(entries, secrets, game.ruleset))
    return game.loaded(table, players, time_of(entries[-1]))


def apply_entries(
    loaded: LoadedGame, entries: Sequence[bytes], secrets: Mapping[int, bytes], players: Mapping[int, Player]
) -> LoadedGame:
    """The game with further entries folded in. They may hold no rewind; after a rewind the game has to be loaded anew."""
    folding = Fold(loaded.ruleset, loaded.table)
    folding.read(foldable(entries, secrets, loaded.ruleset, loaded.version))
    return loaded._replace(table=folding.table(), players=players, at=time_of(entries[-1]))
