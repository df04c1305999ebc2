"""The tables of precedents (`projections.rulings`), and the search for their words.

`rulings`: times in milliseconds; `took` from the opening of the case to the ruling; `findings` are the hashes of texts.
`ruling_words` is searched by `SELECT rowid FROM ruling_words(SEARCH)` on both databases: on SQLite it is a table of FTS5, which
can be called like a function; on PostgreSQL a table with an index of `tsvector`, and a function of the same name that
translates the search. PostgreSQL runs the part before `--`, or inside what is a comment to SQLite.
"""

from __future__ import annotations

WORDS = "to_tsvector('simple', words)"
TRANSLATED = "replace(replace(replace(wanted, '\"*', ':*'), '\"', ''), ' AND ', ' & ')"

RULINGS = (
    """CREATE TABLE rulings (
        number BIGINT PRIMARY KEY, id TEXT NOT NULL UNIQUE, created_at BIGINT NOT NULL, game TEXT NOT NULL,
        dispute BIGINT NOT NULL, ruling BIGINT NOT NULL, ruleset TEXT NOT NULL, kind TEXT NOT NULL, clauses TEXT NOT NULL,
        wants TEXT NOT NULL, referee BIGINT NOT NULL, place TEXT NOT NULL, took BIGINT NOT NULL, findings TEXT NOT NULL,
        overturned BIGINT NOT NULL, on_appeal BIGINT NOT NULL, decision TEXT, decided_by BIGINT, decision_findings TEXT)""",
    "CREATE INDEX rulings_by_age ON rulings (created_at DESC, id DESC)",
    "CREATE INDEX rulings_by_game ON rulings (game, findings)",
    "CREATE TABLE ruling_clauses (clause TEXT NOT NULL, number BIGINT NOT NULL, PRIMARY KEY (clause, number))",
    "CREATE INDEX ruling_clauses_by_ruling ON ruling_clauses (number)",
    "INSERT INTO service_meta (name, value) VALUES ('rulings', '')",
    "/*! CREATE TABLE ruling_words (rowid BIGINT PRIMARY KEY, words TEXT NOT NULL); -- */ "
    "CREATE VIRTUAL TABLE ruling_words USING fts5 (words)",
    f"/*! CREATE INDEX ruling_words_found ON ruling_words USING gin ({WORDS}) */",
    "/*! CREATE FUNCTION ruling_words(wanted text) RETURNS TABLE (rowid bigint) LANGUAGE sql STABLE AS $$ "
    f"SELECT ruling_words.rowid FROM ruling_words WHERE {WORDS} @@ to_tsquery('simple', {TRANSLATED}) $$ */",
)
OF_ERASED = """EXISTS (
    SELECT 1 FROM case_texts WHERE ({where}) AND case_texts.game = rulings.game AND case_texts.hash = rulings.findings)"""
ERASE_WORDS = f"DELETE FROM ruling_words WHERE rowid IN (SELECT number FROM rulings WHERE {OF_ERASED})"
TELL_ERASED = f"UPDATE rulings SET number = number WHERE {OF_ERASED}"
"""Words have no changes of their own (`followed_tables`): their ruling changes."""
FORGET_WORDS = "/*! SELECT 1 -- */ INSERT INTO ruling_words (ruling_words) VALUES ('optimize')"
"""FTS5 keeps deleted words in its index until it is merged."""
