"""The tables beside the log whose changes are recorded for those who copy the database, and the caches, which nobody copies.

Every table but the store's own is in exactly one of these lists.
"""

from __future__ import annotations

from service.store import Followed, Store, Tables

CACHES = ("backup_state", "folded_games", "folds", "keys_ahead", "settled")
"""Made again where they are missing. Prepared keys are for one run of the service."""
_KEYS = {
    "account_events": "account n",
    "account_games": "account game",
    "account_invitations": "id",
    "account_names": "key",
    "account_roles": "account place role",
    "account_seats": "game version",
    "accounts": "id",
    "alive": "one",
    "analyses_ended": "status",
    "away": "game seat",
    "barred_referees": "place number barred_from",
    "blocks": "subject",
    "bot_places": "owner place",
    "case_texts": "game hash",
    "cases": "id",
    "challenge_uses": "hash",
    "challenges": "hash",
    "clean_ups": "what",
    "clock_lows": "game seat",
    "closed_games": "game",
    "credentials": "hash",
    "device_codes": "device step",
    "cosignatures": "game vkey stage",
    "due": "game",
    "erasures": "id",
    "expired_games": "game",
    "forks": "game",
    "former_players": "game seat until",
    "game_analyses": "game",
    "games_paused": "act",
    "hook_cursors": "hook game",
    "hook_deliveries": "hook id",
    "hook_requests": "hook minute k",
    "hooks": "id",
    "idempotency": "scope actor key",
    "invitation_uses": "hash",
    "invitations": "hash",
    "invited_signups": "hash",
    "leaf_lists": "place leaves",
    "leaf_lists_due": "log witnessed size place",
    "listed": "game",
    "lobby": "game",
    "log_cosignatures": "log size vkey",
    "log_leaves": "log id k n",
    "log_missing": "log id",
    "log_places": "id",
    "log_queue": "position",
    "log_witnesses": "log vkey",
    "logs": "number",
    "meeting_games": "game",
    "meetings": "id",
    "namings": "place number",
    "notes": "game version author",
    "notice_counts": "recipient",
    "notices": "recipient n",
    "operator_acts": "id",
    "outages": "log n",
    "outages_held": "n game",
    "passkeys": "id",
    "planned_games": "tournament number",
    "players": "game seat",
    "proved_tournaments": "tournament",
    "recovered_sessions": "hash",
    "recovery_codes": "hash",
    "push_subscriptions": "id",
    "referees": "place number",
    "refusals": "day ruleset rule",
    "rematches": "game step",
    "ruling_clauses": "clause number",
    "rulings": "number",
    "service_meta": "name",
    "standings": "game",
    "statistics": "game",
    "statistics_totals": "what ruleset number label",
    "studies": "game",
    "tokens": "hash",
    "tournament_games": "tournament number",
    "tournament_news": "tournament what",
    "tournament_seats": "tournament seat",
    "tournaments": "id",
    "witnessed_heads": "origin old",
}
FOLLOWED: Tables = {
    **{name: Followed(tuple(columns.split())) for name, columns in _KEYS.items()},
    "ruling_words": Followed(("rowid",), together="rulings"),  # SQLite has no triggers on full-text tables
}
PLACES = " UNION ALL ".join(
    f"SELECT max(position) AS place FROM {table}" for table in ("lobby", "cases", "log_queue")
)
LAST_PLACE = f"SELECT coalesce(max(place), 0) FROM ({PLACES}) AS places"


def last_place(store: Store) -> int:
    """The greatest place of a row, of the tables whose places come from one sequence on PostgreSQL."""
    return int(store.query(LAST_PLACE)[0][0])
