"""The first event of a log, checked: may a table be opened so? (verification level L4)"""

from __future__ import annotations

from typing import Any

from domain.ledger.editions import edition_hash
from domain.ruleset import Ruleset
from domain.table.events import GameCreated
from domain.table.redecide import NotByTheRules, Unfoldable
from domain.table.refusals import Refused
from domain.table.state import Logged
from domain.table.terms import check_setup


def check_created(ruleset: Ruleset[Any], first: Logged) -> None:
    """`NotByTheRules` for a table that this revision of the rules does not open, `Unfoldable` where another one has to judge."""
    setup = first.event
    if not isinstance(setup, GameCreated):
        raise NotByTheRules(1, "a log begins with game-created")
    if setup.edition_hash != edition_hash(ruleset.edition(setup.edition)):
        raise NotByTheRules(1, "the edition's data are not those that the game began with")
    try:
        check_setup(setup)
    except Refused as refused:
        why = f"there is no such table: {refused}"
        raise (NotByTheRules(1, why) if setup.rules == ruleset.rules else Unfoldable(why)) from refused
