"""What new games promise in entry 0 about the log of logs: which one has their leaves, and who is to cosign it."""

from __future__ import annotations

from typing import NamedTuple

from domain.ledger import cosignature
from domain.table.events import Witnessed
from service.log.signing import Signer
from service.system.settings import BadSetting, Settings


class PromisedLog(NamedTuple):
    """`log` is the origin of the log of logs; `witnessed` is None if no cosignatures of it are promised."""

    log: str
    witnessed: Witnessed | None = None


def witnessed_by(settings: Settings, signer: Signer) -> Witnessed | None:
    """The quorum that the settings promise; `BadSetting` if one of the witnesses has the service's own key."""
    if settings.quorum is None:
        return None
    vkeys = tuple(witness.vkey for witness in settings.witnesses)
    if signer.public in [cosignature.parse_vkey(vkey)[1] for vkey in vkeys]:
        raise BadSetting(
            "KRONIKA_WITNESSES has this service's own key; KRONIKA_QUORUM counts other services only."
        )
    return Witnessed(settings.quorum, vkeys)
