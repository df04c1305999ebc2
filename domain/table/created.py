"""The first event of a log, checked: may a table be opened so? (verification level L4)"""

from __future__ import annotations

from typing import Any

from domain.contract.package import Package
from domain.ledger.editions import edition_hash
from domain.ruleset import Ruleset
from domain.table.events import GameCreated
from domain.table.redecide import NotByTheRules, Unfoldable
from domain.table.refusals import Refused
from domain.table.state import Logged
from domain.table.terms import check_setup


def _check_package(ruleset: Ruleset[Any], setup: GameCreated) -> None:
    if lacking := lacks_code(ruleset, setup.package):
        raise Unfoldable(lacking)
    if setup.package and ruleset.package and setup.package.events != ruleset.package.events:
        raise NotByTheRules(1, "the table of its package's events is not the one that the package has")


def lacks_code(ruleset: Ruleset[Any], package: Package | None) -> str:
    """What a reader lacks to judge a game whose entry 0 names this `package`; empty if nothing."""
    here = ruleset.package
    if (package and package.hash) == (here and here.hash):
        return ""
    return f"needs {_coded(ruleset, package)}; here is {_coded(ruleset, here)}"


def _coded(ruleset: Ruleset[Any], package: Package | None) -> str:
    return f"{package} with the code {package.hash}" if package else f"the {ruleset.id} of Kronika itself"


def check_created(ruleset: Ruleset[Any], first: Logged) -> None:
    """`NotByTheRules` for a table that this revision of the rules does not open, `Unfoldable` where another one has to judge."""
    setup = first.event
    if not isinstance(setup, GameCreated):
        raise NotByTheRules(1, "a log begins with game-created")
    _check_package(ruleset, setup)
    if setup.edition_hash != edition_hash(ruleset.edition(setup.edition)):
        raise NotByTheRules(1, "the edition's data are not those that the game began with")
    try:
        check_setup(setup)
    except Refused as refused:
        why = f"there is no such table: {refused}"
        raise (NotByTheRules(1, why) if setup.rules == ruleset.rules else Unfoldable(why)) from refused
