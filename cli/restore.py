"""`kronika restore`: restores a service from a back-up, in an empty place."""

from __future__ import annotations

import argparse
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from cli import Sorry, end_tidily, fsck, rebuild
from cli.passphrase import passphrase
from cli.problems import print_damages
from service.operation.backup.chains import Archive
from service.operation.backup.objects import S3, BackupAway, open_objects
from service.operation.backup.points import NotDone, Target
from service.operation.backup.restoring import Closing, restore_archive
from service.operation.backup.segments import IDENTITIES, BadSegment, Erasure
from service.operation.backup.verifying import FILE as VERIFIED_FILE
from service.operation.backups import restore
from service.system.settings import Settings

NO_LOG = (
    "the log of logs may lack what the lost service signed last: put the folder `log` of that service into the data folder, or "
    "start another log (`kronika log start NAME`); until then no game is created"
)
HELP = (
    "Restore a back-up (a file, or the folder or s3:// address of a continuous one), into an empty place only "
    "(passphrase: KRONIKA_PASSPHRASE, or prompted for)."
)
QUESTION = "Type yes to go on: "


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", help="the file that `kronika backup` wrote, or what KRONIKA_BACKUP was")
    parser.add_argument(
        "--at",
        type=_target,
        help="restore to this time (such as 2026-11-27T17:30:00Z) or position of an event, or just before it",
    )
    parser.add_argument("--yes", action="store_true", help="do not ask before games are closed")
    parser.add_argument(
        "--continue-log",
        action="store_true",
        help="continue the log of logs: only if the lost service signed nothing after the end of the back-up",
    )


def _target(text: str) -> Target:
    if text.isdecimal():
        return Target(position=int(text))
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"a time such as 2026-11-27T17:30:00Z, or a position, not {text!r}"
        ) from None
    return Target(at=round((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp() * 1000))


def run(args: argparse.Namespace) -> int:
    end_tidily()
    settings = Settings.from_env(os.environ)
    continuous = args.path.startswith(S3) or Path(args.path).is_dir()
    if not continuous and (args.at or args.continue_log):
        raise Sorry("--at and --continue-log need a continuous back-up, and this is not one.")
    try:
        code = _from_archive(settings, args) if continuous else _from_file(settings, args.path)
    except (BackupAway, BadSegment, NotDone) as error:
        raise Sorry(str(error)) from error
    except OSError as error:
        raise Sorry(f"{error.filename or settings.data} cannot be written: {error.strerror}.") from error
    lefts = (fsck.FILE, VERIFIED_FILE)  # left over from an earlier database
    for left in (*(settings.data / name for name in lefts), *settings.data.glob(rebuild.FILE.format("*"))):
        left.unlink(missing_ok=True)
    return code


def _from_file(settings: Settings, path: str) -> int:
    secret = passphrase(twice=False)
    damages = restore(settings, Path(path), secret, _erasures(settings, secret))
    print(f"{path} is restored; `kronika reconcile` lists the games for which it is too old")
    print(NO_LOG)
    return print_damages(damages)


def _erasures(settings: Settings, secret: str) -> list[Erasure]:
    """Those of the continuous back-up, which a file does not have."""
    if settings.backup is None:
        return []
    objects = open_objects(settings.backup)
    try:
        return Archive.opened(objects, secret).erasures() if objects.names(f"{IDENTITIES}/") else []
    except BadSegment as error:
        raise Sorry(
            f"The list of erasures in KRONIKA_BACKUP cannot be read; unset it to restore without. {error}"
        ) from error


def _from_archive(settings: Settings, args: argparse.Namespace) -> int:
    archive = Archive.opened(open_objects(args.path), passphrase(twice=False))
    agreed = (lambda closing: True) if args.yes else _ask
    done = restore_archive(settings, archive, args.at, agreed, args.continue_log, _show)
    print(
        f"{args.path} is restored as of {_time(done.point.at)}, position {done.point.last[0]}; {done.erasures} later erasures "
        "are applied"
    )
    print("check it with `kronika fsck`; `kronika reconcile` lists the games for which it is too old")
    if not done.log:
        print(NO_LOG)
    return 0


def _show(number: int, last: int) -> None:
    if sys.stderr.isatty():
        print(f"\rsegment {number} of {last}", end="\n" if number == last else "", file=sys.stderr)


def _ask(closing: Closing) -> bool:
    print(f"about to restore as of {_time(closing.point.at)}, position {closing.point.last[0]}")
    print(
        f"This closes {closing.games} games that continued since, {closing.unknown} of which began since: their players have "
        "what was signed, so nothing can be added to them."
    )
    if closing.damage:
        print(f"More may be closed, because later heads cannot be read: {closing.damage}")
    try:
        return input(QUESTION).strip() == "yes"
    except EOFError:
        return False


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
