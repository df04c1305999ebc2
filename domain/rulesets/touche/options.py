"""What a table may agree on before the game, and which sets can be chosen then."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.ruleset import BadSetup, Options
from domain.rulesets.touche.actions import ChooseSet
from domain.rulesets.touche.components import BOXES, CUSTOM, DIFFERENT, Box, SetName
from domain.rulesets.touche.patterns import OwnPatterns, connected, tables

OwnName = Annotated[str, Meta(pattern="^[a-z][a-z-]{2,23}$")]
Kind = Annotated[str, Meta(pattern="^[a-z][a-z-]{0,23}$")]
Step = Annotated[int, Meta(ge=-11, le=11)]
Shape = Annotated[tuple[tuple[Step, Step], ...], Meta(min_length=2, max_length=9)]
Count = Annotated[int, Meta(ge=1, le=99)]
Points = Annotated[int, Meta(ge=0, le=1000)]

PRINTED_POINTS = {"square": 10, "straight": 15, "cross": 20, "t": 20}


class ToucheOptions(Options, frozen=True):
    """Which patterns are to be made, by whom, and what they bring."""

    set_choice: Literal["dealer", "agreed", "own"] = "dealer"
    """Who chooses the set: the dealer for all, the table now (`set`), or every side its own."""
    set: SetName = "squares"
    """The agreed set. For three different ones the dealer declares the kinds, unless `need` names three."""
    patterns: dict[OwnName, Shape] = {}
    """Own patterns by name, as offsets (row, column); every quarter turn and mirror image counts."""
    need: dict[Kind, Count] = {}
    """How many patterns of a kind a set needs. With own patterns, or for `custom`, it is a set by itself."""
    points: Annotated[dict[Kind, Points], Meta(extra_json_schema={"default": PRINTED_POINTS})] = (
        msgspec.field(default_factory=PRINTED_POINTS.copy)
    )
    """Tournament points of a completed pattern by its kind; other kinds bring none."""
    teams_of_two: bool = False
    """With six seats: three pairs instead of two teams."""
    stalled_rounds: Annotated[int, Meta(ge=0, le=99)] = 10
    """How many stalled rounds running end the game (touche.stall.2); 0: none ever do."""
    dealer: Annotated[int, Meta(ge=0, le=6)] = 0
    """The seat that deals, for a series in which the deal passes on; 0: the highest card deals."""


class Need(msgspec.Struct, frozen=True):
    """So many patterns of this kind are needed."""

    kind: str
    count: int


Goal = tuple[Need, ...]


def own_patterns(options: ToucheOptions) -> OwnPatterns:
    return tuple(sorted(options.patterns.items())) if options.patterns else ()


def set_choices(box: Box, options: ToucheOptions) -> tuple[ChooseSet, ...]:
    """The sets that may be chosen at the table (touche.set.1); () when all is agreed."""
    if options.set_choice != "agreed":
        custom = (ChooseSet(CUSTOM),) if options.patterns else ()
        return (*_printed_sets(box), *_different(box), *custom)
    return _different(box) if options.set == DIFFERENT and not options.need else ()


def _printed_sets(box: Box) -> Iterator[ChooseSet]:
    return (ChooseSet(name) for name in box.sets if name != DIFFERENT)


def _different(box: Box) -> tuple[ChooseSet, ...]:
    kinds = combinations(box.patterns, box.sets[DIFFERENT].different)
    return tuple(ChooseSet(DIFFERENT, three) for three in kinds)


def goal_of(box: Box, options: ToucheOptions, choice: ChooseSet) -> Goal:
    """How many patterns of which kinds a set needs (touche.set.1, touche.set.2)."""
    if choice.set == DIFFERENT:
        return tuple(Need(kind, 1) for kind in choice.kinds)
    if choice.set == CUSTOM:
        return tuple(Need(kind, count) for kind, count in sorted(options.need.items()))
    printed = box.sets[choice.set]
    return (Need(printed.kind, options.need.get(printed.kind, printed.count)),)


def agreed_set(options: ToucheOptions) -> ChooseSet:
    """The set of a table that has agreed on everything."""
    return ChooseSet(options.set, tuple(sorted(options.need)) if options.set == DIFFERENT else ())


def check(edition: str, seats: int, options: ToucheOptions) -> None:
    """Refuse options that do not go together (touche.setup.1, touche.set.1, touche.set.2)."""
    if options.teams_of_two and seats not in (4, 6):
        raise BadSetup("teams_of_two", "Pairs are for 4 or 6 seats.", "touche.setup.1")
    if options.dealer > seats:
        raise BadSetup("dealer", f"There are seats 1 to {seats}; 0 draws for the deal.", "touche.setup.2")
    _check_patterns(BOXES[edition], options)
    _check_kinds(edition, options)
    if options.set_choice == "agreed":
        _check_agreed(BOXES[edition], options)


def _check_patterns(box: Box, options: ToucheOptions) -> None:
    for name, shape in options.patterns.items():
        if name in box.patterns:
            raise BadSetup("patterns", f"{name} is a printed pattern.", "touche.set.2")
        if len(set(shape)) < len(shape) or not connected(shape):
            raise BadSetup(
                "patterns",
                f"The fields of {name} must be different and hang together by sides or corners.",
                "touche.set.2",
            )
        if name not in options.need:
            raise BadSetup("need", f"Say how many of {name} are needed.", "touche.set.2")


def _check_kinds(edition: str, options: ToucheOptions) -> None:
    known = tables(edition, own_patterns(options))
    for field, kinds in (("need", options.need), ("points", options.points)):
        if unknown := sorted(set(kinds) - set(known)):
            raise BadSetup(field, f"There is no pattern {unknown[0]!r}.", "touche.set.2")


def _check_agreed(box: Box, options: ToucheOptions) -> None:
    """The counts must be those of the agreed set and of nothing else."""
    need = options.need
    if options.set == DIFFERENT:
        fits = not need or (len(need) == box.sets[DIFFERENT].different and {*need.values()} == {1})
    elif options.set == CUSTOM:
        fits = bool(need)
    else:
        fits = set(need) <= {box.sets[options.set].kind}
    if not fits:
        raise BadSetup("need", f"These counts do not make the agreed set {options.set}.", "touche.set.1")


@cache
def side_count(seats: int, teams_of_two: bool) -> int:
    """Two or three single players, two teams, or three pairs (touche.setup.1)."""
    return 3 if seats == 3 or (seats == 6 and teams_of_two) else 2
