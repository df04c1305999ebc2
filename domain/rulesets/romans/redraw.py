"""Drawing anew what a viewer cannot know of a game: forts in the stack, warriors face down, placements, answers.

To a viewer who knows none of them, a clan's warriors in hand, face down and put away are interchangeable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.hidden import Viewer
from domain.redraw import Choose, redraw_pools
from domain.rulesets.romans.choices import may_discard
from domain.rulesets.romans.components import WALL
from domain.rulesets.romans.state import IN_HAND, PUT_AWAY, Clan, State

CHOSEN = ("posts", "answer")
FOKUS, HORSIE = "romans.fokus.1", "romans.horsie.1"


def pool(path: str) -> str | None:
    """One pool for the stack, one for each clan's cards; posts and answers are not cards but chosen."""
    parts = path.split("/")
    if parts[1] == "stack":
        return "stack"
    return None if parts[3] in CHOSEN else f"clan {parts[2]}"


def redraw(state: State, viewer: Viewer, choose: Choose) -> State:
    """The cards within their pools; then placements and answers, which follow from who holds what."""
    state = redraw_pools(state, viewer, choose, lambda path, _: pool(path))
    fokus = any(due.rule == FOKUS for due in state.due)
    rule = FOKUS if fokus else HORSIE
    clans = tuple(_redrawn(state, clan, viewer, choose, rule) for clan in state.clans)
    return replace(state, clans=clans)


def _redrawn(state: State, clan: Clan, viewer: Viewer, choose: Choose, rule: str) -> Clan:
    if clan.posts is not None and not clan.posts.known_to(viewer):
        posts = replace(clan.posts, value=_posts(clan, choose))
        return replace(clan, posts=posts)
    if clan.answer is not None and not clan.answer.known_to(viewer):
        options = may_discard(state, clan, rule)
        return replace(clan, answer=replace(clan.answer, value=options[choose(len(options))]))
    return clan


def _posts(clan: Clan, choose: Choose) -> tuple[int, ...]:
    """Any way of placing as many cards as are placed, and of putting one away if one is."""
    forts = _shuffled(range(1, WALL + 1), choose)[: clan.placed]
    away = [PUT_AWAY] * clan.put_away
    rest = [IN_HAND] * (len(clan.hand) - len(forts) - len(away))
    return tuple(_shuffled([*forts, *away, *rest], choose))


def _shuffled(items: Sequence[Any], choose: Choose) -> list[Any]:
    left = list(items)
    return [left.pop(choose(len(left))) for _ in items]
