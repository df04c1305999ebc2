"""What a reader knows from other sources than the file."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .whole_log import WholeLog
from .witnesses import Witnesses

Older = dict[str, Any] | bytes | str | None
"""An older audit file (an object or its bytes) or an older checkpoint's note."""


def now() -> int:
    """This machine's time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Known:
    """The reader's knowledge from other sources.

    `older` is an earlier audit file or checkpoint note of the same game (L1). `vkey` is the service's verifier key for
    the game; without it the file's own key is only compared with entry 0. `witnesses` are verifier keys of witnesses
    whose cosignatures count, `quorum` how many of them are needed (None: all; L1). `own` is the reader's own seed or key
    (base64url), which the verdict looks for. `heads` are notes of heads of logs of logs that the reader saved, `log` is
    such a log, read whole (L1). `now` is the reader's time, in milliseconds.
    """

    older: Older = None
    vkey: str | None = None
    witnesses: Sequence[str] = ()
    own: str | None = None
    quorum: int | None = None
    heads: Sequence[str] = ()
    log: WholeLog | None = None
    now: int = field(default_factory=now)

    @property
    def named(self) -> Witnesses:
        """The witnesses that the reader names."""
        return Witnesses(self.witnesses, self.quorum)
