"""The bundle of a case, its timeline, and how far the game could be rewound."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from domain.ledger.audit import audit_bytes
from domain.ledger.bundle import BundleId, bundle
from domain.table.referee.hearing import Hearing
from domain.table.referee.state import Case
from projections.assessments import assessment_of
from projections.case_documents import Reader
from projections.case_files import DOCUMENTS, Names, case_content
from projections.documents.assessments import AssessmentDocument
from projections.documents.timelines import Timeline
from projections.judgment.boards import Draw, boards
from projections.judgment.page import judgment
from projections.timelines import timeline
from service.disputes.queries import case_of, reader_of
from service.identity.access import authorize
from service.identity.referees import referees_at
from service.log.audit import audit_of
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.clocks.hearing import hearing_of

README = """This is case {dispute} of game {game}, as {viewer} may know it at version {version} of the game.

timeline.html   the judgment, for people: opens in any browser, prints on A4, in English and Polish
audit.json      the game's log with everything that opens it
case.json       what was claimed, said, seen, ruled and argued; timeline.json the events; clauses.json the clauses cited
names.json      the names at the table
manifest.json   the SHA-256 of every file, signed with the key of the game

To check it without the service: python -m verifier BUNDLE.zip (needs Python and the package cryptography; the program is
the folder verifier of Kronika, and docs/ledger.md says every byte, so that anybody can write another). It derives the case
and its events from the log and compares. `kronika verify BUNDLE.zip` has the rules and the sentences of the game too: it
decides every event again, and makes arguments, clauses and texts again. A text that was erased is "not available", and
nothing fails.

Only the operator vouches for: who the viewer is, in which language a text was written, whether a text that is missing was
erased or withheld, the times, and the names.

Nobody who plays or organises may referee, but a player or organiser whose client withheld its tokens when it accepted an
appointment is not caught. That the operator looked at what a seat held, no file shows.

---

To jest sprawa {dispute} z gry {game}, tak jak może ją znać {viewer} w wersji {version} gry.

timeline.html   orzeczenie dla ludzi: otwiera się w każdej przeglądarce i drukuje na A4, po angielsku i po polsku
audit.json      zapis gry z wszystkim, co go otwiera
case.json       co zarzucono, powiedziano, obejrzano, rozstrzygnięto i uzasadniono; timeline.json zdarzenia; clauses.json punkty
names.json      imiona przy stole
manifest.json   SHA-256 każdego pliku, podpisane kluczem gry

Sprawdzenie bez serwisu: python -m verifier BUNDLE.zip (potrzebny jest Python i pakiet cryptography; program to katalog
verifier Kroniki, a docs/ledger.md opisuje każdy bajt, więc każdy może napisać własny). Wyprowadza on sprawę i jej zdarzenia
z zapisu gry i porównuje. `kronika verify BUNDLE.zip` ma też zasady i zdania gry: rozstrzyga na nowo każde zdarzenie i na nowo
układa uzasadnienia, punkty i teksty. Usunięty tekst jest "not available" (niedostępny) i niczego nie psuje.

Tylko prowadzący serwis ręczy za to, kim jest czytelnik, w jakim języku napisano tekst, czy brakujący tekst usunięto, czy nie
jest on dla czytelnika, za czas i za imiona.

Kto gra albo organizuje grę, nie może jej sędziować; nie da się jednak wykryć gracza ani organizatora, którego program zataił
jego tokeny przy przyjmowaniu powołania. Żaden plik nie pokaże, że prowadzący serwis podejrzał, co ktoś miał.
"""


class _CaseAtVersion(NamedTuple):
    """A case and its reader at the time of the game's last event, so the result is the same for the same version."""

    loaded: LoadedGame
    hearing: Hearing
    case: Case
    reader: Reader


def _load_case(repository: Repository, game: str, token: str | None, dispute: int) -> _CaseAtVersion:
    loaded, caller = authorize(repository, game, token)
    case = case_of(loaded, dispute)
    hearing = hearing_of(repository, loaded)._replace(now=loaded.at)
    return _CaseAtVersion(loaded, hearing, case, reader_of(repository, hearing, case, caller))


def assessment(
    repository: Repository, game: str, token: str | None, dispute: int, to: int | None = None
) -> AssessmentDocument:
    """How far the game could be rewound, and what rewinding to the version `to` would undo."""
    loaded, _ = authorize(repository, game, token)
    case = case_of(loaded, dispute)
    return assessment_of(hearing_of(repository, loaded), case, to)


def timeline_of(repository: Repository, game: str, token: str | None, dispute: int) -> Timeline:
    """The disputed events and everything since, with times."""
    loaded, hearing, case, reader = _load_case(repository, game, token, dispute)
    return timeline(hearing, case, reader, loaded.players)


def case_bundle(
    repository: Repository, game: str, token: str | None, dispute: int, draw: Draw | None = None
) -> bytes:
    """All documents of a case in one zip file. Without `draw` its page has no boards."""
    loaded, hearing, case, reader = _load_case(repository, game, token, dispute)
    content = case_content(hearing, case, reader, _names(repository, loaded))
    id = BundleId(loaded.id, loaded.table.setup.origin, dispute, loaded.version, reader.role, DOCUMENTS)
    drawn = () if draw is None else tuple(boards(hearing, case, reader.viewer, content.names.players, draw))
    audit = replace(audit_of(repository, loaded, reader.viewer), cosignatures=(), service_log=UNSET)
    files = {
        **content.files(),
        "README.txt": README.format(**id._asdict()).encode(),
        "audit.json": audit_bytes(audit),
        "names.json": content.names.file(),
        "timeline.html": judgment(content, drawn),
    }
    return bundle(id, files, repository.signer.checkpoint)


def _names(repository: Repository, loaded: LoadedGame) -> Names:
    players = loaded.players
    seats = range(1, loaded.table.setup.seats + 1)
    named = {it.number: it.name for it in referees_at(repository.store, loaded.table.setup)}
    return Names(
        {seat: players[seat].name if seat in players else None for seat in seats},
        {it.number: named.get(it.number) for it in loaded.table.desk.referees},
    )
