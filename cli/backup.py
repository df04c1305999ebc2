"""`kronika backup PATH`: writes the complete service to one encrypted file while it runs."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from cli import Sorry, end_tidily
from cli.passphrase import passphrase
from cli.problems import print_damages
from service.app import compose
from service.operation.backups import NotDone, back_up
from service.system.settings import Settings

HELP = "Write the database and both keys to one encrypted file (passphrase: KRONIKA_PASSPHRASE, or prompted for)."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=Path, help="the file; it must not exist yet")


def run(args: argparse.Namespace) -> int:
    end_tidily()
    secret = passphrase(twice=True)
    kronika = compose(Settings.from_env(os.environ), slow_reads=True)
    try:
        damages = back_up(kronika, args.path, secret)
    except NotDone as error:
        raise Sorry(str(error)) from error
    except OSError as error:
        raise Sorry(f"{args.path} cannot be written: {error.strerror}.") from error
    finally:
        kronika.close()
    print(
        f"{args.path}: {args.path.stat().st_size:,} bytes; keep it apart from the service, and the passphrase apart from it"
    )
    return print_damages(damages)
