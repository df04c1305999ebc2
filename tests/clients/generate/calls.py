"""The operations of the document as functions: each returns a `Call` that a client sends."""

from __future__ import annotations

import re

from tests.clients.generate.types import Schema, identifier, python_type

HEAD = '''"""The operations of the service. Generated from its OpenAPI document by `python -m tests.clients.generate`.

Each function returns a `Call`, which `client.send` sends: `client.send(api.get_game(id))`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from kronika_client.calls import Call, StreamCall, path

if TYPE_CHECKING:
    from kronika_client.models import {models}
'''
STREAM = "text/event-stream"


def calls(document: Schema) -> str:
    text = "".join(
        _function(method.upper(), address, operation)
        for address, operations in document["paths"].items()
        for method, operation in operations.items()
    )
    signatures = "".join(re.findall(r"^def .*$", text, re.MULTILINE))
    used = sorted(set(re.findall(r"\w+", signatures)) & set(document["components"]["schemas"]))
    return HEAD.format(models=", ".join(used)) + text


def _function(method: str, address: str, operation: Schema) -> str:
    parameters = operation.get("parameters", [])
    body = next(iter(operation.get("requestBody", {}).get("content", {}).items()), None)
    answers, accept = _answers(operation["responses"])
    streams = accept == STREAM
    call = "StreamCall" if streams else "Call"
    returned = " | ".join(
        sorted({it for it in answers.values() if not (streams and it == "None")}, key=_last)
    )
    arguments = [f"{identifier(each['name'])}: {_annotation(each)}" for each in _in(parameters, "path")]
    if body:
        kind = _body(body[1].get("schema", {}))
        optional = not operation["requestBody"].get("required")
        arguments.append(f"body: {kind}{' | None = None' if optional else ''}")
    named = [
        f"{identifier(each['name'])}: {_annotation(each)}{'' if each.get('required') else ' | None = None'}"
        for each in [*_in(parameters, "query"), *_in(parameters, "header")]
    ]
    signature = ", ".join([*arguments, *(["*"] if named else []), *named])
    told = [
        f"answers={answers!r}",
        *([f'accept="{accept}"'] if accept not in ("application/json", STREAM) else []),
        *_given("query", _in(parameters, "query")),
        *_given("headers", _in(parameters, "header")),
        *(["body=body"] if body else []),
        *([f'content_type="{body[0]}"'] if body and "json" not in body[0] else []),
    ]
    about = operation["summary"].replace("\\", "\\\\").replace('"', '\\"')
    where = ", ".join([f'"{address}"', *(identifier(each["name"]) for each in _in(parameters, "path"))])
    return (
        f"\n\ndef {operation['operationId']}({signature}) -> {call}[{returned}]:\n"
        f'    """{about}."""\n    return {call}("{method}", path({where}), {", ".join(told)})\n'
    )


def _answers(responses: Schema) -> tuple[dict[int | str, str], str]:
    """The type of each success, and of each named item of a stream; and the media type to ask for."""
    answers: dict[int | str, str] = {}
    accept = "application/json"
    for status, response in responses.items():
        if not status.startswith("2"):
            continue
        content = response.get("content", {})
        media = next(
            (each for each in content if "json" in each and "ndjson" not in each), next(iter(content), "")
        )
        accept = media if media and media != "application/json" else accept
        answers[int(status)] = _answer(media, content.get(media, {}))
        answers |= {
            name: python_type(schema, str)
            for name, schema in content.get(media, {}).get("x-namedItemSchemas", {}).items()
        }
    return answers, accept


def _last(name: str) -> tuple[bool, str]:
    """None stands last."""
    return name == "None", name


def _answer(media: str, content: Schema) -> str:
    if not media:
        return "None"
    if media == STREAM:
        return python_type(content["x-itemSchema"], str)
    if "json" in media and "ndjson" not in media:
        return python_type(content["schema"], str)
    return "str" if media in ("text/plain", "text/html", "image/svg+xml") else "bytes"


def _body(schema: Schema) -> str:
    kind = python_type(schema, str)
    return (
        "bytes"
        if kind == "str"
        else kind
        if kind in ("Any", "dict[str, Any]")
        else f"{kind} | dict[str, Any]"
    )


def _annotation(parameter: Schema) -> str:
    return python_type(parameter["schema"], str)


def _in(parameters: list[Schema], place: str) -> list[Schema]:
    return [each for each in parameters if each["in"] == place]


def _given(name: str, parameters: list[Schema]) -> list[str]:
    pairs = ", ".join(f'"{each["name"]}": {identifier(each["name"])}' for each in parameters)
    return [f"{name}={{{pairs}}}"] if pairs else []
