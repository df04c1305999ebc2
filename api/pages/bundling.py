"""The page's modules linked: many of them in one script, each in a function of its own, which gives what it exports.

A browser asks for a module when it has read the one that needs it, and for few files at a time, so a page of a hundred small
ones waits for the line. Nothing is written anew: each module stands there as it is, but for its imports and exports.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable

from api.http.once import once
from api.pages.modules import WEB, resolve

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
EXPORTED = re.compile(r"^export ((?:async )?function\*?|const|class) (\w+)", re.MULTILINE)
REEXPORTED = re.compile(r"\bexport ?\{([^}]*)\};")
DYNAMIC_IMPORT = re.compile(r'\bimport\("(\.{1,2}/[^"]+)"\)')
UNSUPPORTED = re.compile(r"^[ \t]*(?:import|export)\b.*|\bexport ?[{*].*|^.*\bimport\((?!\)).*", re.MULTILINE)
"""What is left of imports and exports when those that linking knows are gone."""
LOADER = """
const $loaded = new Map();
const $load = (name) => {
  if (!$loaded.has(name)) {
    const exported = {};
    $loaded.set(name, exported);
    $modules[name](exported, $load, $later, $at);
  }
  return $loaded.get(name);
};
"""
"""`$later` loads what need not be there yet, `$at` says where a module lies."""
PROLOGUE = """
const $web = new URL(%s, import.meta.url);
const $at = (name) => new URL(name, $web).href;
const $later = async (name) => {
  if (!(name in $modules)) Object.assign($modules, (await import($at(`../linked/${name}`))).$modules);
  return $load(name);
};
"""
ENTRIES = ("app.js", "embed/embed.js")
"""What a page begins with; all others are loaded by these."""


class BundleError(Exception):
    """A module is written as linking does not know; the sentence says where, and what would do."""


def dependencies(*names: str) -> dict[str, None]:
    """These modules and all that they begin with, each behind what it needs."""
    found: dict[str, None] = {}
    for name in names:
        _gather(name, found, ())
    return found


def _gather(name: str, found: dict[str, None], way: tuple[str, ...]) -> None:
    """`way`: the modules that have led here, each of which needs the next."""
    if name in way:
        circle = " needs ".join([*way[way.index(name) :], name])
        raise BundleError(f"Modules need each other: {circle}. Move what both need into one of its own.")
    if name in found:
        return
    for _, target in IMPORT.findall((WEB / name).read_text()):
        _gather(resolve(name, target), found, (*way, name))
    found[name] = None


def bundle(name: str) -> str:
    """A script for browsers with a module and all that it begins with.

    One of `ENTRIES` runs; any other one only says what the modules are that not every entry has.
    """
    if name in ENTRIES:
        web = posixpath.relpath("web", posixpath.dirname(f"linked/{name}")) + "/"
        return (
            f"{modules(dependencies(name))}{LOADER}{PROLOGUE % json.dumps(web)}$load({json.dumps(name)});\n"
        )
    return f"{modules(one for one in dependencies(name) if one not in _of_every_entry())}export {{ $modules }};\n"


@once
def _of_every_entry() -> set[str]:
    return set.intersection(*(set(dependencies(entry)) for entry in ENTRIES))


def modules(names: Iterable[str]) -> str:
    """What each of these modules is, without running any."""
    return "const $modules = {\n" + "".join(map(_function, names)) + "};\n"


def _function(name: str) -> str:
    waits = "async " if name in ENTRIES else ""
    return f"{waits}{json.dumps(name)}($exported, $load, $later, $at) {{\n{_transformed(name)}\n}},\n"


def _transformed(name: str) -> str:
    text = (WEB / name).read_text()
    exported = [found[1] for found in EXPORTED.findall(text)]
    passed_on = [
        _property(one) for group in REEXPORTED.findall(text) for one in group.split(",") if one.strip()
    ]
    text = REEXPORTED.sub("", EXPORTED.sub(r"\1 \2", text))
    text = IMPORT.sub(lambda it: _destructured(it[1], resolve(name, it[2])), text)
    text = DYNAMIC_IMPORT.sub(lambda it: f"$later({json.dumps(resolve(name, it[1]))})", text)
    text = text.replace("import.meta.url", f"$at({json.dumps(name)})")
    if left := UNSUPPORTED.search(text):
        raise BundleError(
            f'{name}: linking does not know `{left[0].strip()[:80]}`. It knows `import {{ a }} from "./x.js";`, '
            '`import("./x.js")`, `export function`, `const` or `class` with one name, and `export { a };`.'
        )
    return f"{text}\nObject.assign($exported, {{ {', '.join([*exported, *passed_on])} }});"


def _property(named: str) -> str:
    """`a as b` of a list of exports, as `b: a`."""
    return ": ".join(reversed(named.strip().split(" as ")))


def _destructured(names: str, source: str) -> str:
    return f"const {{{names.replace(' as ', ': ')}}} = $load({json.dumps(source)});"
