"""The process that draws: V8 runs the page's boards, everything else follows from what they draw.

It reads one job a line, JSON, and answers each with the length of the picture and its bytes, or with "failed" and why. It
ends when its input does, or when it has had no job for a while.
"""

from __future__ import annotations

import json
import os
import select
import sys
from functools import cache
from pathlib import Path
from typing import Any

import resvg_py
from py_mini_racer import MiniRacer

from api.pages.modules import PACKAGED, PLAIN_BOARD, board_of
from api.pictures.painter import IDLE
from api.pictures.scripts import script

NICE = 10
"""Players come first."""
FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
LONGEST = 10.0
"""Seconds that a board may take to draw: a tenth of one, and many times as long beside a busy service, to which it gives way."""
FAILED = set[str]()
"""The boards of packages that could not draw: others are not to wait for them again."""


@cache
def _boards(module: str) -> MiniRacer:
    engine = MiniRacer()
    engine.eval(script(module))
    return engine


def drawn(job: dict[str, Any]) -> str:
    """The picture of a state as SVG. `job`: `state` as the boards take it, `ruleset`, `width` in pixels, `dark`."""
    module = board_of(job["ruleset"])
    if module.startswith(PACKAGED) and module not in FAILED:
        try:
            return _drawn(module, job)
        except Exception:  # whatever a package's script does
            FAILED.add(module)
    return _drawn(PLAIN_BOARD if module in FAILED else module, job)


def _drawn(module: str, job: dict[str, Any]) -> str:
    return str(_boards(module).call("draw", module, json.dumps(job), timeout_sec=LONGEST))


def answer(job: dict[str, Any]) -> bytes:
    """SVG, or PNG where the job says so."""
    picture = drawn(job)
    if not job["png"]:
        return picture.encode()
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, font_files=FONTS))


def main() -> None:
    os.nice(NICE)
    out = sys.stdout.buffer
    while select.select([sys.stdin], [], [], IDLE)[0]:
        line = sys.stdin.buffer.readline()
        if not line:
            return
        try:
            picture = answer(json.loads(line))
        except Exception as error:
            out.write(f"failed {error!r}".replace("\n", " ").encode() + b"\n")
        else:
            out.write(str(len(picture)).encode() + b"\n" + picture)
        out.flush()


if __name__ == "__main__":
    main()
