"""How long rows beside the logs are kept: each is read where its rows are written, and where they are cleaned up."""

from __future__ import annotations

from service.system.clock import DAY, HOUR

REPEATED = HOUR
"""Milliseconds for which a request with the same idempotency key gets the answer that holds its token again."""
REMEMBERED = REPEATED + 30 * DAY
"""Milliseconds for which an idempotency key is known; at the end of them one under which a token was minted is refused."""
REMATCHES = 7 * DAY
"""Milliseconds for which a seat can fetch its code for a rematch again: as long as the code is valid."""
