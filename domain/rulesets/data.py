"""Reading a ruleset's data files, once, when its module is imported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from domain.ruleset import Clause, Edition


def load_clauses(folder: Path) -> Mapping[str, Clause]:
    """`clauses.json`: clause id -> text in English and Polish."""
    return msgspec.json.decode((folder / "clauses.json").read_bytes(), type=dict[str, Clause])


def load_editions(folder: Path) -> Mapping[str, Edition]:
    """`editions/*.json` by id (the file's name), in the order of their names; each is the component data itself."""
    files = sorted((folder / "editions").glob("*.json"), key=lambda f: f.stem)
    return {f.stem: Edition(f.stem, _object(f)) for f in files}


def _object(file: Path) -> dict[str, Any]:
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
