"""What rulesets are made of: the names that packages import as `kronika.ruleset` (docs/reference/packages.md).

Names are added here, and never removed or given another meaning within a major version.
"""

from __future__ import annotations

__all__ = (
    *("Action", "BadSetup", "Choose", "Clause", "Course", "COURSES", "Edition", "Event", "Hint", "NoOptions"),
    *("Odds", "Options", "Outcome", "PlainView", "Ruleset", "ScorePart", "Traits", "Unordered", "View"),
    *("IllegalAction", "Play", "Roll", "Shuffle"),
    *("AUDITOR", "EVERYBODY", "Hidden", "NotRedrawn", "Opened", "Viewer", "public", "redact", "redraw_pools"),
    *("BySeat", "best_first", "by_seat", "of_seat", "ranked", "shares", "with_seat"),
    *("Seat", "Sentence", "Step", "Term", "because", "meaning", "say", "step"),
    *("Part", "both", "counts", "fields", "figure", "keyed", "made", "one_of", "row"),
)
