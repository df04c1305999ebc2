"""Reads the data of an entry by its closed table: its commitments, openings and draws, and nothing else (L2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from .commitments import RESERVED, Commitments, Draw, Opening, new_digest
from .problems import Failed
from .special_objects import OPENINGS, check_opening, check_plain, check_shape, check_shuffle, check_throw
from .tables import Kind, Member, Members, Table

EPOCHS = 4
SCALARS: Mapping[str, type] = {"text": str, "integer": int, "boolean": bool}
LEAST_PLACES = {"stack-reshuffled": 2}
"""The minimum number of positions in a shuffle of this type; one for any other type."""


class Reader:
    """Reads entries in order and collects their contents. `slots` is the number of draw keys per epoch."""

    def __init__(self, found: Commitments, table: Table, slots: int) -> None:
        self._found, self._table, self._slots = found, table, slots
        self._i, self._type = 0, ""
        self._records: Mapping[str, Members] = {}
        self._kinds: dict[str, Callable[[Kind, Any, str], None]] = {
            "list of": self._list,
            "map of": self._map,
            "opened": self._opened,
            "throw": self._throw,
            "shuffle of": self._shuffle,
            "renewed": self._renewed,
            "free": lambda kind, node, path: check_plain(node, path, self._i),
            "position": lambda kind, node, path: self._position(node, path),
        }

    def read(self, entry: dict[str, Any]) -> None:
        """Read one entry; Failed for anything that its table does not define."""
        self._i, self._type = entry["i"], entry["t"]
        if self._type not in self._table.types:
            raise Failed(f"the table has no type {self._type[:60]!r}", self._i)
        self._records = self._table.records[self._type]
        self._object(self._table.types[self._type], entry["d"], "/d")

    def value(self, kind: Kind | None, value: Any, entry: dict[str, Any], path: str) -> None:
        """Read a disclosed value of an entry; the value of a position has no kind and is plain."""
        self._i = entry["i"]
        self._records = self._table.records[entry["t"]]
        self._value(kind or Kind("free"), value, path)

    def _fail(self, why: str) -> NoReturn:
        raise Failed(why, self._i)

    # Objects and their members.

    def _object(self, members: Members, node: Any, path: str) -> None:
        if type(node) is not dict:
            self._fail(f"{path} is no object")
        hidden = {name: member.holds for name, member in members.items() if member.hidden}
        self._check_names(members, hidden, node, path)
        if hidden:
            self._hide(hidden, node, path)
        for name, member in members.items():
            if name in node:
                if member.optional and node[name] == []:
                    self._fail(f"{path}/{name} is empty, and an empty list is left out there")
                self._member(member.kind, node[name], f"{path}/{name}", node)

    def _check_names(self, members: Members, hidden: Mapping[str, Kind], node: Any, path: str) -> None:
        allowed = {name for name, member in members.items() if self._may_stand(member.kind, node)}
        allowed = allowed - hidden.keys() | ({"_sd"} if hidden else set())
        if unknown := sorted(node.keys() - allowed):
            self._fail(f"{path} has unknown members {unknown}")
        needed = {name for name in allowed if name == "_sd" or self._must_stand(members[name], node)}
        if missing := sorted(needed - node.keys()):
            self._fail(f"{path}: the member {missing[0]!r} is missing")

    def _may_stand(self, kind: Kind, node: Any) -> bool:
        """Whether there is a record for the text that a member follows from; of any other member, that it may be there."""
        return not kind.by or kind.record_in(node) in self._records

    def _must_stand(self, member: Member, node: Any) -> bool:
        """A member that follows from a text is left out only where it would be an empty object."""
        if not member.kind.by:
            return not member.optional
        return not all(it.optional for it in self._records[member.kind.record_in(node)].values())

    def _hide(self, hidden: Mapping[str, Kind], node: Any, path: str) -> None:
        digests = node["_sd"]
        if type(digests) is not list or len(digests) != len(hidden):
            self._fail(f"{path} has not exactly one digest for each of its hidden members {sorted(hidden)}")
        known = {new_digest(self._found, self._i, digest) for digest in digests}
        if digests != sorted(known):
            self._fail("a list of digests is not sorted")
        self._found.hide(f"{self._i}{path}", known, hidden)

    def _member(self, kind: Kind, node: Any, path: str, beside: dict[str, Any]) -> None:
        if kind.by:
            if node == {}:
                self._fail(f"{path} is empty, and an empty object is left out there")
            self._object(self._records[kind.record_in(beside)], node, path)
        else:
            self._value(kind, node, path)

    def _value(self, kind: Kind, node: Any, path: str) -> None:
        if node is None and kind.null:
            return
        if kind.what in SCALARS:
            if type(node) is not SCALARS[kind.what]:
                self._fail(f"{path} is no {kind.what}")
        elif kind.what == "record":
            self._object(self._records[kind.record], node, path)
        else:
            self._kinds[kind.what](kind, node, path)

    def _list(self, kind: Kind, node: Any, path: str) -> None:
        assert kind.of
        if type(node) is not list:
            self._fail(f"{path} is no array")
        for n, item in enumerate(node):
            if kind.of.what == "hidden":
                self._element(kind.of.of, item, f"{path}/{n}")
            else:
                self._value(kind.of, item, f"{path}/{n}")

    def _element(self, kind: Kind | None, item: Any, path: str) -> None:
        if type(item) is not dict or item.keys() != {"..."}:
            self._fail(f"{path} is not hidden")
        self._found.elements[f"{self._i}{path}"] = new_digest(self._found, self._i, item["..."]), kind

    def _map(self, kind: Kind, node: Any, path: str) -> None:
        assert kind.of
        if type(node) is not dict or any(name in RESERVED or "/" in name for name in node):
            self._fail(f"{path} is no object, or has names that it must not have")
        check_shape(node, path, self._i)
        for name, item in node.items():
            self._value(kind.of, item, f"{path}/{name}")

    # Values with a special meaning.

    def _opened(self, kind: Kind, node: Any, path: str) -> None:
        if type(node) is not dict or node.keys() not in OPENINGS:
            self._fail(f"{path} is no opening")
        check_opening(self._found, self._i, node)
        if "value" in node:
            assert kind.of
            self._value(kind.of, node["value"], f"{path}/value")
        self._found.opened.append(Opening(self._i, node))

    def _throw(self, kind: Kind, node: Any, path: str) -> None:
        check_throw(node, path, self._i)
        self._draw(node, path)

    def _shuffle(self, kind: Kind, node: Any, path: str) -> None:
        check_shuffle(node, path, self._i, LEAST_PLACES.get(self._type, 1))
        assert kind.of
        self._list(Kind("list of", Kind("hidden", kind.of)), node["order"], f"{path}/order")
        self._list(Kind("list of", kind.of), node["of"], f"{path}/of")
        self._draw(node, path)

    def _draw(self, node: dict[str, Any], path: str) -> None:
        for name, count in (("epoch", EPOCHS), ("slot", self._slots)):
            if type(node[name]) is not int or not 0 <= node[name] < count:
                self._fail(f"{path}: its {name!r} is out of range")
        self._found.draws.append(Draw(self._i, path, node))

    def _renewed(self, kind: Kind, node: Any, path: str) -> None:
        if type(node) is not dict or node.keys() != {"is", "was"} or type(node["was"]) is not str:
            self._fail(f"{path} is no card that was committed anew")
        assert kind.of
        self._value(kind.of, node["is"], f"{path}/is")

    def _position(self, node: Any, path: str) -> None:
        """Plain data with commitments anywhere."""
        if type(node) is list:
            for n, item in enumerate(node):
                if type(item) is dict and item.keys() == {"..."}:
                    self._element(None, item, f"{path}/{n}")
                else:
                    self._position(item, f"{path}/{n}")
        elif type(node) is dict:
            check_shape(node, path, self._i)
            if any("/" in name for name in node):
                self._fail(f"{path} has a name with a slash: two values would have one place")
            if "_sd" in node:
                self._found.hide_some(self._i, path, node)
            for name, item in node.items():
                if name != "_sd":
                    self._position(item, f"{path}/{name}")
