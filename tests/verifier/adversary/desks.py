"""What the service makes of a case in a log of the made-up game: the document that it would put into the bundle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.hidden import AUDITOR
from domain.ruleset import Event
from domain.table.fold import fold
from domain.table.referee.hearing import Hearing
from domain.table.state import Logged
from projections.case_documents import Reader, case_document, missing_text
from projections.documents.disputes import TextShown
from tests.verifier.accounts import Toy

Json = dict[str, Any]
Texts = Mapping[tuple[int, str], Json | None]


class _Named(Toy):
    """Anybody may do anything in it."""

    id = "toy"
    turns: Any = ("any",)

    def turn(self, event: Event) -> None: ...


def shown(log: list[Logged], dispute: int, viewer: str, texts: Texts, absent: str) -> Json:
    """The document of a case at the time of the last entry; `texts` by entry and member, None for one that is `absent`."""
    toy: Any = _Named()
    draws: Any = None  # nothing is decided here
    hearing = Hearing(toy, fold(toy, log), log, draws, log[-1].at)

    def text(logged: Logged, member: str) -> TextShown:
        hash, found = getattr(logged.event, member), texts[logged.version - 1, member]
        return missing_text(hash, absent) if found is None else TextShown(hash=hash, status="shown", **found)

    document = case_document(hearing, hearing.desk.cases[dispute - 1], Reader(viewer, AUDITOR, text))
    tree: Json = msgspec.json.decode(msgspec.json.encode(document))
    del tree["appeal"]  # only where it is shown over HTTP
    return tree
