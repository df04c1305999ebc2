"""Reads the data of an entry in a format older than the closed tables: commitments and openings are recognised by their form."""

from __future__ import annotations

from typing import Any

from .commitments import Commitments, Opening, new_digest
from .problems import Failed
from .special_objects import OPENINGS, check_opening

NODES = (list, dict)


def read_loosely(found: Commitments, i: int, node: Any, path: str = "/d") -> None:
    """`node` is an array or object of entry `i`."""
    if type(node) is dict and node.keys() in OPENINGS:
        check_opening(found, i, node)
        found.opened.append(Opening(i, node))
        return
    if type(node) is dict and "..." in node:
        raise Failed("a hidden element is malformed", i)
    if type(node) is dict and "_sd" in node:
        found.hide_some(i, path, node)
    for step, item in node.items() if type(node) is dict else enumerate(node):
        if type(node) is list and type(item) is dict and item.keys() == {"..."}:
            found.elements[f"{i}{path}/{step}"] = new_digest(found, i, item["..."]), None
        elif type(item) in NODES and step != "_sd":
            read_loosely(found, i, item, f"{path}/{step}")
