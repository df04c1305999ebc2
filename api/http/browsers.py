"""What browsers say about themselves, in words by which people recognise their own."""

from __future__ import annotations

from collections.abc import Mapping

BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
"""By what only they say, or those before them."""
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}
"""Those that name another one as well come first."""


def browser_label(environ: Mapping[str, str]) -> str:
    """For example "Firefox, Linux"; "Browser" for one that is not known."""
    said = environ.get("HTTP_USER_AGENT", "")
    found = [next((names[it] for it in names if it in said), None) for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or "Browser"
