"""A seat at a table, and how it is remembered."""

from __future__ import annotations

import json
import os
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from kronika_client import api
from kronika_client.errors import KronikaError, Problem
from kronika_client.extra import trusting
from kronika_client.playing import OVER, WAIT, Act, Run, acting, playing
from kronika_client.steps import Flow, keyed, sending

if TYPE_CHECKING:
    from kronika_client.trusting import Trusting


class Seat:
    """A guest's seat: its token, and for a signed one its key, its seed and the heads that it has seen.

    `number` is None until the service has given the seat. `sitting` is the idempotency key of sitting down.
    """

    def __init__(
        self, game: str, number: int | None, trusting: Trusting | None, token: str = "", sitting: str = ""
    ) -> None:
        self.game, self.number, self.trusting, self._token = game, number, trusting, token
        self.sitting = sitting or uuid.uuid4().hex

    @property
    def token(self) -> str:
        return self.trusting.token if self.trusting else self._token

    @classmethod
    def taking(
        cls,
        game: str,
        name: str,
        invitation: str | None,
        signed: bool,
        file: str | Path | None,
        patience: float,
    ) -> Flow[Seat]:
        """Take a free seat, or the one that the invitation is for; or the seat in the file."""
        if file is None:
            seat = yield from cls._choosing(game, invitation, signed, patience)
            yield from seat._sitting_down(name, invitation, patience)
            return seat
        known = Path(file).exists()
        seat = cls.load(file) if known else (yield from cls._choosing(game, invitation, signed, patience))
        if seat.game != game:
            raise KronikaError(f"{file} has a seat of the game {seat.game}.")
        seat.save(file)
        try:
            yield from seat._sitting_down(name, invitation, patience)
        except Problem:
            Path(file).unlink()
            raise
        seat.save(file)
        return seat

    @classmethod
    def _choosing(cls, game: str, invitation: str | None, signed: bool, patience: float) -> Flow[Seat]:
        if not signed:
            return cls(game, None, None)
        number = yield from _free_seat(game, invitation, patience)
        return cls(game, number, trusting(game, number))

    def _sitting_down(self, name: str, invitation: str | None, patience: float) -> Flow[None]:
        """Repeated after a restart it gives the same seat, for it is under the same idempotency key."""
        body = {"name": name} if invitation is None else {"name": name, "invitation": invitation}
        if self.trusting is not None:
            self.trusting.patience = patience
            yield from self.trusting.sitting_down(body, self.sitting)
        elif not self._token:
            taken = yield from sending(keyed(api.take_seat(self.game, body), self.sitting), None, patience)
            self.number, self._token = taken.seat, taken.token or ""

    def playing(self, run: Run, patience: float) -> Flow[None]:
        """Emit the seat's turns until the game is over. A signed seat reveals its seed first, once all seats are taken."""
        act: Act = acting(self.game, self.token, patience)
        if self.trusting is not None:
            self.trusting.patience = patience
            yield from self._beginning(self.trusting)
            act = self._act
        yield from playing(self.game, self.token, patience, act, run)

    def _beginning(self, trusting: Trusting) -> Flow[None]:
        document = yield from trusting.send(api.get_game(self.game))
        while document.status == "waiting":
            yield from trusting.following()
            if trusting.all_seated() and not trusting.revealed():
                yield from trusting.revealing()
            document = yield from trusting.send(api.get_game(self.game, wait=WAIT, after=document.version))
        if document.status not in OVER:
            yield from trusting.checking_start()

    def _act(self, action: Any, version: int) -> Flow[Any]:
        assert self.trusting is not None
        return (yield from self.trusting.acting(to_builtins(action), version))

    def save(self, path: str | Path) -> None:
        """Write what the seat needs to go on after a restart, to a file that nobody else may read."""
        known = self.trusting.secrets() if self.trusting else {"token": self.token}
        heads = {"heads": self.trusting.heads.known} if self.trusting else {}
        stored = {"game": self.game, "seat": self.number, "sitting": self.sitting, "known": known, **heads}
        write_private(Path(path), json.dumps(stored))

    @classmethod
    def load(cls, path: str | Path) -> Seat:
        stored = json.loads(Path(path).read_text())
        game, number, known = stored["game"], stored["seat"], stored["known"]
        signed = trusting(game, number, stored["heads"], known) if "key" in known else None
        return cls(game, number, signed, known["token"], stored["sitting"])


def write_private(path: Path, text: str) -> None:
    """Replace a file at once by one of mode 0600."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _free_seat(game: str, invitation: str | None, patience: float) -> Flow[int]:
    ask: Any = api.get_game(game) if invitation is None else api.get_invitation(invitation)
    document: Any = yield from sending(ask, None, patience)
    if invitation is not None and document.seat:
        return int(document.seat)
    free = [each.seat for each in document.seats if not each.name]
    if not free:
        raise KronikaError("All seats of this game are taken.")
    return int(free[0])
