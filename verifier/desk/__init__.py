"""The referees' desk of a log, without the rules of its game: who acted, when, and what became of each case (docs/ledger.md,
section 13)."""
