"""The table's own clauses: what a refusal cites when no rule of the game forbids, but the table does. Its own words."""

from pathlib import Path

from domain.contract.data import load_clauses, load_fields

CLAUSES = load_clauses(Path(__file__).parent)
FIELDS = load_fields(Path(__file__).parent)
"""What fields of the table's events mean, and of what every ruleset's events hold."""
