"""Precedents: a search for rulings of final cases in public games, and statistics of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import orjson

from projections.commit import Sql
from projections.documents.disputes import TextShown
from projections.documents.rulings import (
    ClauseTally,
    RefereeTally,
    RulingAppeal,
    RulingFound,
    RulingPage,
    RulingStatistics,
    WishTally,
)
from projections.full_text import search_for
from projections.paging import all_true, marks, one_page
from projections.people import rfc3339
from projections.texts import text_shown
from service.log.case_texts import CaseText
from service.store import Store

PUBLIC = """SELECT rulings.* FROM rulings
    JOIN lobby ON lobby.game = rulings.game WHERE lobby.visibility = 'public' AND lobby.hidden = 0"""
LISTED = f"""SELECT id, created_at, number, game, dispute, ruling, ruleset, kind, clauses, wants, referee, place, took, findings,
    overturned, on_appeal, decision, decided_by, decision_findings FROM ({PUBLIC}) AS listed"""
COUNTED = 10_000
RECENT = f"{PUBLIC} ORDER BY rulings.created_at DESC, rulings.id DESC LIMIT {COUNTED}"
"""What is counted, so that a count costs no more as the years go by."""
TALLY = "count(*), sum(overturned), avg(took)"
MOST = 100
NAMES = "SELECT place, number, name FROM referees WHERE place IN ({})"
TEXTS = "SELECT game, hash, version, sealed FROM case_texts WHERE game IN ({}) AND hash IN ({})"


class Search(NamedTuple):
    """Filters; None for any. `words` are looked for in the findings, each as the beginning of a word."""

    ruleset: str | None = None
    clause: str | None = None
    kind: str | None = None
    words: str | None = None


class _Row(NamedTuple):
    id: str
    created_at: int
    number: int
    game: str
    dispute: int
    ruling: int
    ruleset: str
    kind: str
    clauses: str
    wants: str
    referee: int
    place: str
    took: int
    findings: str
    overturned: int
    on_appeal: int
    decision: str | None
    decided_by: int | None
    decision_findings: str | None


def page(store: Store, search: Search, limit: int, cursor: str | None) -> RulingPage:
    """Those that are found, newest first, and how many of the last `COUNTED` rulings are among them and stood."""
    conditions = _conditions(search)
    found, following = one_page(store.query, LISTED, "id", conditions, limit, cursor)
    rows = [_Row(*row) for row in found]
    texts, names = _texts(store, rows), _names(store, {row.place for row in rows})
    counted = _counted(store, conditions)
    return RulingPage(
        rulings=[_ruling_found(row, texts, names) for row in rows],
        stood=counted.get(0, 0),
        overturned=counted.get(1, 0),
        next=following,
    )


def _conditions(search: Search) -> list[Sql]:
    conditions: list[Sql] = [("dispute > 0", ())]
    conditions += [
        (f"{name} = ?", (value,)) for name in ("ruleset", "kind") if (value := getattr(search, name))
    ]
    if search.clause is not None:
        by_clause = "number IN (SELECT number FROM ruling_clauses WHERE clause = ?)"
        conditions.append((by_clause, (search.clause,)))
    if search.words is not None:
        conditions.append(_with_words(search_for(search.words)))
    return conditions


def _with_words(search: str | None) -> Sql:
    """Nothing has the words of a search that has none."""
    if search is None:
        return "number < 0", ()
    return "number IN (SELECT rowid FROM ruling_words(?))", (search,)


def _counted(store: Store, conditions: Sequence[Sql]) -> Mapping[int, int]:
    where, params = all_true(conditions)
    sql = f"SELECT overturned, count(*) FROM ({RECENT}) AS found WHERE {where} GROUP BY overturned"
    return {int(overturned): int(n) for overturned, n in store.query(sql, params)}


def _texts(store: Store, rows: Sequence[_Row]) -> Mapping[str, CaseText]:
    """The findings of these rulings and of the appeals against them that have not been erased, by hash."""
    games = {row.game for row in rows}
    hashes = {hash for row in rows for hash in (row.findings, row.decision_findings) if hash is not None}
    if not hashes:
        return {}
    found = store.query(TEXTS.format(marks(games), marks(hashes)), (*games, *hashes))
    return {
        hash: msgspec.json.decode(store.unseal(sealed, game, version), type=CaseText)
        for game, hash, version, sealed in found
    }


def _names(store: Store, places: set[str]) -> Mapping[tuple[str, int], str | None]:
    found = store.query(NAMES.format(marks(places)), tuple(places)) if places else []
    return {(place, int(number)): name for place, number, name in found}


def _ruling_found(
    row: _Row, texts: Mapping[str, CaseText], names: Mapping[tuple[str, int], Any]
) -> RulingFound:
    return RulingFound(
        game=row.game,
        ruleset=row.ruleset,
        dispute=row.dispute,
        ruling=row.ruling,
        kind=row.kind,
        clauses=tuple(orjson.loads(row.clauses)),
        wants=row.wants,
        referee=row.referee,
        name=names.get((row.place, row.referee)),
        at=rfc3339(row.created_at),
        took_ms=row.took,
        findings=text_shown(row.findings, texts, True),
        outcome="overturned" if row.overturned else "stood",
        on_appeal=bool(row.on_appeal),
        appeal=_appeal(row, texts),
    )


def _appeal(row: _Row, texts: Mapping[str, CaseText]) -> RulingAppeal | None:
    if row.decision is None:
        return None
    hash = row.decision_findings
    findings: TextShown | None = None if hash is None else text_shown(hash, texts, True)
    return RulingAppeal(decision=row.decision, referee=row.decided_by, findings=findings)


def statistics(store: Store, ruleset: str | None) -> RulingStatistics:
    """Of the last `COUNTED` rulings, by referee, by clause cited, and by what the opener wanted."""
    referees = _tallied(store, "place, referee", ruleset)
    names = _names(store, {place for place, *_ in referees})
    return RulingStatistics(
        referees=[
            RefereeTally(place=place, referee=n, name=names.get((place, n)), **_tally(*tally))
            for place, n, *tally in referees
        ],
        clauses=[
            ClauseTally(clause=clause, **_tally(*tally))
            for clause, *tally in _tallied(store, "clause", ruleset, CITED)
        ],
        wants=[
            WishTally(wants=wants, **_tally(*tally)) for wants, *tally in _tallied(store, "wants", ruleset)
        ],
    )


CITED = "JOIN ruling_clauses ON ruling_clauses.number = found.number"


def _tallied(store: Store, by: str, ruleset: str | None, joined: str = "") -> list[tuple[Any, ...]]:
    where, params = all_true(_conditions(Search(ruleset)))
    sql = f"""SELECT {by}, {TALLY} FROM ({RECENT}) AS found {joined} WHERE {where}
        GROUP BY {by} ORDER BY count(*) DESC, {by} LIMIT {MOST}"""
    return store.query(sql, params)


def _tally(rulings: Any, overturned: Any, mean: Any) -> dict[str, int]:
    return {"rulings": int(rulings), "overturned": int(overturned), "mean_ms": round(mean)}
