"""The table's own clauses: what a refusal cites when no rule of the game forbids, but the table does."""

from pathlib import Path

from domain.ruleset_data import load_clauses

CLAUSES = load_clauses(Path(__file__).parent)
