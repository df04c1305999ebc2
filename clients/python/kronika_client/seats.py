"""A seat at a table, and how it is remembered."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from kronika_client import api
from kronika_client.errors import KronikaError
from kronika_client.extra import trusting
from kronika_client.playing import OVER, WAIT, Act, acting, playing
from kronika_client.steps import Flow, sending

if TYPE_CHECKING:
    from kronika_client.trusting import Trusting


class Seat:
    """A guest's seat: its token, and for a signed one its key, its seed and the heads that it has seen."""

    def __init__(self, game: str, number: int, token: str = "", trusting: Trusting | None = None) -> None:
        self.game, self.number, self._token, self.trusting = game, number, token, trusting

    @property
    def token(self) -> str:
        return self.trusting.token if self.trusting else self._token

    @classmethod
    def taking(
        cls, game: str, name: str, invitation: str | None, signed: bool, patience: float
    ) -> Flow[Seat]:
        """Take a free seat, or the one that the invitation is for."""
        if signed:
            return (yield from cls._signed(game, name, invitation, patience))
        invited = {} if invitation is None else {"invitation": invitation}
        taken = yield from sending(api.take_seat(game, {"name": name, **invited}), None, patience)
        return cls(game, taken.seat, taken.token or "")

    @classmethod
    def _signed(cls, game: str, name: str, invitation: str | None, patience: float) -> Flow[Seat]:
        number = yield from _free_seat(game, invitation, patience)
        seat = cls(game, number, trusting=trusting(game, number))
        assert seat.trusting is not None
        seat.trusting.patience = patience
        yield from seat.trusting.sitting_down(name, invitation)
        return seat

    def playing(self, patience: float) -> Flow[None]:
        """Emit the seat's positions until the game is over. A signed seat reveals its seed first, once all seats are taken."""
        act: Act = acting(self.game, self.token, patience)
        if self.trusting is not None:
            self.trusting.patience = patience
            yield from self._beginning(self.trusting)
            act = self._act
        yield from playing(self.game, self.token, patience, act)

    def _beginning(self, trusting: Trusting) -> Flow[None]:
        document = yield from trusting.send(api.get_game(self.game))
        while document.status == "waiting":
            yield from trusting.following()
            if trusting.all_seated() and not _revealed(trusting):
                yield from trusting.revealing()
            waiting = api.get_game(self.game, wait=WAIT, after=document.version)
            document = yield from trusting.send(waiting)
        if document.status not in OVER:
            yield from trusting.checking_start()

    def _act(self, action: Any, version: int) -> Flow[Any]:
        assert self.trusting is not None
        return (yield from self.trusting.acting(to_builtins(action), version))

    def save(self, path: str | Path) -> None:
        """Write what the seat needs to go on after a restart, to a file that nobody else may read."""
        known = self.trusting.secrets() if self.trusting else {"token": self.token}
        heads = {"heads": self.trusting.heads.kept} if self.trusting else {}
        write_private(
            Path(path), json.dumps({"game": self.game, "seat": self.number, "known": known, **heads})
        )

    @classmethod
    def load(cls, path: str | Path) -> Seat:
        stored = json.loads(Path(path).read_text())
        known = stored["known"]
        if "key" not in known:
            return cls(stored["game"], stored["seat"], known["token"])
        known_seat = trusting(stored["game"], stored["seat"], stored["heads"], known)
        return cls(stored["game"], stored["seat"], trusting=known_seat)


def write_private(path: Path, text: str) -> None:
    """Replace a file at once by one of mode 0600."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _revealed(trusting: Trusting) -> bool:
    return trusting.seat in [each["seat"] for each in trusting.events("seed-revealed")]


def _free_seat(game: str, invitation: str | None, patience: float) -> Flow[int]:
    if invitation is not None:
        document: Any = yield from sending(api.get_invitation(invitation), None, patience)
        if document.seat:
            return int(document.seat)
    else:
        document = yield from sending(api.get_game(game), None, patience)
    taken = {each.seat for each in document.seats if each.name}
    free = [each.seat for each in document.seats if each.seat not in taken]
    if not free:
        raise KronikaError("All seats of this game are taken.")
    return int(free[0])
