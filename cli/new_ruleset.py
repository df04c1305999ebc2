"""`kronika new-ruleset`: writes a small playable game as a template for a new one, with tests and fixture matches."""

from __future__ import annotations

import argparse
import keyword
import re
import shutil
import subprocess
import sys
from pathlib import Path

from cli import Sorry

HELP = "Write a small playable game into the checkout in the current folder, as the start of a new one."
TEMPLATE = Path("cli/template")
"""The checkout's own template, so that it matches the contract there, whichever Kronika is installed."""
PLACES = {"ruleset": Path("domain/rulesets"), "tests": Path("tests/rulesets")}
"""The template's folders, and the folder of a checkout that each is copied to."""
CHECKOUT = ("domain/ruleset.py", "tests/rulesets/fixtures.py", "cli/template/ruleset/__init__.py")
KEBAB = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the game's id in kebab-case, such as my-game")


def run(args: argparse.Namespace) -> int:
    checkout = Path.cwd()
    folders = _folders(args.id, checkout)
    try:
        for part, folder in folders.items():
            _copy(checkout / TEMPLATE / part, checkout / folder, args.id)
        for step in ("fixtures", "coverage"):
            _record(step, args.id, checkout)
    except BaseException:
        for folder in folders.values():
            shutil.rmtree(checkout / folder, ignore_errors=True)
        raise
    _report(args.id, folders)
    return 0


def _folders(id: str, checkout: Path) -> dict[str, Path]:
    """The new folders, relative to the checkout; `Sorry` if they cannot be created."""
    if not KEBAB.fullmatch(id) or len(id) > LONGEST:
        raise Sorry(
            f"{id!r} is no id: it takes lower-case words joined by hyphens, such as my-game, "
            f"at most {LONGEST} characters."
        )
    name = id.replace("-", "_")
    if keyword.iskeyword(name):
        raise Sorry(f"{id!r} is a keyword of Python, so no package can have this name.")
    if not all((checkout / file).is_file() for file in CHECKOUT):
        raise Sorry(f"{checkout} is no checkout of Kronika: go to the folder that holds domain/ and tests/.")
    folders = {part: place / name for part, place in PLACES.items()}
    for folder in folders.values():
        for taken in (folder, folder.with_suffix(".py")):
            if (checkout / taken).exists():
                raise Sorry(f"{id!r} is taken: {taken} already exists.")
    return folders


def _copy(template: Path, folder: Path, id: str) -> None:
    """Every file of the template, renamed for the game."""
    for file in sorted(template.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            copy = folder / file.relative_to(template)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(_renamed(file.read_text("utf-8"), id), "utf-8")


def _renamed(text: str, id: str) -> str:
    names = {"new-game": id, "new_game": id.replace("-", "_"), "New Game": id.replace("-", " ").title()}
    for name, own in names.items():
        text = text.replace(name, own)
    return text


def _record(step: str, id: str, checkout: Path) -> None:
    """In a separate process, with the checkout's code, which contains the new game."""
    command = [sys.executable, "-m", f"tests.rulesets.{step}", id]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Sorry(
            f"the matches of {id!r} could not be recorded, and nothing was saved: {done.stderr.strip()}"
        )


def _report(id: str, folders: dict[str, Path]) -> None:
    game, tests = folders.values()
    print(f"{id} is ready to play and to be changed, in {game}/ and {tests}/.")
    print("How to try it and what to change, step by step: docs/tutorials/first-ruleset.md.")
