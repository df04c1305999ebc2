"""Documents of earlier versions, as the page keeps them: read once, and anew when they would be told otherwise."""

from __future__ import annotations

import orjson
from py_mini_racer import MiniRacer

from api.pages.modules import STATIC

SET_UP = """
    const asked = [];
    let revision = "1:0";
    const read = (rest) => {
        asked.push(rest);
        return Promise.resolve({ states: Array.from({ length: 50 }, (_, nth) => nth) });
    };
    const at = pastStates(read, () => 300, () => revision);
"""


def asked_for(steps: str) -> list[str]:
    engine = MiniRacer()
    engine.eval((STATIC / "web" / "game" / "states.js").read_text().replace("export ", "") + SET_UP)
    asked: list[str] = orjson.loads(str(engine.eval(f"{steps}; JSON.stringify(asked)")))
    return asked


def test_a_version_is_read_once() -> None:
    once = ["/states/7?document_revision=1:0", "/states/200?document_revision=1:0"]
    assert asked_for("at(7); at(200); at(7); at(200)") == once


def test_who_walks_reads_ahead() -> None:
    assert asked_for("at(7); at(8); at(9); at(10)") == [
        "/states/7?document_revision=1:0",
        "/states?from=8&to=57",
    ]


def test_what_would_be_told_otherwise_is_read_anew() -> None:
    """A name was taken away meanwhile; what was kept has it still."""
    assert asked_for('at(7); at(200); revision = "1:1"; at(7); at(7)') == [
        "/states/7?document_revision=1:0",
        "/states/200?document_revision=1:0",
        "/states/7?document_revision=1:1",
    ]
