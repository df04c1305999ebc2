"""One member more, less or other, anywhere in an honest file, which the operator signs again.

A file is changed in its own members and in those of its entries' data and of what it discloses.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from tests.verifier.adversary.twists import NAMES, VALUES
from tests.verifier.bundles import Files
from tests.verifier.page_verifier import Both
from tests.verifier.primitives import b64u, digest_of, jcs, unb64u
from tests.verifier.synthetic import Audit, signed_again

Tree = Any
Sign = Callable[[Audit], Audit]
OPEN = {("d", "options"), ("d", "state")}
"""Objects in which names are free, at any depth."""


class Mutation(NamedTuple):
    """`where` says which tree was changed ("file", "entry 7", "disclosure 3"), `path` the object in it, `did` what was done."""

    where: str
    path: tuple[str | int, ...]
    did: str
    name: str | int
    file: Audit

    @property
    def must_fail(self) -> bool:
        """Whether it is a member more where every table is closed."""
        closed = (
            not self.where.startswith("disclosure")
            and self.path[:2] not in OPEN
            and self.name not in ("seen", "sig")
        )
        return self.did == "add" and isinstance(self.name, str) and closed


def mutated(file: Audit, rng: random.Random, sign: Sign = signed_again) -> Mutation:
    """One change of a file, chosen by chance. `sign` puts the operator's checkpoint over its entries."""
    trees = dict(_trees(file))
    kind = rng.choice(("file", "entry", "entry", "disclosure"))
    where = rng.choice([name for name in trees if name.startswith(kind)] or [*trees])
    tree = trees[where]
    path, node = rng.choice(list(_nodes(tree)))
    did, name = _change(node, rng)
    changed = _with(file, where, tree)
    return Mutation(where, path, did, name, changed if where == "file" else sign(changed))


def assert_judged_alike(both: Both, file: Audit, seed: int, sign: Sign = signed_again) -> None:
    """Both verifiers judge one change of an honest file alike, and refuse a member more."""
    mutation = mutated(file, random.Random(seed), sign)
    page, other = both.judge(mutation.file)
    assert page.agrees(other), (seed, mutation[:4], page, other)
    assert page.failed or not mutation.must_fail, (seed, mutation[:4], page)


def bundle_mutated(files: Files, rng: random.Random) -> tuple[str, Files]:
    """The same in one of a bundle's JSON files."""
    where = rng.choice([name for name in sorted(files) if name.endswith(".json") and name != "audit.json"])
    tree = json.loads(files[where])
    path, node = rng.choice(list(_nodes(tree)))
    did, name = _change(node, rng)
    return f"{where} {path}: {did} {name}", files | {where: jcs(tree).encode()}


def _trees(file: Audit) -> Iterator[tuple[str, Tree]]:
    yield "file", deepcopy({name: value for name, value in file.items() if name != "entries"})
    for i, text in enumerate(file["entries"]):
        yield f"entry {i}", json.loads(text)
    for n, item in enumerate(file["disclosures"]):
        yield f"disclosure {n}", json.loads(unb64u(item["disclosure"]))


def _nodes(tree: Tree, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Tree]]:
    if isinstance(tree, dict | list):
        yield path, tree
        for step, item in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from _nodes(item, (*path, step))


def _change(node: Tree, rng: random.Random) -> tuple[str, str | int]:
    did = rng.choice(("add", "remove", "replace")) if node else "add"
    if did == "add" and isinstance(node, list):
        node.append(deepcopy(rng.choice(VALUES)))
        return did, len(node) - 1
    name: Any = (
        rng.choice([name for name in NAMES if name not in node])
        if did == "add"
        else rng.choice(list(_steps(node)))
    )
    if did == "remove":
        del node[name]
    else:
        node[name] = deepcopy(rng.choice(VALUES))
    return did, name


def _steps(node: Tree) -> list[Any]:
    return list(node) if isinstance(node, dict) else list(range(len(node)))


def _with(file: Audit, where: str, tree: Tree) -> Audit:
    """The file with a tree of it changed."""
    kind, _, number = where.partition(" ")
    if kind == "file":
        return {**tree, "entries": file["entries"]}
    if kind == "entry":
        return file | {"entries": _replaced(file["entries"], int(number), jcs(tree))}
    return _disclosing(file, int(number), b64u(jcs(tree).encode()))


def _disclosing(file: Audit, n: int, text: str) -> Audit:
    """A disclosure is another now: its digest too, wherever it stands in its entry."""
    item = file["disclosures"][n]
    old, new = (b64u(digest_of(it.encode())) for it in (item["disclosure"], text))
    tree = _sorted(json.loads(file["entries"][item["index"]].replace(old, new)))
    return file | {
        "entries": _replaced(file["entries"], item["index"], jcs(tree)),
        "disclosures": _replaced(file["disclosures"], n, item | {"disclosure": text}),
    }


def _sorted(tree: Tree) -> Tree:
    if isinstance(tree, list):
        return [_sorted(item) for item in tree]
    if not isinstance(tree, dict):
        return tree
    return {name: sorted(item) if name == "_sd" else _sorted(item) for name, item in tree.items()}


def _replaced(items: list[Any], n: int, item: Any) -> list[Any]:
    return [*items[:n], item, *items[n + 1 :]]
