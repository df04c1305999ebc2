"""Drawing anew what a viewer cannot know: for forks, and for the proof that nothing leaks.

There are two kinds of secrets. The place where a secret was committed (`Hidden.ref`) distinguishes them:

- A *dealt* one comes from a shuffle. Secrets of one pool that the viewer does not know may be in any order, so
  they are permuted. If only one is left, the viewer knows it by elimination: it stays.
- A *chosen* one (a bid, a card laid face down by its place) was a player's decision. No pool of cards says what
  it could have been, so the ruleset does: `redraw_chosen` draws among those options.

A secret that would silently stay the same although the viewer cannot know it raises `NotRedrawn`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from domain.hidden import Hidden, Reshuffled, Viewer, map_hidden, secrets_in

State = TypeVar("State")
Choose = Callable[[int], int]
"""A source of arbitrary numbers for bots and tests: `choose(n)` is in 0..n-1. Never used by rules."""
Pool = Callable[[str, Hidden[Any]], str | None]
"""The pool of the secret at a path of the state; None for one that is not permuted (a chosen value)."""
OptionsOf = Callable[[Any, str], Sequence[Any]]
"""The values that a chosen secret at a path of a state could have, to a viewer who does not know it; () if undefined."""
SHUFFLED = "/order"
"""The field of a `Shuffle` with the dealt secrets: "4/d/draw/order/7"."""
POSITION = "/d/state"
"""Where the secrets of an analysis were committed anew, each by its path: "5/d/state/deck/2". No shuffle is named there."""


class NotRedrawn(Exception):
    """The secret at `path` of the state is alone in `pool`: it would stay the same for a viewer who cannot know it."""

    def __init__(self, path: str, pool: str) -> None:
        super().__init__(
            f"The secret at {path} is alone in its pool {pool!r} and would not be drawn anew. If a player chose it, "
            "say in `possible` what it could be; if it was dealt, let `pool` name all that it may be exchanged with."
        )
        self.path, self.pool = path, pool


def dealt_by(secret: Hidden[Any]) -> str | None:
    """The place of the shuffle that dealt a secret ("4/d/draw"); None when it was chosen."""
    if isinstance(secret, Reshuffled):
        return secret.dealt or None
    place = secret.ref.rpartition("/")[0]
    dealt = place.endswith(SHUFFLED) and place.count("/") > 2
    return place.removesuffix(SHUFFLED) if dealt else None


def in_analysis(path: str, secret: Hidden[Any]) -> Hidden[Any]:
    """The secret at a path as it is in an analysis that begins with its state."""
    return replace(secret, ref=f"1{POSITION}{path}")


def unknown(state: Any, viewer: Viewer) -> Iterator[tuple[str, Hidden[Any]]]:
    """Every secret of a state that a viewer does not know, with its path."""
    for path, secret in secrets_in(state):
        if isinstance(secret, Hidden) and secret.value is not None and not secret.known_to(viewer):
            yield path, secret


def redraw_pools(
    state: State, viewer: Viewer, choose: Choose, pool: Pool, closed: Collection[str] = ()
) -> State:
    """Permute the values of unknown secrets within their pools; those without a pool stay. May raise `NotRedrawn`.

    A `closed` pool holds everything of its kind, so the last unknown secret in it is known by elimination.
    """
    pools: dict[str, list[tuple[str, Hidden[Any]]]] = {}
    for path, secret in unknown(state, viewer):
        if (name := pool(path, secret)) is not None:
            pools.setdefault(name, []).append((path, secret))
    _refuse_lonely(pools, closed)
    return _with_values(state, dict(pair for pairs in pools.values() for pair in _permuted(pairs, choose)))


def _refuse_lonely(pools: dict[str, list[tuple[str, Hidden[Any]]]], closed: Collection[str]) -> None:
    """Only the last unknown secret of a shuffle, or of a closed pool, is known by elimination.

    In an analysis it may be the last of a shuffle.
    """
    lonely = [name for name, secrets in pools.items() if len(secrets) == 1 and name not in closed]
    if not lonely:
        return
    left = Counter(dealt_by(secret) for secrets in pools.values() for _, secret in secrets)
    for name in lonely:
        [(path, secret)] = pools[name]
        shuffle = dealt_by(secret)
        if left[shuffle] > 1 if shuffle else POSITION not in secret.ref:
            raise NotRedrawn(path, name)


def _permuted(secrets: list[tuple[str, Hidden[Any]]], choose: Choose) -> Iterator[tuple[str, Any]]:
    """Dealt from a sorted heap, so that the result reveals nothing about the old order."""
    values = sorted((secret.value for _, secret in secrets), key=str)
    for path, _ in secrets:
        yield path, values.pop(choose(len(values)))


def redraw_chosen(state: State, viewer: Viewer, choose: Choose, pool: Pool, options_of: OptionsOf) -> State:
    """Draw each unknown secret that has no pool anew from what was possible for it, in the order of paths.

    `options_of` gets the state with earlier secrets already drawn and later ones None, so it cannot peek.
    No options: `NotRedrawn`. A choice is a pool of its own, named after the place where it was committed.
    """
    chosen = {path: it.ref for path, it in unknown(state, viewer) if pool(path, it) is None}
    state = _with_values(state, dict.fromkeys(chosen))
    for path, ref in chosen.items():
        options = options_of(state, path)
        if not options:
            raise NotRedrawn(path, ref)
        state = _with_values(state, {path: options[choose(len(options))]})
    return state


def _with_values(state: State, values: dict[str, Any]) -> State:
    if not values:
        return state

    def put(path: str, it: Any) -> Any:
        return replace(it, value=values[path]) if path in values else it

    return cast(State, map_hidden(state, put))
