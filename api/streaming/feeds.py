"""What is followed: a game or the lobby, and for each the groups of those who are told the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.json import encode

from api.http.response_cache import LruCache
from api.streaming.subscription import Kind
from api.streaming.frames import framed, message
from api.streaming.wire import Viewer
from projections.documents.analyses import AnalysisProgress
from service.identity.access import Caller
from service.log.analysis_queue import is_pending
from service.queries import subscriptions
from service.queries.streaming import StreamMessage, lobby_changes
from service.queries.subscriptions import EventViewpoint, GameStatus
from service.store import Store

PAGE = 100
"""Events told at once to who is behind. They are the same for all who ask, so they are kept for a while."""


class Told(NamedTuple):
    """Messages in bytes, and the version or position that they lead to."""

    data: bytes
    upto: int
    messages: int = 0


Pages = LruCache[tuple[object, ...], Told]
"""What was told lately, by everything that its bytes depend on: the game, the eyes, the form, the versions."""


def pages() -> Pages:
    return LruCache(lambda told: len(told.data))


class Group:
    """Viewers who ask for the same with the same token. All who are not behind have been told up to `target`."""

    def __init__(self, feed: Feed, kind: Kind) -> None:
        self.feed = feed
        self.kind = kind
        self.members: dict[Viewer, None] = {}
        self.target = -1
        """Nobody has looked yet whether they may be told anything."""
        self.role: str | None = None
        self.sight = EventViewpoint("")
        self.progress: AnalysisProgress | None = None
        self.to_say: bytes = b""
        """What is no event and is to be told to all who are not behind."""
        self.spoke_at = 0.0
        self.busy = False

    @property
    def looked_at(self) -> bool:
        return self.target >= 0

    @property
    def over(self) -> bool:
        """Whether nothing more will come for who has been told all there is."""
        return self.target >= self.feed.version and self.feed.over and not is_pending(self.progress)

    def framed(self, happenings: Sequence[StreamMessage]) -> bytes:
        return framed((message(it, self.kind.typed) for it in happenings), self.kind.chunked)

    def told(self, after: int, store: Store, kept: Pages, new_at: int = 0) -> Told:
        """The next messages after a version; at most a page. `new_at`: see `lobby_changes`."""
        return self.feed.told(self, after, store, kept, new_at)

    def note(self, progress: AnalysisProgress | None) -> None:
        """Have it told if it is new."""
        if progress != self.progress:
            self.progress = progress
            self.to_say = self.progress_told()

    def progress_told(self) -> bytes:
        """How far the analysis has come, b"" where there is nothing to say."""
        if self.progress is None:
            return b""
        return self.framed([StreamMessage(None, "analysis", encode(self.progress))])


class Game:
    """A game that somebody follows."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.place: GameStatus | None = None
        self.groups: dict[Kind, Group] = {}

    @property
    def version(self) -> int:
        return self.place.version if self.place is not None else 0

    @property
    def over(self) -> bool:
        return self.place is not None and self.place.over

    def told(self, group: Group, after: int, store: Store, kept: Pages, new_at: int = 0) -> Told:
        assert self.place is not None, "it was looked at"
        place, sight = self.place, group.sight
        upto = min(after - after % PAGE + PAGE, place.version)
        name = (place.id, sight, group.kind.typed, group.kind.chunked, after, upto)
        told = kept.get(name)
        if told is None:
            found = subscriptions.events(store, place, sight, after, upto)
            told = Told(group.framed(found), upto, len(found))
            kept.put(name, told)
        return told

    def admit(self, group: Group, caller: Caller, place: GameStatus, store: Store) -> bool:
        """Note how the game stands for this group; whether it may go on."""
        if group.role not in (None, caller.role):
            return False
        if group.role is None or (group.kind.labels and place != self.place):
            group.sight = subscriptions.viewpoint_of(store, place, caller, group.kind.labels)
        group.role = caller.role
        if group.kind.analysed:
            group.note(subscriptions.progress(store, place))
        return place.version >= group.target


class Lobby:
    """The lobby, in the order of the events of public games."""

    def __init__(self) -> None:
        self.version = 0
        self.over = False
        self.groups: dict[Kind, Group] = {}

    def told(self, group: Group, after: int, store: Store, kept: Pages, new_at: int = 0) -> Told:
        found, upto = lobby_changes(store, after, new_at, self.version)
        return Told(
            group.framed(found), upto if upto > after else max(after, new_at, self.version), len(found)
        )


Feed = Game | Lobby
