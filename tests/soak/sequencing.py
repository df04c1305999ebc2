"""A process that sequences the log of logs until it is killed, and notes every head before it signs it."""

from __future__ import annotations

import os
from pathlib import Path

from service.log.signing import Signer
from service.operation.app import compose
from service.system.settings import Settings


def sequence(settings: Settings, notes: Path) -> None:
    sign = Signer.checkpoint
    handle = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def checkpoint(signer: Signer, origin: str, size: int, root: bytes) -> str:
        os.write(handle, f"{origin} {size} {root.hex()}\n".encode())
        return sign(signer, origin, size, root)

    Signer.checkpoint = checkpoint  # type: ignore[method-assign]
    compose(settings).sequencer().follow()
