"""Ends child processes with their parent, however the parent ends."""

from __future__ import annotations

import ctypes
import os

PR_SET_PDEATHSIG = 1


def end_with_parent(parent: int, sig: int) -> None:
    """Have the kernel send `sig` to this process as soon as `parent`, which started it, has ended.

    It needs no cooperation of the parent, which may be killed, or have ended already.
    """
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(sig), 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), sig)
