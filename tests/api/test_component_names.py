"""Names in the OpenAPI document: generators of clients make classes of its schemas, and invent `Data215` where one has none."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.app import openapi_document
from api.openapi.naming import MEANINGS
from tests.api.conforming import document

Json = dict[str, Any]
CONDITIONS = ("if", "then", "else", "dependentSchemas", "example")
"""What narrows an object that has a name, and what is no schema."""


def nameless(schema: Any, path: str) -> Iterator[str]:
    """Where an object with members or a closed set stands within another schema."""
    if isinstance(schema, list):
        for number, inner in enumerate(schema):
            yield from nameless(inner, f"{path}/{number}")
    if not isinstance(schema, dict):
        return
    if isinstance(schema.get("properties"), dict) or isinstance(schema.get("enum"), list):
        yield path
    for key, inner in schema.items():
        if key not in CONDITIONS:
            yield from nameless(inner, f"{path}/{key}")


def test_every_object_and_every_closed_set_has_a_name() -> None:
    whole = document()
    schemas = whole["components"]["schemas"].items()
    found = [path for name, schema in schemas for path in nameless(schema, name) if path != name]
    assert [*found, *nameless(whole["paths"], "")] == []


def test_names_have_no_numbers_and_better_ones_are_all_in_use() -> None:
    names = document()["components"]["schemas"]
    assert [name for name in names if name[-1].isdigit()] == []
    assert {*MEANINGS.values()} <= {*names}
    assert {*MEANINGS} & {*names} == set()


def test_what_all_rulesets_have_has_one_name_and_what_one_has_its_own() -> None:
    names = document()["components"]["schemas"]
    assert {"SeatTakenData", "AgeOfWarDiceRolledData", "RomansFortCapturedData", "GameStatus"} <= {*names}
    for prefix in ("AgeOfWar", "Romans", "Touche", "Nagaraja"):
        data = names[f"{prefix}SeatTakenEvent"]["properties"]["data"]
        assert data["$ref"] == "#/components/schemas/SeatTakenData"


@pytest.mark.soak
def test_a_generator_needs_no_numbers(tmp_path: Path) -> None:
    (tmp_path / "openapi.json").write_bytes(openapi_document())
    tool = Path(sys.executable).with_name("datamodel-codegen")
    flags = ["--input-file-type", "openapi", "--output-model-type", "msgspec.Struct", "--output", "made.py"]
    subprocess.run(
        [tool, "--input", "openapi.json", *flags], cwd=tmp_path, check=True, capture_output=True, timeout=600
    )
    classes = re.findall(r"^class (\w+)", (tmp_path / "made.py").read_text(), re.MULTILINE)
    assert len(classes) > 900
    assert [name for name in classes if name[-1].isdigit()] == []
