"""Requests that take so little time that the accept loop itself answers them, and no thread has to be woken for each."""

from __future__ import annotations

import re

from api.arriving import Arriving
from service.app import Kronika

MOST_BYTES = 8192
"""Of a request. What is longer may be long to read, too."""
ACTION = re.compile(rb"POST /v1/games/([0-9a-f]{32})/actions[? ]")
ALIVE = b"GET /health/live "


def is_short(request: Arriving, kronika: Kronika) -> bool:
    """Whether it asks if the service lives, or acts in a game that is at hand, on a store that is asked without a network."""
    if request.size > MOST_BYTES or not kronika.store.near:
        return False
    acts = ACTION.match(request.data)
    if acts is None:
        return request.data.startswith(ALIVE)
    return kronika.repository.has_at_hand(acts[1].decode())
