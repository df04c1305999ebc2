"""`kronika restore PATH`: a service as it was when the back-up was made, where there is none."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from cli import Sorry, end_tidily, fsck, rebuild
from cli.damages import print_damages
from cli.passphrase import passphrase
from service.operation.backups import NotDone, restore
from service.system.settings import Settings

HELP = "Begin from a back-up, in an empty place only (passphrase: KRONIKA_PASSPHRASE, or asked for)."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=Path, help="the file that `kronika backup` wrote")


def run(args: argparse.Namespace) -> int:
    end_tidily()
    settings = Settings.from_env(os.environ)
    try:
        damages = restore(settings, args.path, passphrase(twice=False))
    except NotDone as error:
        raise Sorry(str(error)) from error
    for left in (settings.data / fsck.FILE, *settings.data.glob(rebuild.FILE.format("*"))):
        left.unlink(missing_ok=True)  # of the database that was there before
    print(f"{args.path} is restored; ask `kronika reconcile` which games it is too old for")
    return print_damages(damages)
