"""What the types of a JSON schema are called in Python."""

from __future__ import annotations

import keyword
from collections.abc import Callable
from typing import Any

Schema = dict[str, Any]
Name = Callable[[Schema], str]
PLAIN = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
    "object": "dict[str, Any]",
}


def python_type(schema: Schema, inline: Name) -> str:
    """The annotation of a schema; `inline` names the struct of an object, or the union, that stands in it."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return f"Literal[{', '.join(map(repr, values))}]"
    if members := schema.get("anyOf") or schema.get("oneOf"):
        return _union(schema, members, inline)
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(python_type({**schema, "type": each}, inline) for each in kind)
    if kind == "array":
        return f"list[{python_type(schema.get('items', {}), inline)}]"
    return _object(schema, inline) if kind == "object" else PLAIN.get(str(kind), "Any")


def _union(schema: Schema, members: list[Schema], inline: Name) -> str:
    objects = [member for member in members if member.get("type") == "object" or "$ref" in member]
    if len(objects) > 1:
        others = [member for member in members if member not in objects]
        return " | ".join(
            [inline({**schema, "anyOf": objects}), *(python_type(each, inline) for each in others)]
        )
    return " | ".join(dict.fromkeys(python_type(member, inline) for member in members))


def _object(schema: Schema, inline: Name) -> str:
    if schema.get("properties"):
        return inline(schema)
    more = schema.get("additionalProperties")
    return f"dict[str, {python_type(more, inline) if isinstance(more, dict) else 'Any'}]"


def pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.replace("-", "_").split("_"))


def identifier(name: str) -> str:
    """The name of a member or parameter, as Python takes it."""
    plain = name.lower().replace("-", "_") if not name.isidentifier() else name
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def docstring(text: str, indent: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'{indent}"""{escaped}"""\n' if text else ""
