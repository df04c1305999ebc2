"""The `kronika` command: one module per subcommand, each with `HELP`, `arguments(parser)` and `run(args)`."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module

from cli import lean  # noqa: F401  # before imports that would load the modules it blocks
from domain.packages.installed import SameId
from service.store import StoreUnusable
from service.system.clock import ClockWrong
from service.system.settings import BadSetting

COMMANDS = (
    "serve",
    "play",
    "bot",
    "simulate",
    "export",
    "dataset",
    "replay",
    "explain",
    "analyse",
    "verify",
    "monitor",
    "token",
    "rebuild",
    "keep",
    "admin",
    "account",
    "hide",
    "hook",
    "delete",
    "disputes",
    "erase",
    "fsck",
    "backup",
    "restore",
    "move",
    "reconcile",
    "log",
    "witness",
    "regress",
    "new-ruleset",
    "check-ruleset",
)


def end_tidily() -> None:
    """Treat SIGTERM like Ctrl-C, so that nothing half-written is left behind."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


class Sorry(Exception):
    """A command cannot do its work; the message is one sentence for the user."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a subcommand; returns the exit code."""
    given = sys.argv[1:] if argv is None else argv
    try:
        args = _parser(given[:1]).parse_args(given)
        code = int(args.run(args) or 0)
        sys.stdout.flush()
        return code
    except (Sorry, BadSetting, ClockWrong, SameId, StoreUnusable) as error:
        print(f"kronika: {error}", file=sys.stderr)
    except BrokenPipeError:  # the reader has read enough, such as `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("kronika: stopped.", file=sys.stderr)
    return 1


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Loads only the requested command, since some need much more than others."""
    parser = argparse.ArgumentParser(prog="kronika", description="Tabletop games as event logs.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in set(words) & set(COMMANDS) or COMMANDS:
        module = import_module(f"{__name__}.{name.replace('-', '_')}")
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.arguments(command)
        command.set_defaults(run=module.run)
    return parser
