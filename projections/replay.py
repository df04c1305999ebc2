"""The replay document: a game told event by event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from domain.hidden import Viewer, redact
from domain.ruleset import Ruleset
from domain.sentence import Sentence
from domain.table.events import Rewound
from domain.table.line import LASTING, surviving
from domain.table.state import Logged, Table
from projections import table_sentences, verdict
from projections.document import role_of
from projections.documents import REVISION
from projections.documents.games import Origin
from projections.documents.history import Chapter, Event, Frame, Replay
from projections.events import event_document
from projections.people import Players, names_of, seats_of
from projections.sentences import Interpreter, Teller


def sentence_of(ruleset: Ruleset[Any], event: Any, viewer: Viewer) -> Sentence:
    """What an event says to this viewer."""
    return _sentence(ruleset, _shown(event, viewer))


def _shown(event: Any, viewer: Viewer) -> Any:
    return event if type(event) in table_sentences.SENTENCES else redact(event, viewer)


def _sentence(ruleset: Ruleset[Any], shown: Any) -> Sentence:
    if type(shown) in table_sentences.SENTENCES:
        return table_sentences.narrate(shown)
    return ruleset.narrate(shown)


def told_event(
    ruleset: Ruleset[Any], logged: Logged, at: int, viewer: Viewer, words: Interpreter | None
) -> Event:
    """The document of an event; with `words` it says in a sentence what happened. `at` in milliseconds since the epoch."""
    text = words.tell(sentence_of(ruleset, logged.event, viewer)) if words else UNSET
    return event_document(logged, at, viewer, ruleset.id, text)


Knower = Callable[[int], Viewer]
"""Whose knowledge the event of a version is told by."""


class Past(NamedTuple):
    """What an analysis begins from: a game's log up to where it was forked, and by whose knowledge that is told."""

    game: str
    log: Sequence[Logged]
    knower: Viewer

    def known_by(self, version: int) -> Viewer:
        """The same knowledge throughout."""
        return self.knower


def frames(
    ruleset: Ruleset[Any],
    log: Sequence[Logged],
    knower: Knower,
    teller: Teller | Interpreter,
    game: str | UnsetType = UNSET,
) -> tuple[Frame, ...]:
    """One frame an event; those that were taken back later say so. `game` names the game if it is another one."""
    kept = {logged.version for logged in surviving(log)}
    return tuple(
        Frame(
            version=logged.version,
            action=logged.action,
            actor=logged.actor,
            type=str(type(logged.event).__struct_config__.tag),
            text=teller.tell(_sentence(ruleset, shown)),
            rules=logged.rules,
            marks=_marks(logged, kept),
            turn=_turn(ruleset, shown),
            headline=True if type(logged.event) in ruleset.headlines else UNSET,
            game=game,
        )
        for logged in log
        for shown in [_shown(logged.event, knower(logged.version))]
    )


def _marks(logged: Logged, kept: set[int]) -> tuple[str, ...]:
    if isinstance(logged.event, Rewound):
        return ("undo",) if logged.event.ruling is None else ("ruling",)
    own = (logged.event.mark,) if logged.event.mark else ()
    counts = logged.version in kept or type(logged.event) in LASTING
    return own if counts else (*own, "taken-back")


def _turn(ruleset: Ruleset[Any], shown: Any) -> int | UnsetType:
    whose = None if type(shown) in table_sentences.SENTENCES else ruleset.turn(shown)
    return UNSET if whose is None else whose


def chapters(
    ruleset: Ruleset[Any],
    log: Sequence[Logged],
    teller: Teller,
    words: Interpreter | None = None,
    game: str | UnsetType = UNSET,
) -> tuple[Chapter, ...]:
    """Rounds, clashes or turns with their first version, on the line that counts, with `words` in every language too.

    `game` as in `frames`.
    """
    begun = [(logged.version, _chapter(ruleset, logged.event)) for logged in surviving(log)]
    return tuple(
        Chapter(
            version=version,
            title=teller.tell(title),
            text=words.tell(title) if words else UNSET,
            game=game,
        )
        for version, title in begun
        if title is not None
    )


def _chapter(ruleset: Ruleset[Any], event: Any) -> Sentence | None:
    return None if type(event) in table_sentences.SENTENCES else ruleset.chapter(event)


def replay_document(
    ruleset: Ruleset[Any],
    table: Table,
    log: Sequence[Logged],
    players: Players,
    knower: Knower,
    lang: str,
    imported: bool,
    past: Sequence[Past] = (),
    labels: bool = False,
    renamed: int = 0,
) -> Replay:
    """The game told in `lang`, each event as it may be known; the `viewer` is whoever knows it at the end.

    `log` may be the end of its log; what is before that is left out. `past` is told before it, always. With `labels` frames
    and chapters are told in every language. `renamed` as in `game_document`.
    """
    teller, forked = Teller(ruleset, lang, names_of(players)), table.forked
    words = Interpreter(ruleset, names_of(players)) if labels else None
    frames_before = [frames(ruleset, it.log, it.known_by, words or teller, it.game) for it in past]
    chapters_before = [chapters(ruleset, it.log, teller, words, it.game) for it in past]
    return Replay(
        game=table.setup.game,
        ruleset=table.setup.ruleset,
        edition=table.setup.edition,
        options=table.setup.options,
        seats=seats_of(ruleset, table, players),
        status=table.status,
        version=table.version,
        viewer=role_of(knower(table.version)),
        lang=lang,
        forked=None if forked is None else Origin(game=forked.game, version=forked.version),
        from_=table.version - len(log),
        document_revision=REVISION + renamed,
        frames=tuple(chain(*frames_before, frames(ruleset, log, knower, words or teller))),
        chapters=tuple(chain(*chapters_before, chapters(ruleset, log, teller, words))),
        outcome=table.outcome,
        verdict=tuple(
            teller.tell(said) for said in verdict.sentences(verdict.entropy_of(table, imported), table.anew)
        ),
    )
