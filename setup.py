"""How the wheel is made. In a checkout our packages stand at the top; in the wheel all stand below one package,
`kronika`, so that they never meet a user's own `api`, `domain` or `service`.

setup.cfg says what goes in. This maps `domain/` to `kronika/domain/` and turns `from domain.play import Play` into
`from kronika.domain.play import Play`. An editable install, as `make run` makes it, changes nothing.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from setuptools import setup
from setuptools.command.build_py import build_py

ROOF = "kronika"
MODULES = ("wsgi",)
PACKAGES = ("api", "cli", "conformance", "domain", "engine", "projections", "service", "verifier")
CHANGELOG = "CHANGELOG.md"
GUIDES, GUIDE_FILES = "docs", frozenset({".md", ".png", ".svg"})
OURS = frozenset({*MODULES, *PACKAGES})


class CannotMove(Exception):
    """An import that would not mean the same in the wheel; the message says which."""


class Change(NamedTuple):
    """`old` stands in this line (from 0) at this column (in bytes, as the parser counts); `new` is to stand there."""

    line: int
    column: int
    old: bytes
    new: bytes


def moved(source: str) -> str:
    """The source of a module as it stands in the wheel: imports of our packages go through `kronika`."""
    lines = source.encode().splitlines(keepends=True)
    for line, column, old, new in sorted(_changes(ast.parse(source)), reverse=True):
        text = lines[line]
        assert text[column:].startswith(old), text
        lines[line] = text[:column] + new + text[column + len(old) :]
    return b"".join(lines).decode()


def _changes(tree: ast.Module) -> Iterator[Change]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and _ours(node.module or ""):
            yield Change(node.lineno - 1, node.col_offset, b"from ", f"from {ROOF}.".encode())
        elif isinstance(node, ast.Import) and any(_ours(alias.name) for alias in node.names):
            if any("." in alias.name or not _ours(alias.name) for alias in node.names):
                raise CannotMove(
                    f"line {node.lineno}, {ast.unparse(node)}: write 'from PACKAGE import MODULE'"
                )
            yield Change(node.lineno - 1, node.col_offset, b"import ", f"from {ROOF} import ".encode())


def _ours(module: str) -> bool:
    return module.partition(".")[0] in OURS


class Build(build_py):  # type: ignore[misc]  # setuptools has no types
    """Builds what setup.cfg names, below the roof."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(
                self.build_lib, ignore_errors=True
            )  # what an earlier build left would be packed too
            self.packages = [_place(package) for package in self.distribution.packages or ()]
            self.package_dir = {f"{ROOF}.{package}": package for package in PACKAGES}
            self.py_modules: list[str] = []
        super().run()
        if not self.editable_mode:
            self._take_guides()

    def _take_guides(self) -> None:
        """The documentation and the changelog go below the roof, too: the service shows them."""
        for path in [Path(CHANGELOG), *sorted(Path(GUIDES).rglob("*"))]:
            if path.suffix in GUIDE_FILES:
                place = Path(self.build_lib) / ROOF / path
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, place)

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Single modules move into the roof's own folder."""
        found: list[tuple[str, str, str]] = super().find_package_modules(package, package_dir)
        if package == ROOF and not self.editable_mode:
            found += [(ROOF, module, f"{module}.py") for module in MODULES]
        return found

    def build_module(self, module: str, module_file: str, package: str) -> tuple[str, bool]:
        outfile, copied = super().build_module(module, module_file, package)
        if not self.editable_mode:
            Path(outfile).write_text(moved(Path(outfile).read_text("utf-8")), "utf-8")
        return outfile, copied


def _place(package: str) -> str:
    """What a package of the checkout is called in the wheel."""
    return package if package.partition(".")[0] == ROOF else f"{ROOF}.{package}"


if __name__ == "__main__":
    setup(cmdclass={"build_py": Build})
