"""What the reasons of outcomes are called: a ruleset's own, and those that every game shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.ruleset import Ruleset
from domain.table.absence.resigning import RESIGNED
from domain.table.clock.flags import TIME
from domain.table.referee.state import RULING, VOID
from projections.documents import BothLanguages
from projections.documents.rulesets import localized

OF_THE_TABLE: Mapping[str, BothLanguages] = {
    TIME: BothLanguages(en="Time ran out", pl="Koniec czasu"),
    RESIGNED: BothLanguages(en="A player resigned", pl="Poddanie gry"),
    RULING: BothLanguages(en="A ruling set the result", pl="Wynik z orzeczenia"),
    VOID: BothLanguages(en="A ruling made the game void", pl="Unieważnienie gry"),
}


def ends_of(ruleset: Ruleset[Any]) -> dict[str, BothLanguages]:
    return {**OF_THE_TABLE, **localized(ruleset.words.ends, dict[str, BothLanguages])}
