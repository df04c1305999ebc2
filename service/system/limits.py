"""How much one client may ask for: `KRONIKA_LIMITS`."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from service.system.variables import BadSetting

RATE = re.compile(r"([a-z]+)=([1-9][0-9]{0,8})/([smhd])")
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


class Rate(NamedTuple):
    """So many per so many seconds."""

    amount: int
    seconds: int


class Limits(msgspec.Struct, frozen=True):
    """The request limits of one client: `actions` per token (or per address without one), the others per address."""

    actions: Rate = Rate(50, 1)
    """Requests that write, other than those of `games`."""
    games: Rate = Rate(60, 60)
    """New games, tournaments and forks, and imports."""
    costly: Rate = Rate(10, 1)
    """Documents made from whole logs; a long log counts more than once."""
    news: Rate = Rate(50, 1)
    """News of a game; a long log counts more than once."""
    pictures: Rate = Rate(240, 60)
    """Pictures of positions, of 0.01 to 0.5 s of processor time each. The front page shows a dozen."""
    accounts: Rate = Rate(5, 86_400)
    """New accounts, but for those of people whom an account has invited."""
    signins: Rate = Rate(10, 60)
    """Attempts to sign in, to recover an account, or to open it on another device."""
    requests: Rate = Rate(500, 1)
    """All requests to the API."""


def limits_of(text: str) -> Limits | None:
    """The limits that this setting sets, None for `off`; `BadSetting` for an invalid one."""
    if text == "off":
        return None
    figures = [] if text in ("", "default") else text.split(",")
    return Limits(**dict(map(_limit, figures)))


def _limit(figure: str) -> tuple[str, Rate]:
    found = RATE.fullmatch(figure.strip())
    if found is None or found[1] not in Limits.__struct_fields__:
        raise BadSetting(
            "KRONIKA_LIMITS is default, off, or figures such as actions=50/s,games=60/m, each of "
            f"{', '.join(Limits.__struct_fields__)} a second (s), minute (m), hour (h) or day (d), not {figure.strip()!r}."
        )
    return found[1], Rate(int(found[2]), SECONDS[found[3]])
