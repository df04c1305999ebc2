"""A game as its viewers read it: documents, legal actions, events, the replay; and the lobby."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec.json import encode

from domain.hidden import Viewer
from domain.table.events import SeatFreed, SeatReassigned, SeatTaken
from domain.table.line import lines as lines_of
from domain.table.line import unchanged
from domain.table.refusals import malformed
from domain.table.seating import existing_seat
from domain.table.state import Logged
from projections import lobby as lobby_rows
from projections.document import asked, game_document
from projections.document import legal_actions as legal_for
from projections.documents.games import GameDocument, LegalActions, StateList
from projections.documents.history import Event, EventList, LineList, LineOfPlay, Replay
from projections.lobby import Wanted
from projections.people import names_of
from projections.replay import Past, replay_document, told_event
from projections.sentences import LANGUAGES, Interpreter
from service.identity.access import WATCHER, seen
from service.identity.viewpoint import (
    OWN,
    Eyes,
    RequestedViewpoint,
    eyes_of,
)
from service.log.fork_history import expires_at, fork_history
from service.log.loaded import LoadedGame
from service.log.mapper import dated
from service.log.repository import Repository
from service.log.versions import check_version

LONGEST_WAIT = 30.0
"""Seconds that a long poll may last."""
MOST_STATES = 100
"""Versions of a game that are told at once."""
BATCH = 500
"""Events read at once for a stream of lines."""
SEATING = (SeatTaken, SeatFreed, SeatReassigned)


Known = Callable[["QueryResponse"], bytes | None]
"""The body of what is to be shown, if whoever asks has it or knows it already; None when it has to be made."""


def unknown(shown: QueryResponse) -> None:
    """To whom nothing is known."""


class QueryResponse(NamedTuple):
    """What somebody is shown: which version, the bytes (or lines of them), and whose eyes they are made for."""

    version: int
    body: bytes | Iterator[bytes]
    viewer: str
    renamed: int = 0
    """How often the operator has changed the names that are shown."""
    following: int | None = None
    """Of a page: the `after` of the next one; of a range of states, the first version of the next one."""
    expires_at: int | None = None
    """Of an analysis, which is kept longer whenever it is read."""
    past: int = 0
    """How many games are told before this one: of an analysis, those that it begins from and that are still there."""
    content: str = ""
    """Names the bytes where they follow from more than the log."""
    apart: tuple[Sequence[bytes], ...] = ()
    """Parts of the body that may be compressed, each by itself, when a token opened it (`api.http.compression.Part`)."""

    def made(self, known: Known, make: Callable[[], bytes]) -> QueryResponse:
        """The same with its body, which is made only if it is not known."""
        body = known(self)
        return self._replace(body=make() if body is None else body)


def known_by_its_bytes(loaded: LoadedGame, role: str, body: bytes) -> QueryResponse:
    """What lies beside the log and changes without it."""
    return QueryResponse(loaded.version, body, role, loaded.renamed, content=sha256(body).hexdigest())


def document(
    repository: Repository,
    game: str,
    token: str | None,
    wait: float | None = None,
    after: int | None = None,
) -> QueryResponse:
    """The game document; with `wait` seconds, as soon as the version is above `after` (by default the present one)."""
    loaded, caller = seen(repository, game, token)
    held = loaded.version if after is None else after
    if wait is not None and loaded.version <= held:
        repository.store.wait_for(game, held, min(wait, LONGEST_WAIT))
        loaded, caller = seen(repository, game, token)  # a token may have been revoked or have expired by now
    expires = expires_at(repository, loaded)
    body = encode(document_of(loaded, caller.role, caller.viewer, expires))
    return QueryResponse(loaded.version, body, caller.role, loaded.renamed, expires_at=expires)


def document_at(
    repository: Repository,
    game: str,
    token: str | None,
    version: int,
    wish: RequestedViewpoint = OWN,
    known: Known = unknown,
) -> QueryResponse:
    """The game document as it was at a version, for this viewer; `wish`: whose eyes. `known` as in `QueryResponse.made`."""
    loaded, caller = seen(repository, game, token)
    eyes = eyes_of(loaded, caller, wish)
    check_version(loaded, version)
    eyes.check(version, version)
    if loaded.table.forked is None:
        shown = QueryResponse(version, b"", eyes.role, loaded.renamed)
        return shown.made(known, lambda: _told_at(repository.versions.at(loaded, version), eyes, None))
    there = repository.versions.at(loaded, version)
    expires = expires_at(repository, there)
    return QueryResponse(
        version, _told_at(there, eyes, expires), eyes.role, loaded.renamed, expires_at=expires
    )


def _told_at(there: LoadedGame, eyes: Eyes, expires: int | None) -> bytes:
    return encode(document_of(there, eyes.role, eyes.at(there.version), expires))


def documents_between(
    repository: Repository,
    game: str,
    token: str | None,
    first: int,
    last: int | None = None,
    wish: RequestedViewpoint = OWN,
    known: Known = unknown,
) -> QueryResponse:
    """The game documents of the versions `first`..`last`, at most `MOST_STATES`; `wish`: whose eyes.

    `known` as in `QueryResponse.made`.
    """
    loaded, caller = seen(repository, game, token)
    eyes = eyes_of(loaded, caller, wish)
    upto = _last_of_range(loaded.version, first, last)
    eyes.check(first, upto)
    following = upto + 1 if upto < loaded.version else None
    expires = expires_at(repository, loaded)
    shown = QueryResponse(upto, b"", eyes.role, loaded.renamed, following, expires_at=expires)
    return shown.made(known, lambda: _told_between(repository, loaded, eyes, first, upto))


def _told_between(repository: Repository, loaded: LoadedGame, eyes: Eyes, first: int, last: int) -> bytes:
    there = repository.versions.between(loaded, first, last)
    states = [document_of(it, eyes.role, eyes.at(it.version), expires_at(repository, it)) for it in there]
    return encode(StateList(states=states))


def _last_of_range(version: int, first: int, last: int | None) -> int:
    """The last version of a range that begins at `first`; `Refused` malformed for versions that the game has not yet."""
    if first > version:
        raise malformed("from", f"This game has versions 1 to {version}.")
    most = min(first + MOST_STATES - 1, version)
    if last is not None and not first <= last <= most:
        detail = f"The last version is from {first} to {most}: at most {MOST_STATES} are told at once, and no later ones."
        raise malformed("to", detail)
    return most if last is None else last


def document_of(loaded: LoadedGame, role: str, knower: Viewer, expires: int | None) -> GameDocument:
    return game_document(
        loaded.ruleset,
        loaded.table,
        loaded.players,
        knower,
        role=role,
        imported=loaded.imported,
        imported_at=loaded.keys.imported_at,
        at=loaded.at,
        renamed=loaded.renamed,
        expires_at=expires,
    )


def legal_actions(
    repository: Repository,
    game: str,
    token: str | None,
    seat: int | None = None,
    labels: bool = False,
    version: int | None = None,
    wish: RequestedViewpoint = OWN,
) -> QueryResponse:
    """What the caller's seat may do now, or could at a `version`, with `labels` in words.

    An analyst names the `seat` when several are to act; who has the eyes of a seat by his `wish` has that one. Where a game
    hides nothing, whoever has no seat may name any. A version in the midst of an action means the one before that action.
    """
    loaded, caller = seen(repository, game, token)
    eyes = eyes_of(loaded, caller, wish)
    there = loaded if version is None else repository.versions.complete_at(loaded, version)
    eyes.check(there.version, there.version)
    ruleset, table = there.ruleset, there.table
    own = caller.acts and wish.seat is None
    acting = caller.acting(table, table.to_act, seat) if own else _watched(there, eyes, seat)
    told = asked(ruleset, table, there.players, acting) if labels else (legal_for(ruleset, table, acting),)
    body = encode(LegalActions(ruleset.id, there.version, acting, *told))
    return QueryResponse(there.version, body, eyes.role, loaded.renamed)


def _watched(there: LoadedGame, eyes: Eyes, seat: int | None) -> int | None:
    """The seat whose actions somebody reads who has none."""
    if seat is None or there.ruleset.traits.hidden_information:
        return eyes.seat
    return existing_seat(there.table, seat)


def events(
    repository: Repository,
    game: str,
    token: str | None,
    after: int,
    limit: int,
    wish: RequestedViewpoint = OWN,
    labels: bool = False,
    known: Known = unknown,
) -> QueryResponse:
    """One page of events; `next` is the `after` of the next page, null at the end. `wish`: whose eyes; `labels`: in words.

    `known` as in `QueryResponse.made`.
    """
    loaded, caller = seen(repository, game, token)
    eyes, last = eyes_of(loaded, caller, wish), min(after + limit, loaded.version)
    following = last if after < last < loaded.version else None

    def page() -> bytes:
        found = events_between(repository, loaded, eyes, after, last, labels)
        return encode(
            EventList(ruleset=loaded.ruleset.id, events=found, version=loaded.version, next=following)
        )

    return QueryResponse(loaded.version, b"", eyes.role, loaded.renamed, following).made(known, page)


def event_lines(
    repository: Repository,
    game: str,
    token: str | None,
    after: int,
    wish: RequestedViewpoint = OWN,
    labels: bool = False,
) -> QueryResponse:
    """Every event up to the present one, one JSON line each; `wish`: whose eyes; `labels`: in words."""
    loaded, caller = seen(repository, game, token)
    eyes = eyes_of(loaded, caller, wish)
    return QueryResponse(
        loaded.version, _lines(repository, loaded, eyes, after, labels), eyes.role, loaded.renamed
    )


def _lines(
    repository: Repository, loaded: LoadedGame, eyes: Eyes, after: int, labels: bool
) -> Iterator[bytes]:
    for start in range(after, loaded.version, BATCH):
        upto = min(start + BATCH, loaded.version)
        for event in events_between(repository, loaded, eyes, start, upto, labels):
            yield encode(event) + b"\n"


def events_between(
    repository: Repository, loaded: LoadedGame, eyes: Eyes, after: int, upto: int, labels: bool = False
) -> list[Event]:
    """The documents of the events with `after < version <= upto` for these eyes, with `labels` in words too."""
    if after >= upto:
        return []
    words = Interpreter(loaded.ruleset, names_of(loaded.players)) if labels else None
    found = []
    for logged, at in (dated(row, loaded.types) for row in repository.store.rows(loaded.id, after, upto)):
        found.append(told_event(loaded.ruleset, logged, at, eyes.at(logged.version), words))
    return found


def replay(
    repository: Repository,
    game: str,
    token: str | None,
    lang: str,
    wish: RequestedViewpoint = OWN,
    labels: bool = False,
    after: int = 0,
    known: Known = unknown,
) -> QueryResponse:
    """The replay document with sentences in `lang`, with `labels` in every language; `wish`: whose eyes.

    Of the game itself only what was not told so at the version `after` to the same viewer. `known` as in `QueryResponse.made`.
    """
    if lang not in LANGUAGES:
        raise malformed("lang", f"Sentences come in {' and '.join(LANGUAGES)}.")
    loaded, caller = seen(repository, game, token)
    eyes, past = eyes_of(loaded, caller, wish), fork_history(repository, loaded, caller.role == WATCHER)
    lent = wish.seat is not None or caller.role == WATCHER
    held = 0 if lent else after
    shown = QueryResponse(loaded.version, b"", eyes.role, loaded.renamed, past=len(past))
    return shown.made(known, lambda: encode(replay_told(repository, loaded, eyes, past, lang, labels, held)))


def replay_told(
    repository: Repository,
    loaded: LoadedGame,
    eyes: Eyes,
    past: Sequence[Past],
    lang: str,
    labels: bool = False,
    held: int = 0,
) -> Replay:
    """The replay for these eyes, or what is new in it to who holds that of the version `held`."""
    return replay_document(
        loaded.ruleset,
        loaded.table,
        _new_in_the_replay(repository, loaded, held),
        loaded.players,
        eyes.at,
        lang,
        loaded.imported,
        past,
        labels,
        loaded.renamed,
    )


def _new_in_the_replay(repository: Repository, loaded: LoadedGame, held: int) -> list[Logged]:
    """The end of the log from where it is not told as it was at the version `held`.

    Ways back change the marks of what they take back or bring back, and whoever sits down changes names in all sentences.
    """
    if not 0 < held <= loaded.version:
        return repository.versions.log(loaded)
    new = repository.versions.log(loaded, held)
    if any(isinstance(it.event, SEATING) for it in new):
        return repository.versions.log(loaded)
    same = unchanged(repository.versions.replayer.ways_back(loaded.id, loaded.version), held, loaded.version)
    return new if same == held else repository.versions.log(loaded, same)


def lines(repository: Repository, game: str, token: str | None) -> QueryResponse:
    """The lines of play that ways back have left, and the one that the game is on."""
    loaded, caller = seen(repository, game, token)
    found = lines_of(repository.versions.log(loaded))
    told = tuple(LineOfPlay(from_=it.branches, first=it.first, to=it.to, current=it.current) for it in found)
    body = encode(LineList(version=loaded.version, lines=told))
    return QueryResponse(loaded.version, body, caller.role, loaded.renamed)


def lobby(
    repository: Repository, wanted: Wanted, limit: int, cursor: str | None = None
) -> tuple[bytes, str | None]:
    """A page of public games, newest first, and the cursor of the next."""
    page = lobby_rows.page(repository.store.query, wanted, limit, cursor)
    return encode(page), page.next
