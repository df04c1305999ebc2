"""The `kronika` command, also as `python -m kronika`. Without the service's packages it explains how to install them."""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, distribution, requires

from verifier import __name__ as verifier

LACKING = """\
kronika: the command needs the service, which is not installed: pip install 'kronika[service]' (lacking: {names}).
The engine alone makes tables of exported games, kronika dataset FILE, and checks audit files: python -m {verifier} FILE"""


def main() -> int:
    """Run the command; returns the exit code."""
    try:
        from cli import main as command
    except ModuleNotFoundError:
        if sys.argv[1:2] == ["dataset"]:  # needs the engine alone
            from engine.dataset.command import main as dataset

            return dataset(sys.argv[2:])
        names = [name for name in _of_the_service() if not _installed(name)]
        if not names:
            raise
        print(LACKING.format(names=", ".join(names), verifier=verifier), file=sys.stderr)
        return 1
    return command()


def _of_the_service() -> list[str]:
    """The packages that `kronika[service]` adds to the engine's."""
    lines = [line for line in requires("kronika") or () if re.search(r"extra == .service", line)]
    return [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in lines]


def _installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
