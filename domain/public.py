"""What rulesets are made of: the names that packages import as `kronika.ruleset` (docs/reference/packages.md).

Names are added here, and never removed or given another meaning within a major version.
"""

from __future__ import annotations

from domain.argument import Step, because, step
from domain.by_seat import BySeat, by_seat, of_seat, with_seat
from domain.draws import Roll, Shuffle
from domain.encoding import Part, both, counts, fields, figure, keyed, made, one_of, row
from domain.hidden import AUDITOR, EVERYBODY, Hidden, Opened, Viewer, public, redact
from domain.meaning import meaning
from domain.outlook import best_first, shares
from domain.play import IllegalAction, Play
from domain.ranking import ranked
from domain.redraw import NotRedrawn, redraw_pools
from domain.ruleset import (
    COURSES,
    Action,
    BadSetup,
    Choose,
    Clause,
    Course,
    Edition,
    Event,
    Hint,
    NoOptions,
    Odds,
    Options,
    Outcome,
    PlainView,
    Ruleset,
    ScorePart,
    Traits,
    Unordered,
    View,
)
from domain.sentence import Seat, Sentence, Term, say

__all__ = [
    "AUDITOR",
    "COURSES",
    "EVERYBODY",
    "Action",
    "BadSetup",
    "BySeat",
    "Choose",
    "Clause",
    "Course",
    "Edition",
    "Event",
    "Hidden",
    "Hint",
    "IllegalAction",
    "NoOptions",
    "NotRedrawn",
    "Odds",
    "Opened",
    "Options",
    "Outcome",
    "Part",
    "PlainView",
    "Play",
    "Roll",
    "Ruleset",
    "ScorePart",
    "Seat",
    "Sentence",
    "Shuffle",
    "Step",
    "Term",
    "Traits",
    "Unordered",
    "View",
    "Viewer",
    "because",
    "best_first",
    "both",
    "by_seat",
    "counts",
    "fields",
    "figure",
    "keyed",
    "made",
    "meaning",
    "of_seat",
    "one_of",
    "public",
    "ranked",
    "redact",
    "redraw_pools",
    "row",
    "say",
    "shares",
    "step",
    "with_seat",
]
