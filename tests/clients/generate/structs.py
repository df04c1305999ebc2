"""The types of the document as msgspec structs: one for each object, and a union for each choice between them."""

from __future__ import annotations

from typing import Any

from tests.clients.generate.types import Schema, docstring, identifier, pascal, python_type

HEAD = '''"""The documents of the service as types. Generated from its OpenAPI document by `python -m tests.clients.generate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from msgspec import Struct, field

from kronika_client.choices import Choice
'''


def structs(document: Schema) -> str:
    made = Structs(document["components"]["schemas"])
    for name, schema in made.schemas.items():
        made.add(name, schema)
    return HEAD + "".join([*made.texts, *made.aliases])


class Structs:
    def __init__(self, schemas: dict[str, Schema]) -> None:
        self.schemas = schemas
        self.texts: list[str] = []
        self.aliases: list[str] = []
        """They come last, because they are evaluated at once."""
        self.names = set(schemas)
        self.tags = dict(_tags(schemas))
        self.described: set[tuple[str, str]] = set()
        """Members and their descriptions: each is written where it comes first, for hundreds of events repeat them."""

    def add(self, name: str, schema: Schema) -> None:
        """Write a component: a struct, a choice, or another name of something else."""
        if "properties" in schema or schema.get("type") == "object":
            self.texts.append(self._struct(name, schema))
        elif "oneOf" in schema or "anyOf" in schema:
            self.texts.append(self._choice(name, schema))
        else:
            self.aliases.append(f"\n{name}: TypeAlias = {self._type(schema, name)}\n")

    def _inline(self, schema: Schema, wanted: str) -> str:
        """The name of a type that stands within another one."""
        name = wanted
        while name in self.names:
            name += "_"
        self.names.add(name)
        self.add(name, schema)
        return name

    def _type(self, schema: Schema, wanted: str) -> str:
        return python_type(schema, lambda inner: self._inline(inner, wanted))

    def _struct(self, name: str, schema: Schema) -> str:
        tag = self.tags.get(name)
        members = schema.get("properties", {})
        tagged = f', tag_field="{tag}", tag={_only(members[tag])!r}' if tag else ""
        text = f"\n\nclass {name}(Struct, kw_only=True, omit_defaults=True{tagged}):\n"
        body = self._about("", schema)
        for member, inner in members.items():
            if member == tag:
                value = _only(inner)
                body += f"    {identifier(member)}: ClassVar[Literal[{value!r}]] = {value!r}\n"
            else:
                body += self._member(name, member, inner, member in schema.get("required", []))
        return text + (body or "    pass\n")

    def _member(self, owner: str, member: str, schema: Schema, required: bool) -> str:
        name, kind = identifier(member), self._type(schema, owner + pascal(member))
        renamed = [] if name == member else [f'name="{member}"']
        if not required:
            default = schema.get("default")
            kind += "" if default is not None or "None" in kind.split(" | ") or kind == "Any" else " | None"
            renamed.insert(0, _default(default))
            if len(renamed) == 1 and renamed[0].startswith("default="):
                return f"    {name}: {kind} = {renamed[0][8:]}\n" + self._about(name, schema)
        value = f" = field({', '.join(renamed)})" if renamed else ""
        return f"    {name}: {kind}{value}\n" + self._about(name, schema)

    def _about(self, member: str, schema: Schema) -> str:
        written = (member, schema.get("description", ""))
        if written in self.described:
            return ""
        self.described.add(written)
        return docstring(written[1], "    ")

    def _choice(self, name: str, schema: Schema) -> str:
        members = schema.get("oneOf") or schema.get("anyOf") or []
        names = [self._type(member, name + "Choice") for member in members]
        discriminator = schema.get("discriminator", {})
        by = {key: ref.rpartition("/")[2] for key, ref in discriminator.get("mapping", {}).items()}
        about = docstring(schema.get("description", ""), "        ")
        return (
            f"\n\nif TYPE_CHECKING:\n    {name}: TypeAlias = {' | '.join(names)}\nelse:\n\n    class {name}(Choice):\n{about}\n"
            f"        by = {discriminator.get('propertyName')!r}\n"
            f"        types = {by or dict(zip(names, names, strict=True))!r}\n"
        )


def _tags(schemas: dict[str, Schema]) -> Any:
    """Which member tells each struct of a choice from the others."""
    for schema in schemas.values():
        discriminator = schema.get("discriminator")
        for ref in (discriminator or {}).get("mapping", {}).values():
            name = ref.rpartition("/")[2]
            if discriminator["propertyName"] in schemas[name].get("properties", {}):
                yield name, discriminator["propertyName"]


def _only(schema: Schema) -> Any:
    return schema["const"] if "const" in schema else schema["enum"][0]


def _default(default: Any) -> str:
    if isinstance(default, (dict, list)):
        return f"default_factory=lambda: {default!r}"
    return f"default={default!r}"
