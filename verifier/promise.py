"""L0 of entry 0: the log of logs that is to have the game, and the witnesses that cosign it (docs/ledger.md, section 1)."""

from __future__ import annotations

import re
from typing import Any

from .note import WITNESS, read_key
from .problems import Failed

_NAMED = re.compile(r"|/[a-z0-9-]{1,64}")
"""What follows `/log` in the origin of a log of logs."""


def promised_log(created: dict[str, Any]) -> str | None:
    """The origin of the log of logs that is to have the game; None if the data of entry 0 promise none."""
    log = created.get("log")
    return log if type(log) is str else None


def check_promise(created: dict[str, Any], analysis: bool) -> None:
    """Check `log` and `witnessed` of entry 0; Failed otherwise. Tables before revision 2 have neither."""
    if "log" not in created:
        return
    if (created["log"] is None) != analysis:
        raise Failed("its 'log' is null if, and only if, the game is an analysis", 0)
    if created["log"] is None:
        if created["witnessed"] is not None:
            raise Failed("it promises witnesses, and no log that they could cosign", 0)
        return
    host = created["origin"].rpartition("/g/")[0]
    named = created["log"].removeprefix(f"{host}/log")
    if named == created["log"] or not _NAMED.fullmatch(named):
        raise Failed("its 'log' is not the name of a log of logs of its host", 0)
    if created["witnessed"] is not None:
        _check_witnessed(created["witnessed"], read_key(created["vkey"]).public)


def _check_witnessed(witnessed: dict[str, Any], service: bytes) -> None:
    keys = [read_key(vkey, WITNESS).public for vkey in witnessed["witnesses"]]
    if len({*keys, service}) != len(keys) + 1:
        raise Failed("two of the promised witnesses have one key, or one has the service's", 0)
    if not 1 <= witnessed["quorum"] <= len(keys):
        raise Failed("the quorum of witnesses is not from 1 to their number", 0)
