"""A file system in a file, which the kernel takes for broken when told so, and which turns read-only then. Needs root."""

from __future__ import annotations

import subprocess
from pathlib import Path


class FailingDisk:
    """Mounted on `folder`, which is there already."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._image = folder, folder.with_suffix(".img")
        run("dd", "if=/dev/zero", f"of={self._image}", "bs=1M", "count=64", "status=none")
        run("mkfs.ext4", "-q", "-F", str(self._image))
        self._mount()

    def _mount(self) -> None:
        run("mount", "-o", "loop,errors=remount-ro", str(self._image), str(self.folder))

    def fail(self) -> None:
        run("mount", "-o", "remount,abort", str(self.folder))

    def mend(self) -> None:
        """While nobody has a file open on it."""
        run("umount", str(self.folder))
        self._mount()


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
