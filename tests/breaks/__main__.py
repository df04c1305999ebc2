"""Breaks the product in some ninety ways, and demands that the everyday suite notices each: `make breaks`.

Every break is one replacement in a file of the product (`breaks.toml`), made in a copy of this checkout that is thrown away.
The tests that it names pass on the unbroken copy, and every one of them fails on the broken one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

CHECKOUT = Path(__file__).parents[2]
NODE_MODULES = Path("tests/javascript/node_modules")
PATIENCE = 1800
"""Seconds for the tests of one break: one that makes a test wait without end is no good."""
CHANGED_AT = count(2_000_000_000)
"""Times of change, each used once: Python compiles a file anew when its time of change is another."""


class Break(NamedTuple):
    """`old` stands once in the files that `where` names, and becomes `new`; `tests` are pytest's names of those that notice."""

    what: str
    where: str
    old: str
    new: str
    tests: tuple[str, ...]


class Unfit(Exception):
    """A break that cannot be made, or tests that cannot notice it."""


def breaks() -> list[Break]:
    text = Path(__file__).with_name("breaks.toml").read_text()
    return [
        Break(it["what"], it["in"], it["old"], it["new"], tuple(it["tests"]))
        for it in tomllib.loads(text)["break"]
    ]


def file_of(one: Break, root: Path) -> Path:
    """The file that holds the text to be replaced; `Unfit` unless it is there exactly once."""
    counted = {file: file.read_text().count(one.old) for file in root.glob(one.where) if file.is_file()}
    found = [file for file, times in counted.items() for _ in range(times)]
    if len(found) != 1:
        raise Unfit(f"{one.what}: {one.old!r} stands {len(found)} times in {one.where}, not once")
    return found[0]


def copied(folder: Path) -> Path:
    """The files of the checkout that Git does not ignore, and the packages of npm that tests use."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=CHECKOUT, check=True, capture_output=True, text=True)
    for name in filter(None, names.stdout.split("\0")):
        if (CHECKOUT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(CHECKOUT / name, folder / name)
    (folder / NODE_MODULES).symlink_to(CHECKOUT / NODE_MODULES)
    return folder


def results(root: Path, tests: Sequence[str]) -> dict[str, str]:
    """How each of these tests ends in a checkout: passed, failure, error or skipped; those that cannot be found are missing."""
    report = root / "report.xml"
    report.unlink(missing_ok=True)
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONPYCACHEPREFIX": str(root / ".bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # or all would be compiled again for every break
    subprocess.run(
        [sys.executable, "-m", "pytest", "--tb=no", f"--junitxml={report}", *tests],
        cwd=root,
        env=environment,
        stdout=subprocess.DEVNULL,
        timeout=PATIENCE,
    )
    cases = ElementTree.parse(report).getroot().iter("testcase") if report.exists() else ()
    return {f"{case.get('classname')}::{case.get('name')}": _end(case) for case in cases}


def _end(case: ElementTree.Element) -> str:
    return next((it.tag for it in case if it.tag in ("failure", "error", "skipped")), "passed")


def check(one: Break, root: Path) -> None:
    """Make it, see all of its tests fail, and take it back; `Unfit` when one does anything else."""
    file = file_of(one, root)
    whole = file.read_text()
    _write(file, whole.replace(one.old, one.new))
    try:
        found = results(root, one.tests)
    finally:
        _write(file, whole)
    others = {test: end for test, end in found.items() if end != "failure"}
    if others or len(found) < len(one.tests):
        raise Unfit(f"{one.what}: not noticed by all of {one.tests}; they ended as {found}")


def _write(file: Path, text: str) -> None:
    file.write_text(text)
    at = next(CHANGED_AT)
    os.utime(file, (at, at))


def main(words: Sequence[str]) -> int:
    """Those whose names hold one of these words, or all; the number of those that are not as they have to be."""
    chosen = [one for one in breaks() if not words or any(word in one.what for word in words)]
    wrong: list[str] = []
    with tempfile.TemporaryDirectory(prefix="kronika-breaks-") as folder:
        root = copied(Path(folder))
        whole = results(root, sorted({test for one in chosen for test in one.tests}))
        wrong += [f"{test} does not pass unbroken: {end}" for test, end in whole.items() if end != "passed"]
        for one in chosen:
            try:
                check(one, root)
            except (Unfit, subprocess.TimeoutExpired) as unfit:
                wrong.append(str(unfit))
            print("caught" if not wrong or one.what not in wrong[-1] else "MISSED", one.what, flush=True)
    print(*wrong, f"{len(chosen)} breaks, {len(wrong)} faults", sep="\n")
    return min(len(wrong), 100)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
