"""Games in process: create, play, inspect, copy, redraw and read them. `import kronika` provides everything.

A game is a log that is folded, as in the service, and decided by the same functions; there is no store, no clock and no
network here. This package knows `domain` and `projections` alone.
"""

from __future__ import annotations

from domain.play import IllegalAction
from domain.ruleset import Action, Event, Outcome, Ruleset, View
from domain.rulesets import registry as rulesets
from domain.table.refusals import Refusal, Refused
from domain.table.state import Logged
from engine.dataset.signed import verify_dataset
from engine.game import Game, new, plain
from engine.logs import BadFile, from_log, read, read_all

__all__ = [
    "Action",
    "BadFile",
    "Event",
    "Game",
    "IllegalAction",
    "Logged",
    "Outcome",
    "Refusal",
    "Refused",
    "Ruleset",
    "View",
    "from_log",
    "new",
    "plain",
    "read",
    "read_all",
    "rulesets",
    "verify_dataset",
]
