"""The README is true: its example runs as it stands, and its commands exist."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.running import Server
from verifier import verify

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def test_the_walk_by_curl_runs(server: Server, tmp_path: Path) -> None:
    [script] = re.findall(r"```bash\n(.*?)```", README, re.DOTALL)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "KRONIKA_URL": server.url},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert '"dice-rolled"' in done.stdout
    assert '"status":"granted"' in done.stdout
    assert verify(json.loads((tmp_path / "audit.json").read_bytes())).ok


def test_every_make_target_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"`?make ([a-z]+)", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_kronika_command_named_is_understood(server: Server) -> None:
    commands = set(re.findall(r"\.venv/bin/(kronika [^`\n]*)`", README))
    assert commands
    for command in commands:
        name = command.split()[1]
        asked = ["--help"] if name.startswith("-") else [name, "--help"]
        done = subprocess.run([sys.executable, "-m", "cli", *asked], capture_output=True, text=True, cwd=ROOT)
        assert done.returncode == 0, done.stderr


def test_every_file_named_exists() -> None:
    for name in re.findall(r"`([A-Za-z/_-]+\.(?:md|json|cfg))`", README):
        assert name == "audit.json" or name.startswith("/") or (ROOT / name).exists(), name
