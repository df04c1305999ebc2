"""`kronika replay`: prints a game as sentences."""

from __future__ import annotations

import argparse
import os
from contextlib import closing
from pathlib import Path

import httpx
import msgspec

from cli import Sorry
from domain.hidden import AUDITOR
from projections.documents.history import Replay
from projections.replay import replay_document
from projections.sentences import LANGUAGES
from service.operation.app import compose
from service.system.settings import Settings

HELP = "Print a game as sentences: a replay document in a file, or a game by its id."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="FILE|ID")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    parser.add_argument("--url", help="ask this server instead of the local database")
    parser.add_argument("--token", help="the bearer token for the server")


def run(args: argparse.Namespace) -> int:
    print("\n".join(_document(args)))
    return 0


def _document(args: argparse.Namespace) -> list[str]:
    """Returns the lines to print."""
    if Path(args.game).is_file():
        return _from_file(Path(args.game))
    if args.url is not None:
        return lines(_from_server(args))
    return lines(_from_database(args.game, args.lang))


def _from_file(path: Path) -> list[str]:
    try:
        return lines(msgspec.json.decode(path.read_bytes(), type=Replay))
    except msgspec.DecodeError as error:
        raise Sorry(f"{path} is not a replay document (a response of .../replay).") from error


def _from_server(args: argparse.Namespace) -> Replay:
    headers = {"Authorization": f"Bearer {args.token}"} if args.token else {}
    try:
        response = httpx.get(
            f"{args.url}/v1/games/{args.game}/replay", params={"lang": args.lang}, headers=headers, timeout=60
        )
        return msgspec.json.decode(response.raise_for_status().content, type=Replay)
    except (httpx.HTTPError, msgspec.DecodeError) as error:
        raise Sorry(f"{args.url} does not give this replay: {str(error).splitlines()[0]}") from error


def _from_database(game: str, lang: str) -> Replay:
    """With everything included: a user with access to the database may see everything."""
    with closing(compose(Settings.from_env(os.environ))) as kronika:
        if not kronika.store.version(game):
            raise Sorry(f"{game} is neither a file nor a game of this database.")
        loaded = kronika.repository.get(game)
        log = kronika.repository.versions.log(loaded)
        return replay_document(
            loaded.ruleset, loaded.table, log, loaded.players, lambda _: AUDITOR, lang, loaded.imported
        )


def lines(replay: Replay) -> list[str]:
    """Chapters as headings, each event with its version."""
    titles = {chapter.version: chapter.title for chapter in replay.chapters}
    text = []
    for frame in replay.frames:
        if frame.version in titles:
            text += ["", titles[frame.version]]
        text.append(f"{frame.version:>6}  {frame.text}")
    return text
