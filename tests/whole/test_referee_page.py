"""docs/how-to/referee.md is true: its requests run as they stand, and the bundle at their end holds."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.running import Server
from verifier import FAILED, PASSED, verify

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "referee.md").read_text()


@pytest.mark.soak
def test_the_tutorial_runs(server: Server, tmp_path: Path) -> None:
    script = "\n".join(re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL))
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "KRONIKA_URL": server.url},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    told = done.stdout.splitlines()
    for line in ("suspended", "withheld", "taken", "playing", "appealed", "final"):
        assert line in told
    assert "The throw came before I had finished my turn." in told
    report = verify((tmp_path / "case.zip").read_bytes())
    assert FAILED not in {level.status for level in report.levels}, report.table()
    assert (report["B0"].status, report["B1"].status, report["B2"].status) == (PASSED,) * 3
