"""Retention periods of rows beside the logs, for the code that writes them and the code that deletes them."""

from __future__ import annotations

from service.system.clock import DAY, HOUR

REPEATED = HOUR
"""Milliseconds for which a repeated request with the same idempotency key gets the response with its token again."""
REMEMBERED = REPEATED + 30 * DAY
"""Milliseconds for which an idempotency key is stored. After `REPEATED`, one under which a token was minted is refused."""
REMATCHES = 7 * DAY
"""Milliseconds for which a seat can fetch its code for a rematch again: as long as the code is valid."""
