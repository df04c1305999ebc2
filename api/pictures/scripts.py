"""The page's modules as one script: each in a function of its own, which gives what it exports."""

from __future__ import annotations

import json
import re
from pathlib import Path

from api.modules import WEB, beside

DOCUMENT = Path(__file__).with_name("document.js")
WORDS = "i18n.js"
PLAIN = "boards/plain.js"
IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
EXPORTED = re.compile(r"^export ((?:async )?function\*?|const|let|class) (\w+)", re.MULTILINE)
PASSED_ON = re.compile(r"^export \{([^}]*)\};", re.MULTILINE)
LOADER = """
const loaded = new Map();
globalThis.load = (name) => {
  if (!loaded.has(name)) {
    const exported = {};
    loaded.set(name, exported);
    modules[name](exported);
  }
  return loaded.get(name);
};
"""


def board_of(ruleset: str) -> str:
    """The module that draws a ruleset's board: its own, or the plain one."""
    own = f"boards/{ruleset}.js"
    return own if re.fullmatch("[a-z-]+", ruleset) and (WEB / own).is_file() else PLAIN


def script(module: str) -> str:
    """All that drawing a board needs."""
    sources: dict[str, str] = {}
    for name in (module, WORDS):
        _gather(name, sources)
    bodies = ",\n".join(f"{json.dumps(name)}(exported) {{\n{source}\n}}" for name, source in sources.items())
    return f"const modules = {{\n{bodies}\n}};\n{LOADER}\n{DOCUMENT.read_text()}"


def _gather(name: str, sources: dict[str, str]) -> None:
    if name in sources:
        return
    text = (WEB / name).read_text()
    sources[name] = ""
    for _, target in IMPORT.findall(text):
        _gather(beside(name, target), sources)
    sources[name] = _linked(name, text)


def _linked(name: str, text: str) -> str:
    exported = [found[1] for found in EXPORTED.findall(text)]
    exported += [one.strip() for group in PASSED_ON.findall(text) for one in group.split(",") if one.strip()]
    text = IMPORT.sub(lambda it: _taken(it[1], beside(name, it[2])), text)
    text = PASSED_ON.sub("", EXPORTED.sub(r"\1 \2", text)).replace("import.meta.url", '""')
    return f"{text}\nObject.assign(exported, {{ {', '.join(exported)} }});"


def _taken(names: str, source: str) -> str:
    return f"const {{{names.replace(' as ', ': ')}}} = load({json.dumps(source)});"
