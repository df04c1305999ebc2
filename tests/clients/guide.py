"""docs/how-to/generate-client.md: what it tells authors of clients to write and to run."""

from __future__ import annotations

import re
import shlex

from tests.checkout import ROOT

GUIDE = (ROOT / "docs" / "how-to" / "generate-client.md").read_text()


def block(language: str) -> str:
    """The guide's one block in a language."""
    [found] = re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)
    return str(found)


def arguments(tool: str) -> list[str]:
    """What the guide's command of a tool has behind its name."""
    [command] = re.findall(rf"^    {tool} (.*)$", GUIDE, re.MULTILINE)
    return shlex.split(command)
