"""Bundling of the page's modules: several in one script, each in a function that returns its exports.

A browser requests a module only after reading the one that imports it, and only few files at a time, so a page of a hundred
small modules would wait for the network. Modules are bundled unchanged except for their imports, exports and comments.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable

from api.http.once import once
from api.pages.modules import PACKAGED, PACKAGED_BOARD, packaged_modules, resolve, source

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
EXPORTED = re.compile(r"^export ((?:async )?function\*?|const|class) (\w+)", re.MULTILINE)
REEXPORTED = re.compile(r"\bexport ?\{([^}]*)\};")
DYNAMIC_IMPORT = re.compile(r'\bimport\((["`])(\.{1,2}/[^"`]+)\1\)')
COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)
"""A comment on lines of its own: a quarter of what would be sent."""
FOREIGN = (PACKAGED, "vendor/")
"""Modules that keep their comments: licences, and templates that were not written with `COMMENT` in mind."""
UNSUPPORTED = re.compile(r"^[ \t]*(?:import|export)\b.*|\bexport ?[{*].*|^.*\bimport\((?!\)).*", re.MULTILINE)
"""Imports and exports left over after the supported forms are replaced."""
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
"""`$later` imports a module dynamically; `$at` gives a module's URL."""
PROLOGUE = """
const $web = new URL(%s, import.meta.url);
const $at = (name) => new URL(name, $web).href;
const $later = async (name) => {
  if (!(name in $modules)) Object.assign($modules, (await import($at(`../linked/${name}`))).$modules);
  return $load(name);
};
"""
STYLES = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
ADDRESS = re.compile(r'url\("([^":]+)"\)')
ENTRIES = ("app.js", "embed/embed.js")
"""The modules that pages start with; they load all others."""


class BundleError(Exception):
    """A module uses an unsupported form. The message names the place, and what to write instead."""


def dependencies(*names: str) -> dict[str, None]:
    """These modules and everything that they import, each after its own imports."""
    found: dict[str, None] = {}
    for name in names:
        _gather(name, found, ())
    return found


def _gather(name: str, found: dict[str, None], way: tuple[str, ...]) -> None:
    """`way`: the modules that led here, each of which imports the next."""
    if name in way:
        circle = " imports ".join([*way[way.index(name) :], name])
        raise BundleError(f"Modules import each other: {circle}. Move what both need to a module of its own.")
    if name in found:
        return
    for _, target in IMPORT.findall(_source(name)):
        wanted = resolve(name, target)
        if wanted.startswith(PACKAGED) and wanted.split("/")[:2] != name.split("/")[:2]:
            raise BundleError(f"{name} imports {target}, which is another package's.")
        _gather(wanted, found, (*way, name))
    found[name] = None


def _source(name: str) -> str:
    try:
        return source(name)
    except LookupError as error:
        raise BundleError(f"There is no module {name}.") from error


@once
def packaged_boards() -> tuple[dict[str, None], dict[str, str]]:
    """The rulesets whose package has a board that can be bundled; and why that of others cannot."""
    usable, broken = dict[str, None](), dict[str, str]()
    for name in packaged_modules():
        if found := PACKAGED_BOARD.fullmatch(name):
            try:
                bundle(name)
                usable[found[1]] = None
            except BundleError as error:
                broken[found[1]] = str(error)
    return usable, broken


def bundle(name: str) -> str:
    """A script for browsers with a module and everything that it imports.

    One of `ENTRIES` runs; any other bundle only defines the modules that not every entry has.
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


def styles(name: str) -> str:
    """A style sheet with those that it imports in place of the imports; addresses are relative to that of the bundle."""
    folder = posixpath.dirname(f"linked/{name}")

    def imported(name: str) -> str:
        text = ADDRESS.sub(
            lambda it: f'url("{posixpath.relpath(f"web/{resolve(name, it[1])}", folder)}")', _source(name)
        )
        return STYLES.sub(lambda it: imported(resolve(name, it[1])), text)

    return imported(name)


def modules(names: Iterable[str]) -> str:
    """The functions of these modules, without running any."""
    return "const $modules = {\n" + "".join(map(_function, names)) + "};\n"


def _function(name: str) -> str:
    waits = "async " if name in ENTRIES else ""
    return f"{waits}{json.dumps(name)}($exported, $load, $later, $at) {{\n{_transformed(name)}\n}},\n"


def _transformed(name: str) -> str:
    text = _source(name) if name.startswith(FOREIGN) else COMMENT.sub("", _source(name))
    exported = [found[1] for found in EXPORTED.findall(text)]
    reexported = [
        _property(one) for group in REEXPORTED.findall(text) for one in group.split(",") if one.strip()
    ]
    text = REEXPORTED.sub("", EXPORTED.sub(r"\1 \2", text))
    text = IMPORT.sub(lambda it: _destructured(it[1], resolve(name, it[2])), text)
    text = DYNAMIC_IMPORT.sub(lambda it: f"$later({it[1]}{resolve(name, it[2])}{it[1]})", text)
    text = text.replace("import.meta.url", f"$at({json.dumps(name)})")
    if left := UNSUPPORTED.search(text):
        raise BundleError(
            f'{name}: bundling does not support `{left[0].strip()[:80]}`. It supports `import {{ a }} from "./x.js";`, '
            '`import("./x.js")`, `export function`, `const` or `class` with one name, and `export { a };`.'
        )
    return f"{text}\nObject.assign($exported, {{ {', '.join([*exported, *reexported])} }});"


def _property(named: str) -> str:
    """`a as b` from a list of exports, as `b: a`."""
    return ": ".join(reversed(named.strip().split(" as ")))


def _destructured(names: str, source: str) -> str:
    return f"const {{{names.replace(' as ', ': ')}}} = $load({json.dumps(source)});"
