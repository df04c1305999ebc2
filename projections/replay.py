"""The replay document: a game narrated event by event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from domain.hidden import Viewer, redact
from domain.ruleset import Ruleset
from domain.sentence import Sentence
from domain.table.absence.events import Resigned
from domain.table.clock.events import TimeRanOut
from domain.table.events import Rewound
from domain.table.line import surviving
from domain.table.parts.registry import LASTING
from domain.table.state import Logged, Table
from projections import table_sentences, verdict
from projections.clocks import clocks_along
from projections.document import origin_of, role_of
from projections.documents import REVISION
from projections.documents.history import Chapter, Event, Frame, Replay
from projections.events import event_document
from projections.people import Players, names_of, seats_of
from projections.sentences import BilingualRenderer, Renderer


def sentence_of(ruleset: Ruleset[Any], logged: Logged, viewer: Viewer) -> Sentence:
    """The sentence of an event for this viewer."""
    return _sentence(ruleset, _redacted(logged.event, viewer), logged.actor)


def _redacted(event: Any, viewer: Viewer) -> Any:
    return event if type(event) in table_sentences.SENTENCES else redact(event, viewer)


def _sentence(ruleset: Ruleset[Any], event: Any, actor: str) -> Sentence:
    if type(event) in table_sentences.SENTENCES:
        return table_sentences.narrate(event, actor)
    return ruleset.narrate(event)


def rendered_event(
    ruleset: Ruleset[Any], logged: Logged, at: int, viewer: Viewer, renderer: BilingualRenderer | None
) -> Event:
    """The document of an event, with its sentence if a `renderer` is given. `at` is in milliseconds since the epoch."""
    text = renderer.render(sentence_of(ruleset, logged, viewer)) if renderer else UNSET
    return event_document(logged, at, viewer, ruleset.id, text)


Knower = Callable[[int], Viewer]
"""The viewer for whom the event of a version is redacted."""


class Past(NamedTuple):
    """The history that an analysis forks from: the log up to the fork, and the viewer it is redacted for."""

    game: str
    log: Sequence[Logged]
    knower: Viewer

    def known_by(self, version: int) -> Viewer:
        """The same viewer for all versions."""
        return self.knower


def frames(
    ruleset: Ruleset[Any],
    log: Sequence[Logged],
    knower: Knower,
    renderer: Renderer | BilingualRenderer,
    game: str | UnsetType = UNSET,
    before: Table | None = None,
) -> tuple[Frame, ...]:
    """One frame per event; events undone later are marked. `game` is the game's id if it is another game.

    `before` is the table from which the log continues, None if it is whole; only games with a clock need it.
    """
    counted = {logged.version for logged in surviving(log)}
    return tuple(
        Frame(
            version=logged.version,
            action=logged.action,
            actor=logged.actor,
            type=str(type(logged.event).__struct_config__.tag),
            text=renderer.render(_sentence(ruleset, event, logged.actor)),
            rules=logged.rules,
            marks=_marks(logged, counted),
            turn=_turn(ruleset, event),
            headline=True if type(logged.event) in ruleset.headlines else UNSET,
            game=game,
            clock=clock,
        )
        for logged, clock in zip(log, clocks_along(log, before), strict=True)
        for event in [_redacted(logged.event, knower(logged.version))]
    )


def _marks(logged: Logged, counted: set[int]) -> tuple[str, ...]:
    if isinstance(logged.event, Rewound):
        return ("undo",) if logged.event.ruling is None else ("ruling",)
    mark = "end" if _forfeits(logged.event) else logged.event.mark
    own = (mark,) if mark else ()
    counts = logged.version in counted or type(logged.event) in LASTING
    return own if counts else (*own, "taken-back")


def _forfeits(event: Any) -> bool:
    """Whether the game ends here because seats ran out of time or resigned."""
    return isinstance(event, TimeRanOut | Resigned) and event.outcome is not None


def _turn(ruleset: Ruleset[Any], event: Any) -> int | UnsetType:
    seat = None if type(event) in table_sentences.SENTENCES else ruleset.turn(event)
    return UNSET if seat is None else seat


def chapters(
    ruleset: Ruleset[Any],
    log: Sequence[Logged],
    renderer: Renderer,
    bilingual: BilingualRenderer | None = None,
    game: str | UnsetType = UNSET,
) -> tuple[Chapter, ...]:
    """Rounds, clashes or turns on the current line with their first version, with `bilingual` in every language too.

    `game` as in `frames`.
    """
    begun = [(logged.version, _chapter(ruleset, logged.event)) for logged in surviving(log)]
    return tuple(
        Chapter(
            version=version,
            title=renderer.render(title),
            text=bilingual.render(title) if bilingual else UNSET,
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
    before: Table | None = None,
) -> Replay:
    """The replay in `lang`, each event redacted by `knower`; its `viewer` is that of the last version.

    `log` may be only the end of the log; the rest is left out, and `before` is as in `frames`. `past` is always included before
    it. With `labels` frames and chapters come in every language. `renamed` as in `game_document`.
    """
    renderer = Renderer(ruleset, lang, names_of(players))
    bilingual = BilingualRenderer(ruleset, names_of(players)) if labels else None
    frames_before = [frames(ruleset, it.log, it.known_by, bilingual or renderer, it.game) for it in past]
    chapters_before = [chapters(ruleset, it.log, renderer, bilingual, it.game) for it in past]
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
        forked=origin_of(table),
        from_=table.version - len(log),
        document_revision=REVISION + renamed,
        frames=tuple(
            chain(*frames_before, frames(ruleset, log, knower, bilingual or renderer, before=before))
        ),
        chapters=tuple(chain(*chapters_before, chapters(ruleset, log, renderer, bilingual))),
        outcome=table.outcome,
        verdict=tuple(
            renderer.render(it)
            for it in verdict.sentences(verdict.entropy_of(table, imported), table.account)
        ),
    )
