"""The webhooks that follow games, and those that follow what accounts are notified of."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from projections.notices import Kind
from projections.paging import marks
from service.accounts.notices.writing import HOOK, account
from service.store import Store

ANY_HOOKS = "SELECT 1 FROM hooks LIMIT 1"
OF_GAMES = """SELECT place, id, events FROM hooks WHERE about = 'game' AND status <> 'pending' AND place IN ({0})
    UNION ALL SELECT game, id, events FROM tournament_games JOIN hooks ON about = 'tournament' AND place = tournament
        WHERE status <> 'pending' AND game IN ({0})
    UNION ALL SELECT game, id, events FROM hooks JOIN lobby ON visibility = 'public' AND hidden = 0
        WHERE about = 'public' AND place = '' AND hooks.status <> 'pending' AND game IN ({0})
            AND (lobby.status IN ('finished', 'abandoned') OR game IN ({1}))"""
"""Those of all public games concern only games that begin or are over, so that no other game is loaded for them."""
OF_ACCOUNTS = (
    """SELECT place, id, events FROM hooks WHERE about = 'me' AND status <> 'pending' AND place IN ({0})"""
)


class HookFollowing(NamedTuple):
    """A hook as a recipient; `of` is the account whose notices it has, None for all of the game."""

    recipient: str
    kinds: frozenset[str]
    of: str | None = None

    def follows(self, kind: Kind, addressed: Collection[str]) -> bool:
        return kind in self.kinds and (self.of is None or self.of in addressed)


def hooks_of_games(
    store: Store, games: Collection[str], begun: Collection[str]
) -> list[tuple[str, HookFollowing]]:
    """Pairs of a game and a hook that follows it."""
    found = store.query(OF_GAMES.format(marks(games), marks(begun) or "NULL"), (*(*games,) * 3, *begun))
    return [(game, _following(id, events)) for game, id, events in found]


def hooks_of_accounts(store: Store, accounts: Collection[str]) -> dict[str, list[HookFollowing]]:
    """The hooks of accounts about themselves, by the account as a recipient."""
    ids = [it.removeprefix(account("")) for it in accounts]
    found: dict[str, list[HookFollowing]] = {}
    for id, hook, events in store.query(OF_ACCOUNTS.format(marks(ids)), ids) if ids else ():
        found.setdefault(account(id), []).append(_following(hook, events)._replace(of=account(id)))
    return found


def _following(id: str, events: str) -> HookFollowing:
    return HookFollowing(f"{HOOK}{id}", frozenset(events.split()))
