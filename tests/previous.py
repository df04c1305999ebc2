"""The release before this one, from the repository's history: it runs beside this one, as it does during an upgrade."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.checkout import MADE, ROOT

COMMIT = "336f3360af79545ad7cb57969440395bcfe78cab"
"""A commit that every clone has or can fetch; the next release sets it to the one before."""


def previous(folder: Path) -> Path:
    """A checkout of it. A shallow clone fetches this one commit from where it came from. Where there is no repository at all, as
    in an unpacked archive, two of this release run beside each other.
    """
    checkout = folder / "previous"
    if not (ROOT / ".git").exists():
        return shutil.copytree(ROOT, checkout, ignore=MADE)
    if _git("cat-file", "-e", f"{COMMIT}^{{commit}}").returncode:
        _git("fetch", "--quiet", "--depth=1", "origin", COMMIT).check_returncode()
    checkout.mkdir()
    archive = _git("archive", COMMIT)
    archive.check_returncode()
    subprocess.run(["tar", "-x", "-C", checkout], input=archive.stdout, check=True)
    return checkout


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", ROOT, *arguments], stdout=subprocess.PIPE)
