"""The release before this one, from the repository's history: it runs beside this one, as it does during an upgrade."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.checkout import ROOT

COMMIT = "336f3360af79545ad7cb57969440395bcfe78cab"
"""Every full clone has it; the next release sets it to the one before."""


def previous(folder: Path) -> Path:
    """A checkout of it. A shallow clone fetches this one commit from where it came from; an unpacked archive has no history, so
    there the test is skipped.
    """
    if not (ROOT / ".git").exists():
        pytest.skip(
            "two releases cannot be tried together: this is no repository, so the previous one is not here"
        )
    checkout = folder / "previous"
    if _git("cat-file", "-e", f"{COMMIT}^{{commit}}").returncode:
        _git("fetch", "--quiet", "--depth=1", "origin", COMMIT).check_returncode()
    checkout.mkdir()
    archive = _git("archive", COMMIT)
    archive.check_returncode()
    subprocess.run(["tar", "-x", "-C", checkout], input=archive.stdout, check=True)
    return checkout


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", ROOT, *arguments], stdout=subprocess.PIPE)
