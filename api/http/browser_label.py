"""What a session is called in its owner's list: the browser and the system, as the browser names them."""

from __future__ import annotations

from collections.abc import Mapping

BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
"""By a part of the header User-Agent; the first that is found counts, because most browsers also name others."""
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def browser_label(environ: Mapping[str, str]) -> str:
    """Such as "Firefox, Linux"; "" for an unknown browser."""
    agent = environ.get("HTTP_USER_AGENT", "")
    found = [_first(BROWSERS, agent), _first(SYSTEMS, agent)]
    return ", ".join(filter(None, found))


def _first(names: Mapping[str, str], agent: str) -> str:
    return next((name for part, name in names.items() if part in agent), "")
