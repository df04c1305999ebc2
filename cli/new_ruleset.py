"""`kronika new-ruleset`: writes a small playable game as a template for a new one, with tests and fixture matches."""

from __future__ import annotations

import argparse
import keyword
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from cli import Sorry

HELP = "Write a small playable game as the start of a new one: into the checkout in the current folder, or as a package."
TEMPLATE = Path("cli/template")
"""The checkout's own template, so that it matches the contract there, whichever Kronika is installed."""
INSTALLED = Path(__file__).parent / "template"
PLACES = {"ruleset": Path("domain/rulesets"), "tests": Path("tests/rulesets")}
"""The template's folders, and the folder of a checkout that each is copied to."""
CHECKOUT = ("domain/ruleset.py", "tests/rulesets/fixtures.py", "cli/template/ruleset/__init__.py")
OF_A_CHECKOUT = ("matches.py",)
"""A package has no recorded matches: these are of a checkout."""
PUBLIC = {"domain.public": "kronika.ruleset", "conformance.public": "kronika.battery"}
"""What a package imports in place of the modules that the template imports."""
KEBAB = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the game's id in kebab-case, such as my-game")
    parser.add_argument(
        "--package",
        nargs="?",
        const="",
        metavar="FOLDER",
        help="write a package of its own into this new folder; by default one with the game's id as its name",
    )


def run(args: argparse.Namespace) -> int:
    _check_id(args.id)
    if args.package is None:
        return _into_checkout(args)
    folder = Path(args.package or args.id)
    write_package(args.id, folder)
    print(f"{args.id} is ready to be installed, in {folder}/: pip install {folder}")
    print("What to change, step by step: docs/how-to/package-a-game.md.")
    return 0


def write_package(id: str, folder: Path) -> None:
    """The template as a package in a new folder; `Sorry` if that exists."""
    if folder.exists():
        raise Sorry(f"{folder} already exists.")
    name = id.replace("-", "_")
    try:
        _copy(INSTALLED / "ruleset", folder / name, id, _for_package)
        _copy(INSTALLED / "tests", folder / "tests", id, _for_package)
        for file, place in (("pyproject.toml", ""), ("test_battery.py", "tests")):
            text = (INSTALLED / "package" / file).read_text("utf-8")
            (folder / place / file).write_text(_for_package(text, id), "utf-8")
        for file in OF_A_CHECKOUT:
            (folder / "tests" / file).unlink()
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _for_package(text: str, id: str) -> str:
    """The template with the public names alone; those of the wheel's template begin with `kronika.`."""
    for module, public in PUBLIC.items():
        text = re.sub(rf"from (kronika\.)?{re.escape(module)} import", f"from {public} import", text)
    text = re.sub(r"from (kronika\.)?domain\.rulesets\.new_game", "from new_game", text)
    return _renamed(text, id)


def _into_checkout(args: argparse.Namespace) -> int:
    checkout = Path.cwd()
    folders = _folders(args.id, checkout)
    try:
        for part, folder in folders.items():
            _copy(checkout / TEMPLATE / part, checkout / folder, args.id, _renamed)
        for step in ("fixtures", "coverage"):
            _record(step, args.id, checkout)
    except BaseException:
        for folder in folders.values():
            shutil.rmtree(checkout / folder, ignore_errors=True)
        raise
    _report(args.id, folders)
    return 0


def _check_id(id: str) -> None:
    if not KEBAB.fullmatch(id) or len(id) > LONGEST:
        raise Sorry(
            f"{id!r} is no id: it takes lower-case words joined by hyphens, such as my-game, "
            f"at most {LONGEST} characters."
        )
    if keyword.iskeyword(id.replace("-", "_")):
        raise Sorry(f"{id!r} is a keyword of Python, so no package can have this name.")


def _folders(id: str, checkout: Path) -> dict[str, Path]:
    """The new folders, relative to the checkout; `Sorry` if they cannot be created."""
    name = id.replace("-", "_")
    if not all((checkout / file).is_file() for file in CHECKOUT):
        raise Sorry(f"{checkout} is no checkout of Kronika: go to the folder that holds domain/ and tests/.")
    folders = {part: place / name for part, place in PLACES.items()}
    for folder in folders.values():
        for taken in (folder, folder.with_suffix(".py")):
            if (checkout / taken).exists():
                raise Sorry(f"{id!r} is taken: {taken} already exists.")
    return folders


def _copy(template: Path, folder: Path, id: str, written: Callable[[str, str], str]) -> None:
    """Every file of the template, `written` for the game."""
    for file in sorted(template.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            copy = folder / file.relative_to(template)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(written(file.read_text("utf-8"), id), "utf-8")


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
