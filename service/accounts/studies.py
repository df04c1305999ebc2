"""The analyses that an account made, newest first, until they are deleted or expire."""

from __future__ import annotations

from collections.abc import Iterator

from projections.documents.studies import Study, StudyList
from projections.paging import one_page
from projections.people import rfc3339
from service.log.studies import opened_title
from service.store import Store

SELECT = """SELECT game, created_at, title, ruleset, forked, written FROM (
    SELECT studies.game, studies.account, studies.created_at, title, ruleset, forked, hidden,
        (SELECT count(*) FROM notes WHERE notes.game = studies.game) AS written
    FROM studies JOIN lobby ON lobby.game = studies.game) AS made"""
PAGE = 100


def my_studies(store: Store, account: str, limit: int = PAGE, cursor: str | None = None) -> StudyList:
    """A page of them."""
    conditions = [("account = ?", (account,)), ("hidden < 2", ())]
    rows, following = one_page(store.query, SELECT, "game", conditions, limit, cursor)
    return StudyList(studies=tuple(_study(store, *row) for row in rows), next=following)


def all_studies(store: Store, account: str) -> Iterator[Study]:
    """All of them, read page by page."""
    page = my_studies(store, account)
    yield from page.studies
    while page.next is not None:
        page = my_studies(store, account, cursor=page.next)
        yield from page.studies


def _study(
    store: Store, game: str, at: int, sealed: bytes | None, ruleset: str, of: str, notes: int
) -> Study:
    title = opened_title(store, game, sealed)
    return Study(id=game, title=title, ruleset=ruleset, of=of, created_at=rfc3339(at), notes=notes)
