"""How a listening socket is closed without resetting anybody.

A listening socket that is closed resets all connections that the kernel has made for it and nobody has accepted. So
first no new ones may be made, then those that are there are accepted, then it is closed. Clients who come meanwhile hear
nothing, try again by themselves after a second, and are refused then, or find the next service.

Some kernels let root alone say so, others nobody. There the queue is made as short as can be: one newcomer at a time comes
in, and only who comes in the very moment of closing is reset.

Where a successor has the same socket, none of this is done: it accepts those who come, and the kernel's rule would be one for
its socket, too. `LEAVE` tells a master and its workers that there is one.
"""

from __future__ import annotations

import ctypes
import signal
import socket
import struct
from collections.abc import Iterable
from typing import Any

LEAVE = signal.SIGRTMIN
"""A successor is ready: leave the door to it, finish what is under way, and end streams one after the other."""
STREAM_SECONDS = 60.0
"""How long streams last then."""
LEAVE_SECONDS = 65
"""After which whatever is left of a service that has a successor is ended."""
SO_ATTACH_FILTER = 26
FLAGS_OFFSET, SYN = 13, 0x02
LOAD_BYTE, JUMP_IF_SET, RETURN = 0x30, 0x45, 0x06  # codes of the classic packet filter
DROP, TAKE = 0, 0xFFFF
PROGRAM = (
    (LOAD_BYTE, 0, 0, FLAGS_OFFSET),
    (JUMP_IF_SET, 0, 1, SYN),
    (RETURN, 0, 0, DROP),
    (RETURN, 0, 0, TAKE),
)


def turn_newcomers_away(listeners: Iterable[Any]) -> None:
    """From now on the kernel begins no new connections for these sockets, or few, in whichever process they are open."""
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in PROGRAM))
    program = struct.pack("HL", len(PROGRAM), ctypes.addressof(code))
    for listener in listeners:
        try:
            listener.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)
        except OSError:
            listener.listen(0)
