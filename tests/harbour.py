"""A package with a ruleset, as pip would install it: the template game, in a folder on the import path."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.new_ruleset import write_package
from domain.packages.installed import installed
from domain.rulesets import registry

ID, FOLDER, PACKAGE = "my-harbour", "my_harbour", "my-harbour 0.1.0"
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n"
ENTRY = "[kronika.rulesets]\n{id} = {folder}:RULESET\n"


def install(site: Path, id: str = ID, name: str = ID) -> Path:
    """Install the template as the ruleset `id` of the package `name`; returns the folder of its code."""
    if not (site / FOLDER).exists():
        write_package(ID, site / "source")
        shutil.move(site / "source" / FOLDER, site / FOLDER)
        shutil.rmtree(site / "source")
    info = site / f"{name.replace('-', '_')}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA.format(name=name))
    (info / "entry_points.txt").write_text(ENTRY.format(id=id, folder=FOLDER))
    return site / FOLDER


@contextmanager
def importable(site: Path) -> Iterator[None]:
    """The packages in a folder are installed; afterwards they are not, and nothing of them is left."""
    sys.path.insert(0, str(site))
    forget()
    try:
        yield
    finally:
        sys.path.remove(str(site))
        forget()


def forget() -> None:
    """As a service that starts anew: it reads what is installed, and the code as it is now."""
    for name in [it for it in sys.modules if it.partition(".")[0] == FOLDER]:
        del sys.modules[name]
    importlib.invalidate_caches()
    installed.cache_clear()
    registry.cache_clear()


def change(site: Path, file: str, old: str, new: str) -> None:
    """Other code is installed, and the service starts anew."""
    path = site / FOLDER / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    forget()
