"""What a later OpenAPI document takes away from a client of an earlier one, whatever its schemas are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
Pair = tuple[Any, Any]


class Narrowing:
    """Compares two documents. A request may be asked for no more than before, a response holds no less."""

    def __init__(self, before: Json, now: Json) -> None:
        self._before, self._now = before, now
        self._seen: dict[Any, list[str]] = {}

    def found(self) -> Iterator[str]:
        """Each thing that was promised and is not there, by its place."""
        for path, methods in self._before["paths"].items():
            for method, operation in methods.items():
                now = self._now["paths"].get(path, {}).get(method)
                place = f"{method.upper()} {path}"
                yield from [f"{place} is gone"] if now is None else self._operation(place, operation, now)

    def _operation(self, place: str, before: Json, now: Json) -> Iterator[str]:
        if before["operationId"] != now["operationId"]:
            yield f"{place} has another operationId"
        yield from self._parameters(place, before, now)
        body, body_now = before.get("requestBody"), now.get("requestBody")
        if body_now and body_now["required"] and not (body and body["required"]):
            yield f"{place} requires a body"
        if body:
            yield from self._contents(f"{place} body", body, body_now or {"content": {}}, True)
        for status, response in before["responses"].items():
            if status not in now["responses"]:
                yield f"{place} {status} is gone"
            else:
                yield from self._contents(f"{place} {status}", response, now["responses"][status], False)

    def _parameters(self, place: str, before: Json, now: Json) -> Iterator[str]:
        known = {(it["in"], it["name"]): it for it in before["parameters"]}
        later = {(it["in"], it["name"]): it for it in now["parameters"]}
        for key, parameter in known.items():
            if key not in later:
                yield f"{place} parameter {key[1]} is gone"
            else:
                yield from self._schema(
                    f"{place} ?{key[1]}", (parameter["schema"], later[key]["schema"]), True
                )
        for key, parameter in later.items():
            if parameter["required"] and not known.get(key, {"required": False})["required"]:
                yield f"{place} requires the parameter {key[1]}"

    def _contents(self, place: str, before: Json, now: Json, request: bool) -> Iterator[str]:
        for media, content in before.get("content", {}).items():
            if media not in now.get("content", {}):
                yield f"{place} {media} is gone"
            elif "schema" in content:
                yield from self._schema(place, (content["schema"], now["content"][media]["schema"]), request)

    def _schema(self, place: str, pair: Pair, request: bool) -> list[str]:
        key = (request, *(schema.get("$ref", id(schema)) for schema in pair))
        if key not in self._seen:
            self._seen[key] = []  # what refers to itself is compared once
            whole = (_resolved(self._before, pair[0]), _resolved(self._now, pair[1]))
            self._seen[key] = list(self._compared(place, whole, request))
        return self._seen[key]

    def _compared(self, place: str, pair: Pair, request: bool) -> Iterator[str]:
        before, now = pair
        yield from self._values(place, before, now)
        yield from self._members(place, before, now, request)
        if "items" in before and "items" in now:
            yield from self._schema(f"{place}[]", (before["items"], now["items"]), request)
        for option in _options(before):
            others = _options(now) or [now]
            same = [other for other in others if option.get("$ref", "") == other.get("$ref")]
            tried = [self._schema(place, (option, other), request) for other in same or others]
            if all(tried):
                yield from min(tried, key=len)

    def _values(self, place: str, before: Json, now: Json) -> Iterator[str]:
        gone = _values(before) - _values(now) if _values(now) else set()
        if gone:
            yield f"{place} loses the values {sorted(map(str, gone))}"
        if "type" in now and not _types(before) <= _types(now) and not _options(before):
            yield f"{place} is no {before.get('type')} any more"

    def _members(self, place: str, before: Json, now: Json, request: bool) -> Iterator[str]:
        known, later = before.get("properties", {}), now.get("properties", {})
        for name, schema in known.items():
            if name not in later:
                yield f"{place}.{name} is gone"
            else:
                yield from self._schema(f"{place}.{name}", (schema, later[name]), request)
        required, required_now = set(before.get("required", [])), set(now.get("required", []))
        for name in sorted(required_now - required if request else required - required_now):
            yield f"{place}.{name} is {'required now' if request else 'not always there any more'}"


def _resolved(document: Json, schema: Json) -> Json:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def _options(schema: Json) -> list[Json]:
    found: list[Json] = schema.get("anyOf") or schema.get("oneOf") or []
    return found


def _values(schema: Json) -> set[Any]:
    return {*schema.get("enum", [])} | ({schema["const"]} if "const" in schema else set())


def _types(schema: Json) -> set[str]:
    kinds = schema.get("type", [])
    return {kinds} if isinstance(kinds, str) else {*kinds}
