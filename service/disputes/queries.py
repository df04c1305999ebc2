"""Queries about disputes: the cases of a game, and lists of cases."""

from __future__ import annotations

from msgspec.structs import asdict

from domain.table.referee.hearing import Hearing, existing_case
from domain.table.referee.state import Case
from projections import case_lists, meetings
from projections.case_documents import Reader, case_document, stored_texts
from projections.commit import Sql
from projections.documents.disputes import CaseDocument, CaseList, DeskPage, Terms
from service.identity.access import SPECTATOR, Caller, authorize, place_of_token
from service.identity.credentials import holder_of
from service.identity.referee_lists import all_referees_listed
from service.log.case_texts import texts_of
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.clocks.hearing import hearing_of
from service.store import Store


def page(
    repository: Repository, token: str | None, state: str | None, limit: int, cursor: str | None
) -> DeskPage:
    """The cases of the game, tournament or meeting that the token belongs to, or in which the account has a part (with a
    personal token: referees); without a token, those of public games.

    Of a meeting, only its referees read the cases of private tables.
    """
    return case_lists.page(repository.store.query, _own(repository.store, token), state, limit, cursor)


def _own(store: Store, token: str | None) -> list[Sql]:
    if (holder := holder_of(store, token)) is not None:
        return case_lists.of_account(holder.account, only_as_referee=not holder.is_session)
    place, caller = place_of_token(store, token)
    if place is None:
        return [case_lists.PUBLIC]
    return case_lists.at_place(place, caller.referee is not None or meetings.load(store.query, place) is None)


def cases(repository: Repository, game: str, token: str | None) -> CaseList:
    """All cases of a game, its referees and its terms for disputes. An imported game has no cases."""
    loaded, caller = authorize(repository, game, token)
    terms = loaded.table.setup.disputes
    return CaseList(
        game=loaded.id,
        version=loaded.version,
        terms=None if terms is None or loaded.imported else Terms(**asdict(terms)),
        referees=all_referees_listed(repository.store, loaded.table.setup),
        disputes=tuple(_cases(repository, loaded, caller)),
        viewer=caller.role,
    )


def _cases(repository: Repository, loaded: LoadedGame, caller: Caller) -> list[CaseDocument]:
    if loaded.imported or not loaded.table.desk.cases:
        return []
    hearing = hearing_of(repository, loaded)
    return [_document(repository, hearing, it, caller) for it in loaded.table.desk.cases]


def case(repository: Repository, game: str, token: str | None, dispute: int) -> CaseDocument:
    """One case as this viewer may see it; `Refused` not-found if it does not exist."""
    loaded, caller = authorize(repository, game, token)
    found = case_of(loaded, dispute)
    return _document(repository, hearing_of(repository, loaded), found, caller)


def case_of(loaded: LoadedGame, dispute: int) -> Case:
    """`Refused` not-found if there is none; an imported game has no cases."""
    return existing_case(() if loaded.imported else loaded.table.desk.cases, dispute)


def _document(repository: Repository, hearing: Hearing, case: Case, caller: Caller) -> CaseDocument:
    return case_document(hearing, case, reader_of(repository, hearing, case, caller))


def reader_of(repository: Repository, hearing: Hearing, case: Case, caller: Caller) -> Reader:
    """The caller as a reader of a case, with the texts that have not been erased.

    A referee of its place whom the log does not have, because they may not referee this game, is a spectator there.
    """
    listed = caller.referee is None or any(it.number == caller.referee for it in hearing.desk.referees)
    role = caller.role if listed else SPECTATOR
    texts = texts_of(repository.store, hearing.table.setup.game, case.number)
    return Reader(role, caller.viewer, stored_texts(hearing, case, role, texts))
