"""The names that others rely on: stored, signed, hashed, typed or sent.

`python -m tests.promised.collect` writes them to `names.json`. It reads them from the outside where that is possible (a new
database, the command line, the OpenAPI document), so it gives the same lists however modules, classes and functions are named.
"""

from __future__ import annotations

import argparse
import json
import re
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

from api.app import create_app, openapi_document
from cli import COMMANDS
from domain.rulesets import registry
from domain.table.event_types import TABLE_TYPES
from service.operation.app import compose, prepare
from service.system.settings import Settings

ROOT = Path(__file__).parents[2]
NAMES = Path(__file__).with_name("names.json")
PRODUCT = ("api", "cli", "domain", "engine", "projections", "service", "verifier", "wsgi.py")
LABEL = re.compile(r'b"((?:gamelog|kronika)/[^"\\]+)')
SETTING = re.compile(r"\bKRONIKA_[A-Z]+(?:_[A-Z]+)*\b")

Names = Mapping[str, Any]


def promised() -> Names:
    """Every list, sorted."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = _started(folder)
        tables = dict(_tables(folder / "kronika.db"))
    return {
        "tables": tables,
        "files": files,
        "events": {
            "table": sorted(TABLE_TYPES),
            **{r.id: sorted(r.event_types) for r in registry().values()},
        },
        "labels": sorted(set(_found(LABEL))),
        "settings": sorted(set(_found(SETTING))),
        "commands": {name: _options(name) for name in sorted(COMMANDS)},
        "api": _api(json.loads(openapi_document())),
    }


def _started(folder: Path) -> list[str]:
    """The files of a service that has had one game."""
    settings = Settings.from_env(
        {"KRONIKA_DATA": str(folder), "KRONIKA_DATABASE": f"sqlite:///{folder}/kronika.db"}
    )
    prepare(settings)
    with closing(compose(settings)) as kronika:
        client = create_app(kronika).test_client()
        assert client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).status_code == 201
        return sorted(file.name for file in folder.iterdir())


def _tables(database: Path) -> Iterator[tuple[str, list[str]]]:
    with closing(sqlite3.connect(database)) as connection:
        for (table,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ):
            columns = connection.execute("SELECT name, type FROM pragma_table_info(?) ORDER BY cid", (table,))
            yield table, [f"{name} {kind}" for name, kind in columns]


def _found(pattern: re.Pattern[str]) -> Iterator[str]:
    """What the product's sources spell in this way."""
    for place in PRODUCT:
        path = ROOT / place
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            yield from pattern.findall(file.read_text())


def _options(command: str) -> list[str]:
    parser = argparse.ArgumentParser(add_help=False)
    import_module(f"cli.{command.replace('-', '_')}").arguments(parser)
    return sorted(name for action in parser._actions for name in action.option_strings or [action.dest])


def _api(document: Mapping[str, Any]) -> Names:
    """Operations by path, and the fields of every component."""
    paths = {
        f"{method.upper()} {path}": operation.get("operationId")
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if isinstance(operation, dict) and "responses" in operation
    }
    schemas = document["components"]["schemas"]
    return {
        "paths": paths,
        "schemas": {name: sorted(_fields(schema)) for name, schema in sorted(schemas.items())},
    }


def _fields(schema: Any) -> set[str]:
    """The properties of a schema, those of its parts too, and the values that it lists."""
    if isinstance(schema, Sequence) and not isinstance(schema, str):
        return {field for part in schema for field in _fields(part)}
    if not isinstance(schema, Mapping):
        return set()
    found = set(schema.get("properties", ())) if isinstance(schema.get("properties"), Mapping) else set()
    found |= {f"= {value}" for value in schema["enum"]} if isinstance(schema.get("enum"), list) else set()
    found |= {f"= {schema['const']}"} if isinstance(schema.get("const"), str | int) else set()
    return found.union(*(_fields(part) for part in schema.values()))


def written(names: Names) -> str:
    """As JSON, with a list on one line."""
    lists = re.compile(r"\[\n[^\[\]{}]*\]")
    text = json.dumps(names, indent=1, sort_keys=True, ensure_ascii=False)
    return lists.sub(lambda found: json.dumps(json.loads(found.group()), ensure_ascii=False), text) + "\n"


if __name__ == "__main__":
    NAMES.write_text(written(promised()))
