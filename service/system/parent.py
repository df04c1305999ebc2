"""Processes that end with the one that started them, however that one ended."""

from __future__ import annotations

import ctypes
import os

PR_SET_PDEATHSIG = 1


def end_with(parent: int, sig: int) -> None:
    """Have the kernel send `sig` to this process as soon as `parent`, which has started it, is gone.

    Needs nothing of the parent: it may have been killed, or be gone already.
    """
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(sig), 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), sig)
