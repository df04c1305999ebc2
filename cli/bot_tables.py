"""How `kronika bot` finds a table. Bots that look for one another end up at one table, though each has opened its own."""

from __future__ import annotations

import argparse
import uuid
from collections.abc import Iterator
from itertools import starmap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kronika_client import Client
    from kronika_client.models import GameSummary

    from cli.bot import State

Game = dict[str, Any]


def nowhere() -> Game:
    """What the state has of a game before the bot sits anywhere. The keys of its requests follow from `key`."""
    return {
        "key": uuid.uuid4().hex,
        "id": None,
        "seat": None,
        "token": None,
        "name": None,
        "opening": False,
        "opened": None,
        "organiser": None,
        "leaving": False,
        "begun": False,
    }


class Tables:
    """Where the bot sits down. Its requests have keys that follow from the game's, so that a restart repeats them.

    While its table waits for players, the bot moves to any that lacks fewer of them, or as many and was opened earlier.
    Each move makes fuller tables fuller, so moves come to an end; of any bots that fill a table, some then play.
    """

    def __init__(self, client: Client, state: State, game: Game, args: argparse.Namespace) -> None:
        self._client, self._state, self._game, self._args = client, state, game, args
        self._refused: dict[str, int] = {}

    def sit_down(self) -> None:
        """Where a request was under way, or at a table that waits for players if that is wanted; else at a new one.

        Returns when the game has begun.
        """
        while not self._game.get("begun"):
            if self._game["seat"] is None and not self._finds():
                self._open()
            if self._game["seat"] is not None:
                self._wait()

    def _finds(self) -> bool:
        """A seat at a table that is there. One that the bot was opening comes first, or nobody would ever close it."""
        return not self._game.get("opening") and any(starmap(self._sits, self._candidates()))

    def _candidates(self) -> Iterator[tuple[str, int]]:
        """Tables and their versions."""
        if self._game["id"]:
            yield self._game["id"], 0
        if self._args.against == "anybody":
            mine = self._state.tables()
            yield from ((table.id, table.version) for table in self._waiting() if table.id not in mine)

    def _waiting(self) -> list[GameSummary]:
        """Tables with free seats, those first at which bots meet; without those that refused this bot as they are."""
        from kronika_client import api

        ask = api.list_games(status="waiting", ruleset=self._args.ruleset, limit=100)
        tables = [table for table in self._client.send(ask).games if free(table)]
        tables = [table for table in tables if self._refused.get(table.id) != table.version]
        return sorted(tables, key=lambda table: (free(table), table.created_at, table.id))

    def _sits(self, table: str, version: int) -> bool:
        from kronika_client import MovedOn, NotAllowed, Taken

        try:
            self._sit(table)
        except (MovedOn, NotAllowed, Taken):
            self._refused[table] = version
            self._game["id"] = None
            return False
        return True

    def _open(self) -> None:
        from kronika_client import Taken, api

        self._game["opening"] = True
        self._state.save()
        new = {"ruleset": self._args.ruleset, "seats": self._args.seats}
        made = self._client.send(api.create_game(new, idempotency_key=f"{self._game['key']}-table"))
        for n in range(1, self._args.seats if self._args.against != "anybody" else 1):
            bot = {"name": f"House {n}", "bot": self._args.against}
            key = f"{self._game['key']}-house-{n}"
            self._client.send(api.take_seat(made.id, bot, idempotency_key=key), made.organiser_token)
        self._game |= {"opening": False, "opened": made.id, "organiser": made.organiser_token}
        try:
            self._sit(made.id)
        except Taken:
            self._forget()

    def _sit(self, table: str) -> None:
        """As a guest under another name if somebody at the table has the bot's, as two bots may have that nobody named."""
        from kronika_client import Taken

        self._game["id"] = table
        for number in range(2, 10):
            self._state.save()
            try:
                return self._take_seat(table)
            except Taken as taken:
                if self._client.token or taken.rule != "table.names":
                    raise
                self._game["name"] = f"{self._args.name} {number}"
        return self._take_seat(table)

    def _take_seat(self, table: str) -> None:
        from kronika_client import api

        guest = {} if self._client.token else {"name": self._game.get("name") or self._args.name}
        key = f"{self._game['key']}-{table}"
        seated = self._client.send(api.take_seat(table, guest, idempotency_key=key))
        self._game |= {"seat": seated.seat, "token": seated.token}
        self._state.save()

    def _wait(self) -> None:
        """Until the game begins, its organiser ends it, or the bot leaves for a better table."""
        from kronika_client import api
        from kronika_client.playing import WAIT

        if self._game.get("leaving") and self._leave():
            return
        seconds, document = 1, self._client.send(api.get_game(self._game["id"]))
        while document.status == "waiting":
            if self._is_better_elsewhere() and self._leave():
                return
            waiting = api.get_game(self._game["id"], wait=seconds, after=document.version)
            seconds, document = min(2 * seconds, WAIT), self._client.send(waiting)
        if document.status == "abandoned":
            self._forget()
        else:
            self._game["begun"] = True
            self._state.save()

    def _is_better_elsewhere(self) -> bool:
        if self._args.against != "anybody":
            return False
        tables = [table.id for table in self._waiting()]
        return self._game["id"] in tables[1:]

    def _leave(self) -> bool:
        """Whether the bot has left its table: not if the last seat was taken meanwhile. A restart repeats it."""
        from kronika_client import IllegalAction, NotAllowed, api

        self._game["leaving"] = True
        self._state.save()
        key = f"{self._game['key']}-leave"
        leaving = api.free_seat(self._game["id"], self._game["seat"], idempotency_key=key)
        try:
            self._client.send(leaving, self._game["token"])
        except IllegalAction:
            self._game["leaving"] = False
            return False
        except NotAllowed:
            pass  # It was sent before, and the answer was lost: with the seat its token has ended.
        self._close_empty()
        self._forget()
        return True

    def _close_empty(self) -> None:
        """End the table that the bot has opened and left, if nobody else sits there."""
        from kronika_client import api

        if self._game.get("opened") != self._game["id"]:
            return
        table = self._client.send(api.get_game(self._game["id"]))
        if table.status == "waiting" and all(seat.name is None for seat in table.seats):
            self._client.send(api.abandon_game(self._game["id"]), self._game["organiser"])

    def _forget(self) -> None:
        self._game |= nowhere()
        self._state.save()


def free(table: GameSummary) -> int:
    """The number of free seats."""
    return sum(seat.name is None for seat in table.seats)
