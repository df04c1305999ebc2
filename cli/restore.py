"""`kronika restore PATH`: restores a service from a back-up, in an empty place."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from cli import Sorry, end_tidily, fsck, rebuild
from cli.passphrase import passphrase
from cli.problems import print_damages
from service.operation.backups import NotDone, restore
from service.system.settings import Settings

LOG = (
    "the log of logs is in no back-up: put the folder `log` of the lost service into the data folder, or start another log "
    "(`kronika log start NAME`); until then no game is created"
)
HELP = "Restore a back-up, into an empty place only (passphrase: KRONIKA_PASSPHRASE, or prompted for)."


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
        left.unlink(missing_ok=True)  # left over from an earlier database
    print(f"{args.path} is restored; `kronika reconcile` lists the games for which it is too old")
    print(LOG)
    return print_damages(damages)
