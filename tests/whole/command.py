"""Running the `kronika` command as users do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.running import environment, free_port


def kronika(folder: Path, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The command with its data in `folder`."""
    return subprocess.run(
        [sys.executable, "-m", "cli", *args],
        env=environment(folder, int(env.pop("port", 0)) or free_port(), **env),
        capture_output=True,
        text=True,
        timeout=900,
    )
