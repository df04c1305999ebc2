"""Drawing anew what a viewer cannot know: cards, relics, tiles, amulets, and which cards lie face down."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from domain.hidden import Viewer
from domain.redraw import Choose, redraw_pools
from domain.rulesets.nagaraja.components import Box
from domain.rulesets.nagaraja.state import Player, State, points

TRIES = 60
"""How many draws are tried that contradict what all can see (cards laid of one symbol, no winner yet)."""


CLOSED = ("cards",)
"""All cards are in one pool, so a viewer who knows all but one also knows that one, wherever it was committed last."""


def pool(path: str) -> str | None:
    """All cards are interchangeable, all amulets and all tiles; relics only within their temple.

    Which cards of a hand lie face down was chosen: `_laid_anew` draws it.
    """
    parts = path.split("/")
    if "relics" in parts:
        return f"relics-{parts[2]}"
    if "laid" in parts:
        return None
    if "amulet" in parts or "amulets" in parts:
        return "amulets"
    return "tiles" if parts[1] == "tiles" else "cards"


def redraw(state: State, box: Box, viewer: Viewer, choose: Choose) -> State:
    """A draw that fits is used; if none does, hands and collected amulets stay and the rest is drawn anew."""
    for _ in range(TRIES):
        drawn = _laid_anew(_permuted(state, viewer, choose, pool), box, viewer, choose)
        if drawn is not None and _nobody_has_won(drawn, box):
            return drawn
    return _permuted(state, viewer, choose, _careful_pool)


def _permuted(state: State, viewer: Viewer, choose: Choose, pool: Callable[[str], str | None]) -> State:
    return redraw_pools(state, viewer, choose, lambda path, _: pool(path), CLOSED)


def _careful_pool(path: str) -> str | None:
    held = path.startswith("/players/") and path.split("/")[3] in ("hand", "amulets")
    return None if held else pool(path)


def _nobody_has_won(state: State, box: Box) -> bool:
    return bool(state.ended) or all(
        points(player, box) < box.figure("points_to_win") for player in state.players
    )


def _laid_anew(state: State, box: Box, viewer: Viewer, choose: Choose) -> State | None:
    """Other cards of one symbol laid face down; None when some hand has not enough of any."""
    players = []
    for player in state.players:
        if all(place.known_to(viewer) for place in player.laid):
            players.append(player)
            continue
        sets = [places for places in _same_symbol(player, box) if len(places) >= len(player.laid)]
        if not sets:
            return None
        players.append(_lay(player, sets[choose(len(sets))], choose))
    return replace(state, players=tuple(players))


def _same_symbol(player: Player, box: Box) -> Iterator[list[int]]:
    symbols = [card.value and box.card[card.value].symbol for card in player.hand]
    for symbol in dict.fromkeys(symbols):
        yield [place for place, s in enumerate(symbols) if s == symbol]


def _lay(player: Player, places: list[int], choose: Choose) -> Player:
    left = list(places)
    laid = tuple(replace(secret, value=left.pop(choose(len(left)))) for secret in player.laid)
    return replace(player, laid=laid)
