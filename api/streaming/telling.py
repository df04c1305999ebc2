"""All streams of a process: who follows what, what has happened, and who is told it next.

One thread does everything, a little at a time, so that a game with ten thousand viewers keeps no other waiting.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from time import monotonic

import structlog

from api.streaming.asked import Asked
from api.streaming.feeds import Feed, Game, Group, Lobby, Told, pages
from api.streaming.frames import HEARTBEAT, framed
from api.streaming.wire import Viewer, Wire
from api.telemetry.metrics import STREAM_MESSAGES, STREAMS
from service.queries import subscriptions
from service.queries.streaming import lobby_head
from service.store import Store, StoreUnusable

log = structlog.get_logger()
HEARTBEAT_SECONDS = 15.0
AT_ONCE = 200
"""Viewers who are written to before others get a turn."""
PAGES_AT_ONCE = 8


class Telling:
    """`most`: connections at once, `most_each`: of one address; `heartbeat`: seconds of silence after which
    viewers hear that we are there.
    """

    def __init__(
        self, store: Store, most: int, heartbeat: float = HEARTBEAT_SECONDS, most_each: int | None = None
    ) -> None:
        self.wire = Wire(most, self._left, self._taken, most_each)
        self._store, self._heartbeat = store, heartbeat
        self._games: dict[str, Game] = {}
        self._lobby = Lobby()
        self._kept = pages()
        self._tasks: deque[Iterator[None]] = deque()
        self._behind: deque[Viewer] = deque()
        self._stalled: list[Viewer] = []
        self._looking = self._ending = False

    @property
    def idle(self) -> bool:
        """Whether there is nothing to do but to wait."""
        return not self._tasks and not self._behind

    @property
    def followed(self) -> bool:
        return bool(self.wire.viewers)

    # Who comes and goes

    def take(self, fd: int, asked: Asked) -> None:
        """A connection that was handed over."""
        viewer = self.wire.add(fd, asked)
        feed = (
            self._games.setdefault(asked.kind.game, Game(asked.kind.game)) if asked.kind.game else self._lobby
        )
        group = feed.groups.get(asked.kind)
        if group is None:
            group = feed.groups[asked.kind] = Group(feed, asked.kind)
        viewer.kind = group.kind  # one for all of them
        group.members[viewer] = None
        if asked.kind.counted:
            STREAMS.inc()
        if self._ending:
            self.wire.finish(viewer)
            return
        if group.looked_at:
            self._begin(group, viewer)
        if not group.looked_at or viewer.after > group.target:
            self.look([feed])

    def _group(self, viewer: Viewer) -> Group:
        feed = self._games[viewer.kind.game] if viewer.kind.game else self._lobby
        return feed.groups[viewer.kind]

    def _left(self, viewer: Viewer) -> None:
        group = self._group(viewer)
        del group.members[viewer]
        if not group.members:
            del group.feed.groups[group.kind]
            if isinstance(group.feed, Game) and not group.feed.groups:
                del self._games[group.feed.id]
        if group.kind.counted:
            STREAMS.dec()

    def _taken(self, viewer: Viewer) -> None:
        """He has taken all that waited for him."""
        if viewer.behind:
            self._behind.append(viewer)

    def end(self) -> None:
        """End all streams, and those that are still handed over."""
        self._ending = True
        self._finish(list(self.wire.viewers.values()))

    def _finish(self, viewers: Sequence[Viewer]) -> None:
        for viewer in viewers:
            self.wire.finish(viewer)

    def _end(self, group: Group, reason: str) -> None:
        log.info("streams-ended", reason=reason, streams=len(group.members))
        for viewer in list(group.members):
            self.wire.cut(viewer)

    def _end_all(self, feed: Feed, reason: str) -> None:
        for group in list(feed.groups.values()):
            self._end(group, reason)

    # What has happened

    def news(self, games: Collection[str]) -> None:
        """Something was committed to these games, and perhaps to the lobby."""
        self.look([*(self._games[id] for id in games if id in self._games), self._lobby])

    def look(self, feeds: Sequence[Feed]) -> None:
        """See how these stand now and who may be told; begin to tell it.

        While the store is away nobody is told anything and nobody leaves.
        """
        games = [feed for feed in feeds if isinstance(feed, Game)]
        try:
            for start in range(0, len(games), subscriptions.MAX_PAIRS):
                self._look_apart(games[start : start + subscriptions.MAX_PAIRS])
            if self._lobby in feeds and self._lobby.groups:
                self._lobby.version = lobby_head(self._store)
                self._go_on(self._lobby)
        except StoreUnusable as error:
            log.warning("streams-wait", reason=str(error))
        except Exception:
            log.exception("not-told")
            self._end_all(self._lobby, "not-told")

    def _look_apart(self, games: Sequence[Game]) -> None:
        """The streams of a game that cannot be looked at end, and no others."""
        try:
            self._look_at(games)
        except StoreUnusable:
            raise
        except Exception:
            if len(games) == 1:
                log.exception("not-told")
                self._end_all(games[0], "not-told")
            else:
                for game in games:
                    self._look_apart([game])

    def _look_at(self, games: Sequence[Game]) -> None:
        places = subscriptions.statuses(self._store, {game.id for game in games})
        here = [game for game in games if game.id in places]
        groups = [(game, group) for game in here for group in game.groups.values()]
        asked = [(places[game.id], group.kind.token) for game, group in groups]
        for (game, group), caller in zip(groups, subscriptions.callers_of(self._store, asked), strict=True):
            if caller is None or not game.admit(group, caller, places[game.id], self._store):
                self._end(group, "may-not-see")
        for game in here:
            game.place = places[game.id]
            self._go_on(game)
        for game in games:
            if game.id not in places:
                self._end_all(game, "no-such-game")

    def _go_on(self, feed: Feed) -> None:
        for group in list(feed.groups.values()):
            if not group.looked_at:
                group.target, group.spoke_at = feed.version, monotonic()
                group.to_say = b""  # each is told how far an analysis has come when he arrives
                for viewer in list(group.members):
                    self._begin(group, viewer)
            if group.target < feed.version or group.to_say or group.over:
                self._tell(group)

    # Telling it

    def _begin(self, group: Group, viewer: Viewer) -> None:
        viewer.behind = viewer.after < max(group.target, viewer.new_at)
        if viewer.behind:
            self._behind.append(viewer)
        else:
            self._arrived(group, viewer)

    def _arrived(self, group: Group, viewer: Viewer) -> None:
        """He has been told all that the others of his group have."""
        viewer.behind = False
        progress = group.progress_told()
        if progress:
            self.wire.send(viewer, progress)
        if group.over and viewer in group.members:
            self.wire.finish(viewer)

    def _tell(self, group: Group) -> None:
        if not group.busy:
            group.busy = True
            self._tasks.append(self._telling(group))

    def _telling(self, group: Group) -> Iterator[None]:
        """Bring all of a group who are not behind to what has happened, in steps."""
        try:
            while group.members:
                if group.target < group.feed.version:
                    yield from self._to_all(group, group.target, self._next(group))
                elif group.to_say:
                    said, group.to_say = group.to_say, b""
                    yield from self._to_all(group, group.target, Told(said, group.target))
                else:
                    break
            if group.over:
                self._finish([viewer for viewer in group.members if not viewer.behind])
        except StoreUnusable as error:  # the next look tries again
            log.warning("streams-wait", reason=str(error))
        except Exception:  # one game that cannot be told must not end all other streams
            log.exception("not-told")
            self._end(group, "not-told")
        finally:
            group.busy = False

    def _next(self, group: Group) -> Told:
        told = group.told(group.target, self._store, self._kept)
        group.target = told.upto
        return told

    def _to_all(self, group: Group, before: int, told: Told) -> Iterator[None]:
        """Viewers who had more than the rest when they came are told by themselves what they lack."""
        group.spoke_at = monotonic()
        reached = 0
        for place, viewer in enumerate(list(group.members), 1):
            if not viewer.behind and viewer in group.members:
                if viewer.after == before:
                    viewer.after = told.upto
                    self.wire.send(viewer, told.data)
                    reached += 1
                elif viewer.after < told.upto:
                    self._begin(group, viewer)
            if place % AT_ONCE == 0:
                yield
        self._count(group, told.messages * reached)

    def _count(self, group: Group, messages: int) -> None:
        if group.kind.counted and messages:
            STREAM_MESSAGES.inc(messages)

    def _advance(self, viewer: Viewer) -> None:
        """Tell somebody who is behind the next page, unless he has not taken the last one yet."""
        if self.wire.viewers.get(viewer.fd) is not viewer or viewer.waiting:
            return
        group = self._group(viewer)
        try:
            told = group.told(viewer.after, self._store, self._kept, viewer.new_at)
        except StoreUnusable:
            self._stalled.append(viewer)
            return
        except Exception:
            log.exception("not-told")
            self.wire.finish(viewer)
            return
        viewer.after = told.upto
        self._count(group, told.messages)
        self.wire.send(viewer, told.data)
        if viewer not in group.members:
            return
        if viewer.after >= max(group.target, viewer.new_at):
            self._arrived(group, viewer)
        elif not viewer.waiting:
            self._behind.append(viewer)

    def work(self) -> None:
        """One step of everything that is to be done."""
        self.wire.make_room()
        for _ in range(len(self._tasks)):
            task = self._tasks.popleft()
            if next(task, self) is not self:
                self._tasks.append(task)
        for _ in range(min(PAGES_AT_ONCE, len(self._behind))):
            self._advance(self._behind.popleft())

    # Now and then

    def tick(self) -> None:
        """Once a second: drop who takes nothing, say that we are there, look at every game and every token."""
        self.wire.sweep()
        self._behind.extend(self._stalled)
        self._stalled = []
        if not self._looking:
            self._looking = True
            self._tasks.append(self._looking_at_all())

    def _looking_at_all(self) -> Iterator[None]:
        feeds: list[Feed] = [*self._games.values(), self._lobby]
        for start in range(0, len(feeds), subscriptions.MAX_PAIRS):
            part = feeds[start : start + subscriptions.MAX_PAIRS]
            for feed in part:
                self._say_that_we_are_there(feed)
            self.look(part)
            yield
        self._looking = False

    def _say_that_we_are_there(self, feed: Feed) -> None:
        for group in feed.groups.values():
            if group.looked_at and monotonic() - group.spoke_at >= self._heartbeat:
                group.to_say = group.to_say or framed([HEARTBEAT], group.kind.chunked)
                self._tell(group)
