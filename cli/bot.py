"""`kronika bot`: a bot of the user's own plays games on a service, by the Python client; killed and started again, it resumes."""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import runpy
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli import Sorry
from projections.people import BOTS
from service.system.settings import Settings

if TYPE_CHECKING:
    from kronika_client import Client, Turn

HELP = "Let a bot of your own play games on a service; it resumes after any interruption."
FUNCTION = "choose"
AT_FIRST = 10.0
"""Seconds for which the first request is repeated; later ones are repeated until the service answers."""
Game = dict[str, Any]


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
            Table(client, state, game, args).sit_down()
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
        game: Game = {"key": uuid.uuid4().hex, "id": None, "seat": None, "token": None, "over": False}
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


class Table:
    """Where the bot sits down. Its requests have keys that follow from the game's, so that a restart repeats them."""

    def __init__(self, client: Client, state: State, game: Game, args: argparse.Namespace) -> None:
        self._client, self._state, self._game, self._args = client, state, game, args

    def sit_down(self) -> None:
        """Where a request was under way, or at a table that waits for players if that is wanted; else at a new one."""
        if self._game["seat"] is None and not any(map(self._sits, self._candidates())):
            self._opened()

    def _candidates(self) -> Iterator[str]:
        from kronika_client import api

        if self._game["id"]:
            yield self._game["id"]
        if self._args.against == "anybody":
            ask = api.list_games(status="waiting", ruleset=self._args.ruleset, limit=100)
            mine = self._state.tables()
            yield from (table.id for table in self._client.send(ask).games if table.id not in mine)

    def _sits(self, table: str) -> bool:
        from kronika_client import MovedOn, NotAllowed, Taken

        try:
            self._sit(table)
        except (MovedOn, NotAllowed, Taken):
            return False
        return True

    def _opened(self) -> None:
        from kronika_client import api

        new = {"ruleset": self._args.ruleset, "seats": self._args.seats}
        made = self._client.send(api.create_game(new, idempotency_key=f"{self._game['key']}-table"))
        for n in range(1, self._args.seats if self._args.against != "anybody" else 1):
            bot = {"name": f"House {n}", "bot": self._args.against}
            key = f"{self._game['key']}-house-{n}"
            self._client.send(api.take_seat(made.id, bot, idempotency_key=key), made.organiser_token)
        self._sit(made.id)

    def _sit(self, table: str) -> None:
        from kronika_client import api

        self._game["id"] = table
        self._state.save()
        guest = {} if self._client.token else {"name": self._args.name}
        key = f"{self._game['key']}-{table}"
        seated = self._client.send(api.take_seat(table, guest, idempotency_key=key))
        self._game |= {"seat": seated.seat, "token": seated.token}
        self._state.save()
