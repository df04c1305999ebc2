"""`kronika bot`: a bot of the user's own plays games on a service, by the Python client; killed and started again, it resumes."""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import runpy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli import Sorry
from cli.bot_tables import Game, Tables, nowhere
from projections.people import BOTS
from service.system.settings import Settings

if TYPE_CHECKING:
    from kronika_client import Client, Turn

HELP = "Let a bot of your own play games on a service; it resumes after any interruption."
FUNCTION = "choose"
AT_FIRST = 10.0
"""Seconds for which the first request is repeated; later ones are repeated until the service answers."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bot", help=f"a Python file with a function {FUNCTION}(turn) that returns an action")
    parser.add_argument("--server", metavar="URL", help="by default the one that the environment names")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many to play (default 1)")
    parser.add_argument("--ruleset", default="age-of-war", help="default age-of-war")
    parser.add_argument("--seats", type=int, default=2, help="of a new table (default 2)")
    parser.add_argument(
        "--against",
        choices=(*BOTS, "anybody"),
        default="greedy",
        help="the service's bots (default greedy); anybody: join a table that waits for players, or open one",
    )
    parser.add_argument("--name", default="Bot", help="of the bot, as a guest (default Bot)")
    parser.add_argument(
        "--state", metavar="FILE", help="what a restart needs, tokens included (default BOT.state.json)"
    )


def run(args: argparse.Namespace) -> int:
    """An account's token is read from KRONIKA_TOKEN; without it the bot is a guest."""
    client_class = _client()
    settings = Settings.from_env(os.environ)
    server = args.server or f"http://{settings.host}:{settings.port}"
    choose = function_of(Path(args.bot))
    path = Path(args.state or f"{args.bot}.state.json")
    account = os.environ.get("KRONIKA_TOKEN")
    with alone(path), client_class(server, account, patience=AT_FIRST) as client, explained():
        state = State(path, server)
        check(client)
        client.patience = inf
        for game in state.unfinished(args.games):
            Tables(client, state, game, args).sit_down()
            play(client, state, game, choose)
    return 0


@contextmanager
def alone(state: Path) -> Iterator[None]:
    """Two programs with one state would sit in one seat, and each would overwrite what the other has written."""
    with open(os.open(f"{state}.lock", os.O_RDWR | os.O_CREAT, 0o600)) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Sorry(f"another program is using {state}: give this one another --state.") from error
        yield


def check(client: Client) -> None:
    """Whether there is a service at this address."""
    from kronika_client import api

    client.send(api.get_live())


@contextmanager
def explained() -> Iterator[None]:
    """What the service refuses is a sentence, too."""
    from kronika_client import KronikaError

    try:
        yield
    except KronikaError as error:
        raise Sorry(str(error)) from error


def _client() -> type[Client]:
    try:
        from kronika_client import Client
    except ModuleNotFoundError as error:
        raise Sorry(f"`kronika bot` needs {error.name}: pip install kronika-client") from error
    return Client


def function_of(path: Path) -> Callable[[Turn], Any]:
    if not path.is_file():
        raise Sorry(f"there is no file {path}.")
    found = runpy.run_path(str(path)).get(FUNCTION)
    if not callable(found):
        raise Sorry(f"{path} defines no function {FUNCTION}(turn) that returns one of turn.legal.")
    return found  # type: ignore[no-any-return]


def play(client: Client, state: State, game: Game, choose: Callable[[Turn], Any]) -> None:
    from kronika_client import IllegalAction, api

    for turn in client.play(game["id"], game["token"]):
        try:
            turn.act(choose(turn))
        except IllegalAction as refused:
            raise Sorry(f"{game['id']}: the bot's action is refused: {refused}") from refused
    outcome = client.send(api.get_game(game["id"])).outcome
    state.finish(game)
    won = outcome and game["seat"] in outcome.winners
    print(
        f"{game['id']} {'won' if won else 'not won'} {outcome.reason if outcome else 'abandoned'}", flush=True
    )


class State:
    """The games of a bot in a file of mode 0600. Keys are written before the requests they belong to."""

    def __init__(self, path: Path, server: str) -> None:
        self._path = path
        stored: Any = json.loads(path.read_text()) if path.exists() else {"server": server, "games": []}
        self._stored = stored
        if self._stored["server"] != server:
            raise Sorry(f"{path} is of games on {self._stored['server']}: give another --state.")

    def unfinished(self, games: int) -> Iterator[Game]:
        """Games that are not over, those begun first, until so many are over."""
        while len(over := [game for game in self._stored["games"] if game["over"]]) < games:
            begun = [game for game in self._stored["games"] if game not in over]
            yield begun[0] if begun else self._new()

    def _new(self) -> Game:
        game: Game = {**nowhere(), "over": False}
        self._stored["games"].append(game)
        self.save()
        return game

    def tables(self) -> list[str]:
        """Where the bot sits or sat."""
        return [game["id"] for game in self._stored["games"]]

    def finish(self, game: Game) -> None:
        game["over"] = True
        self.save()

    def save(self) -> None:
        from kronika_client.seats import write_private

        write_private(self._path, json.dumps(self._stored, indent=1))
