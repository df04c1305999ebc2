"""The replay document: a game told event by event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.hidden import Viewer, redact
from domain.ruleset import Ruleset
from domain.sentence import Sentence
from domain.table.events import Rewound
from domain.table.fold import surviving
from domain.table.state import Logged, Table
from projections import table_sentences, verdict
from projections.document import role_of
from projections.documents.history import Chapter, Frame, Replay
from projections.people import Players, names_of, seats_of
from projections.sentences import Teller


def sentence_of(ruleset: Ruleset[Any], event: Any, viewer: Viewer) -> Sentence:
    """What an event says to this viewer."""
    if type(event) in table_sentences.SENTENCES:
        return table_sentences.narrate(event)
    return ruleset.narrate(redact(event, viewer))


def frames(ruleset: Ruleset[Any], log: Sequence[Logged], viewer: Viewer, teller: Teller) -> tuple[Frame, ...]:
    """One frame an event; those that were taken back later say so."""
    kept = {logged.version for logged in surviving(log)}
    return tuple(
        Frame(
            version=logged.version,
            action=logged.action,
            actor=logged.actor,
            type=str(type(logged.event).__struct_config__.tag),
            text=teller.tell(sentence_of(ruleset, logged.event, viewer)),
            rules=logged.rules,
            marks=_marks(logged, kept),
        )
        for logged in log
    )


def _marks(logged: Logged, kept: set[int]) -> tuple[str, ...]:
    if isinstance(logged.event, Rewound):
        return ("undo",)
    own = (logged.event.mark,) if logged.event.mark else ()
    return own if logged.version in kept else (*own, "taken-back")


def chapters(ruleset: Ruleset[Any], log: Sequence[Logged], teller: Teller) -> tuple[Chapter, ...]:
    """Rounds, clashes or turns with their first version, on the line that counts."""
    begun = [(logged.version, _chapter(ruleset, logged.event)) for logged in surviving(log)]
    return tuple(Chapter(version=v, title=teller.tell(title)) for v, title in begun if title is not None)


def _chapter(ruleset: Ruleset[Any], event: Any) -> Sentence | None:
    return None if type(event) in table_sentences.SENTENCES else ruleset.chapter(event)


def replay_document(
    ruleset: Ruleset[Any],
    table: Table,
    log: Sequence[Logged],
    players: Players,
    viewer: Viewer,
    lang: str,
    imported: bool,
) -> Replay:
    """The game told in `lang`, as this viewer may know it."""
    teller = Teller(ruleset, lang, names_of(players))
    return Replay(
        game=table.setup.game,
        ruleset=table.setup.ruleset,
        edition=table.setup.edition,
        options=table.setup.options,
        seats=seats_of(ruleset, table, players),
        status=table.status,
        version=table.version,
        viewer=role_of(viewer),
        lang=lang,
        frames=frames(ruleset, log, viewer, teller),
        chapters=chapters(ruleset, log, teller),
        outcome=table.outcome,
        verdict=tuple(teller.tell(said) for said in verdict.sentences(verdict.entropy_of(table, imported))),
    )
