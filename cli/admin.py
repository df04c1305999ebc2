"""`kronika admin`: the operator's place of the running service, through the socket in its data folder."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import httpx

from cli import Sorry
from cli.admin_tables import TABLES
from projections.documents.games import ANY_STATUS
from projections.sentences import LANGUAGES
from service.operation.moderation.log import FORMAT
from service.store.private_files import open_private
from service.system.admin_socket import socket_path
from service.system.settings import Settings

HELP = "See games, load and state of the running service, block clients, close games, pause new ones, export the operator's log."
SECONDS = 120.0
"""How long an answer may take: the load of a busy hour is added up for each."""


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    games = _read(commands, "games", "the games that were active last, private ones, too")
    games.add_argument("--status", choices=ANY_STATUS, help="only games of this status")
    load = _read(commands, "load", "the addresses and tokens with the most requests")
    log = _read(commands, "log", "the operator's acts, the newest first")
    for listing in (games, load, log):
        listing.add_argument("--limit", default="50", metavar="N", help="rows (default: 50, at most 1000)")
    log.add_argument("--export", type=Path, metavar="FILE", help="write the whole signed log to a new file")
    _read(commands, "status", "back-up, heads, witnesses, disks, blocks, games that lack entries")
    _add_acts(commands)


def _read(commands: Any, name: str, about: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(read=name, act=None)
    return parser


def _add_acts(commands: Any) -> None:
    block = _act(commands, "block", "block", "refuse all requests of an address, a network or a token")
    _act(commands, "unblock", "unblock", "end a block").add_argument("subject", metavar="WHO")
    block.add_argument(
        "subject", metavar="WHO", help="an address, a /24, /48 or /64, a token, or its eight digits"
    )
    block.add_argument("--for", default="24h", metavar="TIME", help="such as 30m, 24h (the default) or 7d")
    close = _act(commands, "close", "close-game", "stop a game; its players read the reason")
    reopen = _act(commands, "reopen", "reopen-game", "let a closed game continue")
    abandon = _act(commands, "abandon", "abandon-game", "end a game without a result, for good")
    abandon.add_argument("--yes", action="store_true", default=False, help="do not ask")
    pause = _act(commands, "pause", "pause-games", "let no new games begin; clients read the reason")
    _act(commands, "resume", "resume-games", "let new games begin again")
    for of_game in (close, reopen, abandon):
        of_game.add_argument("subject", metavar="GAME")
    for with_reason in (close, abandon, pause):
        with_reason.add_argument(
            "--lang", choices=LANGUAGES, default=LANGUAGES[0], help="the language of the reason"
        )


def _act(commands: Any, name: str, act: str, about: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
    parser.add_argument("--reason", required=True, metavar="SENTENCE", help="why, in a sentence")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(read=None, act=act, yes=True)
    return parser


def run(args: argparse.Namespace) -> int:
    path = _path()
    with _place(path) as place:
        if args.act is not None:
            return _do(place, path, args)
        if getattr(args, "export", None) is not None:
            return _export(place, path, args.export)
        query = {name: getattr(args, name, None) for name in ("status", "limit")}
        found = _ask(place, path, "GET", f"/{args.read}", params={k: v for k, v in query.items() if v})
        print(found.text if args.json else TABLES[args.read](found.json()))
        return 0


def do(fields: dict[str, str]) -> httpx.Response:
    """What the operator's place answers to this act; `Sorry` if it was not done."""
    path = _path()
    with _place(path) as place:
        return _ask(place, path, "POST", "/acts", json=fields)


def _path() -> Path:
    return socket_path(Settings.from_env(os.environ).data)


def _place(path: Path) -> httpx.Client:
    transport = httpx.HTTPTransport(uds=str(path))
    return httpx.Client(transport=transport, base_url="http://admin", timeout=SECONDS)


def _do(place: httpx.Client, path: Path, args: argparse.Namespace) -> int:
    names = ("act", "subject", "reason", "lang", "for")
    fields = {name: value for name in names if (value := getattr(args, name, None)) is not None}
    if not args.yes and not _confirmed(f"Abandon game {args.subject} for good?"):
        raise Sorry("nothing was done.")
    found = _ask(place, path, "POST", "/acts", json=fields)
    print(found.text if args.json else TABLES["done"](found.json()))
    return 0


def _confirmed(question: str) -> bool:
    return sys.stdin.isatty() and input(f"{question} (yes/no) ").strip() == "yes"


def _export(place: httpx.Client, path: Path, target: Path) -> int:
    content = _ask(place, path, "GET", "/log/export").content
    try:
        with os.fdopen(open_private(target, os.O_WRONLY | os.O_EXCL), "wb") as file:
            file.write(content)
    except OSError as error:
        raise Sorry(f"{target} cannot be written: {error.strerror}.") from error
    print(f"{target}: {FORMAT}, {len(content):,} bytes; `kronika verify {target}` checks it")
    return 0


def _ask(place: httpx.Client, path: Path, method: str, address: str, **more: Any) -> httpx.Response:
    try:
        found = place.request(method, address, **more)
    except httpx.TimeoutException as error:
        raise Sorry(f"the service took more than {SECONDS:.0f} seconds to answer.") from error
    except httpx.HTTPError as error:
        raise Sorry(
            f"no service answers at {path}: is it running, and may you read the folder? ({error})"
        ) from error
    if found.is_error:
        raise Sorry(found.json()["detail"])
    return found
