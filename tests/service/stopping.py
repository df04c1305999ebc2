"""Work on every game that is stopped in the middle."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest


class Killed(BaseException):
    """As the kernel does it: nobody is asked."""


def stopping_at(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, work: str, number: int, how: type[BaseException]
) -> list[str]:
    """The games that a module's `work`, with the game as its last argument, is done on from now on.

    At the last of so many it stops.
    """
    games: list[str] = []

    def watched(*those: Any) -> Any:
        games.append(those[-1])
        if len(games) == number:
            raise how
        return done(*those)

    done = getattr(module, work)
    monkeypatch.setattr(module, work, watched)
    return games
