"""What new games promise in entry 0 about the log of logs: which one tells of them, and who is to cosign it."""

from __future__ import annotations

from typing import NamedTuple

from domain.ledger import cosignature
from domain.ledger.log_leaf import log_origin
from domain.table.events import Witnessed
from service.log.signing import Signer
from service.system.settings import BadSetting, Settings


class PromisedLog(NamedTuple):
    """`log` is the origin of the log of logs; `witnessed` is None where no cosignatures of it are promised."""

    log: str
    witnessed: Witnessed | None = None


def promised_log(settings: Settings, signer: Signer) -> PromisedLog:
    """What the settings promise; `BadSetting` if a witness signs with the service's own key."""
    log = log_origin(settings.origin)
    if settings.quorum is None:
        return PromisedLog(log)
    vkeys = tuple(witness.vkey for witness in settings.witnesses)
    if signer.public in (cosignature.parse_vkey(vkey)[1] for vkey in vkeys):
        raise BadSetting(
            "KRONIKA_WITNESSES names this service's own key; a quorum counts other witnesses only."
        )
    return PromisedLog(log, Witnessed(settings.quorum, vkeys))
