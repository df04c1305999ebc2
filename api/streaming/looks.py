"""Reads from the store what viewers may be sent. Reading blocks, so nothing here runs in the event loop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import monotonic
from typing import NamedTuple

import structlog
from msgspec.json import encode

from api.http.response_cache import LruCache
from api.streaming.frames import framed, message
from api.streaming.subscription import Kind, Position, account_of, meeting_of
from projections.documents.analyses import AnalysisProgress
from projections.documents.notices import NoticeGap, NoticeSent
from service.accounts.notices import reading
from service.accounts.notices.reading import Opened
from service.identity import game_access
from service.identity.access import Caller
from service.identity.game_access import GameStatus
from service.queries import meetings as queues
from service.queries import subscriptions
from service.queries.subscriptions import EventViewpoint, StreamMessage
from service.store import SecretsAltered, Store, StoreUnusable

log = structlog.get_logger()
PAGE = 100
"""Events sent at once to a viewer who is behind. All viewers get the same pages, so they are cached for a while."""
LOOK_SECONDS = 0.1
"""After this time a look leaves its other games to the next one: a page with sentences takes up to 20 ms."""


class Page(NamedTuple):
    """Messages as bytes, and the version or position that they lead to."""

    data: bytes
    upto: int
    messages: int


class Question(NamedTuple):
    """What an audience requests, the last answer to it (version -1: none yet), and the positions of its viewers."""

    kind: Kind
    positions: Sequence[Position]
    version: int = -1
    role: str | None = None
    viewpoint: EventViewpoint | None = None


class Answer(NamedTuple):
    """For an audience that has access: the next pages, by the position that they follow."""

    role: str
    viewpoint: EventViewpoint
    progress: AnalysisProgress | None
    pages: dict[Position, Page]


class Query(NamedTuple):
    """The questions about a game, the lobby (""), a meeting's queue or an account's notices.

    `status` is the last known state of a game.
    """

    game: str
    status: GameStatus | None
    questions: Sequence[Question]

    @property
    def meeting(self) -> str | None:
        """The meeting whose queue it is about."""
        return meeting_of(self.game)

    @property
    def account(self) -> str | None:
        """The account whose notices it is about."""
        return account_of(self.game)


class Found(NamedTuple):
    """`status` is None for the lobby, for a queue, and for a game that does not exist. `over`: there will be no more events. The
    answers are in the order of the questions; None: no access (any more).
    """

    status: GameStatus | None
    version: int
    over: bool
    answers: Sequence[Answer | None]


class Looks:
    """For one thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pages = LruCache[tuple[object, ...], Page](lambda page: len(page.data))
        """By everything that their bytes depend on: the game, the viewpoint, the form, the versions."""

    def look(self, queries: Sequence[Query]) -> list[Found | None]:
        """Answers the first of these queries, as many as there is time for. At most `game_access.MAX_PAIRS` are allowed.

        None: this game cannot be read. `StoreUnusable`: nothing can be read.
        """
        try:
            return list(_in_time(self._found(queries)))
        except Exception as error:  # the streams of one game end, and no others
            if isinstance(error, StoreUnusable) and not isinstance(error, SecretsAltered):
                raise
            if len(queries) > 1:
                return [found for one in queries for found in self.look([one])]
            log.exception("not-streamed")
            return [None]

    def _found(self, queries: Sequence[Query]) -> Iterator[Found]:
        """Reads access after the versions, so nobody is sent an event that was logged after they had lost access."""
        games = {it.game for it in queries if it.game}
        statuses = game_access.statuses(self._store, games) if games else {}
        pairs = [
            (statuses[it.game], q.kind.token) for it in queries if it.game in statuses for q in it.questions
        ]
        callers = iter(game_access.callers_of(self._store, pairs))
        opened = reading.opened(self._store, {q.kind.token or "" for q in _of_accounts(queries)})
        for it in queries:
            status = statuses.get(it.game)
            if not it.game:
                yield self._lobby(it)
            elif it.meeting is not None:
                yield self._queue(it.meeting, it)
            elif it.account is not None:
                yield self._notices(it.account, it, opened)
            elif status is None:
                yield Found(None, 0, True, [None for _ in it.questions])
            else:
                answers = [self._answer(it.status, status, q, next(callers)) for q in it.questions]
                yield Found(status, status.version, status.over, answers)

    def _answer(
        self, before: GameStatus | None, status: GameStatus, question: Question, caller: Caller | None
    ) -> Answer | None:
        """None also for a token whose role has changed, and for a log that has lost events."""
        if caller is None or question.role not in (None, caller.role) or status.version < question.version:
            return None
        viewpoint = question.viewpoint
        if viewpoint is None or (question.kind.labels and status != before):
            viewpoint = subscriptions.viewpoint_of(self._store, status, caller, question.kind.labels)
        progress = subscriptions.progress(self._store, status) if question.kind.analysed else None
        behind = [position for position in question.positions if position[0] < status.version]
        pages = {position: self._page(status, viewpoint, question.kind, position[0]) for position in behind}
        return Answer(caller.role, viewpoint, progress, pages)

    def _page(self, status: GameStatus, viewpoint: EventViewpoint, kind: Kind, after: int) -> Page:
        upto = min(after - after % PAGE + PAGE, status.version)
        key = (status.id, viewpoint, kind.typed, kind.chunked, after, upto)
        page = self._pages.get(key)
        if page is None:
            page = _page(kind, subscriptions.events(self._store, status, viewpoint, after, upto), upto)
            self._pages.put(key, page)
        return page

    def _queue(self, id: str, query: Query) -> Found:
        version = queues.queue_head(self._store, id)
        return Found(None, version, False, [self._queue_answer(id, version, it) for it in query.questions])

    def _queue_answer(self, id: str, version: int, question: Question) -> Answer | None:
        role = queues.queue_role(self._store, id, question.kind.token)
        if role is None or question.role not in (None, role):
            return None
        pages: dict[Position, Page] = {}
        for position in question.positions:
            if position[0] < version:
                found = queues.queue_changes(self._store, id, role, position[0], version)
                pages[position] = _page(question.kind, *found)
        return Answer(role, EventViewpoint(role), None, pages)

    def _notices(self, account: str, query: Query, opened: Mapping[str, Opened]) -> Found:
        found = [opened.get(it.kind.token or "") for it in query.questions]
        answers = [
            None if of is None or of.account != account else self._notices_answer(of, it)
            for of, it in zip(found, query.questions, strict=True)
        ]
        return Found(None, max((of.newest for of in found if of is not None), default=0), False, answers)

    def _notices_answer(self, of: Opened, question: Question) -> Answer:
        pages = {
            position: self._notices_page(of, question.kind, position[0])
            for position in question.positions
            if position[0] < of.newest
        }
        return Answer("", EventViewpoint(""), None, pages)

    def _notices_page(self, of: Opened, kind: Kind, after: int) -> Page:
        notices, upto = reading.notices(self._store, kind.token or "", of, after)
        return _page(kind, [_notice_message(it) for it in notices], upto)

    def _lobby(self, query: Query) -> Found:
        version = subscriptions.lobby_head(self._store)
        answers = [
            Answer("", EventViewpoint(""), None, dict(self._lobby_pages(version, it)))
            for it in query.questions
        ]
        return Found(None, version, False, answers)

    def _lobby_pages(self, version: int, question: Question) -> Iterator[tuple[Position, Page]]:
        for after, new_at in question.positions:
            if after < max(version, new_at):
                messages, upto = subscriptions.lobby_changes(self._store, after, new_at, version)
                upto = upto if upto > after else max(new_at, version)
                yield (after, new_at), _page(question.kind, messages, upto)


def _notice_message(notice: NoticeSent | NoticeGap) -> StreamMessage:
    if isinstance(notice, NoticeGap):
        return StreamMessage(notice.to, "gap", encode(notice))
    return StreamMessage(notice.n, notice.kind, encode(notice))


def _of_accounts(queries: Sequence[Query]) -> Iterator[Question]:
    return (question for query in queries if query.account is not None for question in query.questions)


def _in_time(answers: Iterator[Found]) -> Iterator[Found]:
    until = monotonic() + LOOK_SECONDS
    for found in answers:
        yield found
        if monotonic() >= until:
            return


def _page(kind: Kind, messages: Sequence[StreamMessage], upto: int) -> Page:
    return Page(framed((message(it, kind.typed) for it in messages), kind.chunked), upto, len(messages))


def progress_message(kind: Kind, progress: AnalysisProgress | None) -> bytes:
    """How far the analysis is, b"" if there is nothing to report."""
    if progress is None:
        return b""
    return framed([message(StreamMessage(None, "analysis", encode(progress)), kind.typed)], kind.chunked)
