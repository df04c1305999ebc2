"""The API's page, from the OpenAPI document."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from tests.documents.markdown import rows

Json = Mapping[str, Any]
MOST = 0.9
"""Of all operations: the share in which an answer is not worth repeating."""
METHODS = ("get", "put", "post", "delete")


def page(document: Json) -> str:
    common = usual(document)
    listed = ((status, schema_of(one), one["description"]) for status, one in common.values())
    tags = "\n".join(tag(document, one, common) for one in document["tags"])
    return f"""# API

This page is for authors of clients: it lists every operation of the HTTP API. The running service describes
the same API, with all schemas, at `/openapi.json`, from which [clients can be
generated](../how-to/generate-client.md), and lets you try it at `/docs`. Errors are problems (RFC 9457) with a
`type` of `/problems/NAME`, which the service explains at that address.

Send a token as `Authorization: Bearer TOKEN`. See [caching](caching.md) for ETags and idempotency, and
[limits](limits.md) for 429. Almost every operation can give these answers, which are not repeated below:

{rows(("status", "body", "meaning"), listed)}
{tags}"""


def usual(document: Json) -> dict[tuple[str, str], tuple[str, Json]]:
    """The answers that most operations have in the same words."""
    every = [found["responses"].items() for found in all_operations(document)]
    counted = Counter((status, one["description"]) for answers in every for status, one in answers)
    return {
        (status, one["description"]): (status, one)
        for answers in every
        for status, one in sorted(answers)
        if counted[status, one["description"]] > len(every) * MOST
    }


def all_operations(document: Json) -> Iterator[Json]:
    for methods in document["paths"].values():
        yield from (found for method, found in methods.items() if method in METHODS)


def tag(document: Json, one: Json, common: Container[tuple[str, str]]) -> str:
    listed = [
        operation(method, path, found, document["security"], common)
        for path, methods in document["paths"].items()
        for method, found in methods.items()
        if method in METHODS and one["name"] in found["tags"]
    ]
    return f"## {one['name'].capitalize()}\n\n{one['description']}\n\n" + "\n".join(listed)


def operation(
    method: str, path: str, found: Json, security: Sequence[Json], common: Container[tuple[str, str]]
) -> str:
    """One operation's section. `security` is what the document says of tokens where the operation says nothing."""
    about = found.get("description", found["summary"])
    parts = [f"### {method.upper()} {path}", sentence(found["summary"])]
    if about.rstrip(".") != found["summary"].rstrip("."):
        parts.append(about)
    parts += [" ".join(tokens(found, security)), *body(found), parameters(found), answers(found, common)]
    return "\n\n".join(part.rstrip() for part in parts if part) + "\n"


def sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def tokens(found: Json, default: Sequence[Json]) -> Iterator[str]:
    security = found.get("security", default)
    if not security:
        yield "No token."
    elif {} in security:
        yield "With or without a token."
    else:
        yield "With a token." if {"bearer": []} in security else "With an account's session."
    if scopes := found.get("x-scopes"):
        yield f"Personal tokens need the scope {' or '.join(f'`{it}`' for it in scopes)}."


def body(found: Json) -> Iterator[str]:
    content = found.get("requestBody", {}).get("content", {})
    for media_type, one in content.items():
        example = json.dumps(one["example"], ensure_ascii=False) if "example" in one else ""
        short = f", such as `{example}`" if 0 < len(example) <= 300 else ""
        yield f"Body: `{media_type}`{short}."
        return


def parameters(found: Json) -> str:
    listed = [
        (f"`{one['name']}`", one["in"], one.get("description", ""))
        for one in found.get("parameters", [])
        if one["in"] != "path"
    ]
    return rows(("parameter", "in", "meaning"), iter(listed)) if listed else ""


def answers(found: Json, common: Container[tuple[str, str]]) -> str:
    listed = [
        (status, schema_of(one), one["description"])
        for status, one in found["responses"].items()
        if (status, one["description"]) not in common
    ]
    return rows(("status", "body", "meaning"), listed) if listed else ""


def schema_of(answer: Json) -> str:
    for media_type, one in answer.get("content", {}).items():
        name = one.get("schema", {}).get("$ref", "").rpartition("/")[2]
        return f"`{name or media_type}`"
    return ""
