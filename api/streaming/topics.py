"""Topics: games, the lobby and queues of meetings. The viewers in an audience of a topic are sent the same bytes.

Only the event loop uses them.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import nlargest
from itertools import chain
from time import monotonic

from api.streaming.connected import Connected
from api.streaming.looks import Answer, Found, Query, Question, progress_message
from api.streaming.subscription import Kind, Position
from api.streaming.viewers import Viewer
from projections.documents.analyses import AnalysisProgress
from service.identity.game_access import GameStatus
from service.log.analysis_queue import is_pending
from service.queries.subscriptions import EventViewpoint

PAGES_AT_ONCE = 8
"""Positions of an audience for which one look reads the next page: the latest ones, where viewers who are behind gather."""


class Audience:
    """Viewers with the same request and token, by the position up to which they have received everything."""

    def __init__(self, topic: Topic, kind: Kind) -> None:
        self.topic, self.kind = topic, kind
        self.at: dict[Position, dict[Viewer, None]] = {}
        """Those that have taken all that they were sent."""
        self._aside: set[Viewer] = set()
        """Those that are still taking it; until then they are sent nothing more."""
        self.sending: set[Position] = set()
        """Positions whose next page is being sent."""
        self.spoke_at = monotonic()
        """When the last message was available for all of them."""
        self.progress = b""
        """How far the analysis is, as a message."""
        self._version = -1
        self._role: str | None = None
        self._viewpoint: EventViewpoint | None = None
        self._progress: AnalysisProgress | None = None

    @property
    def empty(self) -> bool:
        return not self.at and not self._aside

    @property
    def connected(self) -> Connected | None:
        """Its viewers, once their role has been read from the store."""
        if self._role is None:
            return None
        connections = sum(map(len, self.at.values())) + len(self._aside)
        return Connected(self.kind.game, self._role, self.kind.token, connections)

    @property
    def viewers(self) -> list[Viewer]:
        return [*chain.from_iterable(self.at.values()), *self._aside]

    def place(self, viewer: Viewer) -> None:
        """The viewer may be sent more."""
        self._aside.discard(viewer)
        self.at.setdefault(viewer.position, {})[viewer] = None

    def set_aside(self, viewer: Viewer) -> None:
        self._unplace(viewer)
        self._aside.add(viewer)

    def remove(self, viewer: Viewer) -> None:
        """The viewer is sent nothing more."""
        self._aside.discard(viewer)
        self._unplace(viewer)
        if self.empty:
            self.topic.leave(self)

    def _unplace(self, viewer: Viewer) -> None:
        here = self.at.get(viewer.position, {})
        here.pop(viewer, None)
        if not here:
            self.at.pop(viewer.position, None)

    def move(self, position: Position, upto: int) -> Viewer | None:
        """Move one viewer from this position to `upto`; None if no viewer is there."""
        here = self.at.get(position)
        if not here:
            return None
        viewer = next(reversed(here))  # from the end: a dictionary finds its first member ever more slowly
        self._unplace(viewer)
        viewer.after = upto
        viewer.new_at = viewer.new_at if viewer.new_at > upto else 0
        self.place(viewer)
        return viewer

    # What is known

    @property
    def known(self) -> bool:
        """Whether the store has answered yet."""
        return self._version >= 0

    @property
    def over(self) -> bool:
        """Whether nothing more will come for a viewer that has been sent everything."""
        return self.topic.over and not is_pending(self._progress)

    def lags(self, position: Position) -> bool:
        """Whether there is more to send to viewers at this position."""
        after, new_at = position
        return after < max(self._version, new_at)

    def newest(self, viewer: Viewer) -> bool:
        """Whether all that is known was sent to this viewer, and nothing beyond it."""
        return self.known and not self.lags(viewer.position) and viewer.after <= max(self._version, 0)

    @property
    def lagging(self) -> bool:
        """Whether there is more to look for than is being sent."""
        return any(self.lags(position) for position in self.at if position not in self.sending)

    @property
    def up_to_date(self) -> list[Viewer]:
        return [viewer for position, here in self.at.items() if not self.lags(position) for viewer in here]

    def question(self) -> Question:
        positions = nlargest(PAGES_AT_ONCE, (one for one in self.at if one not in self.sending))
        return Question(self.kind, positions, self._version, self._role, self._viewpoint)

    def learn(self, version: int, answer: Answer) -> bool:
        """Whether the progress of an analysis has changed."""
        if version > self._version:
            self.spoke_at = monotonic()
        self._version, self._role, self._viewpoint = version, answer.role, answer.viewpoint
        before, self._progress = self._progress, answer.progress
        if news := answer.progress != before:
            self.progress = progress_message(self.kind, answer.progress)
        return news


class Topic:
    """A game, a meeting's queue, or the lobby (""). On a signal of the store it calls `news`, in a thread of the store."""

    def __init__(self, id: str, news: Callable[[Topic], None]) -> None:
        self.id = id
        self.audiences: dict[Kind, Audience] = {}
        self.over = False
        self._status: GameStatus | None = None
        self._news = news
        self._signalled = False

    def set(self) -> None:
        if not self._signalled:
            self._signalled = True
            self._news(self)

    def heard(self) -> None:
        self._signalled = False

    def audience(self, kind: Kind) -> Audience:
        found = self.audiences.get(kind)
        if found is None:
            found = self.audiences[kind] = Audience(self, kind)
        return found

    def leave(self, audience: Audience) -> None:
        if self.audiences.get(audience.kind) is audience:
            del self.audiences[audience.kind]

    @property
    def connected(self) -> list[Connected]:
        """The viewers of a game; the lobby and queues have no attendance."""
        audiences = () if self._status is None else self.audiences.values()
        return [found for audience in audiences if (found := audience.connected) is not None]

    def query(self) -> Query:
        return Query(self.id, self._status, [audience.question() for audience in self.audiences.values()])

    def learn(self, found: Found) -> None:
        self._status, self.over = found.status, found.over
