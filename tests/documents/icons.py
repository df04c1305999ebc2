"""The icons of the installed page and /favicon.ico, drawn from `icon.svg`: `python -m tests.documents.icons`."""

from __future__ import annotations

import io
import re

from PIL import Image
from resvg_py import svg_to_bytes

from api.pages.modules import STATIC

ICONS = STATIC / "icons"
SIZES = {"192": 192, "512": 512}
FAVICON = [(16, 16), (32, 32), (48, 48)]
INSIDE = 0.7
"""A mask may take all but a circle of 80 % of the width; the drawing's corners are within it."""


def drawn() -> dict[str, bytes]:
    """The files, by their names in the folder of icons."""
    plain = (STATIC / "icon.svg").read_text()
    found = {f"{name}.png": _png(plain, size) for name, size in SIZES.items()}
    found["maskable.png"] = _png(_maskable(plain), 512)
    found["apple.png"] = _png(_maskable(plain), 180)
    icon = io.BytesIO()
    Image.open(io.BytesIO(_png(plain, 256))).save(icon, "ICO", sizes=FAVICON)
    return {**found, "favicon.ico": icon.getvalue()}


def _maskable(svg: str) -> str:
    """The ground to the edges, and the letter smaller: systems cut icons to circles, drops and squares."""
    ground = svg.replace(' rx="14"', "")
    moved = f"translate(32 32) scale({INSIDE}) translate(-32 -32)"
    return re.sub(r"<path ", f'<path transform="{moved}" ', ground)


def _png(svg: str, size: int) -> bytes:
    image = Image.open(io.BytesIO(bytes(svg_to_bytes(svg_string=svg, width=size, height=size))))
    packed = io.BytesIO()
    image.quantize(64).save(packed, "PNG", optimize=True)
    return packed.getvalue()


if __name__ == "__main__":
    ICONS.mkdir(exist_ok=True)
    for name, content in drawn().items():
        (ICONS / name).write_bytes(content)
