"""The files of a bundle that follow from the log, the texts, the rules and the names (docs/ledger.md, section 13).

The service makes them. A verifier of a bundle makes them again and compares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import orjson
from msgspec import UNSET
from msgspec.structs import replace

from domain.contract.data import Clause
from domain.table.clauses import CLAUSES
from domain.table.events import Rewound
from domain.table.fold import Fold, fold
from domain.table.referee.hearing import Hearing
from domain.table.referee.state import Case
from projections.assessments import assessment_at_ruling
from projections.case_documents import Reader, case_document, text_rows
from projections.documents.disputes import CaseDocument
from projections.documents.explanations import Explanation
from projections.documents.timelines import Timeline
from projections.explanations import Explainer
from projections.people import Player, Players
from projections.timelines import timeline

DOCUMENTS = 1
"""The revision of sentences and templates: raised whenever these files could have other bytes for the same case."""
CASE_FORMAT = "kronika-case/2"


class Names(NamedTuple):
    """The names at the table by number. None: nobody has sat down, or the name was not stored."""

    seats: Mapping[int, str | None]
    referees: Mapping[int, str | None]

    @property
    def players(self) -> Players:
        return {seat: Player(name, None) for seat, name in self.seats.items() if name is not None}

    def file(self) -> bytes:
        return json_file(
            {name: {str(n): it for n, it in group.items()} for name, group in self._asdict().items()}
        )


class CaseContent(NamedTuple):
    """All that a bundle says of a case, before it is written down."""

    hearing: Hearing
    reader: Reader
    names: Names
    case: Case
    document: CaseDocument
    events: Timeline
    explanations: Sequence[Explanation]

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """Every clause that is cited anywhere in the bundle."""
        known = {**CLAUSES, **self.hearing.ruleset.clauses}
        return {id: known[id] for id in sorted(self._cited()) if id in known}

    def _cited(self) -> set[str]:
        cited = {*self.document.clauses}
        for ruling in self.document.rulings:
            cited.update(ruling.clauses, (penalty.code for penalty in ruling.penalties))
        cited.update(step.clause for it in self.explanations for step in it.steps)
        cited.update(rule for moment in self.events.moments for rule in moment.rules)
        return cited

    def files(self) -> Mapping[str, bytes]:
        return {
            "case.json": self._case_file(),
            "clauses.json": json_file(self.clauses),
            "timeline.json": json_file(self.events),
        }

    def _case_file(self) -> bytes:
        hearing, case = self.hearing, self.case
        return json_file(
            {
                "format": CASE_FORMAT,
                "case": self.document,
                "assessment": assessment_at_ruling(hearing, case),
                "explanations": self.explanations,
                "texts": text_rows(hearing, case, self.reader),
            }
        )


def case_content(hearing: Hearing, case: Case, reader: Reader, names: Names) -> CaseContent:
    """At the time of the last entry, so that it is the same for the same version."""
    hearing = hearing._replace(now=hearing.log[-1].at)
    return CaseContent(
        hearing,
        reader,
        names,
        case,
        replace(case_document(hearing, case, reader), appeal=UNSET),
        timeline(hearing, case, reader, names.players),
        tuple(_explanations(hearing, case, reader, names.players)),
    )


def json_file(content: Any) -> bytes:
    return orjson.dumps(msgspec.to_builtins(content), option=orjson.OPT_SORT_KEYS)


def _explanations(hearing: Hearing, case: Case, reader: Reader, players: Players) -> Iterator[Explanation]:
    """The explanations of those disputed events that have one."""
    ruleset, log = hearing.ruleset, hearing.log
    explainer = Explainer(ruleset, players, reader.viewer, reader.role, hearing.table.setup.game)
    state = Fold(ruleset, fold(ruleset, log[: case.first - 1])) if case.first > 1 else None
    for logged in log[case.first - 1 : case.last]:
        if state is not None and type(logged.event) in ruleset.explained:
            yield explainer.explanation(state.game, logged)
        if state is None or isinstance(logged.event, Rewound):
            state = Fold(ruleset, fold(ruleset, log[: logged.version]))
        else:
            state.read((logged,))
