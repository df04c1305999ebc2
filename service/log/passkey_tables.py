"""The tables of passkeys. Everything is in milliseconds since the epoch.

`challenges`: by their SHA-256; `session` is the one that requested it, `account` whose passkey it is about, `name`
that of a sign-up, `code` the SHA-256 of the code of a recovery, or of a sign-up's invitation. A used one
has a row in `challenge_uses`.
`passkeys`: by the SHA-256 of the credential's id; `last_challenge` is the SHA-256 of the one that it answered last.
`recovery_codes`: by their SHA-256; used ones are deleted.
`recovered_sessions`: the SHA-256 of sessions that a recovery ended, which can read so for a while.
"""

from __future__ import annotations

PASSKEYS = (
    """CREATE TABLE challenges (
        hash TEXT PRIMARY KEY, purpose TEXT NOT NULL, session TEXT, account TEXT, name TEXT, code TEXT,
        expires_at BIGINT NOT NULL)""",
    "CREATE INDEX challenges_by_expiry ON challenges (expires_at)",
    "CREATE TABLE challenge_uses (hash TEXT PRIMARY KEY)",
    """CREATE TABLE passkeys (
        id TEXT PRIMARY KEY, account TEXT NOT NULL, credential TEXT NOT NULL, public_key TEXT NOT NULL,
        counter BIGINT NOT NULL, label TEXT NOT NULL, created_at BIGINT NOT NULL, used_at BIGINT, last_challenge TEXT)""",
    "CREATE INDEX passkeys_by_account ON passkeys (account, created_at)",
    "CREATE TABLE recovery_codes (hash TEXT PRIMARY KEY, account TEXT NOT NULL)",
    "CREATE INDEX recovery_codes_by_account ON recovery_codes (account)",
    "CREATE TABLE recovered_sessions (hash TEXT PRIMARY KEY, account TEXT NOT NULL, recovered_at BIGINT NOT NULL)",
    "CREATE INDEX recovered_sessions_by_time ON recovered_sessions (recovered_at)",
)
