"""`kronika backup`: writes the complete service to one encrypted file while it runs, or verifies the continuous back-up."""

from __future__ import annotations

import argparse
import os
import time
from contextlib import closing
from pathlib import Path

from cli import Sorry, end_tidily
from cli.passphrase import passphrase
from cli.problems import print_damages
from service.operation.app import compose, open_store_of
from service.operation.backup.chains import Archive
from service.operation.backup.identity import begin
from service.operation.backup.objects import BackupAway, open_objects
from service.operation.backup.points import NotDone
from service.operation.backup.segments import BadSegment
from service.operation.backup.verifying import Verification, verify
from service.operation.backups import back_up
from service.system.settings import Settings

HELP = (
    "Write the database and both keys to one compressed, encrypted file, or --verify the back-up in KRONIKA_BACKUP "
    "(passphrase: KRONIKA_PASSPHRASE, or prompted for)."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("path", type=Path, nargs="?", help="the file; it must not exist yet")
    what.add_argument(
        "--begin",
        action="store_true",
        help="make the key pair of the back-up in KRONIKA_BACKUP, before the first start with it",
    )
    what.add_argument(
        "--verify",
        action="store_true",
        help="read what is new in KRONIKA_BACKUP since the last time, and compare it with the database",
    )


def run(args: argparse.Namespace) -> int:
    end_tidily()
    settings = Settings.from_env(os.environ)
    if args.begin:
        return _begin(settings)
    return _verify(settings) if args.verify else _back_up(settings, args.path)


def _begin(settings: Settings) -> int:
    with closing(open_store_of(settings)) as store:
        begin(store, passphrase(twice=True))
    print("the key pair is in the database; keep the passphrase, without which no back-up can be read")
    return 0


def _back_up(settings: Settings, path: Path) -> int:
    secret = passphrase(twice=True)
    kronika = compose(settings, slow_reads=True)
    try:
        damages = back_up(kronika, path, secret)
    except NotDone as error:
        raise Sorry(str(error)) from error
    except OSError as error:
        raise Sorry(f"{error.filename or path} cannot be written: {error.strerror}.") from error
    finally:
        kronika.close()
    print(
        f"{path}: {path.stat().st_size:,} bytes; keep it apart from the service, and the passphrase apart from it"
    )
    return print_damages(damages)


def _verify(settings: Settings) -> int:
    if settings.backup is None:
        raise Sorry("KRONIKA_BACKUP is not set, so there is no continuous back-up to verify.")
    store = open_store_of(settings, slow_reads=True)
    try:
        archive = Archive.opened(open_objects(settings.backup), passphrase(twice=False))
        found = verify(archive, store, settings.data)
    except (BackupAway, BadSegment, NotDone) as error:
        raise Sorry(str(error)) from error
    finally:
        store.close()
    _print(found)
    return 0


def _print(found: Verification) -> None:
    age = time.time() - found.at / 1000
    print(f"{found.segments:,} new segments, {found.size:,} bytes, {found.events:,} events: all good")
    print(f"the back-up is {age:,.0f} seconds old")
