"""What a webhook may be sent, decided at each try: what a spectator may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from domain.table.line import counting
from projections.people import rfc3339
from service.accounts.notices.hook_rows import Hook
from service.accounts.notices.recipients import audiences
from service.accounts.notices.writing import OF_ACCOUNTS, account
from service.store import Store

GAME = "SELECT visibility, hidden, version FROM lobby WHERE game = ?"
TOURNAMENT_OF = "SELECT 1 FROM tournament_games WHERE tournament = ? AND game = ?"
ROLE = "SELECT 1 FROM account_roles WHERE account = ? AND place = ? AND role = 'organiser'"
TOKEN = "SELECT 1 FROM tokens WHERE 'token:' || hash = ? AND game = ? AND role = 'organiser'"
DELETED = 2
CAN_BE_TAKEN_BACK = ("your-turn", "undo-asked", "game-over")
"""Cases, rulings and seats are not taken back with the events around them."""


class News(NamedTuple):
    """One notice of a hook."""

    n: int
    kind: str
    game: str
    version: int
    seat: int
    at: int


def view(store: Store, hook: Hook, news: News) -> Mapping[str, Any] | None:
    """The body for this hook now; None if it may not have it."""
    data: dict[str, Any] = {"n": news.n}
    if news.game:
        seen = _seen(store, hook, news)
        if seen is None:
            return None
        data |= {"game": news.game} | ({"version": news.version} if news.version else {}) | seen
    return {"type": news.kind, "timestamp": rfc3339(news.at), "data": data}


def may_see(store: Store, hook: Hook, kind: str, game: str) -> bool:
    """Whether the hook may be sent what happened in a game."""
    return not game or _openness(store, hook, kind, game) is not None


def _seen(store: Store, hook: Hook, news: News) -> dict[str, Any] | None:
    """What it sees beside id, version and type; None where it sees nothing."""
    openness = _openness(store, hook, news.kind, news.game)
    if openness is None or not openness.public:
        return None if openness is None else {}
    seat: dict[str, Any] = {"seat": news.seat} if news.seat else {}
    return seat | ({"taken_back": True} if _taken_back(store, news, openness.version) else {})


class Openness(NamedTuple):
    """A game that a hook may see: whether all may, and its version."""

    public: bool
    version: int


def _openness(store: Store, hook: Hook, kind: str, game: str) -> Openness | None:
    found = store.query(GAME, (game,))
    if not found:
        return Openness(False, 0) if kind in OF_ACCOUNTS and hook.about == "me" else None
    [(visibility, hidden, version)] = found
    if hidden == DELETED:
        return None
    public = visibility == "public" and not hidden
    if not (public if hook.about == "public" else _has_part(store, hook, kind, game, public)):
        return None
    return Openness(public, version)


def _has_part(store: Store, hook: Hook, kind: str, game: str, public: bool) -> bool:
    if hook.about == "me":
        return public or kind in OF_ACCOUNTS or _takes_part(store, hook.account or "", game)
    if hook.place != game and not store.query(TOURNAMENT_OF, (hook.place, game)):
        return False
    if hook.of_operator:
        return True
    if hook.account is not None:
        return bool(store.query(ROLE, (hook.account, hook.place)))
    return bool(store.query(TOKEN, (hook.owner, hook.place)))


def _takes_part(store: Store, id: str, game: str) -> bool:
    audience = audiences(store, [game]).get(game)
    return audience is not None and account(id) in audience.players | audience.organisers | audience.referees


def _taken_back(store: Store, news: News, version: int) -> bool:
    """Whether what happened at a version does not count any more. Few games have come further, and fewer went back."""
    if version <= news.version or news.kind not in CAN_BE_TAKEN_BACK:
        return False
    entries = enumerate(store.entries(news.game, news.version), news.version + 1)
    ways = {n: found["d"]["to_version"] for n, it in entries if (found := orjson.loads(it))["t"] == "rewound"}
    return bool(ways) and news.version not in counting(ways, version, news.version - 1)
